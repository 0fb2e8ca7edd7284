//! The command line of `regalloc-limit bench`.

use super::common::{parse_count, Common, Output, Running, Selection};
use crate::bench::generate::Shape;
use crate::bench::Options;
use crate::format::Format;
use anyhow::{bail, Result};
use clap::{Args, ValueEnum};
use std::num::NonZeroUsize;
use std::time::Duration;

/// What the help ends with.
pub const EXAMPLES: &str = "\
Examples:
  regalloc-limit bench --alloc limit --alloc pbqp
  regalloc-limit bench --largest 0 --runs 5 sqlite3.c
  regalloc-limit bench --largest 1000000 --shape loop-nests,interpreter --runs 1 --alloc limit
  regalloc-limit bench --count-instructions --alloc limit sqlite3.c
  regalloc-limit bench --corpus --target x86-64 --format html --output times.html

One tool runs at a time unless --jobs says otherwise. An allocator that takes longer than --limit
at one size is not asked for larger ones. Ctrl-C writes what was measured until then.
Exit status: 0; 2 if nothing could be measured; 130 after Ctrl-C.";

/// The arguments of `bench`.
#[derive(Debug, Args)]
pub struct Arguments {
    /// What is compiled, and with which allocators.
    #[command(flatten)]
    selection: Selection,

    /// Count the instructions that allocation executes on the inputs, by valgrind, instead of measuring
    /// time: from the beginning of the allocator's pass to its end, with all that it calls
    #[arg(long, conflicts_with_all = ["runs", "largest", "shapes", "limit"])]
    count_instructions: bool,

    /// How often each measurement is made
    #[arg(long, value_name = "N", default_value = "3", value_parser = parse_count)]
    runs: NonZeroUsize,

    /// The size of the largest generated function in instructions, 1000 to 1000000; 0 for none
    #[arg(long, value_name = "N", default_value = "100000", value_parser = parse_largest)]
    largest: u64,

    /// Which kinds of functions are generated; several with commas [default: all]
    #[arg(long = "shape", value_enum, value_delimiter = ',')]
    shapes: Vec<Shape>,

    /// Processor seconds that one measurement may take, beside --timeout, which other work on the
    /// machine uses up too
    #[arg(long, value_name = "SECONDS", default_value = "100", value_parser = parse_count)]
    limit: NonZeroUsize,

    /// How the result is written
    #[arg(long, value_enum, default_value = "table")]
    format: Format,

    /// Where it writes.
    #[command(flatten)]
    output: Output,

    /// How it compiles.
    #[command(flatten)]
    common: Common,

    /// How it runs tools.
    #[command(flatten)]
    running: Running,
}

impl Arguments {
    /// What they ask for.
    pub fn options(self) -> Result<Options> {
        let mut settings = self.common.settings()?;
        // Under valgrind a run takes fifty times as long, and how long says nothing.
        settings.processor_limit =
            (!self.count_instructions).then(|| Duration::from_secs(self.limit.get() as u64));
        Ok(Options {
            settings,
            allocators: self.selection.allocators.one_or_all()?,
            selection: self.selection.inputs(),
            counts_instructions: self.count_instructions,
            runs: self.runs.get(),
            largest: if self.count_instructions { 0 } else { self.largest },
            shapes: match self.shapes.is_empty() {
                true => Shape::value_variants().to_vec(),
                false => self.shapes,
            },
            format: self.format,
            output: self.output.path,
            // Times are measured one at a time, unless asked otherwise: two disturb each other's caches.
            jobs: match self.count_instructions {
                true => self.running.jobs(),
                false => self.running.jobs.unwrap_or(NonZeroUsize::MIN),
            },
            quiet: self.running.progress.quiet,
        })
    }
}

fn parse_largest(text: &str) -> Result<u64> {
    match text.parse() {
        Ok(largest @ (0 | 1000..=1_000_000)) => Ok(largest),
        _ => bail!("'{text}' is neither 0 nor a size from 1000 to 1000000"),
    }
}
