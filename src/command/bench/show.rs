//! The forms in which `bench` writes what it found.

use super::instructions::Count;
use super::times::Times;
use super::Report;
use crate::format::tables::{cell, heading, made_by, new_table, Style};
use crate::format::{csv, html, Format};
use crate::report::growth::{self, Growth};
use crate::report::Failure;
use crate::words::counted;
use anyhow::Result;
use std::fmt::Write;

/// The report as text that ends with a line break.
pub fn render(report: &Report, format: Format, to_terminal: bool) -> Result<String> {
    match format {
        Format::Table if to_terminal => Ok(text(report, Style::Terminal)),
        Format::Table => Ok(text(report, Style::Text)),
        Format::Markdown => Ok(text(report, Style::Markdown)),
        Format::Json => Ok(serde_json::to_string_pretty(report)? + "\n"),
        Format::Csv => Ok(lines(report)),
        Format::Html => page(report),
    }
}

/// A table in any form: the first columns hold text, the others numbers.
struct Section {
    title: &'static str,
    explanation: String,
    headings: Vec<String>,
    texts: usize,
    rows: Vec<Vec<String>>,
    /// What is said below the table, line by line.
    notes: Vec<String>,
}

fn sections(report: &Report) -> Vec<Section> {
    let mut sections = Vec::new();
    if !report.inputs.sums.is_empty() {
        sections.push(times(report));
    }
    if !report.instructions.counts.is_empty() {
        sections.push(instructions(report));
    }
    if !report.growth.is_empty() {
        sections.push(growth(report));
    }
    sections
}

fn times(report: &Report) -> Section {
    let headings = ["target", "allocator", "inputs", "failed", "allocation, least", "ratio"];
    let headings =
        headings.into_iter().chain(["allocation, median", "ratio", "codegen, least", "ratio"]);
    let row = |of_one: &Times| {
        let sums = &report.inputs.sums;
        // The base is the first one of its target.
        let base = sums.iter().find(|sum| sum.target == of_one.target).expect("itself at least");
        let mut row = vec![of_one.target.clone(), of_one.allocator.clone()];
        row.extend([of_one.inputs, of_one.failed_inputs].map(|count| count.to_string()));
        for seconds in [
            |times: &Times| times.allocation_min,
            |times: &Times| times.allocation_median,
            |times: &Times| times.codegen_min,
        ] {
            let (this, base) = (seconds(of_one), seconds(base));
            row.push(format!("{this:.3} s"));
            row.push(if base > 0.0 { format!("{:.2}", this / base) } else { "-".to_owned() });
        }
        row
    };
    let failures = report.inputs.failures.iter().map(note_of);
    let missing = "interrupted: the inputs that were not finished are missing";
    let interrupted = (report.interrupted && report.growth.is_empty()).then(|| missing.to_owned());
    Section {
        title: "Time on the inputs",
        explanation: format!(
            "Processor time on the inputs that all allocators compile: of each input the least and \
             the median of {}. Ratios are to the first allocator.",
            counted(report.runs, "run", "runs")
        ),
        headings: headings.map(str::to_owned).collect(),
        texts: 2,
        rows: report.inputs.sums.iter().map(row).collect(),
        notes: failures.chain(interrupted).collect(),
    }
}

/// A failure as a line below a table.
fn note_of(failure: &Failure) -> String {
    let allocator = failure.allocator.as_deref().unwrap_or("(all)");
    format!("{} for {} with {allocator}: {}", failure.input, failure.target, failure.reason)
}

/// A row for each input, and behind those of a target their sum.
fn instructions(report: &Report) -> Section {
    let allocators = &report.heading.allocators;
    let mut headings = vec!["target".to_owned(), "input".to_owned()];
    for (index, allocator) in allocators.iter().enumerate() {
        headings.push(allocator.name.clone());
        headings.extend((index > 0).then(|| "ratio".to_owned()));
    }
    let row = |target: &str, input: String, counts: &[u64]| {
        let mut row = vec![target.to_owned(), input];
        for (index, &count) in counts.iter().enumerate() {
            row.push(count.to_string());
            let ratio = || format!("{:.3}", count as f64 / counts[0] as f64);
            row.extend((index > 0).then(ratio));
        }
        row
    };
    let mut rows = Vec::new();
    // All inputs of a target follow each other, and so do the allocators of an input.
    for of_target in report.instructions.counts.chunk_by(|a, b| a.target == b.target) {
        let mut sums = vec![0; allocators.len()];
        let inputs = of_target.chunks(allocators.len());
        for counts in inputs.clone().map(<[Count]>::to_vec) {
            let input = counts[0].input.clone();
            let counts: Vec<u64> = counts.iter().map(|count| count.instructions).collect();
            sums.iter_mut().zip(&counts).for_each(|(sum, count)| *sum += count);
            rows.push(row(&of_target[0].target, input, &counts));
        }
        rows.push(row(&of_target[0].target, format!("sum of {}", inputs.len()), &sums));
    }
    let missing = "interrupted: the inputs that were not finished are missing".to_owned();
    Section {
        title: "Instructions executed by allocation",
        explanation: "Counted by valgrind on the inputs that all allocators compile, from the \
                      beginning of the allocator's pass to its end for each function, with all \
                      that the pass calls; the analyses that run before it are not counted. Ratios \
                      are to the first allocator."
            .to_owned(),
        headings,
        texts: 2,
        rows,
        notes: (report.instructions.failures.iter().map(note_of))
            .chain(report.interrupted.then_some(missing))
            .collect(),
    }
}

