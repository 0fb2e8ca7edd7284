//! Runs `llc` on generated IR with the allocator under test and, where that fails, with the other.

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
        Ok(match defect_of_llvm(&finished.stderr) {
            Some(pass) => Verdict::Unknown(format!("{pass}: {}", reason(&finished))),
            None => Verdict::Bad(reason(&finished)),
        })
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
        let why = reason(&finished);
        if why.starts_with("limit-check:") {
            return Ok(Trusted::Refused(why));
        }
        // The checker may crash, or do something to the code that the verifier refuses.
        let unchecked = self.unchecked_arguments(allocator, flags);
        let is_checkers = self.is_checked() && self.run(unchecked, ir, object)?.succeeded();
        Ok(if is_checkers { Trusted::Refused(why) } else { Trusted::Failed(why) })
    }

    /// Runs `llc` with these arguments.
    fn run(&self, arguments: Vec<String>, ir: &Path, object: &Path) -> Result<Finished> {
        let mut llc = Command::new(&self.settings.tools.llc);
        llc.args(arguments).arg(ir).arg("-o").arg(object);
        process::run(&mut llc, self.settings.timeout)
    }
}

const UNDEFINED: &str = "Using an undefined physical register";

/// Passes behind allocation and what LLVM's verifier finds after them, whichever allocator ran,
/// because of what they do themselves: branches of SPARC on a register whose value does not matter
/// lose the mark that says so when they are built again; ARM's jump tables lose the load of their
/// address, but not the sum with it where that was spilled; MIPS copies a general register to one of
/// 64 bits for floating point only in front of the selection that reads it, so a copy that is kept
/// for later has no instruction and becomes number 0, which is a phi.
const DEFECTS: [(&str, &str); 3] = [
    ("Control Flow Optimizer", UNDEFINED),
    ("ARM constant island placement and branch shortening pass", UNDEFINED),
    ("Post-RA pseudo instruction expansion pass", "Found PHI instruction with NoPHIs property set"),
];

/// The pass that broke the code, if it is one of those.
fn defect_of_llvm(stderr: &str) -> Option<&'static str> {
    let after = stderr.lines().find_map(|line| line.strip_prefix("# After "))?;
    let found = |what| stderr.contains(&format!("Bad machine code: {what}"));
    let known = DEFECTS.into_iter().find(|&(pass, what)| after == pass && found(what))?;
    Some(known.0)
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
    use super::defect_of_llvm;

    #[test]
    fn only_what_llvm_breaks_behind_allocation_is_excused() {
        let said = |pass: &str, what: &str| {
            format!("\n# After {pass}\n# Machine code\n*** Bad machine code: {what} ***\n")
        };
        let undefined = "Using an undefined physical register";
        let folder = "Control Flow Optimizer";
        assert_eq!(defect_of_llvm(&said(folder, undefined)), Some(folder));
        assert_eq!(defect_of_llvm(&said(folder, "Illegal physical register")), None);
        assert_eq!(defect_of_llvm(&said("Virtual Register Rewriter", undefined)), None);
        let expansion = "Post-RA pseudo instruction expansion pass";
        let phi = "Found PHI instruction with NoPHIs property set";
        assert_eq!(defect_of_llvm(&said(expansion, phi)), Some(expansion));
        assert_eq!(defect_of_llvm(&said(expansion, undefined)), None);
        assert_eq!(defect_of_llvm("limit-check: in function 'f'"), None);
    }
}
