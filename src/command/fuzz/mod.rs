//! `regalloc-limit fuzz`: random inputs for the allocator, and small cases of what it does wrong.

mod case;
mod core;
mod csmith;
mod defects;
mod files;
mod generate;
mod ir;
mod keep;
mod llc;
mod machine;
mod machines;
mod program;
mod reduce;
mod schedule;
mod summary;

use crate::allocator::Allocator;
use crate::measure::Settings;
use crate::outcome::Outcome;
use crate::process::{check_interrupt, Interrupted};
use crate::words::counted;
use crate::{output, progress, workers};
use anyhow::{Context, Result};
use clap::ValueEnum;
use indicatif::ProgressBar;
use keep::Keeper;
use llc::Llc;
pub use machine::Machine;
use program::Runner;
use schedule::{Limit, Schedule};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Mutex;
use std::time::{Duration, Instant};
use summary::Summary;

/// What is generated, and how it is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum Kind {
    /// IR of llvm-stress for many machines, judged by LLVM's verifier and the symbolic checker
    LlvmStress,
    /// IR of a generator of this command's own, judged in the same way
    Ir,
    /// C programs of csmith, which are run
    Csmith,
    /// Functions in the core's text form, without LLVM
    Core,
}

impl Kind {
    /// Its name on the command line and in names of files.
    pub fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }
}

/// What is tried, and for how long.
pub struct Options {
    /// How `llc` is run.
    pub settings: Settings,
    /// The allocator that is tried.
    pub allocator: Allocator,
    /// The allocator that is trusted: where it fails as well, nothing is said.
    pub base: Allocator,
    /// For how long, unless `count` is given.
    pub time: Duration,
    /// How many seeds of each kind.
    pub count: Option<u64>,
    /// The first seed.
    pub seed: u64,
    /// What is generated.
    pub kinds: Vec<Kind>,
    /// For which machines; none stands for all that are known.
    pub machines: Vec<Machine>,
    /// Whether the symbolic checker judges, too.
    pub check: bool,
    /// The folder in which failures are kept.
    pub keep: PathBuf,
    /// How many tools run at a time.
    pub jobs: NonZeroUsize,
    /// Whether no progress is shown.
    pub quiet: bool,
}

/// Everything the workers share.
struct Session<'a> {
    /// With the verifier and the checker, for code that is not run.
    judged: Llc<'a>,
    /// Without, for programs that are run.
    plain: Llc<'a>,
    machines: Vec<Machine>,
    runners: Vec<Runner>,
    keeper: Keeper,
    schedule: Mutex<Schedule>,
    summary: Mutex<Summary>,
    /// Set by Ctrl-C and by the first error.
    stopped: AtomicBool,
    bar: ProgressBar,
    started: Instant,
}

/// Runs until the time is over, and says what was found.
pub fn run(options: &Options) -> Result<Outcome> {
    let Options { settings, allocator, base, kinds, .. } = options;
    let started = Instant::now();
    let limit = match options.count {
        Some(count) => Limit::Seeds(count),
        None => Limit::Time(started + options.time),
    };
    let mut judges = vec!["-verify-machineinstrs".to_owned()];
    judges.extend(options.check.then(|| llc::CHECK.to_owned()));
    let llc = |judges| Llc { settings, allocator, base, judges };
    let steps = match options.count {
        Some(count) => count as usize * kinds.len(),
        None => options.time.as_secs() as usize,
    };
    let session = Session {
        judged: llc(judges),
        plain: llc(Vec::new()),
        machines: match &options.machines[..] {
            [] => Machine::all(),
            named => named.to_vec(),
        },
        runners: Runner::among(&options.machines),
        keeper: Keeper::new(&options.keep)?,
        schedule: Mutex::new(Schedule::new(kinds, options.seed, limit)),
        summary: Mutex::new(Summary::new(kinds)),
        stopped: AtomicBool::new(false),
        bar: progress::bar("fuzzing", steps, options.quiet),
        started,
    };
    let jobs = options.jobs;
    workers::run(&vec![limit; jobs.get()], jobs, |limit| session.work(*limit))?;
    session.bar.finish_and_clear();
    let summary = session.summary.into_inner().expect("a worker never panics here");
    output::write(None, &summary.text(started.elapsed()))?;
    Ok(if summary.failures() == 0 { Outcome::Good } else { Outcome::Exceeded })
}

impl Session<'_> {
    /// Tries seed after seed until it is time to stop. Ctrl-C is such a time, too: what was found
    /// is said and kept.
    fn work(&self, limit: Limit) -> Result<()> {
        let result = self.try_seeds(limit);
        self.stopped.fetch_or(result.is_err(), Ordering::Relaxed);
        match result {
            Err(error) if error.is::<Interrupted>() => Ok(()),
            other => other,
        }
    }

    fn try_seeds(&self, limit: Limit) -> Result<()> {
        while !self.stopped.load(Ordering::Relaxed) {
            check_interrupt()?;
            let next = self.schedule.lock().expect("a worker never panics here").next();
            let Some((kind, seed)) = next else { return Ok(()) };
            let begun = Instant::now();
            let failures = self.try_seed(kind, seed)?;
            let mut schedule = self.schedule.lock().expect("a worker never panics here");
            schedule.spend(kind, begun.elapsed());
            match limit {
                Limit::Seeds(_) => self.bar.inc(1),
                Limit::Time(_) => self.bar.set_position(self.started.elapsed().as_secs()),
            }
            let failures = counted(failures, "failure", "failures");
            self.bar.set_message(format!("{} {seed}, {failures}", kind.name()));
        }
        Ok(())
    }

    /// Tries one seed and keeps what fails; the number of failures so far.
    fn try_seed(&self, kind: Kind, seed: u64) -> Result<u64> {
        let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
        let llc = if kind == Kind::Csmith { &self.plain } else { &self.judged };
        let mut tried = match kind {
            Kind::Core => core::try_seed(seed),
            Kind::LlvmStress | Kind::Ir => {
                ir::try_seed(llc, &self.machines, kind, seed, folder.path())?
            }
            Kind::Csmith => csmith::try_seed(llc, &self.runners, seed, folder.path())?,
        };
        let failures = std::mem::take(&mut tried.failures);
        let mut notes = Vec::new();
        for failure in &failures {
            self.bar.set_message(format!("{} {seed}: reducing a failure", kind.name()));
            notes.push(self.keeper.keep(llc, kind, seed, failure)?);
        }
        let mut summary = self.summary.lock().expect("a worker never panics here");
        Ok(summary.add(kind, &tried, notes))
    }
}
