//! `regalloc-limit compare`: runs every allocator on every input and writes what came out.

use crate::allocator::Allocator;
use crate::cli::{CommonArguments, CompareArguments};
use crate::comparison::{self, Unit};
use crate::corpus::{self, Compiled};
use crate::input::{self, Input};
use crate::measure::{Cell, Settings};
use crate::report::{Arguments, NamedFlags, Report, SCHEMA};
use crate::target::Target;
use crate::{metric, output, process, progress, workers, Outcome};
use anyhow::{bail, ensure, Result};
use std::collections::BTreeSet;
use std::io::IsTerminal;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::Command;

/// Runs the whole comparison.
pub fn run(arguments: &CompareArguments) -> Result<Outcome> {
    let settings = arguments.common.settings()?;
    let allocators = allocators(arguments)?;
    output::check(arguments.output.as_deref())?;
    let inputs = input::collect(&arguments.inputs)?;
    let llvm = check_tools(&settings, &allocators)?;
    let measurement = Measurement {
        settings: &settings,
        allocators: &allocators,
        jobs: arguments.common.jobs(),
        quiet: arguments.common.quiet,
    };
    let mut pairs = Vec::new();
    if !inputs.is_empty() {
        let targets = match &arguments.choice.targets[..] {
            [] => vec![Target::of_the_input()],
            named => named.to_vec(),
        };
        pairs = targets
            .into_iter()
            .flat_map(|target| inputs.iter().map(move |input| (target.clone(), input.clone())))
            .collect();
    }
    if arguments.corpus {
        let targets = arguments.choice.targets();
        let CommonArguments { quiet, .. } = arguments.common;
        let jobs = arguments.common.jobs();
        for of_target in corpus::compile(&arguments.choice, &targets, &settings.tools, jobs, quiet)?
        {
            let Compiled { target, inputs } = of_target;
            pairs.extend(inputs.into_iter().map(|input| (target.clone(), input)));
        }
    }
    let mut units = measurement.run(pairs)?;
    let targets: BTreeSet<&str> = units.iter().map(|unit| unit.target.as_str()).collect();
    let targets: Vec<String> = targets.into_iter().map(str::to_owned).collect();
    if let Some(filter) = &arguments.filter {
        keep_functions(&mut units, filter);
    }
    let report = report(&settings, llvm, &allocators, &targets, &units);
    let to_terminal = arguments.output.is_none() && std::io::stdout().is_terminal();
    let text = arguments.format.render(&report, to_terminal)?;
    output::write(arguments.output.as_deref(), &text)?;
    finish(arguments, &report)
}

/// The base and the others, no name twice.
fn allocators(arguments: &CompareArguments) -> Result<Vec<Allocator>> {
    let mut all = vec![arguments.base.clone()];
    for allocator in &arguments.allocators {
        ensure!(
            !all.iter().any(|other| other.name == allocator.name),
            "two allocators are called '{0}'; give one another name: --alloc 'NAME={0}'",
            allocator.name
        );
        all.push(allocator.clone());
    }
    Ok(all)
}

/// Runs `llc` once with each allocator on nothing: a wrong flag or a plugin that does not load is
/// an error of the command line and not of an input. Returns the version of LLVM.
fn check_tools(settings: &Settings, allocators: &[Allocator]) -> Result<String> {
    let empty = tempfile::Builder::new().suffix(".ll").tempfile()?;
    for allocator in allocators {
        if let Err(reason) = settings.measure(empty.path(), &Target::of_the_input(), allocator)? {
            bail!(
                "llc does not take the allocator '{}' ({reason}); see llc -help-hidden",
                allocator.name
            );
        }
    }
    let version =
        process::run(Command::new(&settings.tools.llc).arg("--version"), settings.timeout)?;
    let text = String::from_utf8_lossy(&version.stdout).into_owned();
    let line = text.lines().find(|line| line.contains("version")).unwrap_or_default();
    Ok(line.trim().to_owned())
}

/// What is measured, and how.
pub struct Measurement<'a> {
    /// How one measurement is made.
    pub settings: &'a Settings,
    /// The base and the others.
    pub allocators: &'a [Allocator],
    /// How many tools run at a time.
    pub jobs: NonZeroUsize,
    /// Whether no progress is shown.
    pub quiet: bool,
}

