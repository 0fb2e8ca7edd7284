//! The summary as tables, for a terminal and in Markdown.

use crate::output;
use crate::report::causes::{Change, Share};
use crate::report::{Comparison, Failure, Heading, Report, Worst};
use crate::words::counted;
use comfy_table::{presets, Cell, CellAlignment, Color, ContentArrangement, Table};

/// How the tables are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Columns of text.
    Text,
    /// The same, no wider than the terminal, with colours unless `NO_COLOR` is set.
    Terminal,
    /// With bars that Markdown understands.
    Markdown,
}

/// Columns of a terminal below which it is taken to be one that does not know its width.
const NARROWEST: u16 = 20;

const EXPLANATION: &str = "O: 4 x reloads + stores + 0.2 x copies + saves and restores of \
    callee-saved registers; I: all instructions; both as executed per call. Geometric means of the \
    ratios to the base, less is better; pressured: either of the two spills in the function; over \
    2 x: (O + 1) / (base's O + 1) is above 2. Causes: each function counts for the kind of \
    instruction that changed most in it, with the logarithm of its ratio of I, in per cent, divided \
    by the number of all functions.";

/// The summary, what changed I, the worst functions and what failed.
pub fn render(report: &Report, style: Style) -> String {
    let base = report.heading.allocators.first().map_or("", |base| &base.name);
    let mut text = heading(style, &format!("Ratios to {base}{}", with(&report.heading)));
    text += &made_by(&report.heading, style);
    text += &format!("{EXPLANATION}\n\n{}\n", summary(&report.comparisons, style).trim_fmt());
    text += &last_resorts(&report.comparisons);
    // The allocator under test only: of the others all is in the JSON form.
    let tested = report.heading.allocators.get(1).map(|tested| tested.name.as_str());
    let is_tested = |c: &&Comparison| Some(c.allocator.as_str()) == tested;
    for comparison in report.comparisons.iter().filter(is_tested) {
        let Comparison { target, allocator, functions, longer, .. } = comparison;
        if comparison.causes.iter().all(|c| c.longer.functions + c.shorter.functions == 0) {
            continue;
        }
        text += &heading(style, &format!("\nCauses of the change in I of {allocator} on {target}"));
        if let Some(ratio) = comparison.copies.ratio() {
            text += &format!("Copies in sum: {ratio:.3} of {base}'s.\n");
        }
        let all = counted(*functions, "function", "functions");
        text += &format!("I above {base}'s by 0.1 %: {longer} of {all}.\n\n");
        text += &format!("{}\n", causes(&comparison.causes, style).trim_fmt());
    }
    for comparison in report.comparisons.iter().filter(is_tested).filter(|c| !c.worst.is_empty()) {
        let Comparison { target, allocator, .. } = comparison;
        text += &heading(style, &format!("\nWorst functions of {allocator} on {target}"));
        text += &format!("{}\n", worst(&comparison.worst, base, style).trim_fmt());
    }
    if !report.failures.is_empty() {
        text += &heading(style, "\nFailures");
        text += &format!("{}\n", failures(&report.failures, style).trim_fmt());
    }
    text
}

/// A title with the space below it.
pub fn heading(style: Style, title: &str) -> String {
    match style {
        Style::Text | Style::Terminal => format!("{title}\n\n"),
        Style::Markdown => {
            let before = if title.starts_with('\n') { "\n" } else { "" };
            format!("{before}## {}\n\n", title.trim_start())
        }
    }
}

/// In Markdown, which is kept: the command that makes the same figures again.
pub fn made_by(heading: &Heading, style: Style) -> String {
    match style {
        Style::Text | Style::Terminal => String::new(),
        Style::Markdown => format!("```\n{}\n```\n\n", heading.arguments.command),
    }
}

/// What all allocators were given, at the end of a title.
pub fn with(heading: &Heading) -> String {
    match &heading.arguments.llc_args[..] {
        [] => String::new(),
        arguments => format!(", with {}", arguments.join(" ")),
    }
}

