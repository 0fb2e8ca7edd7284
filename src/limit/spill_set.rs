//! The spill set: the ranges that are out of registers somewhere.

use crate::model::function::VReg;
use crate::model::index::IndexVec;
use crate::model::point::{covers, Point};
use crate::placement::SpilledRange;
use std::rc::Rc;

/// What is known of a range; none if it is in registers throughout.
pub type Spill = Option<Rc<SpilledRange>>;

/// The spilled ranges, with a journal of what they were while some trial may be undone.
#[derive(Debug)]
pub struct SpillSet {
    ranges: IndexVec<VReg, Spill>,
    journal: Vec<JournalEntry>,
    /// How many trials are open, each within the one before.
    trials: usize,
}

/// A change of what is known of a range.
#[derive(Debug)]
pub struct JournalEntry {
    /// The range.
    pub vreg: VReg,
    /// What was known of it before.
    pub before: Spill,
}

impl SpillSet {
    /// None of so many ranges.
    pub fn new(ranges: usize) -> Self {
        let ranges = (0..ranges).map(|_| None).collect();
        Self { ranges, journal: Vec::new(), trials: 0 }
    }

    /// What is known of a range.
    pub fn get(&self, vreg: VReg) -> Option<&SpilledRange> {
        self.ranges[vreg].as_deref()
    }

    /// Whether a range is out of registers at a point.
    pub fn is_out_at(&self, vreg: VReg, at: Point) -> bool {
        self.get(vreg).is_some_and(|spilled| covers(&spilled.out, at))
    }

    /// The spilled ranges in order.
    pub fn iter(&self) -> impl Iterator<Item = &SpilledRange> {
        self.ranges.iter().filter_map(|spill| spill.as_deref())
    }

    /// Replaces what is known of a range. Returns what was known before.
    pub(super) fn replace(&mut self, vreg: VReg, now: Spill) -> Spill {
        let before = std::mem::replace(&mut self.ranges[vreg], now);
        if self.trials > 0 {
            self.journal.push(JournalEntry { vreg, before: before.clone() });
        }
        before
    }

    /// Begins a trial. Returns the length of the journal, by which the trial is undone.
    pub(super) fn begin_trial(&mut self) -> usize {
        self.trials += 1;
        self.journal.len()
    }

    /// Ends the innermost trial. Its changes are kept; a trial around it may still undo them.
    pub(super) fn end_trial(&mut self) {
        self.trials -= 1;
        if self.trials == 0 {
            self.journal.clear();
        }
    }

    /// The last entry since the journal had that length; it leaves the journal.
    pub(super) fn last_entry_since(&mut self, length: usize) -> Option<JournalEntry> {
        if self.journal.len() > length {
            self.journal.pop()
        } else {
            None
        }
    }

    /// Undoes a change without writing that into the journal. Returns what was known until now.
    pub(super) fn restore(&mut self, entry: JournalEntry) -> Spill {
        std::mem::replace(&mut self.ranges[entry.vreg], entry.before)
    }
}
