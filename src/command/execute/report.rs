//! What `execute` found, in the form in which it is written as JSON: see [`Report`].

use super::run::Executed;
use super::Row;
use crate::allocator::Allocator;
use crate::measure::Settings;
use crate::report::Heading;
use crate::stats;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// How many functions are named for each target and allocator.
const NAMED: usize = 10;

/// All runs.
#[derive(Debug, Deserialize, Serialize)]
pub struct Report {
    /// What made it.
    #[serde(flatten)]
    pub heading: Heading,
    /// One for each target, program and allocator, in this order.
    pub runs: Vec<Run>,
    /// One for each target and each allocator but the base.
    pub means: Vec<Mean>,
    /// The functions that make an allocator lose most, by target and allocator, worst first.
    pub worst: Vec<Worst>,
}

/// One program with one allocator.
#[derive(Debug, Deserialize, Serialize)]
pub struct Run {
    /// The target.
    pub target: String,
    /// The project of the corpus.
    pub program: String,
    /// The allocator.
    pub allocator: String,
    /// Instructions executed, those of the C library included.
    pub instructions: Option<u64>,
    /// Their ratio to the base's.
    pub ratio: Option<f64>,
    /// Why there is no count.
    pub failure: Option<String>,
}

/// The programs of a target that neither an allocator nor the base failed on.
#[derive(Debug, Deserialize, Serialize)]
pub struct Mean {
    /// The target.
    pub target: String,
    /// The allocator.
    pub allocator: String,
    /// How many programs there are.
    pub programs: usize,
    /// The geometric mean of their ratios; none of no programs.
    pub ratio: Option<f64>,
}

/// A function that executes more instructions than with the base.
#[derive(Debug, Deserialize, Serialize)]
pub struct Worst {
    /// The target.
    pub target: String,
    /// The allocator.
    pub allocator: String,
    /// The project.
    pub program: String,
    /// Its symbol; functions of one name are counted together.
    pub function: String,
    /// Instructions executed in it with the allocator.
    pub instructions: u64,
    /// The same with the base.
    pub base_instructions: u64,
    /// What it adds to its program: the difference over all instructions of the base's program.
    pub added: f64,
}

impl Report {
    /// The report on rows that are sorted by target and program.
    pub(super) fn new(
        settings: &Settings,
        llvm: String,
        allocators: &[Allocator],
        rows: &[Row],
    ) -> Report {
        let names: Vec<&str> = allocators.iter().map(|allocator| allocator.name.as_str()).collect();
        let targets: BTreeSet<&str> = rows.iter().map(|row| row.target.as_str()).collect();
        let pairs = || {
            let others = names.iter().enumerate().skip(1);
            targets.iter().flat_map(move |target| others.clone().map(move |other| (*target, other)))
        };
        Report {
            heading: Heading::new(settings, llvm, allocators),
            runs: rows.iter().flat_map(|row| runs(row, &names)).collect(),
            means: pairs().map(|(target, (at, name))| mean(rows, target, at, name)).collect(),
            worst: pairs().flat_map(|(target, (at, name))| worst(rows, target, at, name)).collect(),
        }
    }

    /// Whether a program could not be built, failed, or gave another output than the base's.
    pub fn has_failure(&self) -> bool {
        self.runs.iter().any(|run| run.failure.is_some())
    }
}

fn runs<'a>(row: &'a Row, names: &'a [&str]) -> impl Iterator<Item = Run> + 'a {
    row.cells.iter().zip(names).enumerate().map(|(at, (cell, name))| Run {
        target: row.target.clone(),
        program: row.program.clone(),
        allocator: (*name).to_owned(),
        instructions: cell.as_ref().ok().map(|run| run.counts.instructions),
        ratio: both(row, at).map(ratio),
        failure: cell.as_ref().err().cloned(),
    })
}

