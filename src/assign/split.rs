//! Splitting a range that got no register as a whole.
//!
//! First the register and the region are sought for which keeping the value in that register saves
//! most; then single blocks with several references left get pieces of their own, in whatever
//! registers are free there. What remains may be split again in the next round; at last it is spilled, so
//! that a piece costs a reload where it begins and, if it changes the value, a store where it ends.

use super::chain::{self, Link};
use super::choose;
use super::region::{self, Region};
use super::shape::Shape;
use super::state::State;
use super::workspace::Workspace;
use crate::analysis::live_blocks::{LiveBlock, LiveBlocks};
use crate::analysis::references::Reference;
use crate::cost::Prices;
use crate::model::function::{Block, Fate, Inst, VReg};
use crate::model::machine::Reg;
use crate::model::point::{clip, covers, merge, overlap, Point, Segment};
use crate::plan::{Move, Site, Split};

/// A piece that was found worth having.
struct Piece {
    reg: Reg,
    shape: Shape,
    references: Vec<Reference>,
    /// Where the value is copied from the piece before.
    joint: Option<Site>,
}

/// How a range that gets no register as a whole, and is live in all its lanes, could be split.
pub struct Draft {
    vreg: VReg,
    live: LiveBlocks,
    region: Option<Region>,
}

impl Draft {
    /// Finds the register and the region that save most, if there may be such a region.
    pub fn of(state: &State, workspace: &mut Workspace, vreg: VReg) -> Self {
        let live = state.live_blocks(vreg);
        // One reference costs a reload or a store wherever the value is brought in for it.
        let worth_a_region = state.references.of(vreg).len() > 1 && live.blocks().len() > 1;
        let region = worth_a_region.then(|| region::best(state, workspace, vreg, &live)).flatten();
        Self { vreg, live, region }
    }

    /// What the range costs if the region is all that has a register.
    pub fn price(&self, state: &State) -> f64 {
        self.region.as_ref().map_or(state.ranges.get(self.vreg).cost, |region| region.price)
    }

    /// Cuts the range and gives each piece its register. Returns what was cut, if it was; the remainder
    /// is a new range that still needs a place.
    pub fn carry_out(self, state: &mut State) -> Option<Split> {
        let Self { vreg, live, region } = self;
        let search = Search { state, vreg };
        let mut pieces: Vec<Piece> = Vec::new();
        if let Some(region) = region {
            let references = search.held_by(&region.shape);
            if !references.is_empty() {
                pieces.push(Piece {
                    reg: region.reg,
                    shape: region.shape,
                    references,
                    joint: None,
                });
            }
        }
        for block in live.blocks() {
            pieces.extend(search.block_pieces(block, &pieces));
        }
        (!pieces.is_empty()).then(|| materialise(state, vreg, pieces))
    }
}

/// Cuts off the range the part that is best kept in the register its copies want, and gives the
/// rest another register, which has to be free for the whole range. Returns what was cut.
pub fn split_for_copies(
    state: &mut State,
    workspace: &mut Workspace,
    vreg: VReg,
    wanted: Reg,
    rest: Reg,
) -> Option<Split> {
    if !state.function.lane_ranges_of(vreg).is_empty() {
        return None;
    }
    let live = state.live_blocks(vreg);
    let region = region::for_copies(state, workspace, vreg, &live, wanted)?;
    let references = Search { state, vreg }.held_by(&region.shape);
    if references.is_empty() {
        return None;
    }
    let piece = Piece { reg: wanted, shape: region.shape, references, joint: None };
    let split = materialise(state, vreg, vec![piece]);
    state.assign(split.remainder, rest);
    Some(split)
}

