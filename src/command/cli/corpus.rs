//! The command line of `regalloc-limit corpus`.

use super::common::CorpusChoice;
use crate::corpus::Options;
use crate::workers;
use clap::Args;
use std::num::NonZeroUsize;

/// What the help ends with.
pub const EXAMPLES: &str = "\
Examples:
  regalloc-limit corpus
  regalloc-limit corpus --target riscv64 --project lua,zstd --cache /var/tmp/corpus

Cargo downloads the sources once; what is compiled stays in the cache folder.";

/// The arguments of `corpus`.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Which part.
    #[command(flatten)]
    choice: CorpusChoice,

    /// How many tools run at a time [default: as many as there are processors]
    #[arg(long, short)]
    jobs: Option<NonZeroUsize>,

    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
}

impl Arguments {
    /// What they ask for.
    pub fn options(self) -> Options {
        Options {
            part: self.choice.part(),
            jobs: self.jobs.unwrap_or_else(workers::default_jobs),
            quiet: self.quiet,
        }
    }
}