fn growth(report: &Report) -> Section {
    let mut headings = ["target", "function", "allocator", "k"].map(str::to_owned).to_vec();
    headings.extend(report.sizes.iter().map(|size| growth::size(*size)));
    let row = |growth: &Growth| {
        let exponent = growth.exponent.map_or("-".to_owned(), |k| format!("{k:.2}"));
        let mut row = vec![growth.target.clone(), growth.shape.clone()];
        row.extend([growth.allocator.clone(), exponent]);
        row.extend(growth.points.iter().map(|point| format!("{:.3}", point.allocation)));
        row.extend(growth.stopped.iter().map(|stop| cell_of(&stop.reason).to_owned()));
        row.resize(headings.len(), String::new());
        row
    };
    let missing = "interrupted: the sizes that were not reached are missing";
    let interrupted = report.interrupted.then(|| missing.to_owned());
    let notes = report.growth.iter().filter_map(|growth| {
        let stop = growth.stopped.as_ref()?;
        let size = growth::size(stop.instructions);
        Some(format!("{} with {} at {size}: {}", growth.shape, growth.allocator, stop.reason))
    });
    Section {
        title: "Growth",
        explanation: format!(
            "Seconds of processor time in allocation by size in instructions of LLVM IR, the least \
             of {}. The time grows with the size to the power k, fitted to the times above \
             the clock's own size; an allocator that fails at a size, or takes longer than the \
             limit, is not asked for larger ones.",
            counted(report.runs, "run", "runs")
        ),
        rows: report.growth.iter().map(row).collect(),
        headings,
        texts: 3,
        notes: notes.chain(interrupted).collect(),
    }
}

/// Why there is no time, short enough for a cell.
fn cell_of(reason: &str) -> &str {
    match reason {
        reason if reason.starts_with(growth::OVER) => reason,
        reason if reason.starts_with("crashed") => "crash",
        _ => "failure",
    }
}

fn text(report: &Report, style: Style) -> String {
    let mut text = String::new();
    for section in sections(report) {
        if !text.is_empty() {
            text.push('\n');
        }
        text += &heading(style, section.title);
        text += &made_by(&report.heading, style);
        let headings: Vec<&str> = section.headings.iter().map(String::as_str).collect();
        let mut table = new_table(style, &headings, section.texts);
        for row in section.rows {
            table.add_row(row.iter().map(|text| cell(text, style)));
        }
        text += &format!("{}\n\n{}\n", section.explanation, table.trim_fmt());
        if !section.notes.is_empty() {
            text.push('\n');
        }
        for note in section.notes {
            let bullet = if style == Style::Markdown { "- " } else { "" };
            text += &format!("{bullet}{note}\n");
        }
    }
    text
}

const HEADINGS: &str = "what,target,allocator,instructions,inputs,failed_inputs,allocation_min,\
    allocation_median,codegen_min,exponent,failure";

