//! Which seed of which kind is tried next, so that every kind gets the same share of the time.

use super::Kind;
use std::time::{Duration, Instant};

/// When to stop.
#[derive(Clone, Copy, Debug)]
pub enum Limit {
    /// No seed is begun after this time.
    Time(Instant),
    /// So many seeds of each kind.
    Seeds(u64),
}

struct Row {
    kind: Kind,
    next: u64,
    begun: u64,
    spent: Duration,
}

/// The kinds with the next seed and the time spent so far of each.
pub struct Schedule {
    rows: Vec<Row>,
    limit: Limit,
}

impl Schedule {
    /// Begins with the same seed for all kinds.
    pub fn new(kinds: &[Kind], first: u64, limit: Limit) -> Schedule {
        let row = |&kind: &Kind| Row { kind, next: first, begun: 0, spent: Duration::ZERO };
        Schedule { rows: kinds.iter().map(row).collect(), limit }
    }

    /// The next seed of the kind that had the least time; none when it is time to stop.
    pub fn next(&mut self) -> Option<(Kind, u64)> {
        let limit = self.limit;
        if matches!(limit, Limit::Time(end) if Instant::now() >= end) {
            return None;
        }
        let is_open = |row: &&mut Row| !matches!(limit, Limit::Seeds(seeds) if row.begun >= seeds);
        let row = self.rows.iter_mut().filter(is_open).min_by_key(|row| row.spent)?;
        let seed = row.next;
        row.next = row.next.wrapping_add(1);
        row.begun += 1;
        Some((row.kind, seed))
    }

    /// Notes how long a seed took.
    pub fn spend(&mut self, kind: Kind, time: Duration) {
        for row in self.rows.iter_mut().filter(|row| row.kind == kind) {
            row.spent += time;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kind_that_had_less_time_is_next() {
        let mut schedule = Schedule::new(&[Kind::Core, Kind::Csmith], 7, Limit::Seeds(3));
        assert_eq!(schedule.next(), Some((Kind::Core, 7)));
        schedule.spend(Kind::Core, Duration::from_secs(1));
        assert_eq!(schedule.next(), Some((Kind::Csmith, 7)));
        schedule.spend(Kind::Csmith, Duration::from_secs(5));
        assert_eq!(schedule.next(), Some((Kind::Core, 8)));
        assert_eq!(schedule.next(), Some((Kind::Core, 9)));
        // Three seeds of the one kind are done; the other has two to go.
        assert_eq!(schedule.next(), Some((Kind::Csmith, 8)));
        assert_eq!(schedule.next(), Some((Kind::Csmith, 9)));
        assert_eq!(schedule.next(), None);
    }

    #[test]
    fn nothing_is_begun_after_the_end() {
        let mut schedule = Schedule::new(&[Kind::Core], 1, Limit::Time(Instant::now()));
        assert_eq!(schedule.next(), None);
    }
}
