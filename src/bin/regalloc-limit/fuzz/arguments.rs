//! The command line of `regalloc-limit fuzz`.

use super::{Kind, Machine};
use crate::allocator::Allocator;
use crate::cli::CommonArguments;
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;

/// What the help ends with.
pub const FUZZ_EXAMPLES: &str = "\
Examples:
  regalloc-limit fuzz --time 10m
  regalloc-limit fuzz --kind llvm-stress --target arm,hexagon --seed 1000 --count 50
  regalloc-limit fuzz --kind csmith --keep /var/tmp/failures --time 8h

Exit status: 0; 1 if the allocator failed; 2 if something could not be used.";

/// The arguments of `fuzz`.
#[derive(Debug, Args)]
pub struct FuzzArguments {
    /// For how long, such as 90s, 10m or 2h; what is running then is finished
    #[arg(long, value_name = "TIME", default_value = "1m", value_parser = super::parse_time)]
    pub time: Duration,

    /// How many seeds of each kind, instead of for how long
    #[arg(long, value_name = "N", conflicts_with = "time")]
    pub count: Option<u64>,

    /// The first seed; the others follow it
    #[arg(long, value_name = "N", default_value = "1")]
    pub seed: u64,

    /// What is generated; several with commas [default: all]
    #[arg(long = "kind", value_enum, value_delimiter = ',')]
    pub kinds: Vec<Kind>,

    /// For which machines, by name or triple; several with commas [default: all that are known]
    #[arg(long = "target", value_name = "TARGET", value_delimiter = ',')]
    pub machines: Vec<Machine>,

    /// The allocator that is tried
    #[arg(long = "alloc", value_name = "[NAME=]REGALLOC [FLAG...]", default_value = "limit")]
    pub allocator: Allocator,

    /// The allocator that is trusted: where it fails as well, nothing is said
    #[arg(long, value_name = "[NAME=]REGALLOC [FLAG...]", default_value = "greedy")]
    pub base: Allocator,

    /// Do without the symbolic checker, -limit-check
    #[arg(long)]
    pub no_check: bool,

    /// Where failures are kept
    #[arg(long, value_name = "FOLDER", default_value = "target/fuzz")]
    pub keep: PathBuf,

    /// What the commands have in common.
    #[command(flatten)]
    pub common: CommonArguments,
}