/// A table without rows; the first columns, of texts, are aligned to the left.
pub fn new_table(style: Style, headings: &[&str], texts: usize) -> Table {
    let mut table = Table::new();
    table.set_header(headings);
    match style {
        Style::Markdown => table.load_style(presets::ASCII_MARKDOWN).force_no_tty(),
        Style::Text => table.load_style(presets::NOTHING).force_no_tty(),
        Style::Terminal => table.load_style(presets::NOTHING),
    };
    let width = table.width().filter(|width| style == Style::Terminal && *width >= NARROWEST);
    if let Some(width) = width {
        table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
    }
    if !output::may_be_coloured() {
        // Otherwise the sequences that end a colour would still be there.
        table.force_no_tty();
    }
    for column in table.column_iter_mut().skip(texts) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

const SUMMARY: [&str; 15] = [
    "target",
    "allocator",
    "functions",
    "pressured",
    "O pressured",
    "O all",
    "I pressured",
    "I all",
    "better",
    "worse",
    "over 2 x",
    "text",
    "allocation time",
    "codegen time",
    "failed",
];

/// A row for each comparison, or a column if the terminal is too narrow for the rows.
fn summary(comparisons: &[Comparison], style: Style) -> Table {
    let rows: Vec<Vec<Cell>> = comparisons.iter().map(summary_row).collect();
    let mut table = new_table(style, &SUMMARY, 2);
    let is_bound = matches!(table.content_arrangement(), ContentArrangement::Dynamic);
    let available = table.width().filter(|_| is_bound).unwrap_or(u16::MAX);
    table.add_rows(rows.clone());
    // All columns have a space to either side.
    let needed: u16 = table.column_max_content_widths().iter().map(|width| width + 2).sum();
    if needed <= available {
        return table;
    }
    let heading = |index: usize| rows.iter().map(move |row| row[index].content());
    let headings: Vec<String> = std::iter::once(SUMMARY[0].to_owned()).chain(heading(0)).collect();
    let headings: Vec<&str> = headings.iter().map(String::as_str).collect();
    let mut table = new_table(style, &headings, 1);
    for (index, name) in SUMMARY.into_iter().enumerate().skip(1) {
        let cells = rows.iter().map(|row| row[index].clone());
        table.add_row(std::iter::once(Cell::new(name)).chain(cells).collect::<Vec<_>>());
    }
    table
}

fn summary_row(c: &Comparison) -> Vec<Cell> {
    vec![
        Cell::new(&c.target),
        Cell::new(&c.allocator),
        Cell::new(c.functions),
        Cell::new(c.pressured),
        ratio(c.move_cost_pressured),
        ratio(c.move_cost),
        ratio(c.instructions_pressured),
        ratio(c.instructions),
        Cell::new(c.better),
        Cell::new(c.worse),
        Cell::new(c.over_twice),
        ratio(c.text_bytes.ratio()),
        seconds(c.allocation_seconds.ratio(), c.allocation_seconds.this),
        seconds(c.codegen_seconds.ratio(), c.codegen_seconds.this),
        Cell::new(c.failed_inputs),
    ]
}

/// A line for each comparison in which functions went to the last resort: their figures are greedy's.
fn last_resorts(comparisons: &[Comparison]) -> String {
    let mut text = String::new();
    for Comparison { target, allocator, last_resort, .. } in comparisons {
        if *last_resort > 0 {
            let functions = counted(*last_resort, "function", "functions");
            text += &format!(
                "\n{allocator} on {target}: {functions} left to the last resort; run llc with \
                 -limit-report=FILE to see which and why.\n"
            );
        }
    }
    text
}

fn worst(worst: &[Worst], base: &str, style: Style) -> Table {
    let base = format!("O of {base}");
    let mut table = new_table(style, &["function", "input", "O", &base, "ratio"], 2);
    for function in worst {
        table.add_row([
            cell(&function.function, style),
            cell(&function.input, style),
            format!("{:.1}", function.move_cost.this),
            format!("{:.1}", function.move_cost.base),
            format!("{:.2}", function.ratio),
        ]);
    }
    table
}

fn causes(changes: &[Change], style: Style) -> Table {
    let headings = ["cause", "worst", "ratio", "longer", "functions", "shorter", "functions"];
    let mut table = new_table(style, &headings, 2);
    let percent = |share: &Share| format!("{:+.3} %", share.percent);
    for Change { cause, longer, shorter, worst } in changes {
        let (name, ratio) = worst.first().map_or((String::new(), String::new()), |worst| {
            (cell(&worst.function, style), format!("{:.2}", worst.ratio))
        });
        table.add_row([
            cause.name().to_owned(),
            name,
            ratio,
            percent(longer),
            longer.functions.to_string(),
            percent(shorter),
            shorter.functions.to_string(),
        ]);
        for worst in worst.iter().skip(1) {
            let mut row: [String; 7] = Default::default();
            row[1] = cell(&worst.function, style);
            row[2] = format!("{:.2}", worst.ratio);
            table.add_row(row);
        }
    }
    table
}

fn failures(failures: &[Failure], style: Style) -> Table {
    let mut table = new_table(style, &["target", "input", "allocator", "reason"], 4);
    for failure in failures {
        let allocator = failure.allocator.as_deref().unwrap_or("(all)");
        let fields = [&failure.target, &failure.input, allocator, &failure.reason];
        table.add_row(fields.map(|field| cell(field, style)));
    }
    table
}

/// A bar within a cell would end it in Markdown.
pub fn cell(text: &str, style: Style) -> String {
    match style {
        Style::Text | Style::Terminal => text.to_owned(),
        Style::Markdown => text.replace('|', "\\|"),
    }
}

/// A ratio, green or red on a terminal if it is below or above 1 by more than is shown.
pub fn ratio(ratio: Option<f64>) -> Cell {
    match ratio {
        None => Cell::new("-"),
        Some(ratio) if ratio < 0.9995 => Cell::new(format!("{ratio:.3}")).fg(Color::Green),
        Some(ratio) if ratio >= 1.0005 => Cell::new(format!("{ratio:.3}")).fg(Color::Red),
        Some(ratio) => Cell::new(format!("{ratio:.3}")),
    }
}

fn seconds(ratio: Option<f64>, seconds: f64) -> Cell {
    Cell::new(ratio.map_or("-".to_owned(), |ratio| format!("{ratio:.2} ({seconds:.2} s)")))
}
