//! The command line of `regalloc-limit explain`.

use super::common::{Common, Output};
use crate::allocator::Allocator;
use crate::explain::{Form, Options, Subject};
use crate::target::Target;
use anyhow::{bail, Result};
use clap::Args;

/// What the help ends with.
pub const EXAMPLES: &str = "\
Examples:
  regalloc-limit explain lvm.c
  regalloc-limit explain lvm.c:1184 --target aarch64
  regalloc-limit explain x.bc --function luaV_execute --alloc greedy
  regalloc-limit explain x.c --alloc greedy --format html --output x.html
  regalloc-limit explain x.c --alloc 'high=limit -limit-effort=high'

Exit status: 0; 2 if the input cannot be compiled, or has no such function.";

/// The arguments of `explain`.
#[derive(Debug, Args)]
pub struct Arguments {
    /// A file .c, .cc, .cpp, .cxx, .ll, .bc or .mir, and a line of it to look at
    #[arg(value_name = "FILE[:LINE]")]
    subject: Subject,

    /// Only the function of this name, or those whose names contain it if none has it
    #[arg(long, value_name = "NAME")]
    function: Option<String>,

    /// x86-64, aarch64, riscv64 or a triple [default: what the input says]
    #[arg(long, value_name = "TARGET")]
    target: Option<Target>,

    /// Show beside limit what this allocator does: greedy or basic, with flags of llc, or limit with
    /// other flags
    #[arg(long = "alloc", value_name = "[NAME=]REGALLOC [FLAG...]")]
    beside: Option<Allocator>,

    /// All functions and regions, not the hottest alone
    #[arg(long)]
    all: bool,

    /// The form of the result
    #[arg(long, value_enum, default_value = "text")]
    format: Form,

    /// Where it writes.
    #[command(flatten)]
    output: Output,

    /// How it compiles.
    #[command(flatten)]
    common: Common,
}

impl Arguments {
    /// What they ask for.
    pub fn options(self) -> Result<Options> {
        if let Some(other) = self.beside.as_ref().filter(|other| !is_shown_beside(other)) {
            bail!(
                "explain shows greedy, basic or limit with other flags beside limit, and not '{}'",
                other.name
            );
        }
        Ok(Options {
            settings: self.common.settings()?,
            subject: self.subject,
            function: self.function,
            target: self.target.unwrap_or_else(Target::of_the_input),
            beside: self.beside,
            all: self.all,
            form: self.format,
            output: self.output.path,
        })
    }
}

/// Whether the plugin reports the placements of this allocator, and it is not limit as it is.
pub fn is_shown_beside(allocator: &Allocator) -> bool {
    let regalloc = allocator.flags.iter().find_map(|flag| flag.strip_prefix("-regalloc="));
    match regalloc {
        Some("greedy" | "basic") => true,
        Some("limit") => allocator.name != "limit",
        _ => false,
    }
}
