//! Which values are defined on no way to a place, so that any location will do for them.

use super::goals::{Found, Goals, Questions};
use super::order::{Above, Node, Order, Point};
use super::program::{Program, Step, Value};
use super::writes::Writes;

/// Where a walk back to what decides a question ends for now.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Stop {
    /// At the beginning of a node to which several ways lead.
    Begin(Node),
    /// Behind a step that has several things to ask.
    Behind(Point),
}

/// Of so many steps that may hand on what was there before, one is remembered: what goes from place
/// to place is then not followed from the beginning each time.
pub const REMEMBERED: usize = 16;

/// The answers for a program.
#[derive(Debug)]
pub struct Undefined<'a> {
    program: &'a Program,
    order: &'a Order,
    writes: Writes,
    goals: Goals<(Stop, Value)>,
}

impl<'a> Undefined<'a> {
    /// Nothing is asked yet.
    pub fn new(program: &'a Program, order: &'a Order) -> Self {
        let writes = Writes::of_values(program, order);
        Self { program, order, writes, goals: Goals::new() }
    }

    /// What changes what values are.
    pub fn writes(&self) -> &Writes {
        &self.writes
    }

    /// Whether the value is defined on no way to the point.
    pub fn at(&mut self, point: Point, value: Value) -> bool {
        let found = self.find(point, value);
        self.answer(found)
    }

    fn find(&self, mut point: Point, mut value: Value) -> Found<(Stop, Value)> {
        loop {
            let (rows, before) = self.writes.last(value.0, point.at);
            let last = rows.first().filter(|row| row.0 >= self.order.begin(point.top));
            if let Some(&(at, pair)) = last {
                point.at = at;
                match self.program.steps[self.order.step(at)].1 {
                    Step::Alias(_) if rows.len() == 1 && !before.is_multiple_of(REMEMBERED) => {
                        value = Value(self.program.pairs[pair as usize].1);
                    }
                    Step::Alias(_) => return Found::Same((Stop::Behind(point), value)),
                    step => return Found::Known(matches!(step, Step::Undefine(_))),
                }
                continue;
            }
            let around = self.writes.around(value.0, self.order.begin(point.top));
            match self.order.above(point.top, around) {
                Above::Entry => return Found::Known(true),
                Above::Point(above) => point = above,
                Above::Several(node) => return Found::Same((Stop::Begin(node), value)),
            }
        }
    }
}

impl Questions for Undefined<'_> {
    type Key = (Stop, Value);

    fn goals(&mut self) -> &mut Goals<Self::Key> {
        &mut self.goals
    }

    fn look(&mut self, number: u32, (stop, value): Self::Key) -> bool {
        let (program, order) = (self.program, self.order);
        match stop {
            Stop::Begin(node) => order.before(node).all(|before| {
                let found = self.find(order.end(before), value);
                self.ask(number, found)
            }),
            Stop::Behind(point) => {
                let sources = self.writes.seconds(program, value.0, point.at);
                sources.into_iter().all(|source| {
                    let found = self.find(point, Value(source));
                    self.ask(number, found)
                })
            }
        }
    }
}
