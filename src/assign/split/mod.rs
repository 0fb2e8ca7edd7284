//! Splitting a range that gets no register as a whole, or that costs less in parts.
//!
//! [`Draft`] is the split of a range that got no register. A region split comes first: the register
//! and the region for which keeping the value in that register saves most. Then local splits: single
//! blocks with several references left get pieces of their own, in whatever registers are free there.
//! What remains may be split again in the next round; at last it is spilled, so that a piece costs a
//! reload where it begins and, if it changes the value, a store where it ends. [`cut_for_hint`] cuts off
//! the part that copies make worth a register of its own, [`around_frame`] the part that needs a
//! callee-saved register.

mod around_frame;
mod block_costs;
mod cut;
mod handover;
mod local;
mod lower_bound;
mod piece;
pub mod region;
mod region_blocks;
mod region_network;
mod repeated_leaves;

use super::assignment::Assignment;
use crate::analysis::bundles::Bundles;
use crate::analysis::live_blocks::{LiveBlock, LiveBlocks};
use crate::cost::Prices;
use crate::model::function::{Function, VReg};
use crate::model::machine::Reg;
use crate::model::point::Segment;
use crate::plan::{Move, Split};
use crate::solver::max_flow::Scratch;
pub use around_frame::around_frame;
pub use handover::handover;
use local::LocalSplit;
use piece::Piece;
pub use region::Region;
use std::rc::Rc;

/// What splitting a range needs and keeps for the next one.
#[derive(Default)]
pub struct SplitScratch {
    /// For the edge bundles of ranges, once one was split.
    bundles: Option<Bundles>,
    /// Memory of the searches for minimum cuts.
    flow: Scratch,
}

impl SplitScratch {
    fn bundles(&mut self, function: &Function) -> &mut Bundles {
        self.bundles.get_or_insert_with(|| Bundles::new(function))
    }
}

/// How a range that gets no register as a whole, and is live in all its lanes, could be split.
pub struct Draft {
    vreg: VReg,
    live: Rc<LiveBlocks>,
    region: Option<Region>,
}

impl Draft {
    /// Finds the register and the region that save most, if there may be such a region.
    pub fn of(assignment: &Assignment, scratch: &mut SplitScratch, vreg: VReg) -> Self {
        let mut draft = Self { vreg, live: assignment.live_blocks(vreg), region: None };
        draft.region = draft.best_region(assignment, scratch);
        draft
    }

    fn best_region(&self, assignment: &Assignment, scratch: &mut SplitScratch) -> Option<Region> {
        // One reference costs a reload or a store wherever the value is brought in for it.
        let worth_a_region =
            assignment.references.of(self.vreg).len() > 1 && self.live.blocks().len() > 1;
        worth_a_region.then(|| region::best(assignment, scratch, self.vreg, &self.live)).flatten()
    }

    /// Unassigns holders of registers if the best region then makes the range so cheap that `is_better` says so of its
    /// price; else everything is as before. Returns whether it did.
    pub fn clear(
        &mut self,
        assignment: &mut Assignment,
        scratch: &mut SplitScratch,
        holders: &[VReg],
        is_better: impl FnOnce(f64) -> bool,
    ) -> bool {
        let cleared = assignment.attempt(|assignment| {
            for &holder in holders {
                assignment.unassign(holder);
            }
            let region = self.best_region(assignment, scratch)?;
            is_better(region.price).then_some(region)
        });
        let is_cleared = cleared.is_some();
        if is_cleared {
            self.region = cleared;
        }
        is_cleared
    }

    /// What the range costs if the region is all that has a register.
    pub fn price(&self, assignment: &Assignment) -> f64 {
        let in_memory = assignment.ranges().get(self.vreg).spill_cost;
        self.region.as_ref().map_or(in_memory, |region| region.price)
    }

    /// The segments of the range in the block where its references cost most in memory.
    pub fn costliest_segments(&self, assignment: &Assignment) -> Vec<Segment> {
        let function = assignment.function();
        let references = assignment.references.of(self.vreg);
        let prices = Prices::of(assignment.context, self.vreg);
        let price = |block: &LiveBlock| prices.sum(function, block.references(references));
        let live = assignment.ranges().live(self.vreg);
        let priced = self.live.blocks().map(|block| (price(block), block));
        let costliest = priced.max_by(|a, b| a.0.total_cmp(&b.0));
        costliest.map_or(Vec::new(), |of| LiveBlocks::segments(function, live, of.1).collect())
    }

    /// Cuts the range and gives each piece its register. Returns what was cut, if it was; the remainder
    /// is a new range that still needs a place.
    pub fn carry_out(self, assignment: &mut Assignment) -> Option<Split> {
        let Self { vreg, live, region } = self;
        let region = region.and_then(|region| region.into_piece(assignment, vreg));
        let local = LocalSplit::of(assignment, vreg);
        // Those of other blocks are nowhere in this one.
        let in_blocks = live.blocks().flat_map(|block| local.pieces(block, region.as_ref()));
        let mut pieces: Vec<Piece> = in_blocks.collect();
        pieces.splice(..0, region);
        (!pieces.is_empty()).then(|| cut::cut(assignment, vreg, pieces))
    }
}

