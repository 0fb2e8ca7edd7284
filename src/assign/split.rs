//! Splitting a range that got no register as a whole.
//!
//! First the register and the region are sought for which keeping the value in that register saves
//! most; then single blocks with several references left get a piece each, in whatever register is
//! free between them. What remains may be split again in the next round; at last it is spilled, so
//! that a piece costs a reload where it begins and, if it changes the value, a store where it ends.

use super::live_blocks::{LiveBlock, LiveBlocks};
use super::region;
use super::shape::Shape;
use super::state::State;
use crate::analysis::bundles::Bundles;
use crate::analysis::references::{Prices, Reference};
use crate::model::function::{Fate, Inst, VReg};
use crate::model::machine::Reg;
use crate::model::point::{overlap, Segment};
use crate::plan::{Move, Site, Split};

/// A split must save at least this share of what it works on, so that estimates that are a little
/// off do not add copies for nothing.
pub const MARGIN: f64 = 0.02;

/// A piece that was found worth having.
struct Piece {
    reg: Reg,
    shape: Shape,
    references: Vec<Reference>,
}

/// Cuts the range and gives each piece its register. Returns what was cut, if it was; the remainder
/// is a new range that still needs a place.
pub fn split(state: &mut State, bundles: &Bundles, vreg: VReg) -> Option<Split> {
    if !state.function.lane_ranges_of(vreg).is_empty() {
        // A copy of a value of which only some lanes are defined would read the others.
        return None;
    }
    let live = LiveBlocks::of(state, vreg);
    let search = Search { state, vreg, live: &live };
    let mut pieces: Vec<Piece> = Vec::new();
    // One reference costs a reload or a store wherever the value is brought in for it.
    let several = state.references.of(vreg).len() > 1;
    if let Some(region) = several.then(|| region::best(state, bundles, vreg, &live)).flatten() {
        let references = search.held_by(&region.shape);
        if !references.is_empty() {
            pieces.push(Piece { reg: region.reg, shape: region.shape, references });
        }
    }
    for block in live.blocks() {
        pieces.extend(search.block_piece(block, &pieces));
    }
    (!pieces.is_empty()).then(|| materialise(state, vreg, pieces))
}

/// Cuts off the range the part that is best kept in the register its copies want, and gives the
/// rest another register, which has to be free for the whole range. Returns what was cut.
pub fn split_for_copies(
    state: &mut State,
    bundles: &Bundles,
    vreg: VReg,
    wanted: Reg,
    rest: Reg,
) -> Option<Split> {
    if !state.function.lane_ranges_of(vreg).is_empty() {
        return None;
    }
    let live = LiveBlocks::of(state, vreg);
    let region = region::for_copies(state, bundles, vreg, &live, wanted)?;
    let references = Search { state, vreg, live: &live }.held_by(&region.shape);
    if references.is_empty() {
        return None;
    }
    let piece = Piece { reg: wanted, shape: region.shape, references };
    let split = materialise(state, vreg, vec![piece]);
    state.assign(split.remainder, rest);
    Some(split)
}

struct Search<'s, 'a> {
    state: &'s State<'a>,
    vreg: VReg,
    live: &'s LiveBlocks,
}

impl Search<'_, '_> {
    /// A piece within one block from the first to the last of its references, if there are several
    /// and a register is free between them.
    fn block_piece(&self, block: &LiveBlock, taken: &[Piece]) -> Option<Piece> {
        let function = self.state.function;
        let data = &function.blocks[block.block];
        let point = |reference: &Reference| function.insts[reference.inst].point;
        let all = self.live.references(self.state, self.vreg, block);
        let movable = all.partition_point(|reference| point(reference) < data.last_split);
        let references = self.longest_run(&all[..movable], taken);
        let (first, last) = (references.first()?, references.last()?);
        if references.len() < 2 {
            return None;
        }
        let segments = self.live.segments(self.state, self.vreg, block);
        let before = point(first).base();
        let after = point(last).dead();
        let comes_in = segments.clone().any(|s| s.start < before && s.end > before);
        let goes_out = segments.clone().any(|s| s.start < after && s.end > after);
        let mut shape = Shape::default();
        for segment in segments {
            let start = if comes_in { segment.start.max(before) } else { segment.start };
            let end = if goes_out { segment.end.min(after) } else { segment.end };
            if start < end && start < after && end > before {
                shape.segments.push(Segment { start, end });
            }
        }
        if comes_in {
            shape.enter(Site::Before(first.inst), data.frequency);
        }
        if goes_out {
            shape.leave(Site::After(last.inst), data.frequency);
        }
        self.finish(shape, taken)
    }

