//! The page of the gallery, in Markdown.

use super::{Measured, Shown};
use crate::format::tables::{cell, new_table, ratio, Style};
use crate::score::Score;

const INTRODUCTION: &str = "\
# Gallery

Code that people complain about in public, and what greedy and limit make of it. `regalloc-limit gallery`
writes this page; the files are in `benches/gallery` or in the published crate that is named.

Counts are those of the text, greedy's and then limit's: stores to and loads from spill slots, copies from
register to register, saves and restores of callee-saved registers, all instructions. O and I are ratios of
limit to greedy of what one call executes by LLVM's block frequencies: O is 4 x reloads + stores +
0.2 x copies + saves and restores, I is all instructions. Less than 1 is better.
";

const HEADINGS: [&str; 9] =
    ["target", "function", "stores", "reloads", "copies", "saves", "instructions", "O", "I"];

/// A section for each case.
pub fn page(llvm: &str, all: &[Shown]) -> String {
    let mut text = format!("{INTRODUCTION}\nMeasured with {llvm}.\n");
    for shown in all {
        text += &section(shown);
    }
    text
}

fn section(shown: &Shown) -> String {
    let Shown { case, measured } = shown;
    let mut text = format!("\n## {}\n\n{}\n", case.title, case.complaint.trim());
    let issues: Vec<String> = case.issues.iter().map(|number| issue(*number)).collect();
    if !issues.is_empty() {
        text += &format!("LLVM's issues: {}.\n", issues.join(", "));
    }
    let of = case.krate.as_ref().map_or(String::new(), |krate| format!(" of the crate `{krate}`"));
    let flags = case.flags.iter().map(|flag| format!(" {flag}")).collect::<String>();
    text += &format!("\n`{}`{of}, `clang -O{}{flags}`:\n\n", case.file, case.opt);
    let mut table = new_table(Style::Markdown, &HEADINGS, 2);
    for of_target in measured {
        for (function, scores) in &of_target.functions {
            table.add_row(row(&of_target.target.name, function, scores));
        }
    }
    text += &format!("{}\n", table.trim_fmt());
    for of_target in measured {
        text += &failures(of_target);
    }
    text + &verdict(measured)
}

fn issue(number: u64) -> String {
    format!("[{number}](https://github.com/llvm/llvm-project/issues/{number})")
}

fn row(target: &str, function: &str, scores: &[Option<Score>; 2]) -> Vec<comfy_table::Cell> {
    let counts = |of: fn(&Score) -> u64| {
        let [greedy, limit] =
            [0, 1].map(|i| scores[i].as_ref().map_or("-".to_owned(), |s| of(s).to_string()));
        comfy_table::Cell::new(format!("{greedy} → {limit}"))
    };
    // A function without any move has an O of 0, so O is compared with 1 added, as everywhere.
    let of_both = |of: fn(&Score) -> f64, added: f64| {
        let [Some(greedy), Some(limit)] = scores else { return None };
        Some((of(limit) + added) / (of(greedy) + added))
    };
    vec![
        comfy_table::Cell::new(target),
        comfy_table::Cell::new(cell(function, Style::Markdown)),
        counts(|score| score.stores.in_text),
        counts(|score| score.reloads.in_text),
        counts(|score| score.copies.in_text),
        counts(|score| score.callee_saved.in_text),
        counts(|score| score.instructions.in_text),
        ratio(of_both(|score| score.move_cost, 1.0)),
        ratio(of_both(|score| score.instructions.weighted, 0.0)),
    ]
}

fn failures(of_target: &Measured) -> String {
    let failed = |name: &str, failure: &Option<String>| match failure {
        Some(reason) => format!("\nFor {} {name} fails: {reason}\n", of_target.target.name),
        None => String::new(),
    };
    let [greedy, limit] = &of_target.failures;
    failed("greedy", greedy) + &failed("limit", limit)
}

/// Where limit executes more than greedy: the page says so.
fn verdict(measured: &[Measured]) -> String {
    let mut worse = Vec::new();
    for of_target in measured {
        for (function, scores) in &of_target.functions {
            let [Some(greedy), Some(limit)] = scores else { continue };
            let (before, after) = (greedy.instructions.weighted, limit.instructions.weighted);
            if after > before * 1.0005 {
                let more = (after / before - 1.0) * 100.0;
                worse.push(format!("`{function}` for {} ({more:.1} %)", of_target.target.name));
            }
        }
    }
    if worse.is_empty() {
        return String::new();
    }
    format!("\nLimit loses: it executes more instructions in {}.\n", worse.join(", "))
}
