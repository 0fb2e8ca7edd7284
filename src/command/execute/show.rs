//! The forms in which `execute` writes what it found.

use super::report::{Report, Run};
use crate::format::csv::quote;
use crate::format::tables::{self, cell, heading, made_by, new_table, Style};
use anyhow::Result;
use clap::ValueEnum;
use comfy_table::{Cell, Table};
use std::collections::BTreeSet;
use std::fmt::Write;

/// A form of output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExecuteFormat {
    /// Tables for a terminal: counts, means, the functions that add most, what failed
    Table,
    /// Everything, one object
    Json,
    /// One line per program and allocator
    Csv,
    /// The tables in Markdown
    Markdown,
}

/// The report as text that ends with a line break.
pub fn render(report: &Report, format: ExecuteFormat, to_terminal: bool) -> Result<String> {
    Ok(match format {
        ExecuteFormat::Table if to_terminal => all_tables(report, Style::Terminal),
        ExecuteFormat::Table => all_tables(report, Style::Text),
        ExecuteFormat::Json => serde_json::to_string_pretty(report)? + "\n",
        ExecuteFormat::Csv => csv(report),
        ExecuteFormat::Markdown => all_tables(report, Style::Markdown),
    })
}

fn csv(report: &Report) -> String {
    let mut text = "target,program,allocator,instructions,ratio,failure\r\n".to_owned();
    for run in &report.runs {
        let keys = [&run.target, &run.program, &run.allocator].map(|key| quote(key));
        let known = |value: Option<String>| value.unwrap_or_default();
        write!(
            text,
            "{},{},{},{}\r\n",
            keys.join(","),
            known(run.instructions.map(|count| count.to_string())),
            known(run.ratio.map(|ratio| ratio.to_string())),
            known(run.failure.as_deref().map(quote)),
        )
        .expect("a string takes all");
    }
    text
}

fn all_tables(report: &Report, style: Style) -> String {
    let base = &report.heading.allocators[0].name;
    let with = tables::with(&report.heading);
    let mut text = heading(style, &format!("Executed instructions: ratios to {base}{with}"));
    text += &made_by(&report.heading, style);
    let counts = match style {
        Style::Markdown => counts_by_program(report),
        Style::Text | Style::Terminal => counts(report, style),
    };
    text += &format!("{}\n", counts.trim_fmt());
    // Of the others all is in the JSON form.
    let tested = report.heading.allocators.get(1).map(|tested| tested.name.as_str());
    let is_shown = |name: &str| Some(name) == tested;
    if report.worst.iter().any(|worst| is_shown(&worst.allocator)) {
        let title =
            "\nFunctions that execute more than with the base, by what that adds to the program";
        text += &heading(style, title);
        text += &format!("{}\n", worst(report, style, is_shown).trim_fmt());
    }
    if report.has_failure() {
        text += &heading(style, "\nFailures");
        text += &format!("{}\n", failures(report, style).trim_fmt());
    }
    text
}

/// One line for each program, and the geometric means below those of each target.
fn counts(report: &Report, style: Style) -> Table {
    let names: Vec<&str> = report.heading.allocators.iter().map(|a| a.name.as_str()).collect();
    let headings: Vec<&str> = ["target", "program"].into_iter().chain(names.clone()).collect();
    let mut table = new_table(style, &headings, 2);
    let rows: Vec<&[Run]> = report.runs.chunks(names.len()).collect();
    for of_target in rows.chunk_by(|a, b| a[0].target == b[0].target) {
        for runs in of_target {
            let base = match runs[0].instructions {
                Some(count) => Cell::new(count),
                None => Cell::new("failed"),
            };
            let keys = [Cell::new(&runs[0].target), Cell::new(&runs[0].program), base];
            table.add_row(keys.into_iter().chain(runs[1..].iter().map(ratio_or_failure)));
        }
        let target = &of_target[0][0].target;
        let means = report.means.iter().filter(|mean| mean.target == *target);
        let keys = [Cell::new(target), Cell::new("geometric mean"), Cell::new("")];
        table.add_row(keys.into_iter().chain(means.map(|mean| tables::ratio(mean.ratio))));
    }
    table
}

