//! Random IR for many machines: of `llvm-stress`, and of a generator of this command's own.

use super::case::{Evidence, Failure, Tried};
use super::defects::defect_of_allocators;
use super::llc::{Llc, Trusted, Verdict, KNOWN};
use super::machine::Machine;
use super::machines::Feature;
use super::{generate, Kind};
use crate::allocator::Allocator;
use crate::process;
use crate::tools::llvm_tool;
use anyhow::{ensure, Context, Result};
use regalloc_limit::validity::choices::Choices;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What only assembly that throws has in the text of a module.
const THROWS: &str = "asm sideeffect unwind";

/// What LLVM says where there are too few registers.
const RAN_OUT: &str = "ran out of registers";

/// Makes the seed's IR and compiles it for every machine with the trusted allocator, with LLVM's
/// basic one and with the one under test.
pub fn try_seed(
    llc: &Llc,
    machines: &[Machine],
    kind: Kind,
    seed: u64,
    folder: &Path,
) -> Result<Tried> {
    let mut tried = Tried::default();
    let stress = match kind {
        Kind::LlvmStress => Some(llvm_stress(llc, seed, folder)?),
        _ => None,
    };
    for machine in machines {
        let ir = match &stress {
            Some(path) => path.clone(),
            None => generated(llc, seed, machine, folder)?,
        };
        let mut flags = flags(machine, seed);
        // The verifier expects that only calls throw, and refuses what the coalescer makes.
        if contains(&ir, THROWS)? {
            flags.push("-verify-machineinstrs=false".to_owned());
        }
        let trial = Trial { llc, machine, ir, flags, object: folder.join("object.o") };
        trial.run(&mut tried)?;
    }
    Ok(tried)
}

/// IR on a machine.
struct Trial<'t> {
    llc: &'t Llc<'t>,
    machine: &'t Machine,
    ir: PathBuf,
    flags: Vec<String>,
    object: PathBuf,
}

impl Trial<'_> {
    fn run(&self, tried: &mut Tried) -> Result<()> {
        let llc = self.llc;
        tried.runs += 1;
        let skipped = |why| (self.machine.name.clone(), why);
        let base = llc.judge_trusted(llc.base, &self.flags, &self.ir, &self.object)?;
        if let Trusted::Failed(why) = base {
            tried.skipped.push(skipped(format!("{}: {why}", llc.base.name)));
            return Ok(());
        }
        let mut checked = vec![(llc.base.clone(), base.clone())];
        let basic = Allocator::basic();
        if llc.is_checked() && basic.flags != llc.base.flags {
            let verdict = llc.judge_trusted(&basic, &self.flags, &self.ir, &self.object)?;
            checked.push((basic, verdict));
        }
        // Under stress there may be fewer registers than an instruction needs, which greedy gets by with
        // by chance. Where basic does not, the same is not asked of another allocator.
        let runs_out = self.flags.iter().any(|flag| flag.starts_with("-stress-regalloc="))
            && checked.iter().any(
                |(_, verdict)| matches!(verdict, Trusted::Failed(why) if why.contains(RAN_OUT)),
            );
        let is_refused = checked.iter().any(|(_, verdict)| verdict.is_refused());
        // LLVM stores the result of an asm goto right behind it, and it may have jumped by then; and
        // where assembly throws, LLVM puts code behind it that the landing pad needs. What greedy and
        // basic make of these is wrong, and limit's is not.
        let stores_wrongly = contains(&self.ir, "= callbr")? || contains(&self.ir, THROWS)?;
        // Some of limit's code is greedy's too.
        let is_limits = stores_wrongly && !self.has_greedy_vectors();
        for (allocator, verdict) in checked {
            match verdict {
                Trusted::Refused(why) if stores_wrongly => tried
                    .skipped
                    .push(skipped(format!("{} stores behind assembly: {why}", allocator.name))),
                Trusted::Refused(why) => match self.known_defect(&allocator, &why)? {
                    Some(name) => tried.skipped.push(skipped(format!("{KNOWN}: {name}"))),
                    None => tried.failures.push(self.checker_failed(&allocator, &why)),
                },
                // Basic fails on many functions that greedy can allocate, which tells nothing.
                Trusted::Good | Trusted::Failed(_) => {}
            }
        }
        match llc.judge(&self.flags, &self.ir, &self.object)? {
            Verdict::Good(last_resort) => tried.last_resort += last_resort,
            Verdict::Unknown(why) => tried.skipped.push(skipped(why)),
            // What the checker says is worth nothing where it refuses the other's code.
            Verdict::Bad(why) if !is_limits && is_refused && why.starts_with("limit-check:") => {
                tried.skipped.push(skipped(why));
            }
            Verdict::Bad(why) if runs_out && why.contains(RAN_OUT) => {
                tried
                    .skipped
                    .push(skipped("basic runs out of registers under stress, too".to_owned()));
            }
            Verdict::Bad(why) => tried.failures.push(self.failure(
                None,
                &why,
                llc.arguments(llc.allocator, &self.flags),
                match base.is_refused() {
                    true => llc.unchecked_arguments(llc.base, &self.flags),
                    false => llc.arguments(llc.base, &self.flags),
                },
            )),
        }
        Ok(())
    }

    /// Whether vector registers are allocated first, by greedy, whatever allocator is chosen.
    fn has_greedy_vectors(&self) -> bool {
        let mut features = self.flags.iter().filter_map(|flag| flag.strip_prefix("-mattr="));
        let is_riscv = self.machine.triple().is_some_and(|triple| triple.starts_with("riscv"));
        is_riscv && features.any(|features| features.split(',').any(|feature| feature == "+v"))
    }

    /// What LLVM's allocators are known to do wrong here, where the checker refuses their code.
    fn known_defect(&self, allocator: &Allocator, why: &str) -> Result<Option<&'static str>> {
        Ok(match defect_of_allocators(&self.flags, why) {
            None if self.drops_extension()? => Some("mips-dropped-extension"),
            // Where a part of a value is written in front of an asm goto and the rest behind it, greedy takes all
            // of it for written behind it, and stores it there: too late for the target, where the part is read.
            None if allocator.name == "greedy" && contains(&self.ir, "callbr")? => {
                Some("greedy-part-in-front-of-asm-goto")
            }
            known => known,
        })
    }

    /// Whether the code has MIPS's `SLL64_64`, which extends the sign of a word and is described as a
    /// plain move: where one of its registers is spilled, LLVM's spiller drops the extension. Limit keeps it.
    fn drops_extension(&self) -> Result<bool> {
        if !self.machine.triple().is_some_and(|triple| triple.starts_with("mips64")) {
            return Ok(false);
        }
        let mut flags = self.flags.clone();
        flags.extend(["-filetype=asm", "-stop-after=machine-scheduler"].map(str::to_owned));
        let output = self.object.with_extension("mir");
        self.llc.compile(self.llc.base, &flags, &self.ir, &output)?;
        contains(&output, "SLL64_64")
    }

    /// The checker refuses what an allocator of LLVM's made.
    fn checker_failed(&self, allocator: &Allocator, why: &str) -> Failure {
        let failing = self.llc.arguments(allocator, &self.flags);
        let passing = self.llc.unchecked_arguments(allocator, &self.flags);
        self.failure(Some(allocator.name.clone()), why, failing, passing)
    }

    fn failure(
        &self,
        checked: Option<String>,
        why: &str,
        failing: Vec<String>,
        passing: Vec<String>,
    ) -> Failure {
        Failure {
            machine: self.machine.name.clone(),
            checked,
            reason: why.to_owned(),
            evidence: Evidence::Ir { path: self.ir.clone(), failing, passing },
        }
    }
}