/// Cuts the range where the function's frame begins and ends, so that only what is in the frame has
/// `reg`, a callee-saved register, and the frame stays as small as it is. What is outside gets a free
/// register. Returns what was cut, if that costs less than `reg` for all of the range and than none;
/// the remainder still needs a place.
pub fn split_around_frame(
    state: &mut State,
    workspace: &mut Workspace,
    vreg: VReg,
    reg: Reg,
) -> Option<Split> {
    let function = state.function;
    let (start, _) = state.frame.ends()?;
    if !function.lane_ranges_of(vreg).is_empty() {
        return None;
    }
    let live = state.live_blocks(vreg);
    let exits = frame_exits(state, &live)?;
    let enters = live.blocks().any(|block| block.block == start && block.live_in);
    if !enters && exits.is_empty() {
        return None;
    }
    let mut outside: Vec<Segment> = Vec::new();
    let mut within: Vec<Segment> = Vec::new();
    for block in live.blocks() {
        let segments = LiveBlocks::segments(function, state.ranges.live(vreg), block);
        if !state.frame.holds(block.block) {
            outside.extend(segments);
            continue;
        }
        let data = &function.blocks[block.block];
        // The copies stand behind the labels and before the terminators.
        let from = if block.block == start { data.first_split } else { data.points.start };
        let to = if exits.contains(&block.block) { data.last_split } else { data.points.end };
        let segments: Vec<Segment> = segments.collect();
        if from > to || to < data.points.end && !covers(&segments, to) {
            return None;
        }
        outside.extend(clip(&segments, data.points.start, from));
        within.extend(clip(&segments, from, to));
        outside.extend(clip(&segments, to, data.points.end));
    }
    outside.retain(|segment| !segment.is_empty());
    let mut shape = Shape { segments: outside, ..Shape::default() };
    merge(&mut shape.segments);
    let frequency = |block: Block| function.blocks[block].frequency;
    if enters {
        shape.leave(Site::BlockStart(start), frequency(start));
    }
    for &exit in &exits {
        shape.enter(Site::BlockEnd(exit), frequency(exit));
    }
    let cut =
        state.saving_price_over(&within, reg) + state.costs.copy * (shape.entries + shape.exits);
    if cut >= state.saving_price(vreg, reg) {
        return None;
    }
    let is_free = |reg: Reg| {
        state.saving_price_over(&shape.segments, reg) == 0.0
            && state.is_free_over(&shape.segments, reg)
            && state.ranges.calls_preserve(function, &shape.segments, reg)
    };
    let order = state.order(vreg);
    let wanted = choose::wanted(state, vreg).into_iter().map(|(reg, _)| reg);
    let first = wanted.chain(order.iter().copied()).find(|&reg| is_free(reg))?;
    if region::price_without_saved_register(state, workspace, vreg, cut) < cut {
        return None;
    }
    let references = Search { state, vreg }.held_by(&shape);
    let prices = Prices::of(state.context(), vreg);
    // In memory, what is in the frame would be stored and reloaded where it is copied otherwise.
    let in_memory = prices.write * shape.exits + prices.read * shape.entries;
    let piece = Piece { reg: first, shape, references, joint: None };
    let split = materialise(state, vreg, vec![piece]);
    state.ranges.add_cost(split.remainder, in_memory);
    Some(split)
}

/// The blocks at whose ends a range leaves the frame; none if it leaves anywhere else, or goes back
/// to the beginning of the frame from within.
fn frame_exits(state: &State, live: &LiveBlocks) -> Option<Vec<Block>> {
    let (start, end) = state.frame.ends()?;
    let mut exits = Vec::new();
    let leaving = live.blocks().filter(|block| block.live_out && state.frame.holds(block.block));
    for block in leaving.map(|block| block.block) {
        let successors = state.function.successors_of(block);
        let goes_out = |&next: &Block| next == start || !state.frame.holds(next);
        if successors.iter().all(goes_out) && end.is_none_or(|end| end == block) {
            exits.push(block);
        } else if successors.iter().any(goes_out) {
            return None;
        }
    }
    Some(exits)
}

struct Search<'s, 'a> {
    state: &'s State<'a>,
    vreg: VReg,
}

