//! Builds one program with one allocator, runs it, and counts the instructions it executes.

use super::count::{self, Counts};
use crate::allocator::Allocator;
use crate::corpus::programs::Program;
use crate::measure::Settings;
use crate::process;
use crate::target::Target;
use anyhow::{bail, Context, Result};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The plugin of QEMU that counts.
const COUNTER: &str = include_str!("../../../benches/corpus/count-instructions.c");

/// A run that ended well.
#[derive(Clone, Debug, PartialEq)]
pub struct Executed {
    /// What the program printed.
    pub output: Vec<u8>,
    /// What it executed.
    pub counts: Counts,
}

/// A run, or in one line why there is none.
pub type Cell = std::result::Result<Executed, String>;

/// What a program is built from: its IR for one target.
pub struct Build<'a> {
    /// The program.
    pub program: &'a Program,
    /// What it is compiled for.
    pub target: &'a Target,
    /// The bitcode files, the driver's among them; or why the driver cannot be compiled.
    pub files: std::result::Result<Vec<PathBuf>, String>,
}

/// The emulator that runs programs of a target; an error if there is none that is known.
pub fn emulator(target: &Target) -> Result<&'static str> {
    target.emulator().with_context(|| {
        format!("programs for '{}' cannot be run; write x86-64, aarch64 or riscv64", target.name)
    })
}

/// Compiles the counter, in `folder`.
pub fn compile_counter(settings: &Settings, folder: &Path) -> Result<PathBuf> {
    let (source, counter) = (folder.join("counter.c"), folder.join("counter.so"));
    std::fs::write(&source, COUNTER).context("cannot write to the temporary folder")?;
    let mut clang = Command::new(&settings.tools.clang);
    clang.args(["-O2", "-shared", "-fPIC", "-o"]).arg(&counter).arg(source);
    let finished = process::run(&mut clang, settings.timeout)?;
    if !finished.succeeded() {
        bail!("clang cannot compile the plugin of QEMU that counts: {}", finished.reason());
    }
    Ok(counter)
}

impl Build<'_> {
    /// Compiles every file with the allocator, links them and runs the program. `counter` is the
    /// plugin of QEMU that counts.
    pub fn run(&self, settings: &Settings, allocator: &Allocator, counter: &Path) -> Result<Cell> {
        let files = match &self.files {
            Ok(files) => files,
            Err(reason) => return Ok(Err(reason.clone())),
        };
        let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
        let mut objects = Vec::new();
        for (index, file) in files.iter().enumerate() {
            let object = folder.path().join(format!("{index}.o"));
            if let Err(reason) = settings.object(file, self.target, allocator, &object)? {
                let name = file.file_stem().unwrap_or_default().display();
                return Ok(Err(format!("{name}: {reason}")));
            }
            objects.push(object);
        }
        let executable = folder.path().join("program");
        // Static: the emulators need no libraries of the target.
        let mut link = Command::new(&settings.tools.clang);
        link.args(self.target.clang_flags()).arg("-static").args(objects).arg("-o");
        link.arg(&executable).args(["-lstdc++", "-lm", "-lpthread"]);
        let finished = process::run(&mut link, settings.timeout)?;
        if !finished.succeeded() {
            return Ok(Err(format!("linking: {}", finished.reason())));
        }
        self.execute(settings, folder.path(), &executable, counter)
    }

    fn execute(
        &self,
        settings: &Settings,
        folder: &Path,
        executable: &Path,
        counter: &Path,
    ) -> Result<Cell> {
        let counted = folder.join("counted");
        let mut run = Command::new(emulator(self.target)?);
        run.arg("-plugin").arg(format!("{},out={}", counter.display(), counted.display()));
        // Arguments and environment are part of the program's stack: the same in every run.
        run.env_clear().envs(std::env::var_os("PATH").map(|path| ("PATH", path)));
        run.current_dir(folder).arg("./program");
        if let Some(input) = self.program.input() {
            let name = input.file_name().expect("it is a file");
            std::fs::copy(&input, folder.join(name)).context("cannot copy a program's input")?;
            run.arg(name);
        }
        let finished = process::run(&mut run, settings.timeout)?;
        if !finished.succeeded() {
            return Ok(Err(format!("the program: {}", finished.reason())));
        }
        if finished.stdout.is_empty() {
            return Ok(Err("the program printed nothing".to_owned()));
        }
        let blocks = std::fs::read_to_string(&counted)
            .context("QEMU did not load the plugin that counts; it needs QEMU 6 or later")?;
        let counts = count::attribute(&blocks, &std::fs::read(executable)?)?;
        Ok(Ok(Executed { output: finished.stdout, counts }))
    }
}
