//! `regalloc-limit bench`: how long allocation takes, on given code and as functions grow.

mod corpus_times;
mod generate;
mod growth;
mod show;

pub use show::BenchFormat;

use crate::cli::BenchArguments;
use crate::{compare, output, Outcome};
use anyhow::{ensure, Result};
use serde::Serialize;

/// What a run of `bench` found, in the form in which it is written as JSON.
#[derive(Debug, Serialize)]
pub struct Report {
    /// The version of the form.
    pub schema: u32,
    /// The first line about its version that `llc` prints.
    pub llvm: String,
    /// How often each measurement was made.
    pub runs: usize,
    /// One for each allocator, the base first; none if no input was given.
    pub times: Vec<corpus_times::Times>,
    /// One for each kind of function and allocator.
    pub growth: Vec<growth::Growth>,
}

/// Runs the whole benchmark.
pub fn run(arguments: &BenchArguments) -> Result<Outcome> {
    let settings = arguments.common.settings()?;
    let allocators = arguments.selection.allocators()?;
    ensure!(
        arguments.selection.has_inputs() || arguments.largest > 0,
        "nothing to measure: name inputs, or --corpus, or leave out --largest 0"
    );
    output::check(arguments.output.as_deref())?;
    let llvm = compare::check_tools(&settings, &allocators)?;
    let (runs, quiet) = (arguments.runs.get(), arguments.common.quiet);
    // One at a time, unless asked otherwise: two disturb each other's caches.
    let jobs = arguments.common.jobs.unwrap_or(std::num::NonZeroUsize::MIN);
    let mut report = Report { schema: 1, llvm, runs, times: Vec::new(), growth: Vec::new() };
    if arguments.selection.has_inputs() {
        let inputs = compare::inputs(&arguments.selection, &arguments.common, &settings)?;
        let how_often = (runs, jobs);
        report.times = corpus_times::measure(&settings, &allocators, &inputs, how_often, quiet)?;
    }
    if arguments.largest > 0 {
        report.growth = growth::measure(&settings, &allocators, arguments.largest, runs, quiet)?;
    }
    output::write(arguments.output.as_deref(), &show::render(&report, arguments.format)?)?;
    Ok(Outcome::Good)
}