    /// The most consecutive references that no piece holds yet.
    fn longest_run<'r>(&self, all: &'r [Reference], taken: &[Piece]) -> &'r [Reference] {
        let is_held =
            |r: &Reference| taken.iter().any(|p| p.shape.holds(self.state.function, r.inst));
        all.split(is_held).max_by_key(|run| run.len()).unwrap_or_default()
    }

    fn held_by(&self, shape: &Shape) -> Vec<Reference> {
        let all = self.state.references.of(self.vreg).iter();
        all.filter(|r| shape.holds(self.state.function, r.inst)).copied().collect()
    }

    /// Finds the piece a register and weighs what it saves against what it costs.
    fn finish(&self, shape: Shape, taken: &[Piece]) -> Option<Piece> {
        let function = self.state.function;
        if taken.iter().any(|other| overlap(&other.shape.segments, &shape.segments)) {
            return None;
        }
        let references = self.held_by(&shape);
        let writes = references.iter().any(|reference| reference.writes);
        let prices = Prices::of(function, self.vreg);
        let saved = prices.sum(function, &references);
        let paid =
            shape.entries * prices.read + if writes { shape.exits * prices.write } else { 0.0 };
        if saved - paid <= MARGIN * saved {
            return None;
        }
        let fits = |reg: Reg| {
            !self.state.opens_saved_register(reg)
                && self.state.is_free_over(&shape.segments, reg)
                && self.state.ranges.calls_preserve(function, &shape.segments, reg)
        };
        let reg = self.state.order(self.vreg).iter().copied().find(|&reg| fits(reg))?;
        Some(Piece { reg, shape, references })
    }
}

fn materialise(state: &mut State, vreg: VReg, pieces: Vec<Piece>) -> Split {
    let function = state.function;
    let mut renames: Vec<(Inst, VReg)> = Vec::new();
    let mut transitions: Vec<(VReg, Site, bool)> = Vec::new();
    let mut covered: Vec<Segment> = Vec::new();
    let mut numbers = Vec::new();
    for Piece { reg, shape, references } in pieces {
        let number =
            state.ranges.add_piece(function, vreg, Fate::Split, &shape.segments, &references);
        state.grow();
        state.assign(number, reg);
        renames.extend(references.iter().map(|reference| (reference.inst, number)));
        transitions.extend(shape.transitions.iter().map(|&(site, enters)| (number, site, enters)));
        covered.extend(shape.segments);
        numbers.push(number);
    }
    renames.sort_unstable_by_key(|&(inst, _)| inst);
    covered.sort_unstable_by_key(|segment| segment.start);
    let rest = subtract(state.ranges.live(vreg), &covered);
    let references: Vec<Reference> = state
        .references
        .of(vreg)
        .iter()
        .filter(|r| renames.binary_search_by_key(&r.inst, |&(inst, _)| inst).is_err())
        .copied()
        .collect();
    let remainder = state.ranges.add_piece(function, vreg, Fate::Free, &rest, &references);
    state.grow();
    let to_move = |&(piece, site, enters): &(VReg, Site, bool)| {
        let (from, to) = if enters { (remainder, piece) } else { (piece, remainder) };
        Move { site, from, to }
    };
    let moves = transitions.iter().map(to_move).collect();
    Split { vreg, remainder, pieces: numbers, renames, moves }
}

/// The parts of `segments` outside `holes`; both sorted and disjoint.
fn subtract(segments: &[Segment], holes: &[Segment]) -> Vec<Segment> {
    let mut rest = Vec::new();
    let mut holes = holes.iter().peekable();
    for segment in segments {
        let mut start = segment.start;
        while let Some(hole) = holes.peek() {
            if hole.start >= segment.end {
                break;
            }
            if start < hole.start {
                rest.push(Segment { start, end: hole.start });
            }
            start = start.max(hole.end);
            if hole.end > segment.end {
                break;
            }
            holes.next();
        }
        if start < segment.end {
            rest.push(Segment { start, end: segment.end });
        }
    }
    rest
}
