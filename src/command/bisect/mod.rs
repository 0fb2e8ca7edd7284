//! `regalloc-limit bisect`: finds the function, and in it the decision, at which a program goes wrong.

mod reason;
mod search;
mod trial;

use crate::outcome::Outcome;
use crate::{output, progress};
use anyhow::{ensure, Result};
use search::{first_bad, Verdict};
use std::time::Duration;
use trial::{Bounds, Trial};

/// What is tried, and how.
pub struct Options {
    /// The command that says by its status whether all is well.
    pub command: Vec<String>,
    /// The time that one trial may take.
    pub timeout: Duration,
    /// Whether no progress is shown.
    pub quiet: bool,
}

/// Finds the decision and prints it with its reason.
pub fn run(options: &Options) -> Result<Outcome> {
    let trial = Trial { command: options.command.clone(), timeout: options.timeout };
    let spinner = progress::spinner("bisecting", options.quiet);
    let mut trials = 0;
    let mut test = |bounds: &Bounds| {
        trials += 1;
        spinner.set_message(format!("trial {trials}: {}", bounds.text()));
        trial.run(bounds)
    };
    ensure!(
        test(&Bounds::functions(0))? == Verdict::Good,
        "the command fails although limit allocates nothing; make it succeed with greedy first"
    );
    ensure!(
        test(&Bounds::functions(u32::MAX))? == Verdict::Bad,
        "the command succeeds with limit; does it use {{llc}}, {{clang}} or their variables?"
    );
    let functions = first_bad(u32::MAX, |functions| test(&Bounds::functions(functions)))?;
    let bounds = |decisions| Bounds { functions, decisions, log: None };
    let decisions = match test(&bounds(0))? {
        Verdict::Good => first_bad(u32::MAX, |decisions| test(&bounds(decisions)))?,
        Verdict::Bad => 0,
    };
    let folder = tempfile::tempdir()?;
    let log = folder.path().join("log");
    test(&Bounds { log: Some(log.clone()), ..bounds(decisions) })?;
    spinner.finish_and_clear();
    let text = reason::text(&log, functions, decisions)?;
    output::write(None, &format!("{text}{}\n", again(functions, decisions)))?;
    Ok(Outcome::Good)
}

/// How to look at it again.
fn again(functions: u32, decisions: u32) -> String {
    let flags = |decisions| format!("-limit-fuel={functions} -limit-decisions={decisions}");
    match decisions {
        0 => format!("Bad:  {}\nGood: -limit-fuel={}", flags(0), functions - 1),
        _ => format!("Bad:  {}\nGood: {}", flags(decisions), flags(decisions - 1)),
    }
}
