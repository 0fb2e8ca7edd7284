//! Measures many inputs with many allocators, several at a time.

use crate::allocator::Allocator;
use crate::comparison::Unit;
use crate::input::Input;
use crate::listing;
use crate::measure::{Cell, Settings};
use crate::report::{Comparison, Listing};
use crate::target::Target;
use crate::{progress, workers};
use anyhow::Result;
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

    /// The worst functions of the first allocator beside the base, in assembly.
    pub fn listings(
        &self,
        prepared: &[Prepared],
        comparisons: &[Comparison],
    ) -> Result<Vec<Listing>> {
        let [base, tested, ..] = self.allocators else { return Ok(Vec::new()) };
        let mut wanted = Vec::new();
        for comparison in comparisons.iter().filter(|c| c.allocator == tested.name) {
            wanted.extend(comparison.worst.iter().map(|worst| (&comparison.target, worst)));
        }
        let bar = progress::bar("listing", wanted.len(), self.quiet);
        let listings = workers::run(&wanted, self.jobs, |&(target, worst)| {
            bar.set_message(worst.function.clone());
            let is_it = |p: &&Prepared| p.target.name == *target && p.input.name == worst.input;
            let prepared = prepared.iter().find(is_it).expect("it was measured");
            let ir = prepared.ir.as_ref().expect("it was measured");
            let text = |allocator: &Allocator| {
                let assembly = self.settings.assembly(ir, &prepared.target, allocator)?;
                Ok::<_, anyhow::Error>(listing::of_function(&assembly, &worst.function))
            };
            let texts = [text(base)?.unwrap_or_default(), text(tested)?.unwrap_or_default()];
            bar.inc(1);
            let (target, input) = (target.clone(), worst.input.clone());
            Ok(Listing { target, input, function: worst.function.clone(), texts })
        })?;
        bar.finish_and_clear();
        Ok(listings)
    }
}
