//! The reads of a program that fail.

use super::held::Held;
use super::order::{Order, Point};
use super::program::{Location, Program, Step, Value};
use super::report::{trace, Fault};

/// Faults that are reported of one function; the rest mostly follow from the first.
const MOST_FAULTS: usize = 8;

/// The reads that fail, in layout order, a few at most.
pub fn check(program: &Program) -> Vec<Fault> {
    let order = Order::of(program);
    let mut held = Held::new(program, &order);
    let mut faults = Vec::new();
    for block in program.blocks.indices() {
        let Some(Point { top, .. }) = order.start(block) else { continue };
        for at in order.positions(block) {
            let point = Point { top, at };
            let (place, step) = program.steps[order.step(at)];
            let span = match step {
                Step::Read(span) => span,
                Step::ReadEither { first, second }
                    if !held.holds_all(point, program.pairs_of(second)) =>
                {
                    first
                }
                _ => continue,
            };
            for &(location, value) in program.pairs_of(span) {
                let (location, expected) = (Location(location), Value(value));
                if held.holds(point, location, expected) {
                    continue;
                }
                if faults.len() == MOST_FAULTS {
                    return faults;
                }
                let path = trace(program, &order, &mut held, block, at, location, expected);
                let held = held.values(point, location);
                faults.push(Fault { place, location, expected, held, path });
            }
        }
    }
    faults
}
