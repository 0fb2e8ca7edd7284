//! Finds for each function the kind of instruction that changed most against the base, and what the
//! functions of each kind add to the mean of I.

use crate::report::causes::{Cause, Change, Longer, Share};
use crate::report::Versus;
use crate::score::Score;
use crate::stats::is_lower;

/// How many of the worst functions of a cause are named.
const WORST: usize = 10;

/// Adds up the functions of a comparison.
#[derive(Default)]
pub struct Causes {
    /// Functions added, those without a change too.
    functions: usize,
    /// In the order of [`Cause::ALL`]: the sums of logarithms of the longer and the shorter ones.
    sums: [[Sum; 2]; Cause::ALL.len()],
    worst: [Vec<Longer>; Cause::ALL.len()],
}

#[derive(Clone, Copy, Default)]
struct Sum {
    functions: usize,
    logarithms: f64,
}

impl Causes {
    /// Adds a function of an input; its I is not 0 with either allocator.
    pub fn add(&mut self, input: &str, function: &str, score: &Score, base: &Score) {
        self.functions += 1;
        let instructions =
            Versus { this: score.instructions.weighted, base: base.instructions.weighted };
        let is_longer = is_lower(instructions.base, instructions.this);
        if !is_longer && !is_lower(instructions.this, instructions.base) {
            return;
        }
        let cause = largest_change(score, base) as usize;
        let ratio = instructions.this / instructions.base;
        let sum = &mut self.sums[cause][usize::from(!is_longer)];
        sum.functions += 1;
        sum.logarithms += ratio.ln();
        if is_longer {
            let (input, function) = (input.to_owned(), function.to_owned());
            self.worst[cause].push(Longer { input, function, ratio, instructions });
        }
    }

    /// One change for each cause, in the order of [`Cause::ALL`].
    pub fn finish(self) -> Vec<Change> {
        let share = |sum: Sum| Share {
            functions: sum.functions,
            percent: 100.0 * sum.logarithms / self.functions.max(1) as f64,
        };
        let parts = Cause::ALL.into_iter().zip(self.sums).zip(self.worst);
        let changes = parts.map(|((cause, [longer, shorter]), worst)| Change {
            cause,
            longer: share(longer),
            shorter: share(shorter),
            worst: first(worst),
        });
        changes.collect()
    }
}

/// The worst ones; equal ratios stay in the order in which they were added.
fn first(mut worst: Vec<Longer>) -> Vec<Longer> {
    worst.sort_by(|a, b| b.ratio.total_cmp(&a.ratio));
    worst.truncate(WORST);
    worst
}

/// The first of the kinds of instruction that changed most, in either direction.
fn largest_change(score: &Score, base: &Score) -> Cause {
    let copies = score.copies.weighted - base.copies.weighted;
    let callee_saved = score.callee_saved.weighted - base.callee_saved.weighted;
    let spills = score.reloads.weighted + score.stores.weighted
        - base.reloads.weighted
        - base.stores.weighted;
    let all = score.instructions.weighted - base.instructions.weighted;
    let changes = [copies, callee_saved, spills, all - copies - callee_saved - spills];
    let mut largest = 0;
    for index in 1..changes.len() {
        if is_lower(changes[largest].abs(), changes[index].abs()) {
            largest = index;
        }
    }
    Cause::ALL[largest]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::Count;

    /// I, copies, saves and restores, reloads.
    fn score([instructions, copies, callee_saved, reloads]: [f64; 4]) -> Score {
        let count = |weighted| Count { in_text: 1, weighted };
        Score {
            instructions: count(instructions),
            copies: count(copies),
            callee_saved: count(callee_saved),
            reloads: count(reloads),
            ..Score::default()
        }
    }

    #[test]
    fn shares_by_hand() {
        let functions = [
            // Four more copies, six more instructions of no kind.
            ("others", [10.0, 1.0, 2.0, 0.0], [20.0, 5.0, 2.0, 0.0]),
            ("copies", [10.0, 1.0, 2.0, 0.0], [12.0, 4.0, 1.0, 0.0]),
            ("more-copies", [10.0, 0.0, 0.0, 0.0], [20.0, 10.0, 0.0, 0.0]),
            ("saves", [20.0, 1.0, 8.0, 0.0], [10.0, 2.0, 0.0, 0.0]),
            ("spills", [8.0, 0.0, 0.0, 4.0], [4.0, 0.0, 0.0, 0.0]),
            // Copies in place of reloads: I is the same.
            ("same", [8.0, 0.0, 0.0, 4.0], [8.0, 4.0, 0.0, 0.0]),
        ];
        let mut causes = Causes::default();
        for (name, base, this) in functions {
            causes.add("i", name, &score(this), &score(base));
        }
        let changes = causes.finish();
        let found = changes.iter().map(|c| (c.cause, c.longer.functions, c.shorter.functions));
        let expected = [
            (Cause::Copies, 2, 0),
            (Cause::CalleeSaved, 0, 1),
            (Cause::ReloadsAndStores, 0, 1),
            (Cause::Others, 1, 0),
        ];
        assert_eq!(found.collect::<Vec<_>>(), expected);
        // Of six functions: ln 1.2 + ln 2 = ln 2.4 for the copies, ln 2 twice with a minus.
        let percent = |x: f64| 100.0 * x.ln() / 6.0;
        let close = |x: f64, y: f64| assert!((x - y).abs() < 1e-9, "{x} is not {y}");
        close(changes[0].longer.percent, percent(2.4));
        close(changes[1].shorter.percent, percent(0.5));
        close(changes[2].shorter.percent, percent(0.5));
        close(changes[3].longer.percent, percent(2.0));
        let worst: Vec<_> = changes[0].worst.iter().map(|w| (&w.function[..], w.ratio)).collect();
        assert_eq!(worst, [("more-copies", 2.0), ("copies", 1.2)]);
    }

    #[test]
    fn the_ten_worst_of_a_cause() {
        let mut causes = Causes::default();
        for more in 1..=12 {
            let more = f64::from(more);
            let this = score([10.0 + more, more, 0.0, 0.0]);
            causes.add("i", &format!("f{more}"), &this, &score([10.0, 0.0, 0.0, 0.0]));
        }
        let changes = causes.finish();
        let worst = &changes[0].worst;
        assert_eq!(
            (worst.len(), &worst[0].function[..], &worst[9].function[..]),
            (10, "f12", "f3")
        );
        assert_eq!(changes[0].longer.functions, 12);
    }
}
