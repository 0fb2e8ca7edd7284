//! The forms in which a comparison is written.

pub mod csv;
pub mod html;
mod json;
pub mod tables;

use crate::report::Report;
use anyhow::Result;
use clap::ValueEnum;

/// A form of output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Tables for a terminal
    Table,
    /// Everything, one object
    Json,
    /// One line per measurement
    Csv,
    /// The tables in Markdown
    Markdown,
    /// One page with charts that needs no other file
    Html,
}

impl Format {
    /// The report as text that ends with a line break.
    pub fn render(self, report: &Report, to_terminal: bool) -> Result<String> {
        match self {
            Format::Table if to_terminal => Ok(tables::render(report, tables::Style::Terminal)),
            Format::Table => Ok(tables::render(report, tables::Style::Text)),
            Format::Json => json::render(report),
            Format::Csv => Ok(csv::render(report)),
            Format::Markdown => Ok(tables::render(report, tables::Style::Markdown)),
            Format::Html => html::render(report),
        }
    }
}
