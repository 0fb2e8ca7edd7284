//! The command line of `regalloc-limit fuzz`.

use super::common::{Common, Running};
use crate::allocator::Allocator;
use crate::fuzz::{Kind, Machine, Options};
use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

/// What the help ends with.
pub const EXAMPLES: &str = "\
Examples:
  regalloc-limit fuzz --time 10m
  regalloc-limit fuzz --kind llvm-stress --target arm,hexagon --seed 1000 --count 50
  regalloc-limit fuzz --kind csmith --keep /var/tmp/failures --time 8h

Exit status: 0; 1 if the allocator failed; 2 if something could not be used.";

/// The arguments of `fuzz`.
#[derive(Debug, Args)]
pub struct Arguments {
    /// For how long, such as 90s, 10m or 2h; what is running then is finished
    #[arg(long, value_name = "TIME", default_value = "1m", value_parser = parse_time)]
    time: Duration,

    /// How many seeds of each kind, instead of for how long
    #[arg(long, value_name = "N", conflicts_with = "time")]
    count: Option<u64>,

    /// The first seed; the others follow it
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,

    /// What is generated; several with commas [default: all]
    #[arg(long = "kind", value_enum, value_delimiter = ',')]
    kinds: Vec<Kind>,

    /// For which machines, by name or triple; several with commas [default: all that are known]
    #[arg(long = "target", value_name = "TARGET", value_delimiter = ',')]
    machines: Vec<Machine>,

    /// The allocator that is tried
    #[arg(long = "alloc", value_name = "[NAME=]REGALLOC [FLAG...]", default_value = "limit")]
    allocator: Allocator,

    /// The allocator that is trusted: where it fails as well, nothing is said
    #[arg(long, value_name = "[NAME=]REGALLOC [FLAG...]", default_value = "greedy")]
    base: Allocator,

    /// Do without the symbolic checker, -limit-check
    #[arg(long)]
    no_check: bool,

    /// Where failures are kept
    #[arg(long, value_name = "FOLDER", default_value = "target/fuzz")]
    keep: PathBuf,

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
            allocator: self.allocator,
            base: self.base,
            time: self.time,
            count: self.count,
            seed: self.seed,
            kinds: match self.kinds.is_empty() {
                true => Kind::value_variants().to_vec(),
                false => self.kinds,
            },
            machines: self.machines,
            check: !self.no_check,
            keep: self.keep,
            jobs: self.running.jobs(),
            quiet: self.running.progress.quiet,
        })
    }
}

/// Reads a time such as `90s`, `10m` or `2h`; a number alone counts seconds.
fn parse_time(text: &str) -> Result<Duration> {
    let (digits, unit) = match text.strip_suffix(['s', 'm', 'h']) {
        Some(digits) => (digits, &text[digits.len()..]),
        None => (text, "s"),
    };
    let seconds = match unit {
        "h" => 3600,
        "m" => 60,
        _ => 1,
    };
    let number: Option<u64> = digits.parse().ok();
    let time = number.and_then(|number| number.checked_mul(seconds));
    let time = time.with_context(|| format!("'{text}' is no time; write it as 90s, 10m or 2h"))?;
    Ok(Duration::from_secs(time))
}
