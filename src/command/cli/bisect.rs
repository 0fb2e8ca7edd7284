//! The command line of `regalloc-limit bisect`.

use super::common::{parse_count, Progress};
use crate::bisect::Options;
use clap::Args;
use std::num::NonZeroUsize;
use std::time::Duration;

/// What the help ends with.
pub const EXAMPLES: &str = "\
In the command, {llc} stands for options of llc that bound what limit may do, and {clang} for
the same options with -mllvm before each; LIMIT_LLC_FLAGS and LIMIT_CLANG_FLAGS hold them for
scripts. The command says by its exit status whether all is well: 0 is good, 125 that it cannot
tell, everything else bad.

Examples:
  regalloc-limit bisect -- ./build-and-test.sh
  export PLUGIN=target/release/libregalloc_limit.so
  regalloc-limit bisect -- sh -c 'clang-22 -O2 -fplugin=$PLUGIN -mllvm -regalloc=limit \\
    {clang} x.c && ./a.out'
  regalloc-limit bisect -- regalloc-limit compare --alloc 'limit {llc}' \\
    --threshold instructions=1.0 x.ll

Exit status: 0 if the decision was found; 2 if there is none, or the command cannot tell.";

/// The arguments of `bisect`.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The command that is tried, behind --
    #[arg(required = true, last = true, value_name = "COMMAND")]
    command: Vec<String>,

    /// Seconds that one trial may take; one that takes longer is bad
    #[arg(long, value_name = "SECONDS", default_value = "300", value_parser = parse_count)]
    timeout: NonZeroUsize,

    /// Whether it shows progress.
    #[command(flatten)]
    progress: Progress,
}

impl Arguments {
    /// What they ask for.
    pub fn options(self) -> Options {
        Options {
            command: self.command,
            timeout: Duration::from_secs(self.timeout.get() as u64),
            quiet: self.progress.quiet,
        }
    }
}
