//! The command `regalloc-limit`: measures register allocators against each other.
//!
//! Everything about generated code comes from the judge in the plugin (`cpp/Score.cpp`), which
//! treats all allocators alike; everything about time from LLVM's own clocks. Each measurement is
//! a process of its own: an allocator that crashes ends its own process only.

#![warn(missing_docs)]

mod allocator;
mod bench;
mod cli;
mod compare;
mod comparison;
mod corpus;
mod execute;
mod format;
mod fuzz;
mod input;
mod listing;
mod measure;
mod measurement;
mod metric;
mod output;
mod process;
mod progress;
mod report;
mod score;
mod stats;
mod target;
mod timing;
mod tools;
mod workers;

use clap::Parser;
use std::io::Write;
use std::process::ExitCode;

/// Exit status when a threshold is exceeded, or the allocator under test or a program failed.
const EXCEEDED: u8 = 1;
/// Exit status for wrong arguments, missing tools and inputs that cannot be used.
const UNUSABLE: u8 = 2;
/// Exit status after Ctrl-C, as shells count it.
const INTERRUPTED: u8 = 130;

/// How a command ended that did not end in an error.
pub enum Outcome {
    /// As was hoped.
    Good,
    /// A threshold is exceeded, or the allocator under test or a program failed.
    Exceeded,
    /// By Ctrl-C, with what was found until then written.
    Interrupted,
}

/// Writes a line to standard error, if anybody still reads it.
pub fn say(line: &str) {
    let _ = writeln!(std::io::stderr(), "regalloc-limit: {line}");
}

fn main() -> ExitCode {
    let result = process::handle_interrupts().and_then(|()| match cli::Cli::parse().command {
        cli::Command::Bench(arguments) => bench::run(&arguments),
        cli::Command::Compare(arguments) => compare::run(&arguments),
        cli::Command::Corpus(arguments) => corpus::run(&arguments),
        cli::Command::Fuzz(arguments) => fuzz::run(&arguments),
        cli::Command::Execute(arguments) => execute::run(&arguments),
    });
    match result {
        Ok(Outcome::Good) => ExitCode::SUCCESS,
        Ok(Outcome::Exceeded) => ExitCode::from(EXCEEDED),
        Ok(Outcome::Interrupted) => ExitCode::from(INTERRUPTED),
        Err(error) => {
            // One line: what was tried, and why it did not work.
            say(&format!("error: {error:#}"));
            let interrupted = error.is::<process::Interrupted>();
            ExitCode::from(if interrupted { INTERRUPTED } else { UNUSABLE })
        }
    }
}