impl Search<'_, '_> {
    /// Pieces within one block that hold several references each, in one register or in several
    /// one after the other, where that is worth it.
    fn block_pieces(&self, block: &LiveBlock, taken: &[Piece]) -> Vec<Piece> {
        let function = self.state.function;
        let point = |reference: &Reference| function.insts[reference.inst].point;
        let all = block.references(self.state.references.of(self.vreg));
        let last_split = function.blocks[block.block].last_split;
        let movable = all.partition_point(|reference| point(reference) < last_split);
        let mut pieces = Vec::new();
        let mut rest = self.longest_run(&all[..movable], taken);
        if rest.len() < 2 {
            return pieces;
        }
        let segments: Vec<Segment> = {
            let live = self.state.ranges.live(self.vreg);
            LiveBlocks::segments(function, live, block).collect()
        };
        while let [first, .., _] = rest {
            let window = &rest[..rest.len().min(self.state.options.max_local_split_references)];
            let before = point(first).base();
            let stretch = clip(&segments, before, point(&window[window.len() - 1]).dead());
            let (links, end) = chain::longest(self.state, self.vreg, block.block, &stretch);
            let reached = |r: &Reference| end.is_none_or(|end| point(r).dead() <= end);
            let held = window.partition_point(reached);
            if held >= 2 {
                pieces.extend(self.finish(block, &segments, &window[..held], links, taken));
            }
            rest = &rest[held.max(1)..];
        }
        pieces
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

    /// The pieces of a chain cut off behind the last of the references it holds; none if it saves
    /// too little.
    fn finish(
        &self,
        block: &LiveBlock,
        segments: &[Segment],
        held: &[Reference],
        links: Vec<Link>,
        taken: &[Piece],
    ) -> Vec<Piece> {
        let function = self.state.function;
        let (first, last) = (held[0].inst, held[held.len() - 1].inst);
        let (before, after) =
            (function.insts[first].point.base(), function.insts[last].point.dead());
        let crosses = |at: Point| segments.iter().any(|s| s.start < at && s.end > at);
        let frequency = function.blocks[block.block].frequency;
        let mut pieces: Vec<Piece> = Vec::new();
        for Link { reg, segments, joint } in links {
            let shape = Shape { segments: clip(&segments, before, after), ..Shape::default() };
            if !shape.segments.is_empty() {
                let references = self.held_by(&shape);
                pieces.push(Piece { reg, shape, references, joint });
            }
        }
        if crosses(before) {
            pieces[0].shape.enter(Site::Before(first), frequency);
        }
        if crosses(after) {
            let last_piece = pieces.len() - 1;
            pieces[last_piece].shape.leave(Site::After(last), frequency);
        }
        let overlaps = |piece: &Piece| {
            taken.iter().any(|other| overlap(&other.shape.segments, &piece.shape.segments))
        };
        if pieces.iter().any(overlaps) || !self.is_worth_it(&pieces, held, frequency) {
            return Vec::new();
        }
        pieces
    }

    fn is_worth_it(&self, pieces: &[Piece], held: &[Reference], frequency: f64) -> bool {
        let prices = Prices::of(self.state.context(), self.vreg);
        let saved = prices.sum(self.state.function, held);
        let writes = held.iter().any(|reference| reference.writes);
        let joints = pieces.iter().filter(|piece| piece.joint.is_some()).count();
        let mut paid = self.state.costs.copy * frequency * joints as f64;
        for piece in pieces {
            paid += piece.shape.entries * prices.read;
            paid += if writes { piece.shape.exits * prices.write } else { 0.0 };
        }
        saved - paid > self.state.options.split_margin * saved
    }
}

fn materialise(state: &mut State, vreg: VReg, pieces: Vec<Piece>) -> Split {
    let context = state.context();
    let mut renames: Vec<(Inst, VReg)> = Vec::new();
    let mut transitions: Vec<(VReg, Site, bool)> = Vec::new();
    let mut moves: Vec<Move> = Vec::new();
    let mut covered: Vec<Segment> = Vec::new();
    let mut numbers = Vec::new();
    for Piece { reg, shape, references, joint } in pieces {
        let number =
            state.ranges.add_piece(context, vreg, Fate::Split, &shape.segments, &references);
        state.grow();
        state.assign(number, reg);
        renames.extend(references.iter().map(|reference| (reference.inst, number)));
        if let (Some(site), Some(&from)) = (joint, numbers.last()) {
            moves.push(Move { site, from, to: number });
        }
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
    let remainder = state.ranges.add_piece(context, vreg, Fate::Free, &rest, &references);
    state.grow();
    let to_move = |&(piece, site, enters): &(VReg, Site, bool)| {
        let (from, to) = if enters { (remainder, piece) } else { (piece, remainder) };
        Move { site, from, to }
    };
    moves.extend(transitions.iter().map(to_move));
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
