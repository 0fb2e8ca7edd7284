//! The command line of `regalloc-limit compare`.

use super::common::{Common, Output, Running, Selection};
use super::explain;
use crate::allocator::Allocator;
use crate::compare::Options;
use crate::format::Format;
use crate::metric::Threshold;
use anyhow::{ensure, Context, Result};
use clap::Args;
use std::path::{Path, PathBuf};

/// What the help ends with.
pub const EXAMPLES: &str = "\
Examples:
  regalloc-limit compare sqlite3.c
  regalloc-limit compare --target x86-64,riscv64 --alloc limit --alloc pbqp src/
  regalloc-limit compare --alloc 'csr=greedy -regalloc-csr-first-time-cost=8192' x.bc
  regalloc-limit compare --alloc limit --format html --output report.html --explain x.c
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

    /// Write the page of regalloc-limit explain for each of the functions that cost most beside the base, and link to
    /// it: with --format html, into a folder beside its --output
    #[arg(long)]
    explain: bool,

    /// Exit with status 1 if a ratio of the first --alloc to the base is higher, such as
    /// move-cost=1.02; repeat it for more
    #[arg(long = "threshold", value_name = "METRIC=RATIO")]
    thresholds: Vec<Threshold>,

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
        let allocators = self.selection.allocators.all()?;
        let explained = match self.explain {
            true => Some(folder_of_pages(self.format, self.output.path.as_deref(), &allocators)?),
            false => None,
        };
        Ok(Options {
            settings: self.common.settings()?,
            allocators,
            explained,
            selection: self.selection.inputs(),
            filter: self.filter,
            format: self.format,
            output: self.output.path,
            growth: self.growth,
            thresholds: self.thresholds,
            jobs: self.running.jobs(),
            quiet: self.running.progress.quiet,
        })
    }
}

/// Where the pages of explain go: beside the report, by its name.
fn folder_of_pages(
    format: Format,
    output: Option<&Path>,
    allocators: &[Allocator],
) -> Result<PathBuf> {
    let output = output.filter(|_| format == Format::Html);
    let output = output.context("--explain needs --format html and --output FILE")?;
    let is_explained = match allocators {
        [base, tested, ..] => explain::is_shown_beside(base) && tested.name == "limit",
        _ => false,
    };
    ensure!(
        is_explained,
        "--explain shows limit beside greedy or basic; name limit as the first --alloc"
    );
    let name = output.file_stem().context("--output is the name of a file")?;
    Ok(output.with_file_name(format!("{}-explain", name.display())))
}
