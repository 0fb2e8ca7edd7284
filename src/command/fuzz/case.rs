//! What came of one seed, and what is kept of a failure.

use std::path::PathBuf;

/// What came of one seed.
#[derive(Debug, Default)]
pub struct Tried {
    /// How often the allocator was run on what the seed gave.
    pub runs: u64,
    /// Runs of which nothing can be said, such as those that greedy fails on as well: the machine
    /// and why.
    pub skipped: Vec<(String, String)>,
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
    /// The allocator whose code the checker refuses though it is trusted: then the checker failed.
    pub checked: Option<String>,
    /// Why, in one line.
    pub reason: String,
    /// What the failure is reproduced from.
    pub evidence: Evidence,
}

/// What a failure is reproduced from.
#[derive(Debug)]
pub enum Evidence {
    /// IR, and what `llc` was given.
    Ir {
        /// Where it is.
        path: PathBuf,
        /// The arguments with which `llc` fails.
        failing: Vec<String>,
        /// Arguments with which it does not.
        passing: Vec<String>,
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
        let constant = match self.evidence {
            Evidence::Program(_) => "prints something else".to_owned(),
            _ => without_details(&self.reason),
        };
        format!("{} {constant}", self.subject())
    }

    /// What failed: the machine, and the checker if it is its failure.
    pub fn subject(&self) -> String {
        match &self.checked {
            Some(allocator) => format!("{}-checker-{allocator}", self.machine),
            None => self.machine.clone(),
        }
    }
}

/// A reason without what differs from function to function.
pub fn without_details(reason: &str) -> String {
    for constant in ["limit-check", "Bad machine code", "ran out of registers"] {
        if reason.contains(constant) {
            let end = reason.find(constant).map_or(0, |start| start + constant.len());
            let detail = if constant == "Bad machine code" { &reason[end..] } else { "" };
            return format!("{constant}{detail}");
        }
    }
    match reason.starts_with("panicked at")
        || reason.contains("signal ")
        || reason.starts_with(super::llc::KNOWN)
    {
        // The line of a panic, the number of a signal and the name of a defect matter.
        true => reason.to_owned(),
        false => reason.chars().filter(|c| !c.is_ascii_digit()).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::without_details;

    #[test]
    fn reasons_of_the_same_kind_are_the_same() {
        let reasons = [
            ("limit-check: in function 'f', $eax = COPY of %bb.1 reads", "limit-check"),
            ("error: limit-check: in function 'g', RET", "limit-check"),
            (
                "Bad machine code: Using an undefined register",
                "Bad machine code: Using an undefined register",
            ),
            (
                "error: ran out of registers during register allocation in function 'f'",
                "ran out of registers",
            ),
            ("panicked at src/a.rs:3:1: no", "panicked at src/a.rs:3:1: no"),
            ("known defect of LLVM: msp430-a", "known defect of LLVM: msp430-a"),
            ("v10 and v3 share r2", "v and v share r"),
        ];
        for (reason, constant) in reasons {
            assert_eq!(without_details(reason), constant);
        }
    }
}
