//! Splitting a range where the function's frame begins and ends, so that only what is in the frame
//! has a callee-saved register and shrink wrapping still works.

use super::super::assignment::Assignment;
use super::cut::cut;
use super::piece::{Piece, PieceExtent};
use super::{region, SplitScratch};
use crate::analysis::insertion_points::InsertionPoints;
use crate::analysis::live_blocks::LiveBlocks;
use crate::model::function::{Block, Name, VReg};
use crate::model::machine::Reg;
use crate::model::point::{clip, covers, merge, Segment};
use crate::plan::Split;

/// Cuts the range where the function's frame begins and ends, so that only what is in the frame needs
/// `reg`, a callee-saved register, and the frame stays as small as it is. What is outside gets a free
/// register. Returns what was cut, if that costs less than `reg` for all of the range and than none;
/// the remainder still needs a place.
pub fn around_frame(
    assignment: &mut Assignment,
    scratch: &mut SplitScratch,
    vreg: VReg,
    reg: Reg,
) -> Option<Split> {
    if !assignment.function().lane_ranges_of(vreg).is_empty() {
        return None;
    }
    let FrameCut { outside, within } = FrameCut::of(assignment, vreg)?;
    let copy = assignment.context.costs.copy;
    let price = assignment.csr().price(&within, reg) + copy * (outside.entries + outside.exits);
    let csr_price = assignment.csr_price(vreg, reg);
    if price >= csr_price {
        return None;
    }
    let free = free_outside(assignment, vreg, &outside.segments)?;
    let share = assignment.context.options.displaced_hint_share;
    let price = price + share * displaced_copies(assignment, vreg, free, &outside.segments);
    if price >= csr_price {
        return None;
    }
    if region::price_without_csr(assignment, scratch, vreg, price) < price {
        return None;
    }
    let references = outside.references(assignment.function(), assignment.references.of(vreg));
    let piece = Piece { reg: free, extent: outside, references, copied_at: None };
    Some(cut(assignment, vreg, vec![piece]))
}

/// A range cut where the frame begins and ends.
struct FrameCut {
    /// The piece outside the frame.
    outside: PieceExtent,
    /// Where the frame's register is live for it.
    within: Vec<Segment>,
}

impl FrameCut {
    /// None if the range is only on one side, or copies cannot stand where it changes sides.
    fn of(assignment: &Assignment, vreg: VReg) -> Option<Self> {
        let function = assignment.function();
        let points = InsertionPoints::of(function, vreg);
        let frame = assignment.csr().frame();
        let (start, _) = frame.ends()?;
        let live = assignment.live_blocks(vreg);
        let exits = exits(assignment, &live)?;
        let enters = live.blocks().any(|block| block.block == start && block.live_in);
        if !enters && exits.is_empty() {
            return None;
        }
        let mut outside: Vec<Segment> = Vec::new();
        let mut within: Vec<Segment> = Vec::new();
        for block in live.blocks() {
            let segments = LiveBlocks::segments(function, assignment.ranges().live(vreg), block);
            if !frame.holds(block.block) {
                outside.extend(segments);
                continue;
            }
            let Segment { start: begin, end } = function.blocks[block.block].points;
            let is_start = block.block == start;
            let from = if is_start { points.block_start(start).at } else { begin };
            let is_exit = exits.contains(&block.block);
            let to = if is_exit { points.block_end(block.block).at } else { end };
            let segments: Vec<Segment> = segments.collect();
            if from > to || to < end && !covers(&segments, to) {
                return None;
            }
            outside.extend(clip(&segments, begin, from));
            within.extend(clip(&segments, from, to));
            outside.extend(clip(&segments, to, end));
        }
        outside.retain(|segment| !segment.is_empty());
        merge(&mut outside);
        let mut outside = PieceExtent { segments: outside, ..PieceExtent::default() };
        let frequency = |block: Block| function.blocks[block].frequency;
        if enters {
            outside.leave(points.block_start(start), frequency(start));
        }
        for &exit in &exits {
            outside.enter(points.block_end(exit), frequency(exit));
        }
        Some(Self { outside, within })
    }
}

/// The blocks at whose ends a range leaves the frame; none if it leaves or enters anywhere else, or goes
/// back to the beginning of the frame from within.
fn exits(assignment: &Assignment, live: &LiveBlocks) -> Option<Vec<Block>> {
    let frame = assignment.csr().frame();
    let (start, end) = frame.ends()?;
    let mut exits = Vec::new();
    for block in live.blocks().filter(|block| block.live_out).map(|block| block.block) {
        let successors = assignment.function().successors_of(block).iter();
        let mut successors = successors.filter(|&&next| live.is_live_in(next));
        let goes_out = |&next: &Block| next == start || !frame.holds(next);
        if !frame.holds(block) {
            if !successors.all(goes_out) {
                return None;
            }
            continue;
        }
        if successors.clone().all(goes_out) && end.is_none_or(|end| end == block) {
            exits.push(block);
        } else if successors.any(goes_out) {
            return None;
        }
    }
    Some(exits)
}

/// The register that suits the range best of those that are free within `segments` and do not make
/// the function save more.
fn free_outside(assignment: &Assignment, vreg: VReg, segments: &[Segment]) -> Option<Reg> {
    let csr_price = assignment.csr().prices_over(segments);
    let is_free = |reg: Reg| {
        csr_price(reg) == 0.0
            && assignment.matrix().is_free_within(segments, reg)
            && assignment.ranges().calls.preserved_within(segments, reg)
    };
    let hints = assignment.hints(vreg).into_iter().map(|hint| hint.reg);
    hints.chain(assignment.ranges().order(vreg).iter().copied()).find(|&reg| is_free(reg))
}

/// The price of the copies between `reg` and ranges that begin while `vreg` has it within `segments`, and so
/// cannot have it themselves, per execution of the function.
fn displaced_copies(assignment: &Assignment, vreg: VReg, reg: Reg, segments: &[Segment]) -> f64 {
    let function = assignment.function();
    let insts = function.insts.iter().as_slice();
    let mut begun: Vec<VReg> = Vec::new();
    for segment in segments {
        let first = insts.partition_point(|inst| inst.point < segment.start);
        for inst in insts[first..].iter().take_while(|inst| inst.point < segment.end) {
            let operands = &function.operands[inst.operands.range()];
            let written = operands.iter().filter(|operand| operand.writes);
            begun.extend(written.filter_map(|operand| match operand.name {
                Name::Virtual(other) => Some(other),
                Name::Fixed(_) => None,
            }));
        }
    }
    begun.sort_unstable();
    begun.dedup();
    begun.retain(|&other| other != vreg && assignment.matrix().register(other).is_none());
    let copies = begun.iter().flat_map(|&other| assignment.copies().of_vreg(other));
    copies.filter(|copy| copy.is_with_fixed(&function.machine, reg)).map(|copy| copy.gain).sum()
}
