//! How the time of allocation grows with the size of a function.

use super::generate::Shape;
use crate::allocator::Allocator;
use crate::measure::Settings;
use crate::report::growth::{Growth, Point, Stop, OVER};
use crate::stats::{least, median};
use crate::target::Target;
use crate::{process, progress};
use anyhow::Result;
use std::path::Path;
use std::time::Duration;

/// The smallest function.
const SMALLEST: u64 = 1000;

/// Times below this, in seconds, are of the clock's own size and say nothing of growth.
const MEASURABLE: f64 = 0.002;

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

/// Measures functions of these kinds with all allocators, the smallest first, and appends a [`Growth`]
/// for each to `result`, which after an interrupt holds what was measured until then. An allocator
/// that fails at a size, or takes too long, is not asked for the larger ones.
pub fn measure(
    settings: &Settings,
    allocators: &[Allocator],
    target: &Target,
    (shapes, sizes): (&[Shape], &[u64]),
    (runs, quiet): (usize, bool),
    result: &mut Vec<Growth>,
) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let mut rows: Vec<Growth> = shapes
        .iter()
        .flat_map(|shape| allocators.iter().map(move |allocator| empty(target, *shape, allocator)))
        .collect();
    // A step for a thousand instructions: what is left are mostly the largest functions.
    let steps = sizes.iter().map(|size| size / 1000).sum::<u64>() as usize * rows.len();
    let bar = progress::bar("growth", steps, quiet);
    let mut measured = Ok(());
    'all: for wanted in sizes {
        for (shape, rows) in shapes.iter().zip(rows.chunks_mut(allocators.len())) {
            let path = folder.path().join(format!("{wanted}.bc"));
            let instructions = shape.write(*wanted, &path)?;
            for (allocator, row) in allocators.iter().zip(&mut *rows) {
                bar.set_message(format!("{} with {}", row.what(instructions), allocator.name));
                let input = (instructions, path.as_path());
                measured = row.measure(settings, (allocator, target), input, runs);
                if measured.is_err() {
                    break 'all;
                }
                bar.inc(wanted / 1000);
            }
            bar.println(line(rows, instructions));
        }
    }
    for row in &mut rows {
        row.exponent = exponent(&row.points);
    }
    bar.finish_and_clear();
    result.append(&mut rows);
    measured
}

/// A row without a measurement.
fn empty(target: &Target, shape: Shape, allocator: &Allocator) -> Growth {
    Growth {
        target: target.name.clone(),
        shape: shape.name().to_owned(),
        allocator: allocator.name.clone(),
        points: Vec::new(),
        stopped: None,
        exponent: None,
    }
}

impl Growth {
    /// Adds what the allocator does with a function, unless it has been stopped at a smaller one.
    fn measure(
        &mut self,
        settings: &Settings,
        machine: (&Allocator, &Target),
        input: (u64, &Path),
        runs: usize,
    ) -> Result<()> {
        if self.stopped.is_some() {
            return Ok(());
        }
        let seconds = |limit: Duration| format!("{OVER}{} s", limit.as_secs());
        match point(settings, machine, input, runs)? {
            Ok(point) => self.points.push(point),
            Err(reason) => {
                let reason = match (reason.as_str(), settings.processor_limit) {
                    (process::TIMED_OUT, _) => seconds(settings.timeout),
                    (process::OUT_OF_PROCESSOR_TIME, Some(limit)) => seconds(limit),
                    _ => reason,
                };
                self.stopped = Some(Stop { instructions: input.0, reason });
            }
        }
        Ok(())
    }
}

/// What a terminal sees of the functions of one kind and size as soon as they are measured.
fn line(rows: &[Growth], instructions: u64) -> String {
    let at = |row: &Growth| {
        let point = row.points.last().filter(|point| point.instructions == instructions)?;
        Some(format!("{} {:.3} s", row.allocator, point.allocation))
    };
    let times: Vec<String> = rows.iter().filter_map(at).collect();
    format!("{}: {}", rows[0].what(instructions), times.join(", "))
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
    use clap::ValueEnum;

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
        for shape in Shape::value_variants() {
            let path = folder.path().join("generated.bc");
            let size = shape.write(10_000, &path).expect("well-formed");
            assert!((8000..12_500).contains(&size), "{}: {size}", shape.name());
            assert_eq!(shape.write(10_000, &path).expect("well-formed"), size, "the same again");
        }
    }
}
