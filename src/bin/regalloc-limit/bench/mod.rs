//! `regalloc-limit bench`: how long allocation takes, on given code and as functions grow.

mod generate;
pub mod growth;
mod show;
mod times;

use crate::cli::BenchArguments;
use crate::target::Target;
use crate::{compare, output, Outcome};
use anyhow::{ensure, Result};
use serde::Serialize;
use std::num::NonZeroUsize;

/// What a run of `bench` found, in the form in which it is written as JSON.
#[derive(Debug, Serialize)]
pub struct Report {
    /// The version of the form.
    pub schema: u32,
    /// The first line about its version that `llc` prints.
    pub llvm: String,
    /// How often each measurement was made.
    pub runs: usize,
    /// The times on the inputs; nothing if no input was given.
    pub inputs: times::OnInputs,
    /// The sizes of the generated functions that were asked for, in instructions of LLVM IR.
    pub sizes: Vec<u64>,
    /// One for each target, kind of function and allocator, the base first.
    pub growth: Vec<growth::Growth>,
}

/// Runs the whole benchmark.
pub fn run(arguments: &BenchArguments) -> Result<Outcome> {
    let (selection, common) = (&arguments.selection, &arguments.common);
    let settings = common.settings()?;
    let allocators = selection.allocators.all()?;
    ensure!(
        selection.has_inputs() || arguments.largest > 0,
        "nothing to measure: name inputs, or --corpus, or leave out --largest 0"
    );
    output::check(arguments.output.as_deref())?;
    let llvm = compare::check_tools(&settings, &allocators, &selection.choice.targets)?;
    let (runs, quiet) = (arguments.runs.get(), common.quiet);
    let sizes = growth::sizes(arguments.largest);
    let inputs = times::OnInputs::default();
    let mut report = Report { schema: 1, llvm, runs, inputs, sizes, growth: Vec::new() };
    if selection.has_inputs() {
        let inputs = compare::inputs(selection, common, &settings)?;
        // One at a time, unless asked otherwise: two disturb each other's caches.
        let jobs = common.jobs.unwrap_or(NonZeroUsize::MIN);
        report.inputs = times::measure(&settings, &allocators, &inputs, (runs, jobs), quiet)?;
    }
    if arguments.largest > 0 {
        // What is generated says nothing of a target itself.
        let targets = match &selection.choice.targets[..] {
            [] => vec![Target::of_this_machine()],
            named => named.to_vec(),
        };
        for target in targets {
            let how = (runs, quiet);
            let of_target = growth::measure(&settings, &allocators, &target, &report.sizes, how)?;
            report.growth.extend(of_target);
        }
    }
    let to_terminal = output::is_terminal(arguments.output.as_deref());
    let text = show::render(&report, arguments.format, to_terminal)?;
    output::write(arguments.output.as_deref(), &text)?;
    Ok(Outcome::Good)
}
