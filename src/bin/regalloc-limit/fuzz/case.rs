//! What came of one seed, and what is kept of a failure.

use std::path::PathBuf;

/// What came of one seed.
#[derive(Debug, Default)]
pub struct Tried {
    /// How often the allocator was run on what the seed gave.
    pub runs: u64,
    /// Runs of which nothing can be said, such as those that greedy fails on as well: why.
    pub skipped: Vec<String>,
    /// Functions that limit handed to LLVM's own allocator.
    pub last_resort: u64,
    /// What went wrong.
    pub failures: Vec<Failure>,
}

/// One failure of the allocator.
#[derive(Debug)]
pub struct Failure {
    /// The machine, or what else it was that failed.
    pub machine: String,
    /// Why, in one line.
    pub reason: String,
    /// What the failure is reproduced from.
    pub evidence: Evidence,
}

/// What a failure is reproduced from.
#[derive(Debug)]
pub enum Evidence {
    /// IR, and what `llc` was given besides the allocator.
    Ir {
        /// Where it is.
        path: PathBuf,
        /// The arguments of `llc`.
        flags: Vec<String>,
    },
    /// IR of a C program that prints something else, and how it is linked and run.
    Program(super::program::Program),
    /// A function in the core's text form.
    Text(String),
}

impl Failure {
    /// What two failures have in common that probably are the same: the reason without what differs
    /// from function to function.
    pub fn signature(&self) -> String {
        let reason = &self.reason;
        let constant = if matches!(self.evidence, Evidence::Program(_)) {
            "prints something else".to_owned()
        } else if reason.starts_with("limit-check:") {
            "limit-check".to_owned()
        } else if reason.starts_with("panicked at") {
            reason.clone()
        } else {
            reason.chars().filter(|c| !c.is_ascii_digit()).collect()
        };
        format!("{} {constant}", self.machine)
    }
}
