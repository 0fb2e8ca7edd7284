//! The command `regalloc-limit`: measures register allocators against each other.
//!
//! Everything about generated code comes from the judge in the plugin (`cpp/report/Score.cpp`), which
//! treats all allocators alike; everything about time from LLVM's own clocks. Each measurement is
//! a process of its own: an allocator that crashes ends its own process only.
//!
//! [`cli`] reads the command line into the options that each command's module defines, and calls
//! the module. No module knows of the command line.

#![warn(missing_docs)]

mod allocator;
mod bench;
mod bisect;
mod causes;
mod cli;
mod compare;
mod comparison;
mod corpus;
mod execute;
mod explain;
mod fetch;
mod format;
mod fuzz;
mod gallery;
mod input;
mod listing;
mod measure;
mod measurement;
mod metric;
mod outcome;
mod output;
mod patterns;
mod process;
mod progress;
mod report;
mod results;
mod score;
mod selection;
mod shell;
mod stats;
mod target;
mod timing;
mod tools;
mod words;
mod workers;

use clap::Parser;
use outcome::{INTERRUPTED, UNUSABLE};
use std::process::ExitCode;

fn main() -> ExitCode {
    match process::handle_interrupts().and_then(|()| cli::Cli::parse().run()) {
        Ok(outcome) => outcome.into(),
        Err(error) => {
            // One line: what was tried, and why it did not work.
            output::say(&format!("error: {error:#}"));
            let interrupted = error.is::<process::Interrupted>();
            ExitCode::from(if interrupted { INTERRUPTED } else { UNUSABLE })
        }
    }
}
