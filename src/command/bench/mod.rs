//! `regalloc-limit bench`: how long allocation takes, on given code and as functions grow, or how many
//! instructions it executes.

pub mod generate;
pub mod growth;
pub mod instructions;
mod show;
mod times;

pub use show::render;

use crate::allocator::Allocator;
use crate::format::Format;
use crate::measure::Settings;
use crate::outcome::Outcome;
use crate::output::{self, say};
use crate::process::Interrupted;
use crate::report::growth::Growth;
use crate::report::Heading;
use crate::selection::Selection;
use crate::target::Target;
use anyhow::{ensure, Result};
use generate::Shape;
use serde::{Deserialize, Serialize};
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// What is measured, and how the result is written.
pub struct Options {
    /// How one measurement is made.
    pub settings: Settings,
    /// The allocators, the base first.
    pub allocators: Vec<Allocator>,
    /// The inputs, and the targets of the generated functions: if none is named, this machine.
    pub selection: Selection,
    /// Whether the instructions that allocation executes are counted on the inputs, instead of all else.
    pub counts_instructions: bool,
    /// How often each measurement is made.
    pub runs: usize,
    /// The size of the largest generated function in instructions of LLVM IR; 0 for none.
    pub largest: u64,
    /// The kinds of generated functions.
    pub shapes: Vec<Shape>,
    /// The form of the result.
    pub format: Format,
    /// Where the result goes; none is standard output.
    pub output: Option<PathBuf>,
    /// How many tools run at a time.
    pub jobs: NonZeroUsize,
    /// Whether no progress is shown.
    pub quiet: bool,
}

/// What a run of `bench` found, in the form in which it is written as JSON.
#[derive(Debug, Deserialize, Serialize)]
pub struct Report {
    /// What made it.
    #[serde(flatten)]
    pub heading: Heading,
    /// Whether Ctrl-C or the end of its time came before everything was measured.
    pub interrupted: bool,
    /// How often each measurement was made.
    pub runs: usize,
    /// The times on the inputs; nothing if no input was given.
    pub inputs: times::OnInputs,
    /// The instructions executed on the inputs; nothing if they were not to be counted.
    #[serde(default)]
    pub instructions: instructions::OnInputs,
    /// The sizes of the generated functions that were asked for, in instructions of LLVM IR.
    pub sizes: Vec<u64>,
    /// One for each target, kind of function and allocator, the base first.
    pub growth: Vec<Growth>,
}

/// Runs the whole benchmark.
pub fn run(options: &Options) -> Result<Outcome> {
    let Options { settings, allocators, selection, .. } = options;
    let or_else = if options.counts_instructions { "" } else { ", or leave out --largest 0" };
    ensure!(
        !selection.is_empty() || options.largest > 0,
        "nothing to measure: name inputs, or --corpus{or_else}"
    );
    let output = options.output.as_deref();
    output::check(output)?;
    let llvm = settings.check(allocators, &selection.targets)?;
    let mut report = Report {
        heading: Heading::new(settings, llvm, allocators),
        interrupted: false,
        runs: options.runs,
        inputs: times::OnInputs::default(),
        instructions: instructions::OnInputs::default(),
        sizes: growth::sizes(options.largest),
        growth: Vec::new(),
    };
    if let Err(error) = measure(options, &mut report) {
        report.interrupted = error.is::<Interrupted>() && report.has_figures();
        if !report.interrupted {
            return Err(error);
        }
    }
    let text = render(&report, options.format, output::is_terminal(output))?;
    output::write(output, &text)?;
    if report.interrupted {
        say("interrupted; what was measured until then is written");
        return Ok(Outcome::Interrupted);
    }
    Ok(Outcome::Good)
}

impl Report {
    /// Whether anything was measured to its end.
    fn has_figures(&self) -> bool {
        !self.inputs.sums.is_empty()
            || !self.instructions.counts.is_empty()
            || self.growth.iter().any(|growth| !growth.points.is_empty())
    }
}

/// Fills in the report; after an interrupt it holds what was measured until then.
fn measure(options: &Options, report: &mut Report) -> Result<()> {
    let Options { settings, allocators, selection, jobs, quiet, .. } = options;
    let how = (options.runs, *quiet);
    if !selection.is_empty() {
        let inputs = selection.collect(&settings.tools, *jobs, *quiet)?;
        if options.counts_instructions {
            let of_inputs = &mut report.instructions;
            return instructions::measure(settings, allocators, &inputs, *quiet, *jobs, of_inputs);
        }
        times::measure(settings, allocators, &inputs, how, *jobs, &mut report.inputs)?;
    }
    if options.largest > 0 {
        // What is generated says nothing of a target itself.
        let targets = match &selection.targets[..] {
            [] => vec![Target::of_this_machine()],
            named => named.to_vec(),
        };
        let wanted = (&options.shapes[..], &report.sizes[..]);
        for target in targets {
            let of_target = &mut report.growth;
            growth::measure(settings, allocators, &target, wanted, how, of_target)?;
        }
    }
    Ok(())
}
