//! The log: what was decided about a function, and why.
//!
//! Nothing is written unless somebody asks ([`Session::keep_log`](crate::allocate::Session::keep_log)).
//! Each phase notes its decisions through the [`Context`] where it makes them;
//! an event is built only if there is a log. What is tried and undone is forgotten again.
//!
//! Ranges and registers are numbered afresh in each round. When a round is over, its events are renamed
//! to what the client calls them, so that those of several rounds fit together. [`Record`]s can be read
//! as text ([`Log::text`]) and as lines of JSON ([`Log::json`]); `docs/log.md` is the schema.
//!
//! Decisions without which the code would be as right, and only dearer, are *optional*. They have an index,
//! counted from 1, and [`Options::max_decisions`](crate::options::Options::max_decisions) says how many of
//! them a function may have. The first ones are the same whatever that number is.

mod event;
mod field;
mod json;
mod names;
mod summary;
#[cfg(test)]
mod tests;
mod text;

use crate::model::function::Function;
use crate::options::Context;
pub use event::{Alternative, Event, Placed, Priced, SplitReason, Transfer, Why};
pub use names::{Description, RangeName};
use names::{Names, Round};
use std::cell::{Cell, RefCell};
use std::fmt;
pub use summary::{Departure, Overload};

/// Ranges that are named as what could have left registers in the stead of one that does.
pub(crate) const OTHERS: usize = 3;

/// The part of the allocator that decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Phase {
    /// What a session itself notes between its phases.
    #[default]
    Session,
    /// Larger classes for ranges that few instructions keep in a small one.
    Widen,
    /// LIMIT, before and behind its searches.
    Limit,
    /// LIMIT, around loops.
    Loops,
    /// LIMIT, in single blocks.
    Blocks,
    /// LIMIT, once everything fits.
    Relax,
    /// Registers, splits and spills.
    Assign,
    /// Other registers, so that copies go.
    Recolour,
    /// Needless reloads and stores.
    CleanUp,
}

impl Phase {
    /// Its name in texts and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Session => "session",
            Self::Widen => "widen",
            Self::Limit => "limit",
            Self::Loops => "loops",
            Self::Blocks => "blocks",
            Self::Relax => "relax",
            Self::Assign => "assign",
            Self::Recolour => "recolour",
            Self::CleanUp => "clean-up",
        }
    }
}

/// An event with its circumstances.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// How often the client had shown the function before.
    pub round: u32,
    /// Who noted it.
    pub phase: Phase,
    /// The index of an optional decision, counted from 1.
    pub decision: Option<u32>,
    /// What happened.
    pub event: Event,
}

/// A place in the log, to which it can be cut back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark(usize);

/// What was decided about one function.
#[derive(Clone, Debug)]
pub struct Log {
    /// Whether events are kept; else optional decisions are only counted.
    keeps: bool,
    max_decisions: u32,
    decisions: Cell<u32>,
    phase: Cell<Phase>,
    records: RefCell<Vec<Record>>,
    /// The records that have the client's names.
    renamed: usize,
    names: Names,
    rounds: Vec<Round>,
}

impl Log {
    /// An empty log that allows so many optional decisions and keeps no event.
    pub fn counting(max_decisions: u32) -> Self {
        Self {
            keeps: false,
            max_decisions,
            decisions: Cell::new(0),
            phase: Cell::default(),
            records: RefCell::default(),
            renamed: 0,
            names: Names::default(),
            rounds: Vec::new(),
        }
    }

    /// Keeps events from now on.
    pub fn keep(&mut self) {
        self.keeps = true;
    }

    /// Whether events are kept.
    pub fn is_kept(&self) -> bool {
        self.keeps
    }

    /// How many optional decisions were made.
    pub fn decisions(&self) -> u32 {
        self.decisions.get()
    }

    /// All events so far, in order.
    pub fn records(&self) -> Vec<Record> {
        self.records.borrow().clone()
    }

    /// What the client calls things.
    pub fn describe(&mut self, description: Description) {
        if self.keeps {
            self.names.add(description);
        }
    }

    /// A round begins.
    pub(crate) fn begin_round(&mut self, function: &Function) {
        self.phase.set(Phase::Session);
        if self.keeps {
            self.rounds.push(Round::of(function, self.names.take_lines()));
        }
    }

    /// The edit of the last round was carried out: `pieces` are the names of its pieces and remainders.
    /// The events of a round without an edit are renamed too.
    pub(crate) fn end_round(&mut self, pieces: &[u32]) {
        let Some(round) = self.rounds.last() else { return };
        let mut records = self.records.borrow_mut();
        for record in &mut records[self.renamed..] {
            record.event.rename(&|vreg| round.range(vreg, pieces), &|reg| round.register(reg));
        }
        self.renamed = records.len();
    }

    fn add(&self, decision: Option<u32>, event: Event) {
        let round = self.rounds.len().saturating_sub(1) as u32;
        let phase = self.phase.get();
        self.records.borrow_mut().push(Record { round, phase, decision, event });
    }

    /// Notes something between two rounds, with the client's names.
    pub(crate) fn note_named(&mut self, event: Event) {
        if self.keeps {
            self.phase.set(Phase::Session);
            self.add(None, event);
            self.renamed = self.records.borrow().len();
        }
    }

    /// One line per event, in the manner of the core's text form.
    pub fn text(&self) -> String {
        text::print(self)
    }

    /// One line of JSON about the function and one for each event.
    pub fn json(&self, pass: &str, module: &str, function: &str) -> String {
        json::print(self, pass, module, function)
    }
}

/// What phases write to the log.
impl Context<'_> {
    /// Says which phase decides from now on.
    pub fn enter_phase(&self, phase: Phase) {
        if let Some(log) = self.log {
            log.phase.set(phase);
        }
    }

    /// Whether events are kept: what is looked up for them alone is not to be looked up otherwise.
    pub fn is_logged(&self) -> bool {
        self.log.is_some_and(Log::is_kept)
    }

    /// Notes an event, which is built only if somebody reads it.
    #[inline]
    pub fn note(&self, event: impl FnOnce() -> Event) {
        if let Some(log) = self.log.filter(|log| log.keeps) {
            log.add(None, event());
        }
    }

    /// Whether one more optional decision may be made.
    #[inline]
    pub fn may_decide(&self) -> bool {
        self.log.is_none_or(|log| log.decisions.get() < log.max_decisions)
    }

    /// Notes an optional decision that was made.
    #[inline]
    pub fn decided(&self, event: impl FnOnce() -> Event) {
        if let Some(log) = self.log {
            log.decisions.set(log.decisions.get() + 1);
            if log.keeps {
                log.add(Some(log.decisions.get()), event());
            }
        }
    }

    /// Makes an optional decision, if one more may be made. Returns whether it did.
    pub fn decide_if(&self, event: impl FnOnce() -> Event) -> bool {
        let may_decide = self.may_decide();
        if may_decide {
            self.decided(event);
        }
        may_decide
    }

    /// Where the log ends now.
    pub fn log_mark(&self) -> Mark {
        Mark(self.log.map_or(0, |log| log.records.borrow().len()))
    }

    /// Forgets what was noted since, because it was undone. No decision may be among it.
    pub fn forget_since(&self, mark: Mark) {
        if let Some(log) = self.log {
            log.records.borrow_mut().truncate(mark.0);
        }
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
