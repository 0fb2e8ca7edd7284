//! The command line: what can be written there, and what options of a command's module it becomes.

mod bench;
mod bisect;
mod common;
mod compare;
mod corpus;
mod execute;
mod explain;
mod fuzz;
mod gallery;
mod reproduction;
mod results;

use crate::outcome::Outcome;
use anyhow::Result;
use clap::{Parser, Subcommand};

/// Measures LLVM's register allocators, and the plugin's, against each other.
#[derive(Debug, Parser)]
#[command(name = "regalloc-limit", version, arg_required_else_help = true)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
enum Command {
    /// Compile inputs with several allocators and compare the code that they give
    #[command(after_help = compare::EXAMPLES)]
    Compare(Box<compare::Arguments>),
    /// Measure how long allocation takes, and how the time grows with the size of a function
    #[command(after_help = bench::EXAMPLES)]
    Bench(Box<bench::Arguments>),
    /// Find the function, and the decision in it, at which a program goes wrong
    #[command(after_help = bisect::EXAMPLES)]
    Bisect(bisect::Arguments),
    /// Fetch and compile the public corpus of C and C++ projects, and list it
    #[command(after_help = corpus::EXAMPLES)]
    Corpus(Box<corpus::Arguments>),
    /// Say why values were taken out of registers, what that costs and what else could have been done
    #[command(after_help = explain::EXAMPLES)]
    Explain(Box<explain::Arguments>),
    /// Try the allocator on random inputs, and reduce what it does wrong to small cases
    #[command(after_help = fuzz::EXAMPLES)]
    Fuzz(Box<fuzz::Arguments>),
    /// Run the programs of the corpus and count the instructions that they execute
    #[command(after_help = execute::EXAMPLES)]
    Execute(Box<execute::Arguments>),
    /// Show what becomes of code that people complain about in public
    #[command(after_help = gallery::EXAMPLES)]
    Gallery(gallery::Arguments),
    /// Make one document of what compare, execute and bench wrote as JSON
    #[command(after_help = results::EXAMPLES)]
    Results(results::Arguments),
}

impl Cli {
    /// Does what the command line says.
    pub fn run(self) -> Result<Outcome> {
        match self.command {
            Command::Bench(arguments) => crate::bench::run(&arguments.options()?),
            Command::Bisect(arguments) => crate::bisect::run(&arguments.options()),
            Command::Compare(arguments) => crate::compare::run(&arguments.options()?),
            Command::Corpus(arguments) => crate::corpus::run(&arguments.options()),
            Command::Explain(arguments) => crate::explain::run(&arguments.options()?),
            Command::Fuzz(arguments) => crate::fuzz::run(&arguments.options()?),
            Command::Execute(arguments) => crate::execute::run(&arguments.options()?),
            Command::Gallery(arguments) => crate::gallery::run(&arguments.options()?),
            Command::Results(arguments) => crate::results::run(&arguments.options()),
        }
    }
}
