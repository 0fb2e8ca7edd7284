//! The whole report as one JSON object; [`crate::report`] describes its fields.

use crate::report::Report;
use anyhow::Result;

/// The report, indented.
pub fn render(report: &Report) -> Result<String> {
    let mut text = serde_json::to_string_pretty(report)?;
    text.push('\n');
    Ok(text)
}
