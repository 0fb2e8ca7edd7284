//! Allocation time on given inputs, measured several times.

use crate::allocator::Allocator;
use crate::input::Input;
use crate::measure::Settings;
use crate::stats::median;
use crate::target::Target;
use crate::{progress, workers};
use anyhow::Result;
use serde::Serialize;
use std::num::NonZeroUsize;

/// The times of one allocator, summed over the inputs that all allocators compile.
#[derive(Debug, Default, PartialEq, Serialize)]
pub struct Times {
    /// The allocator.
    pub allocator: String,
    /// Inputs that all allocators compile.
    pub inputs: usize,
    /// Processor seconds in the allocation passes: of each input the least of all runs.
    pub allocation_min: f64,
    /// The same with the median of each input's runs.
    pub allocation_median: f64,
    /// Processor seconds in the whole code generator, with the least of each input's runs.
    pub codegen_min: f64,
}

/// Measures each input so many times with each allocator.
pub fn measure(
    settings: &Settings,
    allocators: &[Allocator],
    inputs: &[(Target, Input)],
    (runs, jobs): (usize, NonZeroUsize),
    quiet: bool,
) -> Result<Vec<Times>> {
    let folder = tempfile::tempdir()?;
    let bar = progress::bar("timing", inputs.len(), quiet);
    let samples = workers::run(inputs, jobs, |(target, input)| {
        bar.set_message(input.name.clone());
        let mut samples = vec![Vec::new(); allocators.len()];
        if let Ok(ir) = settings.prepare(input, target, folder.path())? {
            // Round by round, so that a disturbance does not meet all runs of one allocator.
            for _ in 0..runs {
                for (allocator, samples) in allocators.iter().zip(&mut samples) {
                    let cell = settings.measure(&ir, target, allocator)?;
                    samples.extend(cell.ok().map(|run| (run.times.allocation, run.times.total)));
                }
            }
        }
        bar.inc(1);
        Ok(samples)
    })?;
    bar.finish_and_clear();
    Ok(sums(allocators, &samples, runs))
}

/// Sums the samples (allocation and whole time of each input, allocator and run).
fn sums(allocators: &[Allocator], samples: &[Vec<Vec<(f64, f64)>>], runs: usize) -> Vec<Times> {
    let mut times: Vec<Times> = allocators
        .iter()
        .map(|allocator| Times { allocator: allocator.name.clone(), ..Times::default() })
        .collect();
    for input in samples.iter().filter(|input| input.iter().all(|runs_of| runs_of.len() == runs)) {
        for (times, samples) in times.iter_mut().zip(input) {
            let allocation: Vec<f64> = samples.iter().map(|(allocation, _)| *allocation).collect();
            let least =
                |values: &mut dyn Iterator<Item = f64>| values.fold(f64::INFINITY, f64::min);
            times.inputs += 1;
            times.allocation_min += least(&mut allocation.iter().copied());
            times.allocation_median += median(&allocation).unwrap_or_default();
            times.codegen_min += least(&mut samples.iter().map(|(_, total)| *total));
        }
    }
    times
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_inputs_that_all_compile_are_summed() {
        let allocators = ["greedy", "basic"].map(|name| name.parse().expect("a name"));
        let whole = vec![vec![(3.0, 9.0), (1.0, 8.0), (2.0, 7.0)], vec![(1.0, 5.0); 3]];
        let failed = vec![vec![(9.0, 9.0); 3], Vec::new()];
        let times = sums(&allocators, &[whole, failed], 3);
        let greedy = Times {
            allocator: "greedy".to_owned(),
            inputs: 1,
            allocation_min: 1.0,
            allocation_median: 2.0,
            codegen_min: 7.0,
        };
        assert_eq!(times[0], greedy);
        assert_eq!((times[1].inputs, times[1].allocation_min), (1, 1.0));
    }
}
