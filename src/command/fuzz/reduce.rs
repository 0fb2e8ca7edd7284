//! Reduces IR by `llvm-reduce`, with a script that says whether the failure is still there.

use super::files::{file_in, write_script};
use super::llc::Llc;
use super::program::{Program, LONG_RUN_LIMIT, RUN_LIMIT};
use crate::allocator::Allocator;
use crate::process;
use crate::shell;
use crate::tools::llvm_tool;
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// How long one reduction may take; what it has come to by then is kept.
const REDUCTION_LIMIT: Duration = Duration::from_secs(300);

/// Seconds that one `llc` may take while a case is reduced, which is small.
const STEP_SECONDS: u32 = 20;

/// Reduces IR that `llc` fails on with the first arguments and not with the second; the path of the
/// small case. `reproduce.sh` beside it runs the failing command.
pub fn ir(
    llc: &Llc,
    path: &Path,
    [failing, passing]: [&[String]; 2],
    reason: &str,
    folder: &Path,
) -> Result<PathBuf> {
    let program = file_in(folder, "program.ll")?;
    std::fs::copy(path, &program).with_context(|| format!("cannot copy {}", path.display()))?;
    let tool = llc.settings.tools.llc.display().to_string();
    let command =
        |arguments: &[String]| shell::words(&[vec![tool.clone()], arguments.to_vec()].concat());
    let script = format!(
        "#!/bin/sh\n\
         # Status 0 if `llc` fails on $1 as it did with the allocator under test, and with no other.\n\
         work=$(mktemp -d) || exit 1\n\
         trap 'rm -rf \"$work\"' EXIT\n\
         timeout {STEP_SECONDS} {} -limit-report=\"$work/report\" \"$1\" -o \"$work/object\" > \"$work/output\" 2>&1\n\
         status=$?\n\
         {} || exit 1\n\
         timeout {STEP_SECONDS} {} \"$1\" -o \"$work/object\" > /dev/null 2>&1\n",
        command(failing),
        symptom(reason),
        command(passing)
    );
    let script = write_script(folder, "interesting.sh", &script)?;
    let reduced = llvm_reduce(&script, &program, &folder.join("reduced.ll"))?;
    let again = format!("#!/bin/sh\n{} {} -o /dev/null\n", command(failing), reduced.display());
    write_script(folder, "reproduce.sh", &again)?;
    Ok(reduced)
}

/// The last line of the script: whether the failure is the same one.
fn symptom(reason: &str) -> String {
    if let Some(signal) = reason.strip_prefix("crashed with signal ") {
        return format!("[ $status -eq $((128 + {signal})) ]");
    }
    if reason == "timed out" {
        return "[ $status -eq 124 ]".to_owned();
    }
    // Names and numbers change while the case is reduced; the longest part without them does not.
    let changes = |c: char| c.is_ascii_digit() || "'`\"$%\\".contains(c);
    let phrase = match reason.starts_with("limit-check:") {
        true => "limit-check:",
        false => reason.split(changes).max_by_key(|part| part.len()).unwrap_or_default(),
    };
    format!(
        "cat \"$work/output\" \"$work/report\" 2> /dev/null | grep -qF -- {}",
        shell::words(&[phrase.to_owned()])
    )
}

/// Runs `llvm-reduce`; the path of the small case, or of the whole one if it comes to nothing.
fn llvm_reduce(script: &Path, whole: &Path, reduced: &Path) -> Result<PathBuf> {
    let mut command = Command::new(llvm_tool("llvm-reduce"));
    command.args(["-j", "1"]).arg(format!("--test={}", script.display()));
    process::run(command.arg(whole).arg("-o").arg(reduced), REDUCTION_LIMIT)?;
    Ok(if reduced.exists() { reduced.to_owned() } else { whole.to_owned() })
}

