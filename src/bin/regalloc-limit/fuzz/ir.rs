//! Random IR of `llvm-stress` for many machines.

use super::case::{Evidence, Failure, Tried};
use super::llc::{Llc, Verdict};
use super::machine::Machine;
use crate::process;
use crate::tools::llvm_tool;
use anyhow::{ensure, Result};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Makes the seed's IR and compiles it for every machine.
pub fn try_seed(llc: &Llc, machines: &[Machine], seed: u64, folder: &Path) -> Result<Tried> {
    let ir = write(llc, seed, folder)?;
    let object = folder.join("object.o");
    let mut tried = Tried::default();
    for machine in machines {
        let flags = flags(machine, seed);
        tried.runs += 1;
        match llc.judge(&flags, &ir, &object)? {
            Verdict::Good(last_resort) => tried.last_resort += last_resort,
            Verdict::Unknown(why) => tried.skipped.push(format!("{}: {why}", machine.name)),
            Verdict::Bad(reason) => tried.failures.push(Failure {
                machine: machine.name.clone(),
                reason,
                evidence: Evidence::Ir { path: ir.clone(), flags },
            }),
        }
    }
    Ok(tried)
}

/// The variant of the machine that the seed chooses; for half of the seeds with few registers.
fn flags(machine: &Machine, seed: u64) -> Vec<String> {
    // The two lowest bits choose the variant already.
    let choice = seed / 6;
    let mut flags = machine.flags(seed).to_vec();
    flags.extend((choice % 2 == 1).then(|| format!("-stress-regalloc={}", 4 + choice / 2 % 5)));
    flags
}

fn write(llc: &Llc, seed: u64, folder: &Path) -> Result<PathBuf> {
    let path = folder.join("program.ll");
    let mut stress = Command::new(llvm_tool("llvm-stress"));
    stress.arg(format!("--seed={}", seed as u32)).arg(format!("--size={}", 50 + seed % 7 * 60));
    let finished = process::run(stress.arg("-o").arg(&path), llc.settings.timeout)?;
    ensure!(finished.succeeded(), "llvm-stress does not make IR: {}", finished.reason());
    Ok(path)
}
