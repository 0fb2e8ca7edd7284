//! The page of the gallery, in Markdown.

use super::{Measured, Shown};
use crate::format::tables::{cell, new_table, Style};
use crate::score::Score;
use comfy_table::Cell;

const INTRODUCTION: &str = "\
# Gallery

Code that people complain about in public, and what greedy and limit make of it. `regalloc-limit gallery`
writes this page; the files are in `benches/gallery` or in the published crate that is named.

Counts are those of the text, greedy's and then limit's: stores to and loads from spill slots, copies from
register to register, saves and restores of callee-saved registers, all instructions. O and I are what one call
executes by LLVM's block frequencies, and limit's share of greedy's: O is 4 x reloads + stores + 0.2 x copies +
saves and restores, I is all instructions. Less than 1 is better. `explain` is what `regalloc-limit explain
--alloc greedy` says of the dearest line of the dearest function, for the first target; its costs are counted
behind the allocator and without saved registers ([explain.md](explain.md)).
";

const HEADINGS: [&str; 9] =
    ["target", "function", "stores", "reloads", "copies", "saves", "instructions", "O", "I"];

/// What is added to an O before it is compared, as everywhere: a function without any move has an O of 0.
const ADDED: f64 = 1.0;

/// A section for each case.
pub fn page(llvm: &str, all: &[Shown]) -> String {
    let mut text = format!("{INTRODUCTION}\nMeasured with {llvm}.\n");
    for shown in all {
        text += &section(shown);
    }
    text
}

fn section(shown: &Shown) -> String {
    let Shown { case, measured, reasons } = shown;
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
        let functions = &of_target.functions;
        for (function, scores) in functions {
            table.add_row(row(&of_target.target.name, &cell(function, Style::Markdown), scores));
        }
        if functions.len() > 1 {
            table.add_row(row(&of_target.target.name, "all of them", &sums(functions)));
        }
    }
    text += &format!("{}\n", table.trim_fmt());
    for of_target in measured {
        text += &failures(of_target);
    }
    text += &verdict(measured);
    match reasons {
        Some(reasons) => text + &format!("\n`explain`:\n\n```\n{}\n```\n", reasons.trim_end()),
        None => text + "\n`explain`: everything fits, and nothing leaves registers.\n",
    }
}

/// The scores of all functions together, by each allocator that compiled all.
fn sums(functions: &[(String, [Option<Score>; 2])]) -> [Option<Score>; 2] {
    [0, 1].map(|i| {
        let mut sum = Score::default();
        for (_, scores) in functions {
            let score = scores[i].as_ref()?;
            sum.move_cost += score.move_cost;
            let counts = [
                (&mut sum.stores, score.stores),
                (&mut sum.reloads, score.reloads),
                (&mut sum.copies, score.copies),
                (&mut sum.callee_saved, score.callee_saved),
                (&mut sum.instructions, score.instructions),
            ];
            for (all, one) in counts {
                all.in_text += one.in_text;
                all.weighted += one.weighted;
            }
        }
        Some(sum)
    })
}

fn issue(number: u64) -> String {
    format!("[{number}](https://github.com/llvm/llvm-project/issues/{number})")
}

fn row(target: &str, function: &str, scores: &[Option<Score>; 2]) -> Vec<Cell> {
    let both = |of: &dyn Fn(&Score) -> String| {
        let [greedy, limit] = [0, 1].map(|i| scores[i].as_ref().map_or("-".to_owned(), of));
        format!("{greedy} → {limit}")
    };
    let counts = |of: fn(&Score) -> u64| Cell::new(both(&|score| of(score).to_string()));
    let executed = |of: fn(&Score) -> f64, added: f64| {
        let ratio = match scores {
            [Some(greedy), Some(limit)] => {
                format!(" ({:.3})", (of(limit) + added) / (of(greedy) + added))
            }
            _ => String::new(),
        };
        Cell::new(both(&|score| short(of(score))) + &ratio)
    };
    vec![
        Cell::new(target),
        Cell::new(function),
        counts(|score| score.stores.in_text),
        counts(|score| score.reloads.in_text),
        counts(|score| score.copies.in_text),
        counts(|score| score.callee_saved.in_text),
        counts(|score| score.instructions.in_text),
        executed(|score| score.move_cost, ADDED),
        executed(|score| score.instructions.weighted, 0.0),
    ]
}

/// A number of executions.
fn short(executed: f64) -> String {
    match executed {
        0.0 => "0".to_owned(),
        some if some < 100.0 => format!("{some:.1}"),
        many => format!("{many:.0}"),
    }
}

fn failures(of_target: &Measured) -> String {
    let failed = |name: &str, failure: &Option<String>| match failure {
        Some(reason) => format!("\nFor {} {name} fails: {reason}\n", of_target.target.name),
        None => String::new(),
    };
    let [greedy, limit] = &of_target.failures;
    failed("greedy", greedy) + &failed("limit", limit)
}

/// Where limit's moves cost more than greedy's, or its code executes more instructions: the page says so.
fn verdict(measured: &[Measured]) -> String {
    let worse = |of: fn(&Score) -> f64, added: f64| {
        let mut worse = Vec::new();
        for of_target in measured {
            for (function, scores) in &of_target.functions {
                let [Some(greedy), Some(limit)] = scores else { continue };
                let ratio = (of(limit) + added) / (of(greedy) + added);
                if ratio > 1.0005 {
                    let (more, target) = ((ratio - 1.0) * 100.0, &of_target.target.name);
                    worse.push(format!("`{function}` for {target} ({more:.1} %)"));
                }
            }
        }
        worse.join(", ")
    };
    let moves = worse(|score| score.move_cost, ADDED);
    let instructions = worse(|score| score.instructions.weighted, 0.0);
    let line = |what: &str, worse: &str| match worse {
        "" => String::new(),
        worse => format!("\nLimit loses: {what} in {worse}.\n"),
    };
    line("moves cost more", &moves) + &line("more instructions are executed", &instructions)
}