/// Finds a function of a program that alone, compiled by the allocator under test, changes what the
/// program prints, and reduces it; the path of the small case, or of the whole program if no single
/// function does.
pub fn program(llc: &Llc, program: &Program, folder: &Path) -> Result<PathBuf> {
    let whole = file_in(folder, "program.bc")?;
    std::fs::copy(&program.tested, &whole).context("cannot copy a program")?;
    let isolated = isolate(llc, program, &whole, folder)?;
    let case = isolated.as_ref().unwrap_or(program);
    let case = match &isolated {
        Some(_) => case.clone(),
        None => Program { tested: whole, ..case.clone() },
    };
    let script = write_script(folder, "interesting.sh", &program_script(llc, &case))?;
    let again = format!("#!/bin/sh\nexec {} \"$@\"\n", script.display());
    write_script(folder, "reproduce.sh", &again)?;
    match isolated {
        Some(_) => llvm_reduce(&script, &case.tested, &folder.join("reduced.bc")),
        None => Ok(case.tested),
    }
}

/// The program in two parts, the first of which is one function that matters.
fn isolate(llc: &Llc, program: &Program, whole: &Path, folder: &Path) -> Result<Option<Program>> {
    let (tested, rest) = (folder.join("function.bc"), folder.join("rest.bc"));
    let listing = process::run(
        Command::new(llvm_tool("llvm-nm")).args(["--defined-only", "-P"]).arg(whole),
        llc.settings.timeout,
    )?;
    let listing = String::from_utf8_lossy(&listing.stdout).into_owned();
    let functions =
        listing.lines().filter_map(|line| match line.split(' ').collect::<Vec<_>>()[..] {
            [name, "T" | "t" | "W", ..] => Some(name),
            _ => None,
        });
    for function in functions {
        for (output, delete) in [(&tested, false), (&rest, true)] {
            let mut extract = Command::new(llvm_tool("llvm-extract"));
            extract.arg(format!("--func={function}")).args(delete.then_some("--delete"));
            process::run(extract.arg(whole).arg("-o").arg(output), llc.settings.timeout)?;
        }
        let parts =
            Program { tested: tested.clone(), trusted: vec![rest.clone()], ..program.clone() };
        let expected = parts.run(llc, llc.base, folder, RUN_LIMIT)?;
        if expected.is_good() && parts.run(llc, llc.allocator, folder, LONG_RUN_LIMIT)? != expected
        {
            return Ok(Some(parts));
        }
    }
    Ok(None)
}

/// A script that compares what a program prints when $1 is compiled by the allocator under test,
/// by the trusted one and by LLVM's basic one. The third guards against programs that print
/// whatever they find, which reducing makes of the others: the two that are trusted have to agree.
fn program_script(llc: &Llc, program: &Program) -> String {
    let tool = llc.settings.tools.llc.display().to_string();
    let llc_of = |allocator: &Allocator, flags: &[String]| {
        shell::words(&[vec![tool.clone()], llc.arguments(allocator, flags)].concat())
    };
    let plain = Program { flags: Vec::new(), ..program.clone() };
    let mut text = String::from(
        "#!/bin/sh\n\
        # Status 0 if the program prints something else with the allocator under test for $1.\n\
        work=$(mktemp -d) || exit 1\n\
        trap 'rm -rf \"$work\"' EXIT\n\
        cd \"$work\" || exit 1\n",
    );
    let mut objects = vec![PathBuf::from("tested.o")];
    for (number, part) in program.trusted.iter().enumerate() {
        objects.push(PathBuf::from(format!("trusted{number}.o")));
        let command = llc_of(llc.base, &plain.tested_flags());
        text += &format!("{command} {} -o trusted{number}.o || exit 1\n", part.display());
    }
    let runner = &program.runner;
    let link =
        shell::words(&runner.link(&llc.settings.tools.clang, &objects, Path::new("./program")));
    let run = shell::words(&runner.run(Path::new("./program")));
    text += &format!(
        "ran() {{\n  timeout {STEP_SECONDS} \"$@\" -o tested.o 2> /dev/null || return 1\n  \
         {link} 2> /dev/null || return 1\n  timeout {STEP_SECONDS} {run}\n  echo \"status $?\"\n}}\n"
    );
    let commands = [
        ("trusted", llc_of(llc.base, &plain.tested_flags())),
        ("basic", llc_of(&Allocator::basic(), &plain.tested_flags())),
        ("tested", llc_of(llc.allocator, &program.tested_flags())),
    ];
    for (name, command) in commands {
        text += &format!("ran {command} \"$1\" > {name}.txt || exit 1\n");
    }
    text + "cmp -s trusted.txt basic.txt && grep -q '^status 0' trusted.txt && \
            ! cmp -s trusted.txt tested.txt\n"
}