/// The part of a range that is best kept in the register of a hint, if the copies that are left then cost less than
/// `limit`; the rest will be in a register if `is_known`.
pub fn region_for_hint(
    assignment: &Assignment,
    scratch: &mut SplitScratch,
    vreg: VReg,
    hint: Reg,
    is_known: bool,
    limit: f64,
) -> Option<Region> {
    // Without a copy that disappears there is nothing to save.
    if !assignment.function().lane_ranges_of(vreg).is_empty()
        || !region::saves_copies(assignment, vreg, hint)
    {
        return None;
    }
    let live = assignment.live_blocks(vreg);
    region::for_hint(assignment, scratch, vreg, &live, hint, is_known, limit)
}

/// Cuts that part off. Returns what was cut; the remainder still needs a place, which is a register if `is_known`.
/// Then it is worth as much as the whole, so that nobody takes its register who could not have taken the whole's,
/// and costs its moves besides if it goes to memory.
pub fn cut_for_hint(
    assignment: &mut Assignment,
    vreg: VReg,
    region: Region,
    is_known: bool,
) -> Option<Split> {
    let piece = region.into_piece(assignment, vreg)?;
    let split = cut::cut(assignment, vreg, vec![piece]);
    if is_known {
        let weight = assignment.ranges().get(vreg).spill_weight;
        let cost = moves_in_memory(assignment, &split);
        let ranges = assignment.ranges_mut();
        ranges.add_spill_cost(split.remainder, cost);
        ranges.raise_spill_weight(split.remainder, weight);
    }
    Some(split)
}

/// By how much the moves to and from the remainder cost more as stores and loads than as copies.
fn moves_in_memory(assignment: &Assignment, split: &Split) -> f64 {
    let (function, copy) = (assignment.function(), assignment.context.costs.copy);
    let prices = Prices::of(assignment.context, split.vreg);
    let price = |motion: &Move| {
        let price = if motion.to == split.remainder { prices.write } else { prices.read };
        function.blocks[motion.site.block(function)].frequency * (price - copy).max(0.0)
    };
    split.moves.iter().map(price).sum()
}

#[cfg(test)]
mod tests {
    use super::super::tests::with_assignment;
    use super::*;
    use crate::model::function::Inst;

    #[test]
    fn the_rest_of_a_range_that_is_cut_for_a_hint_is_worth_as_much_as_the_whole() {
        // %0 comes in r0, which the call in b1 destroys: there it is in r1. Two copies cost 0.2 * 0.25 each,
        // less than the 0.2 for the one that goes. The rest has no references. In memory it costs a store and
        // a load instead of the copies: (1 - 0.2 + 4 - 0.2) * 0.25.
        let text = "reg r0\nreg r1\nclass g r0 r1\nmask m r1\nfunction f\nblock b0 1 -> b1 b2\n  \
                    i2i r0 => %0\n  store %0\nblock b1 0.25 -> b2\n  call keeps m\nblock b2 1\n  store %0\n";
        with_assignment(text, |mut assignment| {
            let whole = assignment.ranges().get(VReg(0)).spill_weight;
            let mut scratch = SplitScratch::default();
            let hint = Reg(0);
            let region =
                region_for_hint(&assignment, &mut scratch, VReg(0), hint, true, f64::INFINITY);
            let region = region.expect("two cold copies");
            let split = cut_for_hint(&mut assignment, VReg(0), region, true);
            let rest = assignment.ranges().get(split.expect("it has references").remainder);
            assert!((rest.spill_cost - 1.15).abs() < 1e-9, "{}", rest.spill_cost);
            assert!(rest.spill_weight >= whole, "{} and {whole}", rest.spill_weight);
        });
    }

    #[test]
    fn the_rest_begins_in_front_of_the_copy_that_still_reads_the_piece() {
        // %0 comes in r0 and is passed on in it by i2, in front of which it is copied to the rest: both are live there.
        let text = "reg r0\nreg r1\nclass g r0 r1\nmask m r1\nfunction f\nblock b0 1 -> b1 b2\n  \
                    i2i r0 => %0\n  store %0\nblock b1 0.5\n  i2i %0 => r0\n  call r0 keeps m\n  \
                    store %0\nblock b2 0.5\n  ret\n";
        with_assignment(text, |mut assignment| {
            let copy = assignment.function().insts[Inst(2)].point;
            let mut scratch = SplitScratch::default();
            let hint = Reg(0);
            let region =
                region_for_hint(&assignment, &mut scratch, VReg(0), hint, true, f64::INFINITY);
            let split = cut_for_hint(&mut assignment, VReg(0), region.expect("cheaper"), true);
            let split = split.expect("it has references");
            let ranges = assignment.ranges();
            let ends = ranges.live(split.pieces[0]).last().map(|segment| segment.end);
            let begins = ranges.live(split.remainder).first().map(|segment| segment.start);
            assert_eq!((begins, ends), (Some(copy.base()), Some(copy.register())));
        });
    }
}