/// One line per target and allocator, and one per generated function, in seconds; or one per target,
/// input and allocator with the instructions that were counted.
fn lines(report: &Report) -> String {
    if !report.instructions.counts.is_empty() {
        let mut text = "target,input,allocator,instructions\r\n".to_owned();
        for Count { target, input, allocator, instructions } in &report.instructions.counts {
            let keys = [target, input, allocator].map(|key| csv::quote(key)).join(",");
            text += &format!("{keys},{instructions}\r\n");
        }
        return text;
    }
    let mut text = format!("{HEADINGS}\r\n");
    for sum in &report.inputs.sums {
        let (target, allocator) = (csv::quote(&sum.target), csv::quote(&sum.allocator));
        let seconds = [sum.allocation_min, sum.allocation_median, sum.codegen_min];
        let seconds = seconds.map(|seconds| seconds.to_string()).join(",");
        let (inputs, failed) = (sum.inputs, sum.failed_inputs);
        text += &format!("inputs,{target},{allocator},,{inputs},{failed},{seconds},,\r\n");
    }
    for growth in &report.growth {
        let keys = [&growth.shape, &growth.target, &growth.allocator].map(|key| csv::quote(key));
        let keys = keys.join(",");
        let exponent = growth.exponent.map(|k| k.to_string()).unwrap_or_default();
        for point in &growth.points {
            let seconds = [point.allocation, point.allocation_median, point.codegen];
            let seconds = seconds.map(|seconds| seconds.to_string()).join(",");
            text += &format!("{keys},{},,,{seconds},{exponent},\r\n", point.instructions);
        }
        if let Some(stop) = &growth.stopped {
            let reason = csv::quote(&stop.reason);
            text += &format!("{keys},{},,,,,,{exponent},{reason}\r\n", stop.instructions);
        }
    }
    text
}

fn page(report: &Report) -> Result<String> {
    let mut page = html::begin("Time of register allocation")?;
    let llvm = html::escape(&report.heading.llvm);
    writeln!(page, "<h1>Time of register allocation</h1>\n<p>{llvm}</p>")?;
    for section in sections(report) {
        let (title, explanation) = (section.title, html::escape(&section.explanation));
        writeln!(page, "<h2>{title}</h2>\n<p>{explanation}</p>\n<div class=\"wide\"><table>")?;
        let texts = section.texts;
        let class = |index| if index < texts { " class=\"text\"" } else { "" };
        for (tag, row) in std::iter::once(("th", &section.headings))
            .chain(section.rows.iter().map(|row| ("td", row)))
        {
            page.push_str("<tr>");
            for (index, text) in row.iter().enumerate() {
                write!(page, "<{tag}{}>{}", class(index), html::escape(text))?;
            }
            page.push('\n');
        }
        page.push_str("</table></div>\n");
        for note in section.notes {
            writeln!(page, "<p>{}</p>", html::escape(&note))?;
        }
    }
    html::draw_growth(&mut page, &report.growth)?;
    page.push_str("</body>\n</html>\n");
    Ok(page)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::{instructions, times::OnInputs};
    use crate::report::growth::{Point, Stop};
    use crate::report::Heading;

    /// Two sizes, of which the allocator managed one.
    fn report() -> Report {
        let point =
            Point { instructions: 1200, allocation: 0.5, allocation_median: 0.75, codegen: 2.0 };
        let stopped = Some(Stop { instructions: 2400, reason: "over 300 s".to_owned() });
        let growth = Growth {
            target: "x86-64".to_owned(),
            shape: "loop nests".to_owned(),
            allocator: "a,b".to_owned(),
            points: vec![point],
            stopped,
            exponent: None,
        };
        let sizes = vec![1000, 2200];
        let heading = Heading { llvm: "LLVM".to_owned(), ..Heading::default() };
        let inputs = OnInputs::default();
        let instructions = instructions::OnInputs::default();
        let growth = vec![growth];
        Report { heading, interrupted: false, runs: 3, inputs, instructions, sizes, growth }
    }

    fn shown(format: Format) -> String {
        render(&report(), format, false).expect("it can be drawn")
    }

    #[test]
    fn a_time_out_is_a_cell_and_a_line() {
        let markdown = shown(Format::Markdown);
        assert!(markdown.contains("| 0.500 | over 300 s |"), "{markdown}");
        assert!(markdown.contains("- loop nests with a,b at 2.4k: over 300 s"), "{markdown}");
        let page = shown(Format::Html);
        assert!(page.contains("<td>0.500<td>over 300 s"), "{page}");
        assert!(page.ends_with("</html>\n") && page.contains("<svg"), "one curve");
    }

    #[test]
    fn each_line_of_csv_has_a_value_for_each_heading() {
        let csv = shown(Format::Csv);
        let lines: Vec<&str> = csv.lines().collect();
        let prefix = "loop nests,x86-64,\"a,b\"";
        assert_eq!(lines[1], format!("{prefix},1200,,,0.5,0.75,2,,"));
        assert_eq!(lines[2], format!("{prefix},2400,,,,,,,over 300 s"));
        // The name of the allocator has a comma of its own.
        let commas = |line: &str| line.matches(',').count();
        assert_eq!(
            (commas(lines[1]), commas(lines[2])),
            (commas(lines[0]) + 1, commas(lines[0]) + 1)
        );
    }
}
