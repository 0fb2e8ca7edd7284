//! The command line of `regalloc-limit compare`.

use super::common::{Common, Output, Selection};
use crate::compare::Options;
use crate::format::Format;
use crate::metric::Threshold;
use anyhow::Result;
use clap::Args;
use std::path::PathBuf;

/// What the help ends with.
pub const EXAMPLES: &str = "\
Examples:
  regalloc-limit compare sqlite3.c
  regalloc-limit compare --target x86-64,riscv64 --alloc limit --alloc pbqp src/
  regalloc-limit compare --alloc 'csr=greedy -regalloc-csr-first-time-cost=8192' x.bc
  regalloc-limit compare --alloc limit --threshold move-cost=1.02 --format json --output r.json x.ll

An input that no allocator compiles is left out and named.
Exit status: 0; 1 if a threshold is exceeded; 2 if nothing could be measured.";

/// The arguments of `compare`.
#[derive(Debug, Args)]
pub struct Arguments {
    /// What is compiled, and with which allocators.
    #[command(flatten)]
    selection: Selection,

    /// Compare only functions whose names contain this
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,

    /// How the result is written
    #[arg(long, value_enum, default_value = "table")]
    format: Format,

    /// Where it writes.
    #[command(flatten)]
    output: Output,

    /// What bench --format json wrote: its curves of growth go into the HTML page
    #[arg(long, value_name = "FILE")]
    growth: Option<PathBuf>,

    /// Exit with status 1 if a ratio of the first --alloc to the base is higher, such as
    /// move-cost=1.02; repeat it for more
    #[arg(long = "threshold", value_name = "METRIC=RATIO")]
    thresholds: Vec<Threshold>,

    /// What the commands have in common.
    #[command(flatten)]
    common: Common,
}

impl Arguments {
    /// What they ask for.
    pub fn options(self) -> Result<Options> {
        Ok(Options {
            settings: self.common.settings()?,
            allocators: self.selection.allocators.all()?,
            selection: self.selection.inputs(),
            filter: self.filter,
            format: self.format,
            output: self.output.path,
            growth: self.growth,
            thresholds: self.thresholds,
            jobs: self.common.jobs(),
            quiet: self.common.quiet,
        })
    }
}
