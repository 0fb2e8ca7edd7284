//! How the time of allocation grows with the size of a function.

use super::generate::Shape;
use crate::allocator::Allocator;
use crate::measure::Settings;
use crate::stats::{least, median};
use crate::target::Target;
use crate::{process, progress};
use anyhow::{Context, Result};
use indicatif::ProgressBar;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// The smallest function.
const SMALLEST: u64 = 1000;

/// Times below this, in seconds, are of the clock's own size and say nothing of growth.
const MEASURABLE: f64 = 0.002;

/// The reason of a [`Stop`] by Ctrl-C.
pub const INTERRUPTED: &str = "interrupted";

/// How the reason of a [`Stop`] at the time limit begins; the limit follows.
pub const OVER: &str = "over ";

/// One allocator on functions of one kind.
#[derive(Debug, Deserialize, Serialize)]
pub struct Growth {
    /// The target.
    pub target: String,
    /// The kind.
    pub shape: String,
    /// The allocator.
    pub allocator: String,
    /// From the smallest to the largest function that it managed.
    pub points: Vec<Point>,
    /// What happened at the next size; none if the largest that was asked for is there.
    pub stopped: Option<Stop>,
    /// k in `time ~ size^k`, fitted to the points with a measurable time; none of fewer than three.
    pub exponent: Option<f64>,
}

/// One function.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
pub struct Point {
    /// Its size in instructions of LLVM IR.
    pub instructions: u64,
    /// Processor seconds in the allocation passes, the least of all runs.
    pub allocation: f64,
    /// The same, the median of all runs.
    pub allocation_median: f64,
    /// Processor seconds in the whole code generator, the least of all runs.
    pub codegen: f64,
}

/// A function that an allocator did not manage.
#[derive(Debug, Deserialize, Serialize)]
pub struct Stop {
    /// Its size in instructions of LLVM IR.
    pub instructions: u64,
    /// Why, in one line.
    pub reason: String,
}

/// The sizes up to the largest: three per power of ten, and the largest itself; none if it is 0.
pub fn sizes(largest: u64) -> Vec<u64> {
    if largest == 0 {
        return Vec::new();
    }
    let steps = [10, 22, 46].into_iter();
    let mut sizes: Vec<u64> = (0..)
        .map(|power| SMALLEST * 10u64.pow(power))
        .take_while(|first| *first <= largest)
        .flat_map(|first| steps.clone().map(move |step| first / 10 * step))
        .take_while(|size| *size < largest)
        .collect();
    sizes.push(largest);
    sizes
}

/// Measures all kinds of functions with all allocators and appends a [`Growth`] for each to `result`,
/// which after an error, such as an interrupt, holds what was measured until then. An allocator that
/// fails at a size, or exceeds the time limit, is not asked for the larger ones.
pub fn measure(
    settings: &Settings,
    allocators: &[Allocator],
    target: &Target,
    sizes: &[u64],
    (runs, quiet): (usize, bool),
    result: &mut Vec<Growth>,
) -> Result<()> {
    let folder = tempfile::tempdir()?;
    // A step for a thousand instructions: what is left are mostly the largest functions.
    let of_allocator: u64 = sizes.iter().map(|size| size / 1000).sum();
    let steps = of_allocator as usize * Shape::ALL.len() * allocators.len();
    let bar = progress::bar("growth", steps, quiet);
    let mut done = 0;
    for shape in Shape::ALL {
        let mut inputs = Vec::new();
        for size in sizes {
            process::check_interrupt()?;
            let path = folder.path().join(format!("{size}.bc"));
            inputs.push((shape.write(*size, &path)?, path));
        }
        for allocator in allocators {
            let mut growth = Growth {
                target: target.name.clone(),
                shape: shape.name().to_owned(),
                allocator: allocator.name.clone(),
                points: Vec::new(),
                stopped: None,
                exponent: None,
            };
            let measured = fill(&mut growth, settings, (allocator, target), &inputs, runs, &bar);
            growth.exponent = exponent(&growth.points);
            bar.println(line(&growth));
            // The sizes that are left out count as done.
            done += of_allocator;
            bar.set_position(done);
            result.push(growth);
            measured?;
        }
    }
    bar.finish_and_clear();
    Ok(())
}

