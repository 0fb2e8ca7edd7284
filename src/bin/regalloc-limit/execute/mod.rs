//! `regalloc-limit execute`: runs the programs of the corpus under QEMU's user mode and counts the
//! instructions they execute with each allocator.

mod count;
mod report;
mod run;
mod show;

use crate::allocator::Allocator;
use crate::cli::{CorpusChoice, ExecuteArguments};
use crate::corpus::{self, programs};
use crate::measure::Settings;
use crate::target::Target;
use crate::{compare, output, process, progress, workers, Outcome};
use anyhow::Result;
use report::Report;
use run::{Build, Cell};
pub use show::ExecuteFormat;
use std::path::Path;

/// Builds and runs every program with every allocator.
pub fn run(arguments: &ExecuteArguments) -> Result<Outcome> {
    let settings = arguments.common.settings()?;
    let allocators = arguments.allocators.all()?;
    output::check(arguments.output.as_deref())?;
    let choice = CorpusChoice {
        targets: arguments.choice.targets(),
        projects: programs::names(&arguments.choice)?,
        cache: arguments.choice.cache.clone(),
    };
    for target in &choice.targets {
        run::emulator(target)?;
    }
    let llvm = compare::check_tools(&settings, &allocators, &choice.targets)?;
    let folder = tempfile::tempdir()?;
    let cells = measure(arguments, &settings, &choice, &allocators, folder.path())?;
    let report = Report::new(&settings, llvm, &allocators, &cells);
    let to_terminal = output::is_terminal(arguments.output.as_deref());
    let text = show::render(&report, arguments.format, to_terminal)?;
    output::write(arguments.output.as_deref(), &text)?;
    Ok(if report.has_failure() { Outcome::Exceeded } else { Outcome::Good })
}

/// One program for one target: what each allocator made of it, the base first.
struct Row {
    target: String,
    program: String,
    cells: Vec<Cell>,
}

/// The rows by target and program.
fn measure(
    arguments: &ExecuteArguments,
    settings: &Settings,
    choice: &CorpusChoice,
    allocators: &[Allocator],
    folder: &Path,
) -> Result<Vec<Row>> {
    let (jobs, quiet) = (arguments.common.jobs(), arguments.common.quiet);
    let compiled = corpus::compile(choice, &choice.targets, &settings.tools, jobs, quiet)?;
    let programs = programs::programs(choice)?;
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
    let bar = progress::bar("executing", all.len(), quiet);
    let cells = workers::run(&all, jobs, |(build, allocator)| {
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
