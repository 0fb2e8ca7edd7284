//! How a command ends.

use std::process::ExitCode;

/// Exit status when a threshold is exceeded, or the allocator under test or a program failed.
const EXCEEDED: u8 = 1;
/// Exit status for wrong arguments, missing tools and inputs that cannot be used.
pub const UNUSABLE: u8 = 2;
/// Exit status after Ctrl-C, as shells count it.
pub const INTERRUPTED: u8 = 130;

/// How a command ended that did not end in an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// As was hoped.
    Good,
    /// A threshold is exceeded, or the allocator under test or a program failed.
    Exceeded,
    /// By Ctrl-C, with what was found until then written.
    Interrupted,
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> ExitCode {
        match outcome {
            Outcome::Good => ExitCode::SUCCESS,
            Outcome::Exceeded => ExitCode::from(EXCEEDED),
            Outcome::Interrupted => ExitCode::from(INTERRUPTED),
        }
    }
}