fn contains(ir: &Path, words: &str) -> Result<bool> {
    let text = std::fs::read_to_string(ir).context("cannot read IR")?;
    Ok(text.contains(words))
}

/// The variant of the machine that the seed chooses; for half of the seeds with few registers, and
/// with options that change what the allocator is given.
fn flags(machine: &Machine, seed: u64) -> Vec<String> {
    // By name, so that a machine alone gets what it gets among all.
    let name = machine.name.bytes().fold(0, |sum, byte| sum * 31 + u64::from(byte));
    let mut choices = Choices::from_seed(seed ^ name << 20);
    let mut flags = machine.flags(choices.below(1 << 16)).to_vec();
    if choices.chance(50) {
        flags.push(format!("-stress-regalloc={}", 1 + choices.below(10)));
    }
    const OPTIONS: [(u64, &str); 13] = [
        (15, "-O1"),
        (15, "-O3"),
        (20, "-relocation-model=pic"),
        (15, "-enable-ipra"),
        (10, "-enable-subreg-liveness"),
        (5, "-frame-pointer=all"),
        (5, "-enable-misched=false"),
        (5, "-enable-shrink-wrap=false"),
        (5, "-enable-machine-outliner"),
        (5, "-tailcallopt"),
        (10, "-limit-placement=earliest"),
        (10, "-limit-assign=three-steps"),
        (15, "-limit-effort=high"),
    ];
    for (percent, option) in OPTIONS {
        flags.extend(choices.chance(percent).then(|| option.to_owned()));
    }
    if machine.has(Feature::GlobalIsel) && choices.chance(20) {
        flags.extend(["-global-isel", "-global-isel-abort=2"].map(str::to_owned));
    }
    flags
}

/// IR of the generator: values in stack slots, of which live ranges are made.
fn generated(llc: &Llc, seed: u64, machine: &Machine, folder: &Path) -> Result<PathBuf> {
    let slots = folder.join("slots.ll");
    std::fs::write(&slots, generate::text(seed, machine)).context("cannot write IR")?;
    let mut opt = Command::new(llvm_tool("opt"));
    opt.args(["-S", "-passes=mem2reg"]).arg(slots);
    // Each machine's is kept until its failures are reduced.
    run_to_file(llc, &mut opt, seed, folder.join(format!("{}.ll", machine.name)))
}

fn llvm_stress(llc: &Llc, seed: u64, folder: &Path) -> Result<PathBuf> {
    let mut stress = Command::new(llvm_tool("llvm-stress"));
    // Its seeds have 32 bits.
    stress.arg(format!("--seed={}", seed as u32));
    stress.arg(format!("--size={}", 50 + seed % 7 * 60));
    run_to_file(llc, &mut stress, seed, folder.join("program.ll"))
}

fn run_to_file(llc: &Llc, command: &mut Command, seed: u64, path: PathBuf) -> Result<PathBuf> {
    let finished = process::run(command.arg("-o").arg(&path), llc.settings.timeout)?;
    ensure!(finished.succeeded(), "no IR for seed {seed}: {}", finished.reason());
    Ok(path)
}
