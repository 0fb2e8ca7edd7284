//! Loads and stores of a range placed by EARLIEST, see [`crate::placement::earliest`].
//!
//! At first there is a store where the value has to leave its register and a load where it may be in
//! one again; then the stores of the range move toward the entry, then its loads toward the exits.

use crate::analysis::insertion_points::{InsertionPoint, InsertionPoints};
use crate::analysis::references::{Reference, References};
use crate::model::function::{Block, Function, VReg};
use crate::placement::earliest::{place_loads, place_stores, Edges, Event, Facts, Placement, Spot};
use crate::placement::residency::{Residency, Stay};
use crate::split::SplitEditor;

/// What happens to the range next in a block.
#[derive(Clone, Copy, Debug)]
enum Step {
    Store(InsertionPoint),
    Load(InsertionPoint),
    /// A reference to the register.
    Reference(Reference),
    /// One to memory: the value is out of registers on both sides.
    InMemory(Reference),
}

/// Places the spill code of one range after the other.
pub struct Mover<'f> {
    function: &'f Function,
    references: &'f References,
    /// The function's edges and room for a range's facts, once a range asked for them.
    graph: Option<(Edges, Facts)>,
}

impl<'f> Mover<'f> {
    /// For the ranges of a function.
    pub fn new(function: &'f Function, references: &'f References) -> Self {
        Self { function, references, graph: None }
    }

    /// Cuts the range in two, as `materialise::split` does: `piece` is where it is in a register, the
    /// remainder where memory holds it.
    pub fn split(&mut self, residency: &Residency, piece: VReg) -> SplitEditor {
        let function = self.function;
        let mut code: Vec<(Stay, Vec<Step>)> = (0..residency.stays().len())
            .map(|number| (residency.stays()[number], self.first_code(residency, number)))
            .collect();
        // The plan has no blocks for what would stand on an edge.
        let is_open = |spot| !matches!(spot, Spot::Edge(..));
        let graph = || (Edges::of(function), Facts::new(function.blocks.len()));
        let (edges, facts) = self.graph.get_or_insert_with(graph);
        note(facts, &code);
        let points = InsertionPoints::of(function);
        move_stores(points, &mut code, &place_stores(edges, facts, is_open));
        note(facts, &code);
        move_loads(points, &mut code, &place_loads(edges, facts, is_open));
        let mut editor = SplitEditor::new(residency.vreg);
        editor.add_piece(piece);
        for step in code.iter().flat_map(|(_, steps)| steps) {
            match *step {
                Step::Store(at) => editor.leave(piece, at),
                Step::Load(at) => editor.enter(piece, at),
                Step::Reference(reference) => editor.rename(reference.inst, piece),
                Step::InMemory(_) => {}
            }
        }
        editor
    }

    /// A store before and a load behind each stretch of a block in which the value must be out.
    fn first_code(&self, residency: &Residency, number: usize) -> Vec<Step> {
        let stay = residency.stays()[number];
        let block = stay.live.block;
        let points = InsertionPoints::of(self.function);
        let mut steps = Vec::new();
        let is_out = |place| residency.is_forced(place);
        let gap_is_out = |gap| residency.place(gap).is_some_and(is_out);
        // Where the value is and whether memory is known to hold it, between two steps.
        let mut out = stay.entry.is_some_and(is_out);
        let mut equal = out;
        if let (Some(_), Some(first)) = (stay.entry, residency.gaps_of(number).next()) {
            let start = points.block_start(block);
            pass(&mut steps, start, (&mut out, &mut equal), gap_is_out(first));
        }
        let all = self.references.of(residency.vreg);
        for visit in residency.visits(self.function, all, number) {
            let reference @ Reference { inst, reads, writes } = visit.reference;
            let before = points.before(inst);
            let before = before.expect("a range that is cut can be moved before its references");
            let after = visit.after.map(gap_is_out);
            let from_memory = !reads || visit.before.is_some_and(gap_is_out);
            if from_memory && after.unwrap_or(reads) {
                steps.push(Step::InMemory(reference));
                (out, equal) = (true, true);
                continue;
            }
            if reads && out {
                steps.push(Step::Load(before));
            }
            equal &= !writes;
            out = after == Some(true);
            if !writes && out && !equal {
                steps.push(Step::Store(before));
            }
            steps.push(Step::Reference(reference));
            if let Some(after) = points.after(inst).filter(|_| writes && out) {
                steps.push(Step::Store(after));
            }
            equal |= out;
        }
        if let Some(exit) = stay.exit {
            pass(&mut steps, points.block_end(block), (&mut out, &mut equal), is_out(exit));
        }
        steps
    }
}

