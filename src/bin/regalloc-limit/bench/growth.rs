//! How the time of allocation grows with the size of a function.

use super::generate::Shape;
use crate::allocator::Allocator;
use crate::measure::Settings;
use crate::process;
use crate::progress;
use crate::target::Target;
use anyhow::Result;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// The smallest function.
const SMALLEST: u64 = 1000;

/// Times below this, in seconds, are of the clock's own size and say nothing of growth.
const MEASURABLE: f64 = 0.002;

/// One allocator on functions of one kind.
#[derive(Debug, Serialize)]
pub struct Growth {
    /// The kind.
    pub shape: &'static str,
    /// The allocator.
    pub allocator: String,
    /// From the smallest to the largest function that it managed.
    pub points: Vec<Point>,
    /// Why there is no larger one; none if the largest that was asked for is there.
    pub stopped: Option<String>,
    /// k in `time ~ size^k`, fitted to the points with a measurable time; none of fewer than three.
    pub exponent: Option<f64>,
}

/// One function.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Point {
    /// Its size in instructions of LLVM IR.
    pub instructions: u64,
    /// Processor seconds in the allocation passes, the least of all runs.
    pub allocation: f64,
    /// Processor seconds in the whole code generator, of the same run.
    pub codegen: f64,
}

/// The sizes up to the largest: three per power of ten, and the largest itself.
pub fn sizes(largest: u64) -> Vec<u64> {
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

/// Measures all kinds of functions with all allocators. One that fails at a size is not asked for
/// the larger ones.
pub fn measure(
    settings: &Settings,
    allocators: &[Allocator],
    largest: u64,
    runs: usize,
    quiet: bool,
) -> Result<Vec<Growth>> {
    let folder = tempfile::tempdir()?;
    let sizes = sizes(largest);
    let mut result = Vec::new();
    let bar = progress::bar("growth", Shape::ALL.len() * sizes.len() * allocators.len(), quiet);
    for shape in Shape::ALL {
        let mut inputs = Vec::new();
        for size in &sizes {
            process::check_interrupt()?;
            let path = folder.path().join(format!("{size}.bc"));
            inputs.push((shape.write(*size, &path)?, path));
        }
        for allocator in allocators {
            bar.set_message(format!("{} with {}", shape.name(), allocator.name));
            let (points, stopped) = points(settings, allocator, &inputs, runs, || bar.inc(1))?;
            let exponent = exponent(&points);
            let allocator = allocator.name.clone();
            result.push(Growth { shape: shape.name(), allocator, points, stopped, exponent });
        }
    }
    bar.finish_and_clear();
    Ok(result)
}

fn points(
    settings: &Settings,
    allocator: &Allocator,
    inputs: &[(u64, PathBuf)],
    runs: usize,
    done: impl Fn(),
) -> Result<(Vec<Point>, Option<String>)> {
    let mut points = Vec::new();
    for (instructions, path) in inputs {
        match fastest(settings, allocator, path, runs)? {
            Err(reason) => return Ok((points, Some(format!("{instructions}: {reason}")))),
            Ok((allocation, codegen)) => {
                points.push(Point { instructions: *instructions, allocation, codegen });
            }
        }
        done();
    }
    Ok((points, None))
}

/// The times of the run with the least time in allocation.
fn fastest(
    settings: &Settings,
    allocator: &Allocator,
    path: &Path,
    runs: usize,
) -> Result<std::result::Result<(f64, f64), String>> {
    let mut best = (f64::INFINITY, 0.0);
    for _ in 0..runs {
        match settings.measure(path, &Target::of_the_input(), allocator)? {
            Err(reason) => return Ok(Err(reason)),
            Ok(run) if run.times.allocation < best.0 => {
                best = (run.times.allocation, run.times.total);
            }
            Ok(_) => {}
        }
    }
    Ok(Ok(best))
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
        Point { instructions, allocation, codegen: 1.0 }
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
