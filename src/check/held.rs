//! Which locations hold which values.
//!
//! Whether a location holds a value at a place is asked backwards, from the last step that wrote
//! either: that decides it, or hands the question on to another location or value in front of
//! itself. Where ways join, all of them are asked. So only what is read is ever followed, and only
//! through the steps that matter to it.

use super::goals::{Found, Goals, Questions};
use super::order::{Above, Order, Point};
use super::program::{Block, Location, Pair, Program, Step, Value};
use super::undefined::{Stop, Undefined, REMEMBERED};
use super::writes::Writes;

/// Whether, at a stop, a location holds a value: on the ways there that define it, if there are any.
type Key = (Stop, Location, Value);

/// The answers for a program.
#[derive(Debug)]
pub struct Held<'a> {
    program: &'a Program,
    order: &'a Order,
    undefined: Undefined<'a>,
    writes: Writes,
    goals: Goals<Key>,
}

impl<'a> Held<'a> {
    /// Nothing is asked yet.
    pub fn new(program: &'a Program, order: &'a Order) -> Self {
        let undefined = Undefined::new(program, order);
        let writes = Writes::of_locations(program, order);
        Self { program, order, undefined, writes, goals: Goals::new() }
    }

    /// Whether the location holds the value at a point, or the value is not defined there.
    pub fn holds(&mut self, point: Point, location: Location, value: Value) -> bool {
        self.undefined.at(point, value) || self.is_defined_in(point, location, value)
    }

    /// Whether each location holds its value.
    pub fn holds_all(&mut self, point: Point, pairs: &[Pair]) -> bool {
        pairs.iter().all(|pair| self.holds(point, Location(pair.0), Value(pair.1)))
    }

    /// The values that are defined on some way to the point and that the location holds.
    pub fn values(&mut self, point: Point, location: Location) -> Vec<Value> {
        let all = (0..self.program.values as u32).map(Value);
        all.filter(|&value| {
            !self.undefined.at(point, value) && self.is_defined_in(point, location, value)
        })
        .collect()
    }

    /// Where in a range the location or the value is written, in order.
    pub fn written(
        &self,
        range: std::ops::Range<u32>,
        location: Location,
        value: Value,
    ) -> Vec<u32> {
        let mut written: Vec<u32> = self.writes.within(location.0, range.clone()).collect();
        written.extend(self.undefined.writes().within(value.0, range));
        written.sort_unstable();
        written.dedup();
        written
    }

    fn is_defined_in(&mut self, point: Point, location: Location, value: Value) -> bool {
        let found = self.find(point, location, value);
        self.answer(found)
    }

    /// Walks back to what decides whether the location holds the value, which is defined on some way
    /// to the point.
    fn find(&self, mut point: Point, mut location: Location, mut value: Value) -> Found<Key> {
        let values = self.undefined.writes();
        loop {
            let (locations_rows, locations_before) = self.writes.last(location.0, point.at);
            let (value_rows, value_before) = values.last(value.0, point.at);
            let behind = |rows: &[(u32, u32)]| rows.first().map_or(0, |row| row.0 + 1);
            let (of_location, of_value) = (behind(locations_rows), behind(value_rows));
            let last = of_location.max(of_value);
            if last <= self.order.begin(point.top) {
                let first = self.order.begin(point.top);
                let (a, b) = (self.writes.around(location.0, first), values.around(value.0, first));
                let around = (a.0.max(b.0), a.1.into_iter().chain(b.1).min());
                match self.order.above(point.top, around) {
                    // What is not defined yet is in no location.
                    Above::Entry => return Found::Known(false),
                    Above::Point(above) => point = above,
                    Above::Several(node) => {
                        return Found::Same((Stop::Begin(node), location, value));
                    }
                }
                continue;
            }
            point.at = last - 1;
            let second = |row: &(u32, u32)| self.program.pairs[row.1 as usize].1;
            let names =
                of_location == last && locations_rows.iter().any(|row| second(row) == value.0);
            match self.program.steps[self.order.step(point.at)].1 {
                Step::Hold(_) if !names => {}
                Step::Write(_) | Step::Hold(_) => return Found::Known(names),
                Step::Move(_) if is_plain(locations_rows, locations_before) => {
                    location = Location(second(&locations_rows[0]));
                }
                Step::Alias(_) if is_plain(value_rows, value_before) => {
                    value = Value(second(&value_rows[0]));
                }
                Step::Move(_) | Step::Alias(_) | Step::Recompute { .. } => {
                    return Found::Same((Stop::Behind(point), location, value));
                }
                _ => return Found::Known(false),
            }
        }
    }

    /// What is known of whether the location holds the value, on which the goal of `number` depends.
    fn holds_for(&mut self, number: u32, point: Point, location: Location, value: Value) -> bool {
        let found = self.find(point, location, value);
        self.ask(number, found)
    }
}

impl Questions for Held<'_> {
    type Key = Key;

    fn goals(&mut self) -> &mut Goals<Key> {
        &mut self.goals
    }

    fn look(&mut self, number: u32, (stop, location, value): Key) -> bool {
        let (program, order) = (self.program, self.order);
        let point = match stop {
            Stop::Begin(node) => {
                let ends: Vec<Point> = order.before(node).map(|before| order.end(before)).collect();
                // A value that is not defined on any way is only where it was said to be.
                let defined = ends.iter().any(|&end| !self.undefined.at(end, value));
                let begins = defined || node != order.first(Block(0));
                return begins
                    && ends.into_iter().all(|end| {
                        defined && self.undefined.at(end, value)
                            || self.holds_for(number, end, location, value)
                    });
            }
            Stop::Behind(point) => point,
        };
        match program.steps[order.step(point.at)].1 {
            Step::Alias(_) => {
                let sources = self.undefined.writes().seconds(program, value.0, point.at);
                sources.into_iter().any(|s| self.holds_for(number, point, location, Value(s)))
            }
            Step::Recompute { inputs, .. } => {
                let sources = self.writes.seconds(program, location.0, point.at);
                self.holds_for(number, point, location, value)
                    || program.pairs_of(inputs).iter().all(|&(from, input)| {
                        self.undefined.at(point, Value(input))
                            || self.holds_for(number, point, Location(from), Value(input))
                    }) && sources
                        .iter()
                        .any(|&s| self.holds_for(number, point, Location(s), value))
            }
            _ => {
                let sources = self.writes.seconds(program, location.0, point.at);
                sources.iter().all(|&source| self.holds_for(number, point, Location(source), value))
            }
        }
    }
}

/// Whether a step hands the question on to one other, without its being remembered.
fn is_plain(rows: &[(u32, u32)], before: usize) -> bool {
    rows.len() == 1 && !before.is_multiple_of(REMEMBERED)
}
