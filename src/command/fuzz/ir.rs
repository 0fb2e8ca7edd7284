//! Random IR for many machines: of `llvm-stress`, and of a generator of this command's own.

use super::case::{Evidence, Failure, Tried};
use super::llc::{Llc, Verdict};
use super::machine::Machine;
use super::{generate, Kind};
use crate::process;
use crate::tools::llvm_tool;
use anyhow::{ensure, Result};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Makes the seed's IR and compiles it for every machine.
pub fn try_seed(
    llc: &Llc,
    machines: &[Machine],
    kind: Kind,
    seed: u64,
    folder: &Path,
) -> Result<Tried> {
    let ir = write(llc, kind, seed, folder)?;
    let object = folder.join("object.o");
    let mut tried = Tried::default();
    for machine in machines {
        let flags = flags(machine, seed);
        tried.runs += 1;
        match llc.judge(&flags, &ir, &object)? {
            Verdict::Good(last_resort) => tried.last_resort += last_resort,
            Verdict::Unknown(why) => tried.skipped.push((machine.name.clone(), why)),
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

fn write(llc: &Llc, kind: Kind, seed: u64, folder: &Path) -> Result<PathBuf> {
    let path = folder.join("program.ll");
    let mut command = match kind {
        Kind::Ir => {
            let slots = folder.join("slots.ll");
            generate::write(seed, &slots)?;
            let mut opt = Command::new(llvm_tool("opt"));
            opt.args(["-S", "-passes=mem2reg"]).arg(slots);
            opt
        }
        _ => {
            let mut stress = Command::new(llvm_tool("llvm-stress"));
            // Its seeds have 32 bits.
            stress.arg(format!("--seed={}", seed as u32));
            stress.arg(format!("--size={}", 50 + seed % 7 * 60));
            stress
        }
    };
    let finished = process::run(command.arg("-o").arg(&path), llc.settings.timeout)?;
    ensure!(finished.succeeded(), "no IR for seed {seed}: {}", finished.reason());
    Ok(path)
}
