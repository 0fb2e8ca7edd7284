//! Runs `llc` on generated IR with the allocator under test and, where that fails, with the other.

use super::defects::defect_of_llvm;
use crate::allocator::Allocator;
use crate::measure::{last_resorts, Settings};
use crate::process::{self, Finished};
use anyhow::Result;
use std::path::Path;
use std::process::Command;

/// The option that makes the symbolic checker look at an allocator's work.
pub const CHECK: &str = "-limit-check";

/// The allocator under test, the one whose failures excuse its own, and the tools.
pub struct Llc<'a> {
    /// The tools, and how long one of them may run.
    pub settings: &'a Settings,
    /// The allocator under test.
    pub allocator: &'a Allocator,
    /// The allocator that is trusted.
    pub base: &'a Allocator,
    /// The arguments that make `llc` judge the code: none where the programs are run.
    pub judges: Vec<String>,
}

/// How the reason begins where what LLVM does wrong itself is known; its name follows.
pub const KNOWN: &str = "known defect of LLVM";

/// What an allocator made of some IR.
#[derive(Debug)]
pub enum Verdict {
    /// Code that nothing is known to be wrong with; functions that the last resort allocated.
    Good(u64),
    /// Nothing that counts, because LLVM itself is known to fail here: why.
    Unknown(String),
    /// A failure: why.
    Bad(String),
}

/// What came of an allocator of LLVM's.
#[derive(Clone, Debug)]
pub enum Trusted {
    /// Code that nothing is known to be wrong with.
    Good,
    /// Code that the symbolic checker, and nobody else, refuses: why.
    Refused(String),
    /// None, because it or something else of LLVM's failed: why.
    Failed(String),
}

impl Trusted {
    /// Whether the checker refuses the code.
    pub fn is_refused(&self) -> bool {
        matches!(self, Trusted::Refused(_))
    }
}

impl Llc<'_> {
    /// The arguments of `llc` for an allocator, but for the input and the output.
    pub fn arguments(&self, allocator: &Allocator, flags: &[String]) -> Vec<String> {
        // The flags come last, since some take a judge back, and may ask for text.
        let mut general = vec!["-filetype=obj".to_owned()];
        general.extend_from_slice(&self.judges);
        self.settings.llc_arguments(&[&general, flags].concat(), allocator)
    }

    /// The same without the symbolic checker.
    pub fn unchecked_arguments(&self, allocator: &Allocator, flags: &[String]) -> Vec<String> {
        let mut arguments = self.arguments(allocator, flags);
        arguments.retain(|argument| argument != CHECK);
        arguments
    }

    /// Whether the symbolic checker is one of the judges.
    pub fn is_checked(&self) -> bool {
        self.judges.iter().any(|judge| judge == CHECK)
    }

    /// Compiles IR to an object file.
    pub fn compile(
        &self,
        allocator: &Allocator,
        flags: &[String],
        ir: &Path,
        object: &Path,
    ) -> Result<Finished> {
        self.run(self.arguments(allocator, flags), ir, object)
    }

    /// Compiles IR with the allocator under test, and says what is wrong.
    pub fn judge(&self, flags: &[String], ir: &Path, object: &Path) -> Result<Verdict> {
        let report = object.with_extension("report");
        let mut with_report = flags.to_vec();
        with_report.push(format!("-limit-report={}", report.display()));
        let finished = self.compile(self.allocator, &with_report, ir, object)?;
        // There is none where no function has a register to allocate.
        let outcomes = std::fs::read_to_string(&report).unwrap_or_default();
        let _ = std::fs::remove_file(&report);
        if let Some(panic) = panic_of(&outcomes) {
            return Ok(Verdict::Bad(panic));
        }
        if finished.succeeded() {
            return Ok(Verdict::Good(last_resorts(&outcomes)));
        }
        match defect_of_llvm(flags, &finished.stderr) {
            Some(defect) if !defect.in_front || is_unallocated(&outcomes, &finished.stderr) => {
                Ok(Verdict::Unknown(format!("{KNOWN}: {}", defect.name)))
            }
            _ => Ok(Verdict::Bad(reason(&finished))),
        }
    }

    /// Compiles IR with an allocator of LLVM's; where the symbolic checker refuses what the verifier
    /// takes, or where `llc` fails with the checker only, the checker is wrong.
    pub fn judge_trusted(
        &self,
        allocator: &Allocator,
        flags: &[String],
        ir: &Path,
        object: &Path,
    ) -> Result<Trusted> {
        let finished = self.compile(allocator, flags, ir, object)?;
        if finished.succeeded() {
            return Ok(Trusted::Good);
        }
        if let Some(defect) = defect_of_llvm(flags, &finished.stderr) {
            return Ok(Trusted::Failed(format!("{KNOWN}: {}", defect.name)));
        }
        if !self.is_checked() {
            return Ok(Trusted::Failed(reason(&finished)));
        }
        // The checker's report does not hide what the verifier finds in another function.
        let unchecked = self.run(self.unchecked_arguments(allocator, flags), ir, object)?;
        Ok(match unchecked.succeeded() {
            true => Trusted::Refused(reason(&finished)),
            false => Trusted::Failed(reason(&unchecked)),
        })
    }

    /// Runs `llc` with these arguments.
    fn run(&self, arguments: Vec<String>, ir: &Path, object: &Path) -> Result<Finished> {
        let mut llc = Command::new(&self.settings.tools.llc);
        llc.args(arguments).arg(ir).arg("-o").arg(object);
        let finished = process::run(&mut llc, self.settings.timeout)?;
        // Else each input would be one that no allocator compiles, and all would seem well.
        self.settings.check_loaded(&finished.reason())?;
        Ok(finished)
    }
}

/// Whether `llc` gave up in a function that was not allocated, by the lines of `-limit-report`.
fn is_unallocated(outcomes: &str, stderr: &str) -> bool {
    let name = stderr.lines().find_map(|line| {
        let (_, name) = line.split_once("' on function '@")?;
        name.strip_suffix('\'')
    });
    name.is_some_and(|name| !outcomes.contains(&format!("\"function\":\"{name}\"")))
}

/// The message of a panic in the core, which limit survives by its last resort.
fn panic_of(outcomes: &str) -> Option<String> {
    let line = outcomes.lines().find(|line| line.contains("panicked at"))?;
    let (_, message) = line.split_once("panicked at")?;
    let message = message.split('"').next().unwrap_or(message);
    Some(format!("panicked at{}", message.trim_end_matches('\\')))
}

/// Why `llc` failed: what the verifier or the checker found, else what any tool says.
pub fn reason(finished: &Finished) -> String {
    let found = finished.stderr.lines().find_map(|line| {
        let start = line.find("Bad machine code").or_else(|| line.find("limit-check:"))?;
        Some(line[start..].trim_end_matches([' ', '*']).to_owned())
    });
    found.unwrap_or_else(|| finished.reason())
}

#[cfg(test)]
mod tests {
    use super::is_unallocated;

    #[test]
    fn a_function_is_allocated_once_it_is_in_the_report() {
        let stderr = "LLVM ERROR: out of memory\n2.\tRunning pass 'Dominators' on function '@f1'\n";
        let outcomes = "{\"module\":\"m\",\"function\":\"f\",\"rounds\":1}\n";
        assert!(is_unallocated("", stderr));
        assert!(is_unallocated(outcomes, stderr));
        assert!(!is_unallocated(&outcomes.replace("\"f\"", "\"f1\""), stderr));
        assert!(!is_unallocated("", "LLVM ERROR: out of memory\n"), "nobody knows where");
    }
}
