//! The command line of `regalloc-limit execute`.

use super::common::{AllocatorChoice, Common, CorpusChoice, Output, Running};
use crate::execute::{ExecuteFormat, Options};
use anyhow::Result;
use clap::Args;

/// What the help ends with.
pub const EXAMPLES: &str = "\
Examples:
  regalloc-limit execute --alloc limit
  regalloc-limit execute --target riscv64 --project lua,zstd --alloc limit --alloc pbqp
  regalloc-limit execute --llc-args=-stress-regalloc=8 --format markdown --output counts.md

QEMU's user mode runs and counts; two runs give the same figures.
Exit status: 0; 1 if a program fails or prints something else than with the base; 2 if something
could not be used.";

/// The arguments of `execute`.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Which part.
    #[command(flatten)]
    choice: CorpusChoice,

    /// With which allocators.
    #[command(flatten)]
    allocators: AllocatorChoice,

    /// How the result is written
    #[arg(long, value_enum, default_value = "table")]
    format: ExecuteFormat,

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
        Ok(Options {
            settings: self.common.settings()?,
            allocators: self.allocators.all()?,
            part: self.choice.part(),
            format: self.format,
            output: self.output.path,
            jobs: self.running.jobs(),
            quiet: self.running.progress.quiet,
        })
    }
}
