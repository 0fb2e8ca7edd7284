//! The forms in which `bench` writes what it found.

use super::corpus_times::Times;
use super::growth::Growth;
use super::Report;
use crate::format::html;
use anyhow::Result;
use clap::ValueEnum;
use comfy_table::{presets, CellAlignment, Table};
use std::fmt::Write;

/// A form of output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BenchFormat {
    /// Tables of times and exponents
    Table,
    /// Everything, one object
    Json,
    /// One page with the curves of growth
    Html,
}

/// The report as text that ends with a line break.
pub fn render(report: &Report, format: BenchFormat) -> Result<String> {
    match format {
        BenchFormat::Table => Ok(tables(report)),
        BenchFormat::Json => Ok(serde_json::to_string_pretty(report)? + "\n"),
        BenchFormat::Html => page(report),
    }
}

fn tables(report: &Report) -> String {
    let mut text = String::new();
    if !report.times.is_empty() {
        let inputs = report.times[0].inputs;
        text += &format!(
            "Processor time on {inputs} inputs, of {} runs\n\n{}\n",
            report.runs,
            times_table(&report.times).trim_fmt()
        );
    }
    if !report.growth.is_empty() {
        let separator = if text.is_empty() { "" } else { "\n" };
        text += &format!(
            "{separator}Seconds in allocation by size in instructions of LLVM IR, the least of {} \
             runs;\nk: the time grows with the size to the power k\n\n{}\n",
            report.runs,
            growth_table(&report.growth).trim_fmt()
        );
        for growth in &report.growth {
            if let Some(reason) = &growth.stopped {
                text += &format!("{} with {} at {reason}\n", growth.shape, growth.allocator);
            }
        }
    }
    text
}

fn new_table(headings: Vec<String>, texts: usize) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).force_no_tty().set_header(headings);
    for column in table.column_iter_mut().skip(texts) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

fn times_table(times: &[Times]) -> Table {
    let headings = ["allocator", "allocation, least", "median", "ratio", "codegen, least", "ratio"];
    let mut table = new_table(headings.map(str::to_owned).into(), 1);
    let base = &times[0];
    for of_one in times {
        let ratio = |value: f64, base: f64| {
            if base > 0.0 {
                format!("{:.2}", value / base)
            } else {
                "-".to_owned()
            }
        };
        table.add_row([
            of_one.allocator.clone(),
            format!("{:.3} s", of_one.allocation_min),
            format!("{:.3} s", of_one.allocation_median),
            ratio(of_one.allocation_min, base.allocation_min),
            format!("{:.3} s", of_one.codegen_min),
            ratio(of_one.codegen_min, base.codegen_min),
        ]);
    }
    table
}

fn growth_table(growth: &[Growth]) -> Table {
    let longest = growth.iter().map(|growth| growth.points.len()).max().unwrap_or(0);
    let mut headings = vec!["function".to_owned(), "allocator".to_owned(), "k".to_owned()];
    let widest = growth.iter().find(|growth| growth.points.len() == longest);
    headings.extend(widest.iter().flat_map(|g| &g.points).map(|p| size(p.instructions)));
    let mut table = new_table(headings, 2);
    for of_one in growth {
        let exponent = of_one.exponent.map_or("-".to_owned(), |k| format!("{k:.2}"));
        let mut row = vec![of_one.shape.to_owned(), of_one.allocator.clone(), exponent];
        row.extend(of_one.points.iter().map(|point| format!("{:.3}", point.allocation)));
        table.add_row(row);
    }
    table
}

/// A size to two digits; the kinds of functions differ in the others.
fn size(instructions: u64) -> String {
    format!("{:.1}k", instructions as f64 / 1000.0)
}

fn page(report: &Report) -> Result<String> {
    let mut page = html::begin("Time of register allocation")?;
    let llvm = html::escape(&report.llvm);
    writeln!(
        page,
        "<h1>Time of register allocation</h1>\n<p>{llvm}; {} runs each.</p>",
        report.runs
    )?;
    writeln!(page, "<pre>{}</pre>\n<div class=\"charts\">", html::escape(&tables(report)))?;
    let mut shapes: Vec<&str> = report.growth.iter().map(|growth| growth.shape).collect();
    shapes.dedup();
    for shape in shapes {
        let curves = report.growth.iter().filter(|growth| growth.shape == shape);
        let curves: Vec<(&str, Vec<(f64, f64)>)> = curves
            .map(|growth| {
                // Nothing that takes no measurable time has a place on a logarithmic axis.
                let points = growth.points.iter().filter(|point| point.allocation > 0.0);
                let points = points.map(|point| (point.instructions as f64, point.allocation));
                (growth.allocator.as_str(), points.collect())
            })
            .collect();
        let svg =
            html::charts::curves(&curves, "instructions of LLVM IR", "seconds in allocation")?;
        writeln!(page, "<figure>{svg}<figcaption>{shape}</figcaption></figure>")?;
    }
    page.push_str("</div>\n</body>\n</html>\n");
    Ok(page)
}
