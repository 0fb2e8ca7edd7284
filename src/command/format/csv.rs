//! One line per function and allocator, for spreadsheets: RFC 4180 with a line of headings.

use crate::report::Report;
use crate::score::Score;
use std::fmt::Write;

const HEADINGS: &str = "target,project,input,function,allocator,move_cost,pressured,\
    reloads,reloads_static,stores,stores_static,copies,copies_static,callee_saved,\
    callee_saved_static,instructions,instructions_static,stack_bytes,code_bytes,profile_entries";

/// The scores of all functions; where an allocator failed there is no line.
pub fn render(report: &Report) -> String {
    let mut text = format!("{HEADINGS}\r\n");
    for row in &report.functions {
        for (allocator, score) in report.heading.allocators.iter().zip(&row.scores) {
            let Some(score) = score else { continue };
            let keys = [&row.target, &row.project, &row.input, &row.function, &allocator.name];
            let keys = keys.map(|key| quote(key));
            write!(text, "{},{}\r\n", keys.join(","), figures(score)).expect("a string takes all");
        }
    }
    text
}

fn figures(score: &Score) -> String {
    let counts =
        [score.reloads, score.stores, score.copies, score.callee_saved, score.instructions];
    let counts = counts.map(|count| format!("{},{}", count.weighted, count.in_text));
    let known = |value: Option<u64>| value.map(|value| value.to_string()).unwrap_or_default();
    format!(
        "{},{},{},{},{},{}",
        score.move_cost,
        score.pressured,
        counts.join(","),
        score.stack_bytes,
        known(score.code_bytes),
        known(score.profile.map(|profile| profile.entries))
    )
}

/// In quotation marks if it needs them: names of functions in C++ may hold anything.
pub fn quote(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        return format!("\"{}\"", text.replace('"', "\"\""));
    }
    text.to_owned()
}

#[cfg(test)]
mod tests {
    use super::quote;

    #[test]
    fn separators_and_quotation_marks_are_quoted() {
        assert_eq!(quote("f"), "f");
        assert_eq!(quote("operator,"), "\"operator,\"");
        assert_eq!(quote("a\"b"), "\"a\"\"b\"");
    }
}
