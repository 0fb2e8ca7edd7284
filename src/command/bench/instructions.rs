//! The instructions that allocation executes on given inputs, counted by valgrind's tool callgrind.
//! Unlike times they are the same in every run, and other work on the machine does not change them.

use crate::allocator::Allocator;
use crate::input::Input;
use crate::measure::Settings;
use crate::report::Failure;
use crate::target::Target;
use crate::{process, progress, workers};
use anyhow::{bail, ensure, Context, Result};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

/// What one allocator executes on one input.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Count {
    /// The target.
    pub target: String,
    /// The input.
    pub input: String,
    /// The allocator.
    pub allocator: String,
    /// Instructions from the beginning of the allocator's pass to its end, over all functions.
    pub instructions: u64,
}

/// What was counted on the inputs.
#[derive(Debug, Default, Deserialize, Serialize)]
pub struct OnInputs {
    /// By target, input and allocator, the base first; only inputs that all allocators compile.
    pub counts: Vec<Count>,
    /// What failed, by target, input and allocator.
    pub failures: Vec<Failure>,
}

/// The count of each allocator, or why there is none.
type Counted = Vec<std::result::Result<u64, String>>;

/// Counts on each input with each allocator. After an interrupt `result` holds the inputs that were
/// finished before; an error too if nothing could be counted.
pub fn measure(
    settings: &Settings,
    allocators: &[Allocator],
    inputs: &[(Target, Input)],
    quiet: bool,
    jobs: NonZeroUsize,
    result: &mut OnInputs,
) -> Result<()> {
    let toggles = toggles(settings, allocators)?;
    let folder = tempfile::tempdir()?;
    let bar = progress::bar("counting", inputs.len(), quiet);
    let counted: Vec<OnceLock<Counted>> = inputs.iter().map(|_| OnceLock::new()).collect();
    let jobs_done = workers::run(&(0..inputs.len()).collect::<Vec<_>>(), jobs, |&index| {
        let (target, input) = &inputs[index];
        bar.set_message(input.name.clone());
        let of_input = match settings.prepare(input, target, folder.path())? {
            Ok(ir) => {
                let mut of_input = Counted::new();
                for (allocator, toggles) in allocators.iter().zip(&toggles) {
                    of_input.push(count(settings, &ir, target, allocator, toggles)?);
                }
                of_input
            }
            Err(reason) => vec![Err(reason); allocators.len()],
        };
        counted[index].get_or_init(|| of_input);
        bar.inc(1);
        Ok(())
    });
    bar.finish_and_clear();
    let finished = inputs.iter().zip(&counted);
    for (input, counted) in finished.filter_map(|(input, cell)| Some((input, cell.get()?))) {
        result.add(allocators, input, counted);
    }
    result.counts.sort_by(|a, b| a.target.cmp(&b.target));
    jobs_done?;
    match result.failures.first() {
        Some(Failure { input, reason, .. }) if result.counts.is_empty() => {
            bail!("{input}: {reason}; mend it or leave it out")
        }
        _ => Ok(()),
    }
}

impl OnInputs {
    /// Notes what was counted on an input, or what failed.
    fn add(&mut self, allocators: &[Allocator], (target, input): &(Target, Input), of: &Counted) {
        let (target, input) = (&target.name, &input.name);
        let whole = of.iter().all(Result::is_ok);
        for (allocator, counted) in allocators.iter().zip(of) {
            match counted {
                Ok(instructions) if whole => self.counts.push(Count {
                    target: target.clone(),
                    input: input.clone(),
                    allocator: allocator.name.clone(),
                    instructions: *instructions,
                }),
                Ok(_) => {}
                Err(reason) => self.failures.push(Failure {
                    target: target.clone(),
                    input: input.clone(),
                    allocator: Some(allocator.name.clone()),
                    reason: reason.clone(),
                }),
            }
        }
    }
}

/// What else the plugin runs for an allocation.
const OTHER_PASSES: [&str; 6] = [
    "OrderArguments",
    "OrderUpdates",
    "CommuteTied",
    "SinkConstants",
    "LimitPressure",
    "SlotOrder",
];

