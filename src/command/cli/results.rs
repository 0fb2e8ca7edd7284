//! The command line of `regalloc-limit results`.

use super::common::Output;
use crate::results::Options;
use clap::Args;
use std::path::PathBuf;

/// What the help ends with.
pub const EXAMPLES: &str = "\
Examples:
  regalloc-limit compare --corpus --alloc limit --format json --output compare.json
  regalloc-limit execute --alloc limit --format json --output execute.json
  regalloc-limit results --state 'commit 1234567' compare.json execute.json --output results.md
  regalloc-limit results --short compare.json

Exit status: 0; 2 if a file could not be used.";

/// The arguments of `results`.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Files that compare, execute and bench wrote with --format json, in the order of the document
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// What was measured, such as a commit
    #[arg(long, value_name = "TEXT", default_value = "this commit")]
    state: String,

    /// Only a short table of the comparisons, as in the README
    #[arg(long)]
    short: bool,

    /// Where it writes.
    #[command(flatten)]
    output: Output,
}

impl Arguments {
    /// What they ask for.
    pub fn options(self) -> Options {
        Options {
            files: self.files,
            state: self.state,
            short: self.short,
            output: self.output.path,
        }
    }
}
