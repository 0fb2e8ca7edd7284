//! Measures many inputs with many allocators, several at a time.

use crate::allocator::Allocator;
use crate::comparison::Unit;
use crate::explain::{self, Form, Subject};
use crate::input::Input;
use crate::listing;
use crate::measure::{Cell, Settings};
use crate::report::{Comparison, Listing};
use crate::target::Target;
use crate::{progress, workers};
use anyhow::{Context, Result};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

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

/// An input as IR for one target, or the compiler's error.
pub struct Prepared {
    target: Target,
    input: Input,
    ir: std::result::Result<PathBuf, String>,
}

impl Measurement<'_> {
    /// Compiles what is C or C++ to IR in `folder`; sorted by target and name.
    pub fn prepare(&self, mut pairs: Vec<(Target, Input)>, folder: &Path) -> Result<Vec<Prepared>> {
        pairs.sort_by(|(a, x), (b, y)| (a, &x.name).cmp(&(b, &y.name)));
        pairs.dedup_by(|(a, x), (b, y)| (a, &x.name) == (b, &y.name));
        let bar = progress::bar("preparing", pairs.len(), self.quiet);
        let ir = workers::run(&pairs, self.jobs, |(target, input)| {
            bar.set_message(input.name.clone());
            let ir = self.settings.prepare(input, target, folder)?;
            bar.inc(1);
            Ok(ir)
        })?;
        bar.finish_and_clear();
        let prepared = pairs.into_iter().zip(ir);
        Ok(prepared.map(|((target, input), ir)| Prepared { target, input, ir }).collect())
    }

    /// Measures each prepared input with every allocator.
    pub fn measure(&self, prepared: &[Prepared]) -> Result<Vec<Unit>> {
        let cells = self.cells(prepared)?;
        let units = prepared.iter().zip(cells).map(|(prepared, cells)| Unit {
            target: prepared.target.name.clone(),
            project: prepared.input.project.clone(),
            input: prepared.input.name.clone(),
            cells: prepared.ir.as_ref().map(|_| cells).map_err(Clone::clone),
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

    /// The worst functions of the first allocator beside the base, in assembly; and with a page of `explain` on each
    /// in the folder `explained`.
    pub fn listings(
        &self,
        prepared: &[Prepared],
        comparisons: &[Comparison],
        explained: Option<&Path>,
    ) -> Result<Vec<Listing>> {
        let [base, tested, ..] = self.allocators else { return Ok(Vec::new()) };
        let mut wanted = Vec::new();
        for comparison in comparisons.iter().filter(|c| c.allocator == tested.name) {
            wanted.extend(comparison.worst.iter().map(|worst| (&comparison.target, worst)));
        }
        if let Some(folder) = explained {
            let failed = || format!("cannot make the folder {}", folder.display());
            std::fs::create_dir_all(folder).with_context(failed)?;
        }
        let wanted: Vec<_> = wanted.into_iter().enumerate().collect();
        let bar = progress::bar("listing", wanted.len(), self.quiet);
        let listings = workers::run(&wanted, self.jobs, |&(number, (target, worst))| {
            bar.set_message(worst.function.clone());
            let is_it = |p: &&Prepared| p.target.name == *target && p.input.name == worst.input;
            let prepared = prepared.iter().find(is_it).expect("it was measured");
            let ir = prepared.ir.as_ref().expect("it was measured");
            let text = |allocator: &Allocator| {
                let assembly = self.settings.assembly(ir, &prepared.target, allocator)?;
                Ok::<_, anyhow::Error>(listing::of_function(&assembly, &worst.function))
            };
            let texts = [text(base)?.unwrap_or_default(), text(tested)?.unwrap_or_default()];
            let page = match explained {
                Some(folder) => {
                    let file = format!("{number}.html");
                    self.explain(prepared, &worst.function, &folder.join(&file))?;
                    folder.file_name().map(|folder| format!("{}/{file}", folder.display()))
                }
                None => None,
            };
            bar.inc(1);
            let (target, input) = (target.clone(), worst.input.clone());
            Ok(Listing { target, input, function: worst.function.clone(), texts, page })
        })?;
        bar.finish_and_clear();
        Ok(listings)
    }

    /// Writes the page of `explain` on a function, with the base beside limit.
    fn explain(&self, prepared: &Prepared, function: &str, page: &Path) -> Result<()> {
        let options = explain::Options {
            settings: self.settings.clone(),
            subject: Subject { path: prepared.input.path.clone(), line: None },
            function: Some(function.to_owned()),
            target: prepared.target.clone(),
            beside: self.allocators.first().cloned(),
            all: true,
            form: Form::Html,
            output: Some(page.to_owned()),
        };
        explain::run(&options).map(drop)
    }
}