/// Per allocator callgrind's names of the functions between whose entry and return it counts. Where a
/// library has no symbol for a function, callgrind calls it by its distance from the library's
/// beginning, which the plugin knows.
fn toggles(settings: &Settings, allocators: &[Allocator]) -> Result<Vec<Vec<String>>> {
    let version = process::run(Command::new("valgrind").arg("--version"), settings.timeout);
    version.context("instructions are counted by valgrind; apt-get install valgrind")?;
    let folder = tempfile::tempdir()?;
    let (empty, entries) = (folder.path().join("empty.ll"), folder.path().join("entries"));
    std::fs::write(&empty, "")?;
    let base = allocators.first().context("there is a base")?;
    let mut llc = settings.llc(&empty, &Target::of_the_input(), base);
    llc.arg(format!("-limit-entries={}", entries.display())).args(["-filetype=null", "-o", "-"]);
    let finished = process::run(&mut llc, settings.timeout)?;
    ensure!(finished.succeeded(), "llc does not tell its allocators: {}", finished.reason());
    let text = std::fs::read_to_string(&entries)?;
    let entries: BTreeMap<&str, &str> =
        text.lines().filter_map(|line| line.split_once(' ')).collect();
    let of = |allocator: &Allocator| {
        let name = allocator.flags.iter().find_map(|flag| flag.strip_prefix("-regalloc="));
        let name = name.unwrap_or_default();
        let class = match name {
            "greedy" => "RAGreedy",
            "basic" => "RABasic",
            "pbqp" => "RegAllocPBQP",
            _ => "RegAllocLimit",
        };
        let passes = [class].into_iter().chain(OTHER_PASSES);
        let named = passes.map(|pass| format!("*::{pass}*::runOnMachineFunction(*"));
        named.chain(entries.get(name).map(|entry| (*entry).to_owned())).collect()
    };
    Ok(allocators.iter().map(of).collect())
}

/// Counts on one prepared input with one allocator; the inner error is `llc`'s.
fn count(
    settings: &Settings,
    path: &Path,
    target: &Target,
    allocator: &Allocator,
    toggles: &[String],
) -> Result<std::result::Result<u64, String>> {
    let llc = settings.llc(path, target, allocator);
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]);
    valgrind.args(toggles.iter().map(|name| format!("--toggle-collect={name}")));
    valgrind.arg(llc.get_program()).args(llc.get_args()).args(["-filetype=null", "-o", "-"]);
    let finished = process::run_within(&mut valgrind, settings.timeout, settings.processor_limit)?;
    if !finished.succeeded() {
        return Ok(Err(finished.reason()));
    }
    Ok(collected(&finished.stderr).ok_or_else(|| "valgrind wrote no count".to_owned()))
}

/// The count in what callgrind writes at its end, as in `==123== Collected : 4567`.
fn collected(text: &str) -> Option<u64> {
    let line = text.lines().rev().find_map(|line| line.split_once("Collected :"))?;
    line.1.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_count_is_found() {
        let text = "warning: 1 : 2\n==7== Events    : Ir\n==7== Collected : 12141879\n==7== \n";
        assert_eq!(collected(text), Some(12_141_879));
        assert_eq!(collected("llc: error"), None);
    }

    #[test]
    fn an_input_that_one_does_not_compile_is_a_failure() {
        let allocators = ["greedy", "basic"].map(|name| name.parse().expect("a name"));
        let input = Input {
            name: "x.ll".to_owned(),
            path: "x.ll".into(),
            kind: crate::input::Kind::Ir,
            project: String::new(),
        };
        let mut result = OnInputs::default();
        result.add(&allocators, &(Target::of_the_input(), input.clone()), &vec![Ok(3), Ok(4)]);
        let failed = vec![Ok(3), Err("timed out".to_owned())];
        result.add(&allocators, &(Target::of_the_input(), input), &failed);
        let counts: Vec<u64> = result.counts.iter().map(|count| count.instructions).collect();
        assert_eq!(counts, [3, 4]);
        assert_eq!(result.failures.len(), 1);
    }
}
