//! `regalloc-limit bench`: how long allocation takes, on given code and as functions grow.

pub mod generate;
pub mod growth;
mod show;
mod times;

use crate::allocator::Allocator;
use crate::cli::BenchArguments;
use crate::measure::Settings;
use crate::process::Interrupted;
use crate::report::Heading;
use crate::target::Target;
use crate::{compare, output, say, Outcome};
use anyhow::{ensure, Result};
use clap::ValueEnum;
use generate::Shape;
use serde::Serialize;
use std::num::NonZeroUsize;
use std::time::Duration;

/// What a run of `bench` found, in the form in which it is written as JSON.
#[derive(Debug, Serialize)]
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
    /// The sizes of the generated functions that were asked for, in instructions of LLVM IR.
    pub sizes: Vec<u64>,
    /// One for each target, kind of function and allocator, the base first.
    pub growth: Vec<growth::Growth>,
}

/// Runs the whole benchmark.
pub fn run(arguments: &BenchArguments) -> Result<Outcome> {
    let (selection, common) = (&arguments.selection, &arguments.common);
    let mut settings = common.settings()?;
    settings.processor_limit = Some(Duration::from_secs(arguments.limit.get() as u64));
    let allocators = selection.allocators.all()?;
    ensure!(
        selection.has_inputs() || arguments.largest > 0,
        "nothing to measure: name inputs, or --corpus, or leave out --largest 0"
    );
    output::check(arguments.output.as_deref())?;
    let llvm = compare::check_tools(&settings, &allocators, &selection.choice.targets)?;
    let mut report = Report {
        heading: Heading::new(&settings, llvm, &allocators),
        interrupted: false,
        runs: arguments.runs.get(),
        inputs: times::OnInputs::default(),
        sizes: growth::sizes(arguments.largest),
        growth: Vec::new(),
    };
    if let Err(error) = measure(arguments, &settings, &allocators, &mut report) {
        report.interrupted = error.is::<Interrupted>() && report.has_figures();
        if !report.interrupted {
            return Err(error);
        }
    }
    let to_terminal = output::is_terminal(arguments.output.as_deref());
    let text = show::render(&report, arguments.format, to_terminal)?;
    output::write(arguments.output.as_deref(), &text)?;
    if report.interrupted {
        say("interrupted; what was measured until then is written");
        return Ok(Outcome::Interrupted);
    }
    Ok(Outcome::Good)
}

impl Report {
    /// Whether anything was measured to its end.
    fn has_figures(&self) -> bool {
        !self.inputs.sums.is_empty() || self.growth.iter().any(|growth| !growth.points.is_empty())
    }
}

/// Fills in the report; after an interrupt it holds what was measured until then.
fn measure(
    arguments: &BenchArguments,
    settings: &Settings,
    allocators: &[Allocator],
    report: &mut Report,
) -> Result<()> {
    let (selection, common) = (&arguments.selection, &arguments.common);
    let how = (report.runs, common.quiet);
    if selection.has_inputs() {
        let inputs = compare::inputs(selection, common, settings)?;
        // One at a time, unless asked otherwise: two disturb each other's caches.
        let jobs = common.jobs.unwrap_or(NonZeroUsize::MIN);
        times::measure(settings, allocators, &inputs, how, jobs, &mut report.inputs)?;
    }
    if arguments.largest > 0 {
        // What is generated says nothing of a target itself.
        let targets = match &selection.choice.targets[..] {
            [] => vec![Target::of_this_machine()],
            named => named.to_vec(),
        };
        let shapes = match &arguments.shapes[..] {
            [] => Shape::value_variants(),
            named => named,
        };
        let wanted = (shapes, &report.sizes[..]);
        for target in targets {
            let of_target = &mut report.growth;
            growth::measure(settings, allocators, &target, wanted, how, of_target)?;
        }
    }
    Ok(())
}
