//! Programs that are linked and run: natively, or under QEMU.

use super::llc::Llc;
use super::machine::Machine;
use crate::allocator::Allocator;
use crate::process;
use crate::target::Target;
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::time::Duration;

/// How long a generated program may run with the trusted allocator; most take a few milliseconds,
/// some never end.
pub const RUN_LIMIT: Duration = Duration::from_secs(3);
/// How long it may run then with the one under test: the machine may be busy.
pub const LONG_RUN_LIMIT: Duration = Duration::from_secs(30);

/// A machine that programs are run on.
#[derive(Clone, Debug)]
pub struct Runner {
    /// What it is called, and how code is generated for it.
    pub target: Target,
    /// The emulator; none where the programs run natively.
    emulator: Option<&'static str>,
}

impl Runner {
    /// x86-64, AArch64 and RISC-V 64.
    pub fn all() -> Vec<Runner> {
        let runner = |target: Target| {
            // A program for the machine itself runs without an emulator, as x86-64's always do.
            let is_native = target == Target::of_this_machine() || target.name == "x86-64";
            let emulator = target.emulator().filter(|_| !is_native);
            Runner { target, emulator }
        };
        Target::all_of_the_corpus().into_iter().map(runner).collect()
    }

    /// Those of the machines named; all of them if none is named.
    pub fn among(machines: &[Machine]) -> Vec<Runner> {
        let is_named = |runner: &Runner| {
            machines.is_empty() || machines.iter().any(|machine| machine.name == runner.target.name)
        };
        Runner::all().into_iter().filter(is_named).collect()
    }

    /// The command that links objects to an executable.
    pub fn link(&self, clang: &Path, objects: &[PathBuf], executable: &Path) -> Vec<String> {
        let mut words = vec![clang.display().to_string()];
        words.extend(self.target.clang_flags());
        // Emulated programs find no shared libraries.
        words.extend(self.emulator.map(|_| "-static".to_owned()));
        words.extend(objects.iter().map(|object| object.display().to_string()));
        words.extend(["-lm".to_owned(), "-o".to_owned(), executable.display().to_string()]);
        words
    }

    /// The command that runs an executable.
    pub fn run(&self, executable: &Path) -> Vec<String> {
        let emulator = self.emulator.map(str::to_owned);
        emulator.into_iter().chain([executable.display().to_string()]).collect()
    }
}

/// A program in parts: each is compiled with the allocator under test or with the trusted one.
#[derive(Clone, Debug)]
pub struct Program {
    /// Where it runs.
    pub runner: Runner,
    /// Bitcode that the allocator under test compiles.
    pub tested: PathBuf,
    /// Bitcode that the trusted allocator compiles.
    pub trusted: Vec<PathBuf>,
    /// The arguments of `llc` for the part under test, besides the allocator.
    pub flags: Vec<String>,
}

/// What running a program gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ran {
    /// It ended: how, and with which output.
    Ended {
        /// Its exit status or the signal that ended it.
        status: ExitStatus,
        /// Its standard output.
        output: Vec<u8>,
    },
    /// It did not end in time.
    TimedOut,
    /// A tool failed to make it: why.
    NotBuilt(String),
}

impl Ran {
    /// Whether it ended as a program of csmith does: it prints a checksum and returns 0.
    pub fn is_good(&self) -> bool {
        matches!(self, Self::Ended { status, output } if status.success() && !output.is_empty())
    }

    /// In a few words.
    pub fn describe(&self) -> String {
        match self {
            Ran::TimedOut => "does not end".to_owned(),
            Ran::NotBuilt(why) => why.clone(),
            Ran::Ended { status, output } => {
                let text = String::from_utf8_lossy(output);
                format!("{status}, '{}'", text.trim().lines().last().unwrap_or_default())
            }
        }
    }
}

impl Program {
    /// What every part is compiled for, beside the allocator.
    fn machine_flags(&self) -> Vec<String> {
        let mut flags = self.runner.target.llc_flags();
        flags.push("-relocation-model=pic".to_owned());
        flags
    }

    /// All arguments of `llc` for the part under test.
    pub fn tested_flags(&self) -> Vec<String> {
        [self.machine_flags(), self.flags.clone()].concat()
    }

    /// Compiles, links and runs it; `tested` is what compiles the part under test.
    pub fn run(
        &self,
        llc: &Llc,
        tested: &Allocator,
        folder: &Path,
        limit: Duration,
    ) -> Result<Ran> {
        let mut objects = vec![folder.join("tested.o")];
        let finished = llc.compile(tested, &self.tested_flags(), &self.tested, &objects[0])?;
        if !finished.succeeded() {
            return Ok(Ran::NotBuilt(super::llc::reason(&finished)));
        }
        for (number, part) in self.trusted.iter().enumerate() {
            let object = folder.join(format!("trusted{number}.o"));
            let finished = llc.compile(llc.base, &self.machine_flags(), part, &object)?;
            if !finished.succeeded() {
                return Ok(Ran::NotBuilt(super::llc::reason(&finished)));
            }
            objects.push(object);
        }
        self.link_and_run(llc, &objects, &folder.join("program"), limit)
    }

    fn link_and_run(
        &self,
        llc: &Llc,
        objects: &[PathBuf],
        executable: &Path,
        limit: Duration,
    ) -> Result<Ran> {
        let settings = llc.settings;
        let words = self.runner.link(&settings.tools.clang, objects, executable);
        let linked = process::run(Command::new(&words[0]).args(&words[1..]), settings.timeout)?;
        if !linked.succeeded() {
            return Ok(Ran::NotBuilt(linked.reason()));
        }
        let words = self.runner.run(executable);
        let ran = process::run(Command::new(&words[0]).args(&words[1..]), limit)?;
        std::fs::remove_file(executable).context("cannot remove a program that was run")?;
        let Some(status) = ran.status else { return Ok(Ran::TimedOut) };
        Ok(Ran::Ended { status, output: ran.stdout })
    }
}

#[cfg(test)]
mod tests {
    use super::Ran;
    use std::os::unix::process::ExitStatusExt;
    use std::process::ExitStatus;

    #[test]
    fn what_prints_nothing_or_returns_something_else_is_not_good() {
        // As wait(2) tells it: the status in the second byte, the signal in the first.
        let ended = |status: i32, output: &str| {
            let (status, output) = (ExitStatus::from_raw(status), output.as_bytes().to_vec());
            Ran::Ended { status, output }.is_good()
        };
        assert!(ended(0, "checksum = 1F\n"));
        assert!(!ended(0, ""));
        assert!(!ended(200 << 8, "checksum = 1F\n"));
        assert!(!ended(11, "checksum = 1F\n"));
        assert!(!Ran::TimedOut.is_good());
    }
}