/// The value goes on at an insertion point, out of registers or not.
fn pass(
    steps: &mut Vec<Step>,
    at: InsertionPoint,
    (out, equal): (&mut bool, &mut bool),
    goes_out: bool,
) {
    if goes_out && !*out && !*equal {
        steps.push(Step::Store(at));
    }
    if *out && !goes_out {
        steps.push(Step::Load(at));
    }
    *equal |= goes_out;
    *out = goes_out;
}

/// Notes what the range's code does, as far as EARLIEST wants to know it.
fn note(facts: &mut Facts, code: &[(Stay, Vec<Step>)]) {
    facts.clear();
    for (stay, steps) in code {
        let block = stay.live.block;
        if stay.live.live_in {
            facts.set_live_in(block);
        }
        for step in steps {
            events(step).iter().for_each(|&event| facts.record(block, event));
        }
    }
}

/// What is read from memory matters neither to the register nor to whether memory equals it; what is
/// written there is as good as stored.
fn events(step: &Step) -> &'static [Event] {
    match step {
        Step::Store(_) => &[Event::Store],
        Step::Load(_) => &[Event::Load],
        Step::Reference(Reference { reads: true, writes: true, .. }) => {
            &[Event::Use, Event::Define]
        }
        Step::Reference(Reference { writes: true, .. }) => &[Event::Define],
        Step::Reference(_) => &[Event::Use],
        Step::InMemory(Reference { writes: true, .. }) => &[Event::Define, Event::Store],
        Step::InMemory(_) => &[],
    }
}

fn move_stores(points: InsertionPoints, code: &mut [(Stay, Vec<Step>)], placement: &Placement) {
    for &block in &placement.deleted {
        let steps = steps_of(code, block);
        let changes = |step| events(step).iter().any(|e| matches!(e, Event::Define | Event::Load));
        let end = steps.iter().position(changes).unwrap_or(steps.len());
        let tail = steps.split_off(end);
        steps.retain(|step| !matches!(step, Step::Store(_)));
        steps.extend(tail);
    }
    insert(points, code, placement, Step::Store);
}

fn move_loads(points: InsertionPoints, code: &mut [(Stay, Vec<Step>)], placement: &Placement) {
    for &block in &placement.deleted {
        let steps = steps_of(code, block);
        let touches = |step| events(step).iter().any(|event| *event != Event::Load);
        let start = steps.iter().rposition(touches).map_or(0, |last| last + 1);
        let mut tail = steps.split_off(start);
        tail.retain(|step| !matches!(step, Step::Load(_)));
        steps.extend(tail);
    }
    insert(points, code, placement, Step::Load);
}

fn insert(
    points: InsertionPoints,
    code: &mut [(Stay, Vec<Step>)],
    placement: &Placement,
    step: fn(InsertionPoint) -> Step,
) {
    for &spot in &placement.inserted {
        match spot {
            Spot::Head(block) => steps_of(code, block).insert(0, step(points.block_start(block))),
            Spot::Tail(block) => steps_of(code, block).push(step(points.block_end(block))),
            Spot::Edge(from, to) => unreachable!("nothing is open between {from:?} and {to:?}"),
        }
    }
}

/// Spill code stands only where the range is live.
fn steps_of(code: &mut [(Stay, Vec<Step>)], block: Block) -> &mut Vec<Step> {
    let number = code.binary_search_by_key(&block, |(stay, _)| stay.live.block);
    &mut code[number.expect("the range lives in the block")].1
}
