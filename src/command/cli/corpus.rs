//! The command line of `regalloc-limit corpus`.

use super::common::{CorpusChoice, Running};
use crate::corpus::Options;
use clap::Args;

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

    /// How it runs tools.
    #[command(flatten)]
    running: Running,
}

impl Arguments {
    /// What they ask for.
    pub fn options(self) -> Options {
        Options {
            part: self.choice.part(),
            jobs: self.running.jobs(),
            quiet: self.running.progress.quiet,
        }
    }
}
