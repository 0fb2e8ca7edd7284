//! `regalloc-limit execute`: runs the programs of the corpus under QEMU's user mode and counts the
//! instructions they execute with each allocator.

mod count;
mod report;
mod run;
mod show;

use crate::allocator::Allocator;
use crate::corpus::{self, programs};
use crate::measure::Settings;
use crate::outcome::Outcome;
use crate::target::Target;
use crate::{output, process, progress, workers};
use anyhow::Result;
pub use report::Report;
use run::{Build, Cell};
pub use show::{render, ExecuteFormat};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

/// Which programs are run, and how the result is written.
pub struct Options {
    /// How one file is compiled.
    pub settings: Settings,
    /// The allocators, the base first.
    pub allocators: Vec<Allocator>,
    /// The projects, of which those that are programs are run.
    pub part: corpus::Part,
    /// The form of the result.
    pub format: ExecuteFormat,
    /// Where the result goes; none is standard output.
    pub output: Option<PathBuf>,
    /// How many tools run at a time.
    pub jobs: NonZeroUsize,
    /// Whether no progress is shown.
    pub quiet: bool,
}

/// Builds and runs every program with every allocator.
pub fn run(options: &Options) -> Result<Outcome> {
    let Options { settings, allocators, part, .. } = options;
    let output = options.output.as_deref();
    output::check(output)?;
    let programs = corpus::Part {
        targets: part.targets.clone(),
        projects: programs::names(part)?,
        cache: part.cache.clone(),
    };
    for target in &programs.targets {
        run::emulator(target)?;
    }
    let llvm = settings.check(allocators, &programs.targets)?;
    let folder = tempfile::tempdir()?;
    let cells = measure(options, &programs, folder.path())?;
    let report = Report::new(settings, llvm, allocators, &cells);
    let text = render(&report, options.format, output::is_terminal(output))?;
    output::write(output, &text)?;
    Ok(if report.has_failure() { Outcome::Exceeded } else { Outcome::Good })
}

/// One program for one target: what each allocator made of it, the base first.
struct Row {
    target: String,
    program: String,
    cells: Vec<Cell>,
}

/// The rows by target and program.
fn measure(options: &Options, part: &corpus::Part, folder: &Path) -> Result<Vec<Row>> {
    let Options { settings, allocators, jobs, quiet, .. } = options;
    let compiled = corpus::compile(part, &settings.tools, *jobs, *quiet)?;
    let programs = programs::programs(part)?;
    let counter = run::compile_counter(settings, folder)?;
    let mut builds = Vec::new();
    for corpus::Compiled { target, inputs } in &compiled {
        for program in &programs {
            let driver = folder.join(format!("{}-{}.bc", target.name, program.name()));
            let mut compile = program.compile_driver(&settings.tools, target, &driver);
            let finished = process::run(compile.args(&settings.clang_args), settings.timeout)?;
            let of_program = inputs.iter().filter(|input| input.project == program.name());
            let files = of_program.map(|input| input.path.clone()).chain([driver]).collect();
            let files = match finished.succeeded() {
                true => Ok(files),
                false => Err(format!("the driver: {}", finished.reason())),
            };
            builds.push(Build { program, target, files });
        }
    }
    let all: Vec<(&Build, &Allocator)> = builds
        .iter()
        .flat_map(|build| allocators.iter().map(move |allocator| (build, allocator)))
        .collect();
    let bar = progress::bar("executing", all.len(), *quiet);
    let cells = workers::run(&all, *jobs, |(build, allocator)| {
        let (program, target) = (build.program.name(), build.target);
        bar.set_message(format!("{program} for {} with {}", target.name, allocator.name));
        let cell = build.run(settings, allocator, &counter)?;
        bar.inc(1);
        Ok(cell)
    })?;
    bar.finish_and_clear();
    let rows = builds.iter().zip(cells.chunks(allocators.len()));
    Ok(rows.map(|(build, cells)| row(build.target, build.program.name(), cells)).collect())
}

/// A row in which an output that is not the base's is a failure.
fn row(target: &Target, program: &str, cells: &[Cell]) -> Row {
    let mut cells = cells.to_vec();
    let (base, others) = cells.split_first_mut().expect("there is a base");
    for cell in others {
        if let (Ok(this), Ok(base)) = (&*cell, &*base) {
            if this.output != base.output {
                *cell = Err("the output differs from the base's".to_owned());
            }
        }
    }
    Row { target: target.name.clone(), program: program.to_owned(), cells }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_output_than_the_base_is_a_failure() {
        let printed = |text: &str| {
            Ok(run::Executed { output: text.as_bytes().to_vec(), counts: count::Counts::default() })
        };
        let target = "riscv64".parse().expect("a target");
        let cells = [printed("a"), printed("a"), printed("b"), Err("crashed".to_owned())];
        let row = row(&target, "p", &cells);
        assert!(row.cells[0].is_ok() && row.cells[1].is_ok());
        assert!(row.cells[2].as_ref().is_err_and(|reason| reason.contains("differs")));
        assert!(row.cells[3].as_ref().is_err_and(|reason| reason == "crashed"));
    }
}