/// An input that is IR for one target, or the compiler's error.
struct Prepared {
    target: Target,
    input: Input,
    ir: std::result::Result<PathBuf, String>,
}

impl Measurement<'_> {
    /// Measures each input for its target with every allocator; sorted by target and input.
    pub fn run(&self, mut pairs: Vec<(Target, Input)>) -> Result<Vec<Unit>> {
        pairs.sort_by(|(a, x), (b, y)| (a, &x.name).cmp(&(b, &y.name)));
        pairs.dedup_by(|(a, x), (b, y)| (a, &x.name) == (b, &y.name));
        let folder = tempfile::tempdir()?;
        let bar = progress::bar("preparing", pairs.len(), self.quiet);
        let ir = workers::run(&pairs, self.jobs, |(target, input)| {
            bar.set_message(input.name.clone());
            let ir = self.settings.prepare(input, target, folder.path())?;
            bar.inc(1);
            Ok(ir)
        })?;
        bar.finish_and_clear();
        let prepared: Vec<Prepared> = pairs
            .into_iter()
            .zip(ir)
            .map(|((target, input), ir)| Prepared { target, input, ir })
            .collect();
        let cells = self.cells(&prepared)?;
        let units = prepared.into_iter().zip(cells).map(|(prepared, cells)| Unit {
            target: prepared.target.name,
            project: prepared.input.project,
            input: prepared.input.name,
            cells: prepared.ir.map(|_| cells),
        });
        Ok(units.collect())
    }

    /// The cells of each prepared input, one per allocator; none where there is no IR.
    fn cells(&self, prepared: &[Prepared]) -> Result<Vec<Vec<Cell>>> {
        let mut jobs = Vec::new();
        for (index, unit) in prepared.iter().enumerate() {
            let Ok(ir) = &unit.ir else { continue };
            jobs.extend(self.allocators.iter().map(|allocator| (index, unit, ir, allocator)));
        }
        let bar = progress::bar("compiling", jobs.len(), self.quiet);
        let measured = workers::run(&jobs, self.jobs, |&(_, unit, ir, allocator)| {
            bar.set_message(format!("{} with {}", unit.input.name, allocator.name));
            let cell = self.settings.measure(ir, &unit.target, allocator)?;
            bar.inc(1);
            Ok(cell)
        })?;
        bar.finish_and_clear();
        let mut cells: Vec<Vec<Cell>> = prepared.iter().map(|_| Vec::new()).collect();
        for ((index, ..), cell) in jobs.iter().zip(measured) {
            cells[*index].push(cell);
        }
        Ok(cells)
    }
}

fn keep_functions(units: &mut [Unit], filter: &str) {
    let cells = units.iter_mut().filter_map(|unit| unit.cells.as_mut().ok()).flatten();
    for run in cells.filter_map(|cell| cell.as_mut().ok()) {
        run.scores.retain(|name, _| name.contains(filter));
    }
}

fn report(
    settings: &Settings,
    llvm: String,
    allocators: &[Allocator],
    targets: &[String],
    units: &[Unit],
) -> Report {
    let names: Vec<String> = allocators.iter().map(|allocator| allocator.name.clone()).collect();
    let named = |a: &Allocator| NamedFlags { name: a.name.clone(), flags: a.flags.clone() };
    Report {
        schema: SCHEMA,
        version: env!("CARGO_PKG_VERSION"),
        llvm,
        arguments: Arguments {
            opt: settings.opt.clone(),
            mcpu: settings.mcpu.clone(),
            llc_args: settings.llc_args.clone(),
        },
        allocators: allocators.iter().map(named).collect(),
        comparisons: targets
            .iter()
            .flat_map(|target| comparison::compare(target, &names, units))
            .collect(),
        failures: comparison::failures(&names, units),
        functions: comparison::rows(units),
    }
}

/// What the exit status is to be, after the report is written.
fn finish(arguments: &CompareArguments, report: &Report) -> Result<Outcome> {
    if let Some(failure) = report.failures.iter().find(|failure| failure.allocator.is_none()) {
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
    let exceeded = metric::exceeded(report, &arguments.thresholds);
    for line in &exceeded {
        eprintln!("regalloc-limit: threshold exceeded: {line}");
    }
    Ok(if exceeded.is_empty() { Outcome::Good } else { Outcome::Exceeded })
}
