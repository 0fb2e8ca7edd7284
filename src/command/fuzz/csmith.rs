//! Random C programs (Yang, Chen, Eide and Regehr, "Finding and understanding bugs in C compilers",
//! 2011), which print a checksum: with every allocator and any number of registers the same.

use super::case::{Evidence, Failure, Tried};
use super::llc::Llc;
use super::program::{Program, Ran, Runner, LONG_RUN_LIMIT, RUN_LIMIT};
use crate::process;
use anyhow::{ensure, Result};
use std::path::Path;
use std::process::Command;

/// Where Debian's `libcsmith-dev` has the headers of the programs.
const HEADERS: &str = "/usr/include/csmith";

/// Makes the seed's program, and runs it on every machine as compiled with the trusted allocator,
/// with the one under test, and with the one under test where it has few registers.
pub fn try_seed(llc: &Llc, runners: &[Runner], seed: u64, folder: &Path) -> Result<Tried> {
    let source = folder.join("program.c");
    let mut csmith = Command::new("csmith");
    // It leaves a file where it runs.
    csmith
        .current_dir(folder)
        .arg("--seed")
        .arg((seed as u32).to_string())
        .arg("--output")
        .arg(&source);
    let finished = process::run(&mut csmith, llc.settings.timeout)?;
    ensure!(finished.succeeded(), "csmith makes no program: {}", finished.reason());
    let mut tried = Tried::default();
    for runner in runners {
        try_on(llc, runner, seed, &source, &mut tried)?;
    }
    Ok(tried)
}

fn try_on(llc: &Llc, runner: &Runner, seed: u64, source: &Path, tried: &mut Tried) -> Result<()> {
    let folder = source.with_file_name(&runner.target.name);
    std::fs::create_dir_all(&folder)?;
    let bitcode = folder.join("program.bc");
    let mut clang = llc.settings.tools.clang_to_ir(&llc.settings.opt, &runner.target);
    clang.arg("-fPIC").arg(format!("-I{HEADERS}"));
    clang.args(&llc.settings.clang_args).arg(source).arg("-o").arg(&bitcode);
    let finished = process::run(&mut clang, llc.settings.timeout)?;
    ensure!(
        finished.succeeded(),
        "clang does not compile a program of csmith ({}); scripts/setup installs its headers",
        finished.reason()
    );
    let mut program =
        Program { runner: runner.clone(), tested: bitcode, trusted: Vec::new(), flags: Vec::new() };
    let name = &runner.target.name;
    let expected = program.run(llc, llc.base, &folder, RUN_LIMIT)?;
    // Of a loop without an end that does nothing clang makes no code, so that such a program goes on anywhere.
    if !expected.is_good() {
        tried.skipped.push((name.clone(), format!("{} {}", llc.base.name, expected.describe())));
        return Ok(());
    }
    for flags in [vec![], vec![format!("-stress-regalloc={}", 4 + seed % 5)]] {
        program.flags = flags;
        tried.runs += 1;
        let ran = program.run(llc, llc.allocator, &folder, LONG_RUN_LIMIT)?;
        if ran == expected {
            continue;
        }
        // With few registers the trusted allocator may fail, too, or the program do something else: then its
        // behaviour is not defined.
        let other = program.run(llc, llc.base, &folder, RUN_LIMIT)?;
        if other != expected {
            let why = match other {
                Ran::NotBuilt(_) => format!("{} {}", llc.base.name, other.describe()),
                _ => format!("another result with {} and {:?}", llc.base.name, program.flags),
            };
            tried.skipped.push((name.clone(), why));
            continue;
        }
        tried.failures.push(Failure {
            machine: name.clone(),
            checked: None,
            reason: format!("{}, not {}", ran.describe(), expected.describe()),
            evidence: Evidence::Program(program.clone()),
        });
    }
    Ok(())
}
