//! How the time of allocation grows with the size of a function, as `bench` measures it: a part of
//! the reports of `bench` and `compare`.

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::path::Path;

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
    /// What happened at the next size; none if the largest that was asked for is there, or the whole
    /// run was interrupted.
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

impl Growth {
    /// What is measured when a function has so many instructions.
    pub fn what(&self, instructions: u64) -> String {
        format!("{} for {} at {}", self.shape, self.target, size(instructions))
    }
}

/// A size such as `4.6k`; the kinds of functions differ in the digits that are left out.
pub fn size(instructions: u64) -> String {
    format!("{}k", (instructions as f64 / 100.0).round() / 10.0)
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
