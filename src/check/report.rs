//! What went wrong, and how it came about.

use super::flow::{run, State};
use super::program::{Block, Location, Place, Program, Value};
use super::sets::Sets;
use crate::model::index::IndexVec;

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
    sets: &mut Sets,
    entries: &IndexVec<Block, Option<State>>,
    block: Block,
    place: Place,
    location: Location,
    expected: Value,
) -> Trace {
    let mut blocks = vec![block];
    let mut until = Some(place);
    loop {
        let here = blocks[blocks.len() - 1];
        let mut entry = entries[here].clone().expect("the walk stays in reached blocks");
        let held_at_entry = entry.holds(sets, location, expected);
        // Around a loop it may be missing at the entry just because this block loses it.
        entry.assume(sets, location, expected);
        if let Some(lost_at) = last_loss(program, sets, here, entry, until, location, expected) {
            return Trace { blocks, lost_at: Some(lost_at) };
        }
        until = None;
        let missing = |sets: &mut Sets, from: Block| {
            let Some(entry) = entries[from].clone() else { return false };
            let exits = run(program, sets, from, entry, |_, _, _, _| {});
            let edges = &program.edges[program.blocks[from].edges.range()];
            let mut leading = edges.iter().filter(|edge| edge.to == here);
            leading.any(|edge| !exits.at(edge.exit).holds(sets, location, expected))
        };
        let before = program
            .blocks
            .indices()
            // The fault's own block was walked from the fault up only: a loop may lead to its end.
            .find(|from| !blocks[1..].contains(from) && !held_at_entry && missing(sets, *from));
        match before {
            Some(from) => blocks.push(from),
            None => return Trace { blocks, lost_at: None },
        }
    }
}

/// The last instruction of a block, before `until` if given, after which the location no longer
/// holds a value that it held before.
fn last_loss(
    program: &Program,
    sets: &mut Sets,
    block: Block,
    entry: State,
    until: Option<Place>,
    location: Location,
    value: Value,
) -> Option<Place> {
    let (mut lost_at, mut previous, mut held, mut over) = (None, None, false, false);
    let exits = run(program, sets, block, entry, |sets, state, place, _| {
        if over {
            return;
        }
        let holds = state.holds(sets, location, value);
        if held && !holds {
            lost_at = previous;
        }
        held = holds;
        over = until == Some(place);
        previous = Some(place);
    });
    if !over && held && !exits.end.holds(sets, location, value) {
        lost_at = previous;
    }
    lost_at
}
