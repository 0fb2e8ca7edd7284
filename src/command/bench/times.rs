//! Allocation time on given inputs, measured several times.

use crate::allocator::Allocator;
use crate::input::Input;
use crate::measure::Settings;
use crate::report::Failure;
use crate::stats::{least, median};
use crate::target::Target;
use crate::{progress, workers};
use anyhow::{bail, Result};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::OnceLock;

/// The times of one allocator, summed over the inputs for a target that all allocators compile.
#[derive(Debug, Default, Deserialize, PartialEq, Serialize)]
pub struct Times {
    /// The target.
    pub target: String,
    /// The allocator.
    pub allocator: String,
    /// Inputs that all allocators compile.
    pub inputs: usize,
    /// Inputs that this one does not compile, or not in time.
    pub failed_inputs: usize,
    /// Processor seconds in the allocation passes: of each input the least of all runs.
    pub allocation_min: f64,
    /// The same with the median of each input's runs.
    pub allocation_median: f64,
    /// Processor seconds in the whole code generator, with the least of each input's runs.
    pub codegen_min: f64,
}

/// What was measured on the inputs.
#[derive(Debug, Default, Deserialize, Serialize)]
pub struct OnInputs {
    /// One for each target and allocator, the base first.
    pub sums: Vec<Times>,
    /// What failed, by target, input and allocator.
    pub failures: Vec<Failure>,
}

/// The times of an input's runs with one allocator (in allocation, in the whole code generator), or
/// why there are none.
type Samples = std::result::Result<Vec<(f64, f64)>, String>;

/// Measures each input so many times with each allocator. After an interrupt `result` holds the
/// inputs that were finished before; an error too if no allocator compiles any input.
pub fn measure(
    settings: &Settings,
    allocators: &[Allocator],
    inputs: &[(Target, Input)],
    (runs, quiet): (usize, bool),
    jobs: NonZeroUsize,
    result: &mut OnInputs,
) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let bar = progress::bar("timing", inputs.len(), quiet);
    let samples: Vec<OnceLock<Vec<Samples>>> = inputs.iter().map(|_| OnceLock::new()).collect();
    let jobs_done = workers::run(&(0..inputs.len()).collect::<Vec<_>>(), jobs, |&index| {
        bar.set_message(inputs[index].1.name.clone());
        let of_input = samples_of(settings, allocators, &inputs[index], runs, folder.path())?;
        samples[index].get_or_init(|| of_input);
        bar.inc(1);
        Ok(())
    });
    bar.finish_and_clear();
    let finished = inputs.iter().zip(&samples);
    let finished: Vec<(&(Target, Input), &Vec<Samples>)> =
        finished.filter_map(|(input, samples)| Some((input, samples.get()?))).collect();
    let targets: BTreeSet<&str> =
        finished.iter().map(|((target, _), _)| target.name.as_str()).collect();
    for target in targets {
        let here = finished.iter().filter(|((of_input, _), _)| of_input.name == target);
        let here: Vec<&Vec<Samples>> = here.map(|(_, samples)| *samples).collect();
        result.sums.extend(sums(target, allocators, &here));
    }
    result.failures = failures(allocators, &finished);
    jobs_done?;
    let nothing = finished.iter().all(|(_, samples)| samples.iter().all(Result::is_err));
    match result.failures.first() {
        Some(Failure { input, reason, .. }) if nothing => {
            bail!("{input}: {reason}; mend it or leave it out")
        }
        _ => Ok(()),
    }
}

/// The samples of one input with each allocator.
fn samples_of(
    settings: &Settings,
    allocators: &[Allocator],
    (target, input): &(Target, Input),
    runs: usize,
    folder: &Path,
) -> Result<Vec<Samples>> {
    let ir = match settings.prepare(input, target, folder)? {
        Ok(ir) => ir,
        Err(reason) => return Ok(vec![Err(reason); allocators.len()]),
    };
    let mut samples: Vec<Samples> = vec![Ok(Vec::new()); allocators.len()];
    // Round by round, so that a disturbance does not meet all runs of one allocator.
    for _ in 0..runs {
        for (allocator, samples) in allocators.iter().zip(&mut samples) {
            let Ok(times) = samples else { continue };
            match settings.measure(&ir, target, allocator)? {
                Ok(run) => times.push((run.times.allocation, run.times.total)),
                Err(reason) => *samples = Err(reason),
            }
        }
    }
    Ok(samples)
}

fn failures(
    allocators: &[Allocator],
    finished: &[(&(Target, Input), &Vec<Samples>)],
) -> Vec<Failure> {
    let mut failures = Vec::new();
    for ((target, input), samples) in finished {
        for (allocator, samples) in allocators.iter().zip(*samples) {
            failures.extend(samples.as_ref().err().map(|reason| Failure {
                target: target.name.clone(),
                input: input.name.clone(),
                allocator: Some(allocator.name.clone()),
                reason: reason.clone(),
            }));
        }
    }
    failures
}

/// Sums the samples of each input and allocator.
fn sums(target: &str, allocators: &[Allocator], samples: &[&Vec<Samples>]) -> Vec<Times> {
    let new = |allocator: &Allocator| Times {
        target: target.to_owned(),
        allocator: allocator.name.clone(),
        ..Times::default()
    };
    let mut sums: Vec<Times> = allocators.iter().map(new).collect();
    for input in samples {
        for (times, samples) in sums.iter_mut().zip(*input) {
            times.failed_inputs += usize::from(samples.is_err());
        }
        if input.iter().any(Result::is_err) {
            continue;
        }
        for (times, samples) in sums.iter_mut().zip(input.iter().flatten()) {
            let (allocation, codegen): (Vec<f64>, Vec<f64>) = samples.iter().copied().unzip();
            times.inputs += 1;
            times.allocation_min += least(&allocation);
            times.allocation_median += median(&allocation).unwrap_or_default();
            times.codegen_min += least(&codegen);
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_inputs_that_all_compile_are_summed() {
        let allocators = ["greedy", "basic"].map(|name| name.parse().expect("a name"));
        let whole = vec![Ok(vec![(3.0, 9.0), (1.0, 8.0), (2.0, 7.0)]), Ok(vec![(1.0, 5.0); 3])];
        let failed = vec![Ok(vec![(9.0, 9.0); 3]), Err("timed out".to_owned())];
        let sums = sums("x86-64", &allocators, &[&whole, &failed]);
        let greedy = Times {
            target: "x86-64".to_owned(),
            allocator: "greedy".to_owned(),
            inputs: 1,
            failed_inputs: 0,
            allocation_min: 1.0,
            allocation_median: 2.0,
            codegen_min: 7.0,
        };
        assert_eq!(sums[0], greedy);
        let basic = (sums[1].inputs, sums[1].failed_inputs, sums[1].allocation_min);
        assert_eq!(basic, (1, 1, 1.0));
    }
}
