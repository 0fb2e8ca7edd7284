//! `regalloc-limit compare`: runs every allocator on every input and writes what came out.

use crate::allocator::Allocator;
use crate::comparison::{self, Unit};
use crate::format::Format;
use crate::measure::Settings;
use crate::measurement::Measurement;
use crate::metric::{self, Threshold};
use crate::outcome::Outcome;
use crate::output::{self, say};
use crate::report::{growth, Heading, Report};
use crate::selection::Selection;
use crate::words::counted;
use anyhow::{bail, ensure, Result};
use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// What is compared, and how the result is written.
pub struct Options {
    /// How one measurement is made.
    pub settings: Settings,
    /// The allocators, the base first.
    pub allocators: Vec<Allocator>,
    /// What is compiled.
    pub selection: Selection,
    /// Only functions whose names contain this are compared.
    pub filter: Option<String>,
    /// The form of the result.
    pub format: Format,
    /// Where the result goes; none is standard output.
    pub output: Option<PathBuf>,
    /// The folder for the pages of `explain` on the worst functions, beside [`Options::output`]; none if there are to
    /// be none.
    pub explained: Option<PathBuf>,
    /// What `bench --format json` wrote, for the page of HTML.
    pub growth: Option<PathBuf>,
    /// The ratios of the first allocator beside the base that are not to be exceeded.
    pub thresholds: Vec<Threshold>,
    /// How many tools run at a time.
    pub jobs: NonZeroUsize,
    /// Whether no progress is shown.
    pub quiet: bool,
}

/// Runs the whole comparison.
pub fn run(options: &Options) -> Result<Outcome> {
    let Options { settings, allocators, selection, jobs, quiet, .. } = options;
    ensure!(!selection.is_empty(), "nothing to compare: name inputs, or --corpus");
    let output = options.output.as_deref();
    output::check(output)?;
    let growth = options.growth.as_deref().map(growth::read).transpose()?;
    let inputs = selection.collect(&settings.tools, *jobs, *quiet)?;
    let llvm = settings.check(allocators, &selection.targets)?;
    let measurement = Measurement { settings, allocators, jobs: *jobs, quiet: *quiet };
    let folder = tempfile::tempdir()?;
    let prepared = measurement.prepare(inputs, folder.path())?;
    let mut units = measurement.measure(&prepared)?;
    if let Some(filter) = &options.filter {
        keep_functions(&mut units, filter);
    }
    let mut report = report(settings, llvm, allocators, &units);
    if options.format == Format::Html {
        report.growth = growth.unwrap_or_default();
        report.listings =
            measurement.listings(&prepared, &report.comparisons, options.explained.as_deref())?;
    }
    let text = options.format.render(&report, output::is_terminal(output))?;
    output::write(output, &text)?;
    finish(options, &report)
}

fn keep_functions(units: &mut [Unit], filter: &str) {
    let cells = units.iter_mut().filter_map(|unit| unit.cells.as_mut().ok()).flatten();
    for run in cells.filter_map(|cell| cell.as_mut().ok()) {
        run.scores.retain(|name, _| name.contains(filter));
    }
}

fn report(settings: &Settings, llvm: String, allocators: &[Allocator], units: &[Unit]) -> Report {
    let names: Vec<String> = allocators.iter().map(|allocator| allocator.name.clone()).collect();
    let targets: BTreeSet<&str> = units.iter().map(|unit| unit.target.as_str()).collect();
    Report {
        heading: Heading::new(settings, llvm, allocators),
        comparisons: targets
            .into_iter()
            .flat_map(|target| comparison::compare(target, &names, units))
            .collect(),
        failures: comparison::failures(&names, units),
        functions: comparison::rows(units),
        listings: Vec::new(),
        growth: Vec::new(),
    }
}

/// What the exit status is to be, after the report is written.
fn finish(options: &Options, report: &Report) -> Result<Outcome> {
    let measured = report.functions.iter().any(|row| row.scores.iter().any(Option::is_some));
    if let (false, Some(failure)) = (measured, report.failures.first()) {
        bail!(
            "{} for {}: {}; mend it or leave it out",
            failure.input,
            failure.target,
            failure.reason
        );
    }
    if report.comparisons.iter().all(|comparison| comparison.functions == 0) {
        let filter = if options.filter.is_some() { " that --filter lets through" } else { "" };
        bail!("nothing to compare: no input has a function{filter} that two allocators compiled");
    }
    let left_out = report.failures.iter().filter(|failure| failure.allocator.is_none());
    if let Some(first) = left_out.clone().next() {
        let (count, input, target) = (left_out.count(), &first.input, &first.target);
        let inputs = counted(count, "input is", "inputs are");
        say(&format!("{inputs} left out, first {input} for {target}: {}", first.reason));
    }
    let exceeded = metric::exceeded(report, &options.thresholds);
    for line in &exceeded {
        say(&format!("threshold exceeded: {line}"));
    }
    Ok(if exceeded.is_empty() { Outcome::Good } else { Outcome::Exceeded })
}
