//! `regalloc-limit compare`: runs every allocator on every input and writes what came out.

use crate::allocator::Allocator;
use crate::bench::growth;
use crate::cli::{CommonArguments, CompareArguments, Selection};
use crate::comparison::{self, Unit};
use crate::corpus::{self, Compiled};
use crate::format::Format;
use crate::input::{self, Input};
use crate::measure::Settings;
use crate::measurement::Measurement;
use crate::report::{Heading, Report};
use crate::target::Target;
use crate::{metric, output, process, say, Outcome};
use anyhow::{bail, ensure, Result};
use std::collections::BTreeSet;
use std::process::Command;

/// Runs the whole comparison.
pub fn run(arguments: &CompareArguments) -> Result<Outcome> {
    let settings = arguments.common.settings()?;
    let allocators = arguments.selection.allocators.all()?;
    ensure!(arguments.selection.has_inputs(), "nothing to compare: name inputs, or --corpus");
    output::check(arguments.output.as_deref())?;
    let growth = arguments.growth.as_deref().map(growth::read).transpose()?;
    let inputs = inputs(&arguments.selection, &arguments.common, &settings)?;
    let llvm = check_tools(&settings, &allocators, &arguments.selection.choice.targets)?;
    let measurement = Measurement {
        settings: &settings,
        allocators: &allocators,
        jobs: arguments.common.jobs(),
        quiet: arguments.common.quiet,
    };
    let folder = tempfile::tempdir()?;
    let prepared = measurement.prepare(inputs, folder.path())?;
    let mut units = measurement.measure(&prepared)?;
    if let Some(filter) = &arguments.filter {
        keep_functions(&mut units, filter);
    }
    let mut report = report(&settings, llvm, &allocators, &units);
    if arguments.format == Format::Html {
        report.growth = growth.unwrap_or_default();
        report.listings = measurement.listings(&prepared, &report.comparisons)?;
    }
    let to_terminal = output::is_terminal(arguments.output.as_deref());
    let text = arguments.format.render(&report, to_terminal)?;
    output::write(arguments.output.as_deref(), &text)?;
    finish(arguments, &report)
}

/// The inputs that are named, for each target, and those of the corpus.
pub fn inputs(
    selection: &Selection,
    common: &CommonArguments,
    settings: &Settings,
) -> Result<Vec<(Target, Input)>> {
    let named = input::collect(&selection.inputs)?;
    let choice = &selection.choice;
    let targets = match &choice.targets[..] {
        [] => vec![Target::of_the_input()],
        targets => targets.to_vec(),
    };
    let mut pairs = Vec::new();
    for target in targets {
        pairs.extend(named.iter().map(|input| (target.clone(), input.clone())));
    }
    if selection.corpus {
        let (targets, tools) = (choice.targets(), &settings.tools);
        for of_target in corpus::compile(choice, &targets, tools, common.jobs(), common.quiet)? {
            let Compiled { target, inputs } = of_target;
            pairs.extend(inputs.into_iter().map(|input| (target.clone(), input)));
        }
    }
    Ok(pairs)
}

/// Runs `llc` on nothing with each allocator, for each target that is named: a wrong flag, a wrong
/// processor or a plugin that does not load is an error of the command line and not of an input.
/// Returns the version of LLVM.
pub fn check_tools(
    settings: &Settings,
    allocators: &[Allocator],
    targets: &[Target],
) -> Result<String> {
    let empty = tempfile::Builder::new().suffix(".ll").tempfile()?;
    let default = [Target::of_the_input()];
    for target in if targets.is_empty() { &default } else { targets } {
        for allocator in allocators {
            if let Err(reason) = settings.measure(empty.path(), target, allocator)? {
                bail!(
                    "llc does not run with the allocator '{}': {reason}; see llc -help-hidden",
                    allocator.name
                );
            }
        }
    }
    let version =
        process::run(Command::new(&settings.tools.llc).arg("--version"), settings.timeout)?;
    let text = String::from_utf8_lossy(&version.stdout).into_owned();
    let line = text.lines().find(|line| line.contains("version")).unwrap_or_default();
    Ok(line.trim().to_owned())
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
fn finish(arguments: &CompareArguments, report: &Report) -> Result<Outcome> {
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
        let filter = if arguments.filter.is_some() { " that --filter lets through" } else { "" };
        bail!("nothing to compare: no input has a function{filter} that two allocators compiled");
    }
    let left_out = report.failures.iter().filter(|failure| failure.allocator.is_none());
    if let Some(first) = left_out.clone().next() {
        let (count, input, target) = (left_out.count(), &first.input, &first.target);
        let inputs = if count == 1 { "input is" } else { "inputs are" };
        say(&format!("{count} {inputs} left out, first {input} for {target}: {}", first.reason));
    }
    let exceeded = metric::exceeded(report, &arguments.thresholds);
    for line in &exceeded {
        say(&format!("threshold exceeded: {line}"));
    }
    Ok(if exceeded.is_empty() { Outcome::Good } else { Outcome::Exceeded })
}
