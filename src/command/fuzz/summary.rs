//! What a session has found, as text.

use super::case::{without_details, Tried};
use super::Kind;
use crate::words::counted;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Duration;

/// Totals of one kind.
#[derive(Debug, Default)]
struct Totals {
    seeds: u64,
    runs: u64,
    skipped: u64,
    last_resort: u64,
    failures: u64,
}

/// Totals of all kinds, and a line for each failure.
#[derive(Debug)]
pub struct Summary {
    totals: BTreeMap<Kind, Totals>,
    /// How often something was skipped, by why.
    skipped: BTreeMap<String, u64>,
    notes: Vec<String>,
}

impl Summary {
    /// Nothing so far.
    pub fn new(kinds: &[Kind]) -> Summary {
        let totals = kinds.iter().map(|&kind| (kind, Totals::default())).collect();
        Summary { totals, skipped: BTreeMap::new(), notes: Vec::new() }
    }

    /// Adds what came of a seed, with a line for each failure; the number of failures so far.
    pub fn add(&mut self, kind: Kind, tried: &Tried, notes: Vec<String>) -> u64 {
        let totals = self.totals.entry(kind).or_default();
        totals.seeds += 1;
        totals.runs += tried.runs;
        totals.skipped += tried.skipped.len() as u64;
        totals.last_resort += tried.last_resort;
        totals.failures += notes.len() as u64;
        for (machine, why) in &tried.skipped {
            let why = without_details(why);
            *self.skipped.entry(format!("{} {machine}: {why}", kind.name())).or_default() += 1;
        }
        self.notes.extend(notes);
        self.failures()
    }

    /// All failures.
    pub fn failures(&self) -> u64 {
        self.totals.values().map(|totals| totals.failures).sum()
    }

    /// A table, then the failures.
    pub fn text(&self, time: Duration) -> String {
        let mut text = format!(
            "{:<12} {:>8} {:>8} {:>8} {:>12} {:>9}\n",
            "kind", "seeds", "runs", "skipped", "last resort", "failures"
        );
        for (kind, totals) in &self.totals {
            let _ = writeln!(
                text,
                "{:<12} {:>8} {:>8} {:>8} {:>12} {:>9}",
                kind.name(),
                totals.seeds,
                totals.runs,
                totals.skipped,
                totals.last_resort,
                totals.failures
            );
        }
        let _ = writeln!(text, "{}", counted(time.as_secs(), "second", "seconds"));
        for (why, times) in &self.skipped {
            let _ = writeln!(text, "skipped {}: {why}", counted(*times, "time", "times"));
        }
        for note in &self.notes {
            let _ = writeln!(text, "FAILED {note}");
        }
        text
    }
}