/// One line for each program with the columns of all targets, and one of the geometric means.
fn counts_by_program(report: &Report) -> Table {
    let names: Vec<&str> = report.heading.allocators.iter().map(|a| a.name.as_str()).collect();
    let rows: Vec<&[Run]> = report.runs.chunks(names.len()).collect();
    let targets: BTreeSet<&str> = rows.iter().map(|row| row[0].target.as_str()).collect();
    let programs: BTreeSet<&str> = rows.iter().map(|row| row[0].program.as_str()).collect();
    let mut headings = vec!["program".to_owned()];
    for target in &targets {
        headings.push(format!("{target}, {} (million)", names[0]));
        headings.extend(names[1..].iter().map(|name| format!("{target}, {name}")));
    }
    let headings: Vec<&str> = headings.iter().map(String::as_str).collect();
    let mut table = new_table(Style::Markdown, &headings, 1);
    let row_of = |target: &str, program: &str| {
        rows.iter().find(|row| row[0].target == target && row[0].program == program)
    };
    for program in programs {
        let mut cells = vec![Cell::new(program)];
        for target in &targets {
            let Some(runs) = row_of(target, program) else {
                cells.extend(names.iter().map(|_| Cell::new("-")));
                continue;
            };
            cells.push(match runs[0].instructions {
                Some(count) => Cell::new(format!("{:.1}", count as f64 / 1e6)),
                None => Cell::new("failed"),
            });
            cells.extend(runs[1..].iter().map(ratio_or_failure));
        }
        table.add_row(cells);
    }
    let mut cells = vec![Cell::new("geometric mean")];
    for target in &targets {
        let means = report.means.iter().filter(|mean| mean.target == **target);
        cells.push(Cell::new(""));
        cells.extend(means.map(|mean| tables::ratio(mean.ratio)));
    }
    table.add_row(cells);
    table
}

fn ratio_or_failure(run: &Run) -> Cell {
    match run.failure {
        Some(_) => Cell::new("failed"),
        None => tables::ratio(run.ratio),
    }
}

fn worst(report: &Report, style: Style, is_shown: impl Fn(&str) -> bool) -> Table {
    let (this, base) = (&report.heading.allocators[1].name, &report.heading.allocators[0].name);
    let headings = ["target", "program", "function", this.as_str(), base.as_str(), "added"];
    let mut table = new_table(style, &headings, 3);
    for worst in report.worst.iter().filter(|worst| is_shown(&worst.allocator)) {
        table.add_row([
            cell(&worst.target, style),
            cell(&worst.program, style),
            cell(&worst.function, style),
            worst.instructions.to_string(),
            worst.base_instructions.to_string(),
            format!("{:.2} %", worst.added * 100.0),
        ]);
    }
    table
}

fn failures(report: &Report, style: Style) -> Table {
    let mut table = new_table(style, &["target", "program", "allocator", "reason"], 4);
    for run in &report.runs {
        let Some(reason) = &run.failure else { continue };
        let fields = [&run.target, &run.program, &run.allocator, reason];
        table.add_row(fields.map(|field| cell(field, style)));
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::execute::report::Mean;
    use crate::report::{Heading, NamedFlags};

    fn run(target: &str, program: &str, allocator: &str, instructions: u64, ratio: f64) -> Run {
        Run {
            target: target.to_owned(),
            program: program.to_owned(),
            allocator: allocator.to_owned(),
            instructions: Some(instructions),
            ratio: Some(ratio),
            failure: None,
        }
    }

    #[test]
    fn markdown_has_a_row_for_each_program_and_columns_for_each_target() {
        let named = |name: &str| NamedFlags { name: name.to_owned(), flags: Vec::new() };
        let allocators = vec![named("greedy"), named("limit")];
        let mean = |target: &str, ratio| Mean {
            target: target.to_owned(),
            allocator: "limit".to_owned(),
            programs: 1,
            ratio: Some(ratio),
        };
        let report = Report {
            heading: Heading { allocators, ..Heading::default() },
            runs: vec![
                run("a", "p", "greedy", 1_500_000, 1.0),
                run("a", "p", "limit", 750_000, 0.5),
                run("b", "q", "greedy", 2_000_000, 1.0),
                run("b", "q", "limit", 3_000_000, 1.5),
            ],
            means: vec![mean("a", 0.5), mean("b", 1.5)],
            worst: Vec::new(),
        };
        let text = render(&report, ExecuteFormat::Markdown, false).expect("it can be drawn");
        let cells = |line: &str| {
            let words = line.split('|').map(str::trim);
            words.filter(|word| !word.is_empty()).map(str::to_owned).collect::<Vec<_>>()
        };
        let of = |name: &str| {
            let line = text.lines().find(|line| line.starts_with(&format!("| {name}")));
            cells(line.unwrap_or_else(|| panic!("no {name} in {text}")))
        };
        assert_eq!(of("p "), ["p", "1.5", "0.500", "-", "-"]);
        assert_eq!(of("q "), ["q", "-", "-", "2.0", "1.500"]);
        assert_eq!(of("geometric mean"), ["geometric mean", "0.500", "1.500"]);
    }
}
