//! What went wrong, and how it came about.

use super::held::Held;
use super::order::{Order, Point, Position};
use super::program::{Block, Location, Place, Program, Value};

/// A read of a location that does not hold the value on every path.
#[derive(Clone, PartialEq, Debug)]
pub struct Fault {
    /// The reading instruction.
    pub place: Place,
    /// What it reads.
    pub location: Location,
    /// What should be there.
    pub expected: Value,
    /// What is there on all paths.
    pub held: Vec<Value>,
    /// Where the value got lost.
    pub path: Trace,
}

/// The way back from a fault to where the value got lost.
#[derive(Clone, PartialEq, Debug)]
pub struct Trace {
    /// The blocks from the fault's own back to the one of the loss.
    pub blocks: Vec<Block>,
    /// The instruction since which the location does not hold the value: one that overwrote the
    /// location, or the value's definition, if that is elsewhere. None if it was not on this path.
    pub lost_at: Option<Place>,
}

/// Walks back from a failed read, always to a predecessor at the end of which the value is missing.
pub fn trace(
    program: &Program,
    order: &Order,
    held: &mut Held,
    block: Block,
    at: Position,
    location: Location,
    expected: Value,
) -> Trace {
    let mut blocks = vec![block];
    let mut range = order.positions(block).start..at;
    loop {
        let here = blocks[blocks.len() - 1];
        let start = order.start(here).expect("the walk stays in reached blocks");
        // Around a loop it may be missing at the entry just because this block loses it.
        let (mut lost_at, mut held_before) = (None, true);
        for at in held.written(range, location, expected) {
            let holds = held.holds(Point { at: at + 1, ..start }, location, expected);
            if held_before && !holds {
                lost_at = Some(program.steps[order.step(at)].0);
            }
            held_before = holds;
        }
        if lost_at.is_some() || held.holds(start, location, expected) {
            return Trace { blocks, lost_at };
        }
        let before = order.before(order.first(here)).find(|&from| {
            // The fault's own block was walked from the fault up only: a loop may lead to its end.
            !blocks[1..].contains(&order.block(from))
                && !held.holds(order.end(from), location, expected)
        });
        let Some(before) = before else { return Trace { blocks, lost_at: None } };
        blocks.push(order.block(before));
        range = order.positions(order.block(before));
    }
}