/// Adds the points of one allocator on functions of one kind.
fn fill(
    growth: &mut Growth,
    settings: &Settings,
    machine: (&Allocator, &Target),
    inputs: &[(u64, PathBuf)],
    runs: usize,
    bar: &ProgressBar,
) -> Result<()> {
    for (instructions, path) in inputs {
        let instructions = *instructions;
        bar.set_message(format!(
            "{} with {} at {}",
            growth.shape,
            growth.allocator,
            size(instructions)
        ));
        let mut stop = |reason| growth.stopped = Some(Stop { instructions, reason });
        match point(settings, machine, (instructions, path), runs) {
            Ok(Ok(point)) => growth.points.push(point),
            Ok(Err(reason)) if reason == process::TIMED_OUT => {
                stop(format!("{OVER}{} s", settings.timeout.as_secs()));
                break;
            }
            Ok(Err(reason)) => {
                stop(reason);
                break;
            }
            Err(error) => {
                // No other error leaves a report.
                stop(INTERRUPTED.to_owned());
                return Err(error);
            }
        }
        bar.inc(instructions / 1000);
    }
    Ok(())
}

/// What a terminal sees of a row as soon as it is measured.
fn line(growth: &Growth) -> String {
    let times = growth
        .points
        .iter()
        .map(|point| format!("{} in {:.3} s", size(point.instructions), point.allocation));
    let stop =
        growth.stopped.iter().map(|stop| format!("{}: {}", size(stop.instructions), stop.reason));
    let times: Vec<String> = times.chain(stop).collect();
    let Growth { target, shape, allocator, .. } = growth;
    format!("{shape} for {target} with {allocator}: {}", times.join(", "))
}

/// A size such as `4.6k`; the kinds of functions differ in the digits that are left out.
pub fn size(instructions: u64) -> String {
    format!("{}k", (instructions as f64 / 100.0).round() / 10.0)
}

/// Measures one function; the inner error says why the allocator did not manage it.
fn point(
    settings: &Settings,
    (allocator, target): (&Allocator, &Target),
    (instructions, path): (u64, &Path),
    runs: usize,
) -> Result<std::result::Result<Point, String>> {
    let (mut allocation, mut codegen) = (Vec::new(), Vec::new());
    for _ in 0..runs {
        match settings.measure(path, target, allocator)? {
            Err(reason) => return Ok(Err(reason)),
            Ok(run) => {
                allocation.push(run.times.allocation);
                codegen.push(run.times.total);
            }
        }
    }
    Ok(Ok(Point {
        instructions,
        allocation: least(&allocation),
        allocation_median: median(&allocation).unwrap_or_default(),
        codegen: least(&codegen),
    }))
}

/// What `bench --format json` wrote about growth.
pub fn read(path: &Path) -> Result<Vec<Growth>> {
    #[derive(Deserialize)]
    struct Written {
        growth: Vec<Growth>,
    }
    let text =
        std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let written: Written = serde_json::from_str(&text).with_context(|| {
        format!("{} was not written by regalloc-limit bench --format json", path.display())
    })?;
    Ok(written.growth)
}

/// The slope of the line of least squares through the logarithms of size and time.
fn exponent(points: &[Point]) -> Option<f64> {
    let logarithms: Vec<(f64, f64)> = points
        .iter()
        .filter(|point| point.allocation >= MEASURABLE)
        .map(|point| ((point.instructions as f64).ln(), point.allocation.ln()))
        .collect();
    if logarithms.len() < 3 {
        return None;
    }
    let count = logarithms.len() as f64;
    let mean_x = logarithms.iter().map(|(x, _)| x).sum::<f64>() / count;
    let mean_y = logarithms.iter().map(|(_, y)| y).sum::<f64>() / count;
    let covariance: f64 = logarithms.iter().map(|(x, y)| (x - mean_x) * (y - mean_y)).sum();
    let variance: f64 = logarithms.iter().map(|(x, _)| (x - mean_x).powi(2)).sum();
    Some(covariance / variance)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(instructions: u64, allocation: f64) -> Point {
        Point { instructions, allocation, allocation_median: allocation, codegen: 1.0 }
    }

    #[test]
    fn the_exponent_of_a_power_is_found() {
        let quadratic = [1, 2, 4, 8].map(|x| point(x * 1000, (x * x) as f64));
        assert!((exponent(&quadratic).expect("four points") - 2.0).abs() < 1e-9);
        // 1 ms is too short to be measured, which leaves two points.
        let short = [point(1000, 0.001), point(2000, 0.004), point(4000, 0.016)];
        assert_eq!(exponent(&short), None);
    }

    #[test]
    fn sizes_end_with_the_largest() {
        assert_eq!(sizes(10_000), [1000, 2200, 4600, 10_000]);
        assert_eq!(sizes(1000), [1000]);
        assert_eq!(sizes(1_000_000).len(), 10);
    }

    #[test]
    fn generated_functions_have_about_the_size_asked_for() {
        let folder = tempfile::tempdir().expect("there is room");
        for shape in Shape::ALL {
            let path = folder.path().join("generated.bc");
            let size = shape.write(10_000, &path).expect("well-formed");
            assert!((8000..12_500).contains(&size), "{}: {size}", shape.name());
            assert_eq!(shape.write(10_000, &path).expect("well-formed"), size, "the same again");
        }
    }
}
