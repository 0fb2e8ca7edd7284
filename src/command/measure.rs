//! Runs `llc` once for one input and one allocator, and reads what the judge and the clock say.

use crate::allocator::Allocator;
use crate::input::{Input, Kind};
use crate::process;
use crate::score::{self, Score};
use crate::target::Target;
use crate::timing::{self, Times};
use crate::tools::Tools;
use anyhow::{bail, Context, Result};
use object::{Object, ObjectSection, ObjectSymbol, SectionKind};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// What all measurements of one run have in common.
#[derive(Clone)]
pub struct Settings {
    /// The tools and the plugin.
    pub tools: Tools,
    /// The level of optimisation, of clang and of `llc`: `1` to `3`.
    pub opt: String,
    /// The processor to generate code for; none is the target's generic one.
    pub mcpu: Option<String>,
    /// Further arguments of `llc`, for every allocator.
    pub llc_args: Vec<String>,
    /// Further arguments of clang, for C and C++.
    pub clang_args: Vec<String>,
    /// The time that one run of a tool may take.
    pub timeout: Duration,
    /// The processor time that one measurement may take, if that is limited too.
    pub processor_limit: Option<Duration>,
    /// The command line that makes the same figures again.
    pub command: String,
}

/// What one allocator made of one input.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// The judge's scores by function.
    pub scores: BTreeMap<String, Score>,
    /// Processor time.
    pub times: Times,
    /// Size of the object file's code sections in bytes.
    pub text_bytes: u64,
    /// Functions that limit handed to LLVM's own allocator.
    pub last_resort: u64,
}

/// A measurement, or in one line why there is none.
pub type Cell = std::result::Result<Run, String>;

impl Settings {
    /// Runs `llc` on nothing with each allocator, for each target that is named: a wrong flag, a
    /// wrong processor or a plugin that does not load is an error of the command line and not of an
    /// input. Returns the version of LLVM.
    pub fn check(&self, allocators: &[Allocator], targets: &[Target]) -> Result<String> {
        let empty = tempfile::Builder::new().suffix(".ll").tempfile()?;
        let default = [Target::of_the_input()];
        for target in if targets.is_empty() { &default } else { targets } {
            for allocator in allocators {
                if let Err(reason) = self.measure(empty.path(), target, allocator)? {
                    self.check_loaded(&reason)?;
                    bail!(
                        "llc does not run with the allocator '{}': {reason}; see llc -help-hidden",
                        allocator.name
                    );
                }
            }
        }
        let version = process::run(Command::new(&self.tools.llc).arg("--version"), self.timeout)?;
        let text = String::from_utf8_lossy(&version.stdout).into_owned();
        let line = text.lines().find(|line| line.contains("version")).unwrap_or_default();
        Ok(line.trim().to_owned())
    }

    /// An error if why `llc` failed is that it could not load the plugin.
    pub fn check_loaded(&self, reason: &str) -> Result<()> {
        let plugin = self.tools.plugin.display();
        if let Some(why) = reason.strip_prefix(&format!("Error opening '{plugin}': ")) {
            // The loader begins with the name of the file, too.
            let why = why.trim_start_matches(&format!("{plugin}: "));
            bail!("cannot load the plugin {plugin}: {why}; build it with: cargo build --release");
        }
        Ok(())
    }

    /// Compiles C or C++ to optimised IR in `folder`; other inputs are taken as they are. The inner
    /// error is the compiler's.
    pub fn prepare(
        &self,
        input: &Input,
        target: &Target,
        folder: &Path,
    ) -> Result<std::result::Result<PathBuf, String>> {
        if input.kind != Kind::Source {
            return Ok(Ok(input.path.clone()));
        }
        let output = tempfile::Builder::new().suffix(".bc").tempfile_in(folder)?.into_temp_path();
        let mut clang = self.tools.clang_to_ir(&self.opt, target);
        clang.args(&self.clang_args).arg(&input.path).arg("-o").arg(&output);
        let finished = process::run(&mut clang, self.timeout)?;
        if !finished.succeeded() {
            return Ok(Err(finished.reason()));
        }
        Ok(Ok(output.keep()?))
    }

    /// Compiles an input that [`Settings::prepare`] has prepared with one allocator.
    pub fn measure(&self, path: &Path, target: &Target, allocator: &Allocator) -> Result<Cell> {
        let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
        let file = |name: &str| folder.path().join(name);
        let mut llc = self.llc(path, target, allocator);
        llc.arg(format!("-limit-score={}", file("score").display()));
        llc.arg(format!("-limit-report={}", file("report").display()));
        llc.arg("-time-passes").arg(format!("-info-output-file={}", file("times").display()));
        llc.arg("-filetype=obj").arg("-o").arg(file("object"));
        let finished = process::run_within(&mut llc, self.timeout, self.processor_limit)?;
        if !finished.succeeded() {
            return Ok(Err(finished.reason()));
        }
        // Of a wrong processor `llc` only warns, and takes another one.
        let mut lines = finished.stderr.lines();
        if let Some(line) = lines.find(|line| line.contains("is not a recognized processor")) {
            return Ok(Err(format!("{}; see llc -mcpu=help", line.trim())));
        }
        // Neither is there for an input without functions.
        let text = |name: &str| std::fs::read_to_string(file(name)).unwrap_or_default();
        let mut scores = score::parse(&text("score"))?;
        let text_bytes = read_object(&std::fs::read(file("object"))?, &mut scores)?;
        Ok(Ok(Run {
            scores,
            times: timing::parse(&text("times")).unwrap_or_default(),
            text_bytes,
            last_resort: last_resorts(&text("report")),
        }))
    }