/// The runs with an allocator and with the base, if neither failed.
fn both(row: &Row, at: usize) -> Option<(&Executed, &Executed)> {
    Some((row.cells[at].as_ref().ok()?, row.cells[0].as_ref().ok()?))
}

fn ratio((this, base): (&Executed, &Executed)) -> f64 {
    this.counts.instructions as f64 / base.counts.instructions as f64
}

fn mean(rows: &[Row], target: &str, at: usize, name: &str) -> Mean {
    let of_target = rows.iter().filter(|row| row.target == target);
    let ratios: Vec<f64> = of_target.filter_map(|row| both(row, at)).map(ratio).collect();
    Mean {
        target: target.to_owned(),
        allocator: name.to_owned(),
        programs: ratios.len(),
        ratio: stats::geometric_mean(ratios),
    }
}

fn worst(rows: &[Row], target: &str, at: usize, name: &str) -> Vec<Worst> {
    let mut worst = Vec::new();
    for row in rows.iter().filter(|row| row.target == target) {
        let Some((this, base)) = both(row, at) else { continue };
        let all = base.counts.instructions as f64;
        for (function, &instructions) in &this.counts.functions {
            let base_instructions = base.counts.functions.get(function).copied().unwrap_or(0);
            if instructions > base_instructions {
                worst.push(Worst {
                    target: target.to_owned(),
                    allocator: name.to_owned(),
                    program: row.program.clone(),
                    function: function.clone(),
                    instructions,
                    base_instructions,
                    added: (instructions - base_instructions) as f64 / all,
                });
            }
        }
    }
    // The sort is stable, and the rows are sorted by program and function.
    worst.sort_by(|a, b| b.added.total_cmp(&a.added));
    worst.truncate(NAMED);
    worst
}

#[cfg(test)]
mod tests {
    use super::super::count::Counts;
    use super::*;

    fn executed(functions: &[(&str, u64)]) -> Executed {
        let functions = functions.iter().map(|(name, count)| ((*name).to_owned(), *count));
        let functions: std::collections::BTreeMap<String, u64> = functions.collect();
        let instructions = functions.values().sum();
        Executed { output: Vec::new(), counts: Counts { instructions, functions } }
    }

    fn rows() -> Vec<Row> {
        let row = |program: &str, cells| Row {
            target: "t".to_owned(),
            program: program.to_owned(),
            cells,
        };
        vec![
            row(
                "p",
                vec![Ok(executed(&[("f", 60), ("g", 40)])), Ok(executed(&[("f", 90), ("g", 35)]))],
            ),
            row("q", vec![Ok(executed(&[("f", 500)])), Ok(executed(&[("f", 400)]))]),
            row("r", vec![Ok(executed(&[("f", 10)])), Err("no".to_owned())]),
        ]
    }

    #[test]
    fn the_mean_is_of_programs_that_both_ran() {
        let mean = mean(&rows(), "t", 1, "limit");
        // 125 / 100 and 400 / 500.
        assert_eq!(mean.programs, 2);
        assert!((mean.ratio.expect("two programs") - 1.0).abs() < 1e-12, "{mean:?}");
        assert!(super::mean(&rows(), "u", 1, "limit").ratio.is_none());
    }

    #[test]
    fn only_functions_that_execute_more_are_named() {
        let worst = worst(&rows(), "t", 1, "limit");
        assert_eq!(worst.len(), 1);
        assert_eq!((worst[0].program.as_str(), worst[0].function.as_str()), ("p", "f"));
        assert!((worst[0].added - 0.3).abs() < 1e-12, "{worst:?}");
    }

    #[test]
    fn a_failure_has_no_ratio() {
        let rows = rows();
        let runs: Vec<Run> = runs(&rows[2], &["greedy", "limit"]).collect();
        assert_eq!((runs[0].instructions, runs[0].ratio), (Some(10), Some(1.0)));
        assert_eq!((runs[1].instructions, runs[1].ratio), (None, None));
        assert_eq!(runs[1].failure.as_deref(), Some("no"));
    }
}
