//! The command line of `regalloc-limit gallery`.

use super::common::{Common, Output, Progress};
use crate::gallery::Options;
use anyhow::Result;
use clap::Args;
use std::path::PathBuf;

/// What the help ends with.
pub const EXAMPLES: &str = "\
Examples:
  regalloc-limit gallery --output docs/gallery.md
  regalloc-limit gallery --case blake3

Exit status: 0; 2 if a case could not be fetched or measured.";

/// The arguments of `gallery`.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Only the cases whose file's name contains this
    #[arg(long, value_name = "NAME")]
    case: Option<String>,

    /// Where published sources are kept
    #[arg(long, value_name = "FOLDER", default_value = "target/gallery")]
    cache: PathBuf,

    /// Where it writes.
    #[command(flatten)]
    output: Output,

    /// How it compiles.
    #[command(flatten)]
    common: Common,

    /// Whether it shows progress.
    #[command(flatten)]
    progress: Progress,
}

impl Arguments {
    /// What they ask for.
    pub fn options(self) -> Result<Options> {
        Ok(Options {
            settings: self.common.settings()?,
            quiet: self.progress.quiet,
            case: self.case,
            cache: self.cache,
            output: self.output.path,
        })
    }
}