    /// Compiles a prepared input with one allocator to an object file. The inner error is `llc`'s.
    pub fn object(
        &self,
        path: &Path,
        target: &Target,
        allocator: &Allocator,
        output: &Path,
    ) -> Result<std::result::Result<(), String>> {
        let mut llc = self.llc(path, target, allocator);
        let finished = process::run(llc.arg("-filetype=obj").arg("-o").arg(output), self.timeout)?;
        Ok(if finished.succeeded() { Ok(()) } else { Err(finished.reason()) })
    }

    /// The assembly text of a prepared input with one allocator; empty if it cannot be compiled.
    pub fn assembly(&self, path: &Path, target: &Target, allocator: &Allocator) -> Result<String> {
        let mut llc = self.llc(path, target, allocator);
        let finished = process::run(llc.args(["-filetype=asm", "-o", "-"]), self.timeout)?;
        Ok(String::from_utf8_lossy(&finished.stdout).into_owned())
    }

    /// The command that runs `llc` on a prepared input, without a form of output.
    pub fn llc(&self, path: &Path, target: &Target, allocator: &Allocator) -> Command {
        let mut llc = Command::new(&self.tools.llc);
        llc.args(self.llc_arguments(&target.llc_flags(), allocator));
        if Kind::of(path) == Some(Kind::Mir) && !self.llc_args.iter().any(|arg| is_start(arg)) {
            llc.arg("-start-after=machine-scheduler");
        }
        llc.arg(path);
        llc
    }

    /// The arguments of `llc` for an allocator on a machine that the flags describe. The processor of
    /// the settings goes before one among the flags, since `llc` takes no two.
    pub fn llc_arguments(&self, flags: &[String], allocator: &Allocator) -> Vec<String> {
        // The plugin has to be loaded before the options that it defines are read.
        let mut arguments = vec!["-load".to_owned(), self.tools.plugin.display().to_string()];
        arguments.push(format!("-O{}", self.opt));
        arguments.extend(self.mcpu.iter().map(|cpu| format!("-mcpu={cpu}")));
        let is_kept = |flag: &&String| self.mcpu.is_none() || !flag.starts_with("-mcpu=");
        arguments.extend(flags.iter().filter(is_kept).cloned());
        arguments.extend([&self.llc_args[..], &allocator.flags].concat());
        arguments
    }
}

/// The functions in what `-limit-report` wrote that limit handed to LLVM's own allocator.
pub fn last_resorts(report: &str) -> u64 {
    report.lines().filter(|line| !line.contains(r#""last_resort":null"#)).count() as u64
}

/// Whether an argument of `llc` says where in the code generator the input belongs.
fn is_start(argument: &str) -> bool {
    let name = argument.trim_start_matches('-');
    name.starts_with("start-") || name.starts_with("run-pass")
}

/// The bytes of code in an object file; gives each score the size of its function.
fn read_object(bytes: &[u8], scores: &mut BTreeMap<String, Score>) -> Result<u64> {
    let object = object::File::parse(bytes).context("llc wrote an object file that is none")?;
    for symbol in object.symbols() {
        let Ok(name) = symbol.name() else { continue };
        if let Some(score) = scores.get_mut(name).filter(|_| symbol.size() > 0) {
            score.code_bytes = Some(symbol.size());
        }
    }
    let code = object.sections().filter(|section| section.kind() == SectionKind::Text);
    Ok(code.map(|section| section.size()).sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn llc_is_given_one_processor() {
        let mut settings = Settings {
            tools: Tools::without_plugin(),
            opt: "2".to_owned(),
            mcpu: None,
            llc_args: vec!["-verify-machineinstrs".to_owned()],
            clang_args: Vec::new(),
            timeout: Duration::from_secs(1),
            processor_limit: None,
            command: String::new(),
        };
        let flags = ["-mtriple=s390x-linux-gnu", "-mcpu=z14"].map(str::to_owned);
        let allocator: Allocator = "basic".parse().expect("a name");
        let after_load =
            |settings: &Settings| settings.llc_arguments(&flags, &allocator)[2..].join(" ");
        let rest = "-verify-machineinstrs -regalloc=basic";
        let of_flags = format!("-O2 -mtriple=s390x-linux-gnu -mcpu=z14 {rest}");
        assert_eq!(after_load(&settings), of_flags);
        settings.mcpu = Some("z16".to_owned());
        let asked_for = format!("-O2 -mcpu=z16 -mtriple=s390x-linux-gnu {rest}");
        assert_eq!(after_load(&settings), asked_for);
    }
}
