//! Which steps write a location or a value.

use super::order::{Order, Position};
use super::program::{Pair, Program, Step};
use std::ops::Range;

/// Per location or value the steps that change what it holds or is.
#[derive(Debug)]
pub struct Writes {
    /// Per location or value where its rows begin, and the end of all.
    starts: Vec<u32>,
    /// Where it is written, ascending, and by which pair of the step, in `Program::pairs`.
    rows: Vec<(Position, u32)>,
}

impl Writes {
    /// What changes what locations hold.
    pub fn of_locations(program: &Program, order: &Order) -> Self {
        Self::collect(program, order, program.locations, |step, pair| match step {
            Step::Write(_) | Step::Hold(_) | Step::Clobber(_) => Some(pair.0),
            Step::Move(_) | Step::Recompute { .. } => Some(pair.0),
            _ => None,
        })
    }

    /// What changes what values are.
    pub fn of_values(program: &Program, order: &Order) -> Self {
        Self::collect(program, order, program.values, |step, pair| match step {
            Step::Write(_) => Some(pair.1),
            Step::Alias(_) | Step::Undefine(_) => Some(pair.0),
            _ => None,
        })
    }

    fn collect(
        program: &Program,
        order: &Order,
        number: usize,
        written: impl Fn(Step, Pair) -> Option<u32>,
    ) -> Self {
        let mut starts = vec![0; number + 1];
        let each = |visit: &mut dyn FnMut(u32, Position, u32)| {
            for at in 0..order.len() {
                let step = program.steps[order.step(at)].1;
                for pair in step.changes().range() {
                    if let Some(thing) = written(step, program.pairs[pair]) {
                        visit(thing, at, pair as u32);
                    }
                }
            }
        };
        each(&mut |thing, _, _| starts[thing as usize + 1] += 1);
        for thing in 0..number {
            starts[thing + 1] += starts[thing];
        }
        let mut ends = starts.clone();
        let mut rows = vec![(0, 0); starts[number] as usize];
        each(&mut |thing, at, pair| {
            rows[ends[thing as usize] as usize] = (at, pair);
            ends[thing as usize] += 1;
        });
        Self { starts, rows }
    }

    /// All that is written of it.
    fn of(&self, thing: u32) -> &[(Position, u32)] {
        &self.rows[self.starts[thing as usize] as usize..self.starts[thing as usize + 1] as usize]
    }

    /// The positions nearest to a place at which it is written: in front of it, and behind it.
    pub fn around(&self, thing: u32, at: Position) -> (Option<Position>, Option<Position>) {
        let rows = self.of(thing);
        let behind = rows.partition_point(|row| row.0 < at);
        let position = |row: &(Position, u32)| row.0;
        (rows[..behind].last().map(position), rows.get(behind).map(position))
    }

    /// The rows of the last step in front of a place that writes it, and how many there are in front
    /// of those.
    pub fn last(&self, thing: u32, at: Position) -> (&[(Position, u32)], usize) {
        let rows = &self.of(thing)[..self.of(thing).partition_point(|row| row.0 < at)];
        let last = rows.last().map_or(at, |row| row.0);
        let before = rows.iter().rposition(|row| row.0 != last).map_or(0, |row| row + 1);
        (&rows[before..], before)
    }

    /// What the pairs of the step at a position have beside it.
    pub fn seconds(&self, program: &Program, thing: u32, at: Position) -> Vec<u32> {
        let rows = self.last(thing, at + 1).0;
        rows.iter().map(|row| program.pairs[row.1 as usize].1).collect()
    }

    /// The positions in this range at which it is written.
    pub fn within(
        &self,
        thing: u32,
        range: Range<Position>,
    ) -> impl Iterator<Item = Position> + '_ {
        let rows = self.of(thing);
        let first = rows.partition_point(|row| row.0 < range.start);
        let end = rows.partition_point(|row| row.0 < range.end);
        rows[first..end].iter().map(|row| row.0)
    }
}
