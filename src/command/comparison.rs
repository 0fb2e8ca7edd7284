//! Compares the cells of all runs, allocator by allocator, with the base.

use crate::causes::Causes;
use crate::measure::{Cell, Run};
use crate::report::{Comparison, Failure, FunctionRow, Worst};
use crate::score::Score;
use crate::stats::{cost_ratio, geometric_mean, is_lower};
use std::collections::BTreeSet;

/// A function with a ratio of O above this is counted.
const TWICE: f64 = 2.0;

/// A function with a ratio of I above this is counted.
const LONGER: f64 = 1.001;

/// How many of the worst functions are named.
const WORST: usize = 10;

/// One input compiled for one target with every allocator.
pub struct Unit {
    /// The target's name.
    pub target: String,
    /// What the input is part of.
    pub project: String,
    /// The input's name.
    pub input: String,
    /// One for each allocator, the base first; the error of the compiler to IR if that failed.
    pub cells: Result<Vec<Cell>, String>,
}

impl Unit {
    fn cells(&self) -> &[Cell] {
        self.cells.as_deref().unwrap_or_default()
    }
}

/// Compares the allocators (the base first) on units of one target, whose name is given.
pub fn compare(target: &str, allocators: &[String], units: &[Unit]) -> Vec<Comparison> {
    let units: Vec<&Unit> = units.iter().filter(|unit| unit.target == target).collect();
    (1..allocators.len())
        .map(|index| Comparison {
            target: target.to_owned(),
            allocator: allocators[index].clone(),
            ..compare_one(index, &units)
        })
        .collect()
}

fn compare_one(index: usize, units: &[&Unit]) -> Comparison {
    let mut result = Comparison::default();
    let (mut costs, mut instructions) = (Ratios::default(), Ratios::default());
    let mut causes = Causes::default();
    let mut worst = Vec::new();
    for unit in units {
        let (Some(Ok(base)), Some(Ok(run))) = (unit.cells().first(), unit.cells().get(index))
        else {
            result.failed_inputs += 1;
            continue;
        };
        add_sums(&mut result, run, base);
        for (function, score, base) in pairs(run, base) {
            let pressured = score.pressured || base.pressured;
            result.functions += 1;
            result.pressured += usize::from(pressured);
            result.copies.this += score.copies.weighted;
            result.copies.base += base.copies.weighted;
            result.better += usize::from(is_lower(score.move_cost, base.move_cost));
            let ratio = cost_ratio(score.move_cost, base.move_cost);
            costs.add(ratio, pressured);
            if base.instructions.weighted > 0.0 && score.instructions.weighted > 0.0 {
                let ratio = score.instructions.weighted / base.instructions.weighted;
                instructions.add(ratio, pressured);
                result.longer += usize::from(ratio > LONGER);
                causes.add(&unit.input, function, score, base);
            }
            if is_lower(base.move_cost, score.move_cost) {
                result.worse += 1;
                result.over_twice += usize::from(ratio > TWICE);
                worst.push(Worst {
                    input: unit.input.clone(),
                    function: function.to_owned(),
                    ratio,
                    move_cost: crate::report::Versus {
                        this: score.move_cost,
                        base: base.move_cost,
                    },
                });
            }
        }
    }
    result.move_cost = geometric_mean(costs.all);
    result.move_cost_pressured = geometric_mean(costs.pressured);
    result.instructions = geometric_mean(instructions.all);
    result.instructions_pressured = geometric_mean(instructions.pressured);
    // The sort is stable and the units are in order, so that equal ratios stay so too.
    worst.sort_by(|a: &Worst, b| b.ratio.total_cmp(&a.ratio));
    worst.truncate(WORST);
    result.worst = worst;
    result.causes = causes.finish();
    result
}

#[derive(Default)]
struct Ratios {
    all: Vec<f64>,
    pressured: Vec<f64>,
}

impl Ratios {
    fn add(&mut self, ratio: f64, pressured: bool) {
        self.all.push(ratio);
        if pressured {
            self.pressured.push(ratio);
        }
    }
}

fn add_sums(result: &mut Comparison, run: &Run, base: &Run) {
    result.last_resort += run.last_resort;
    result.text_bytes.this += run.text_bytes;
    result.text_bytes.base += base.text_bytes;
    result.allocation_seconds.this += run.times.allocation;
    result.allocation_seconds.base += base.times.allocation;
    result.codegen_seconds.this += run.times.total;
    result.codegen_seconds.base += base.times.total;
}

/// The functions that both have, by name.
fn pairs<'a>(run: &'a Run, base: &'a Run) -> impl Iterator<Item = (&'a str, &'a Score, &'a Score)> {
    let scores = run.scores.iter();
    scores.filter_map(|(name, score)| Some((name.as_str(), score, base.scores.get(name)?)))
}

/// What failed. An input that every allocator refuses for the same reason is at fault itself, and
/// is named once.
pub fn failures(allocators: &[String], units: &[Unit]) -> Vec<Failure> {
    let mut failures = Vec::new();
    for unit in units {
        let mut add = |allocator: Option<&String>, reason: &str| {
            failures.push(Failure {
                target: unit.target.clone(),
                input: unit.input.clone(),
                allocator: allocator.cloned(),
                reason: reason.to_owned(),
            });
        };
        if let Some(reason) = fault_of_input(unit) {
            add(None, reason);
            continue;
        }
        for (allocator, cell) in allocators.iter().zip(unit.cells()) {
            if let Err(reason) = cell {
                add(Some(allocator), reason);
            }
        }
    }
    failures
}

/// Why no allocator can compile the unit, if it is the same for all of them. That all of several
/// crash in the same way or take too long says nothing about the input.
fn fault_of_input(unit: &Unit) -> Option<&str> {
    let cells = match &unit.cells {
        Err(reason) => return Some(reason),
        Ok(cells) => cells,
    };
    let Some(Err(first)) = cells.first() else { return None };
    let same = cells.iter().all(|cell| cell.as_ref().is_err_and(|reason| reason == first));
    (same && first.contains("error:")).then_some(first)
}

/// A row for each function that any allocator compiled, sorted by target, input and name.
pub fn rows(units: &[Unit]) -> Vec<FunctionRow> {
    let mut rows = Vec::new();
    for unit in units {
        let runs: Vec<Option<&Run>> = unit.cells().iter().map(|cell| cell.as_ref().ok()).collect();
        let names: BTreeSet<&String> =
            runs.iter().flatten().flat_map(|run| run.scores.keys()).collect();
        rows.extend(names.into_iter().map(|function| {
            FunctionRow {
                target: unit.target.clone(),
                project: unit.project.clone(),
                input: unit.input.clone(),
                function: function.clone(),
                scores: runs
                    .iter()
                    .map(|run| run.and_then(|run| run.scores.get(function).cloned()))
                    .collect(),
            }
        }));
    }
    rows.sort_by(|a, b| {
        (&a.target, &a.input, &a.function).cmp(&(&b.target, &b.input, &b.function))
    });
    rows
}

#[cfg(test)]
#[path = "comparison_tests.rs"]
mod tests;
