//! Splitting a range that gets no register as a whole, or that costs less in parts.
//!
//! [`Draft`] is the split of a range that got no register. A region split comes first: the register
//! and the region for which keeping the value in that register saves most. Then local splits: single
//! blocks with several references left get pieces of their own, in whatever registers are free there.
//! What remains may be split again in the next round; at last it is spilled, so that a piece costs a
//! reload where it begins and, if it changes the value, a store where it ends. [`for_hint`] cuts off
//! the part that copies make worth a register of its own, [`around_frame`] the part that needs a
//! callee-saved register.

mod around_frame;
mod block_costs;
mod cut;
mod handover;
mod local;
mod piece;
pub mod region;
mod region_blocks;
mod region_network;

use super::assignment::Assignment;
use crate::analysis::bundles::Bundles;
use crate::analysis::live_blocks::LiveBlocks;
use crate::model::function::{Function, VReg};
use crate::model::machine::Reg;
use crate::plan::Split;
use crate::solver::max_flow::Scratch;
pub use around_frame::around_frame;
pub use handover::handover;
use local::LocalSplit;
use piece::Piece;
use region::Region;

/// What splitting a range needs and keeps for the next one.
#[derive(Default)]
pub struct SplitScratch {
    /// The edge bundles of the function, once a range was split.
    bundles: Option<Bundles>,
    /// Memory of the searches for minimum cuts.
    flow: Scratch,
}

impl SplitScratch {
    fn bundles(&mut self, function: &Function) -> &mut Bundles {
        self.bundles.get_or_insert_with(|| Bundles::compute(function))
    }
}

/// How a range that gets no register as a whole, and is live in all its lanes, could be split.
pub struct Draft {
    vreg: VReg,
    live: LiveBlocks,
    region: Option<Region>,
}

impl Draft {
    /// Finds the register and the region that save most, if there may be such a region.
    pub fn of(assignment: &Assignment, scratch: &mut SplitScratch, vreg: VReg) -> Self {
        let live = assignment.live_blocks(vreg);
        // One reference costs a reload or a store wherever the value is brought in for it.
        let worth_a_region = assignment.references.of(vreg).len() > 1 && live.blocks().len() > 1;
        let region =
            worth_a_region.then(|| region::best(assignment, scratch, vreg, &live)).flatten();
        Self { vreg, live, region }
    }

    /// What the range costs if the region is all that has a register.
    pub fn price(&self, assignment: &Assignment) -> f64 {
        let in_memory = assignment.ranges().get(self.vreg).spill_cost;
        self.region.as_ref().map_or(in_memory, |region| region.price)
    }

    /// Cuts the range and gives each piece its register. Returns what was cut, if it was; the remainder
    /// is a new range that still needs a place.
    pub fn carry_out(self, assignment: &mut Assignment) -> Option<Split> {
        let Self { vreg, live, region } = self;
        let mut pieces: Vec<Piece> = Vec::new();
        pieces.extend(region.and_then(|region| region.into_piece(assignment, vreg)));
        let local = LocalSplit::of(assignment, vreg);
        for block in live.blocks() {
            pieces.extend(local.pieces(block, &pieces));
        }
        (!pieces.is_empty()).then(|| cut::cut(assignment, vreg, pieces))
    }
}

/// Cuts off the range the part that is best kept in the register of a hint. Returns what was cut; the
/// remainder still needs a place, which is a register if `is_known`.
pub fn for_hint(
    assignment: &mut Assignment,
    scratch: &mut SplitScratch,
    vreg: VReg,
    hint: Reg,
    is_known: bool,
) -> Option<Split> {
    if !assignment.function().lane_ranges_of(vreg).is_empty() {
        return None;
    }
    // Without a copy that disappears there is nothing to save.
    if !region::saves_copies(assignment, vreg, hint) {
        return None;
    }
    let live = assignment.live_blocks(vreg);
    let region = region::for_hint(assignment, scratch, vreg, &live, hint, is_known)?;
    let piece = region.into_piece(assignment, vreg)?;
    Some(cut::cut(assignment, vreg, vec![piece]))
}
