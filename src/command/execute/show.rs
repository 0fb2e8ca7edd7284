//! The forms in which `execute` writes what it found.

use super::report::{Report, Run};
use crate::format::csv::quote;
use crate::format::tables::{self, cell, heading, new_table, Style};
use anyhow::Result;
use clap::ValueEnum;
use comfy_table::{Cell, Table};
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
    let mut text = heading(style, &format!("Executed instructions: ratios to {base}"));
    text += &format!("{}\n", counts(report, style).trim_fmt());
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
