//! Region split's network: the cheapest choice of the blocks that one given register holds a range in.
//!
//! At each edge bundle the value is in the register or outside. What a choice costs per block is a sum
//! of terms in one or two bundles, so a minimum cut finds the best choice for all bundles: the
//! optimum of what greedy's `SpillPlacement` approximates. Within a block the register may be taken
//! for a stretch; the value then leaves before the stretch and comes back after it.
//!
//! Weakness: references between two stretches that take the register in one block stay outside.

use super::super::assignment::Assignment;
use super::super::copies::Copies;
use super::block_costs::{BlockCosts, Outside};
use super::piece::PieceExtent;
use super::region_blocks::{is_copy_to_taken, taken_within, RegionBlock, RegionBlocks};
use crate::analysis::insertion_points::InsertionPoints;
use crate::analysis::references::Reference;
use crate::model::function::{Function, Inst, InstKind, Name, Operand};
use crate::model::point::Segment;
use crate::solver::max_flow::{Node, Scratch, SOURCE};
use crate::solver::min_cut::{Network, SINK};

/// The choice for one register.
pub struct RegionNetwork<'s, 'a> {
    function: &'a Function,
    points: InsertionPoints<'a>,
    copies: &'s Copies<'a>,
    outside: Outside,
    region: &'s RegionBlocks<'a>,
    /// Per block the stretch for which the register is taken.
    taken: Vec<Option<Segment>>,
    costs: Vec<BlockCosts>,
    /// Price of the references that are outside whatever is chosen.
    outside_anyway: f64,
    /// What a choice has to cost less than.
    limit: f64,
}

impl<'s, 'a> RegionNetwork<'s, 'a> {
    /// Prices all blocks, given the segments in which the register is taken; none if each choice surely costs `limit`
    /// or more.
    pub fn below(
        limit: f64,
        assignment: &'s Assignment<'a>,
        outside: Outside,
        region: &'s RegionBlocks<'a>,
        interfering: &[Segment],
    ) -> Option<Self> {
        let mut network = Self {
            function: assignment.function(),
            points: region.points,
            copies: assignment.copies(),
            outside,
            region,
            taken: Vec::with_capacity(region.blocks.len()),
            costs: Vec::with_capacity(region.blocks.len()),
            outside_anyway: region.inner_price,
            limit,
        };
        // Where the register is free, holding the value throughout costs nothing.
        let mut bound = network.outside_anyway;
        let mut ahead = interfering;
        for (block, &free) in region.blocks.iter().zip(&region.free_costs) {
            let taken = taken_within(&mut ahead, block.segment);
            let costs = match taken {
                None => free,
                Some(taken) => {
                    let (costs, outside_anyway) =
                        BlockCosts::taken(assignment, outside, block, region.points, taken);
                    network.outside_anyway += outside_anyway;
                    bound += outside_anyway + costs.least(block);
                    costs
                }
            };
            if bound >= limit {
                return None;
            }
            network.taken.push(taken);
            network.costs.push(costs);
        }
        Some(network)
    }

    /// The least price, and per node whether the value is in the register there; none if the price
    /// is the limit or more.
    pub fn solve(&self, scratch: &mut Scratch) -> Option<(f64, Vec<bool>)> {
        let mut network = Network::new(self.region.nodes, self.costs.len());
        for (block, costs) in self.region.blocks.iter().zip(&self.costs) {
            if let Some(entry) = block.entry {
                network.add(SOURCE, entry, costs.entry_out);
                network.add(entry, SINK, costs.entry_in);
            }
            if let Some(exit) = block.exit {
                network.add(SOURCE, exit, costs.exit_out);
                network.add(exit, SINK, costs.exit_in);
            }
            if let (Some(entry), Some(exit)) = (block.entry, block.exit) {
                network.add_pair(entry, exit, costs.leaves, costs.enters);
            }
        }
        let (price, in_register) = network.solve(self.limit - self.outside_anyway, scratch)?;
        Some((price + self.outside_anyway, in_register))
    }

    /// What the piece in the register covers.
    pub fn extent(&self, in_register: &[bool]) -> PieceExtent {
        let held = |node: Option<Node>| node.is_some_and(|node| in_register[node]);
        let mut extent = PieceExtent::default();
        for (block, &taken) in self.region.blocks.iter().zip(&self.taken) {
            let (at_entry, at_exit) = (held(block.entry), held(block.exit));
            match taken {
                None => self.cover_free(&mut extent, block, at_entry, at_exit),
                Some(taken) => self.cover_taken(&mut extent, block, taken, at_entry, at_exit),
            }
        }
        extent
    }

    /// Adds what the piece covers of a block in which the register is free.
    fn cover_free(
        &self,
        extent: &mut PieceExtent,
        block: &RegionBlock,
        at_entry: bool,
        at_exit: bool,
    ) {
        let whole = block.segment;
        match (at_entry, at_exit) {
            (false, false) => {}
            (true, true) => extent.cover(whole),
            (true, false) if block.exit.is_none() => extent.cover(whole),
            (false, true) if block.entry.is_none() => extent.cover(whole),
            (true, false) => self.leave_after(extent, block, block.references),
            (false, true) => self.enter_before(extent, block, block.references),
        }
    }

    /// Adds what the piece covers of a block in which the register is taken for a stretch.
    fn cover_taken(
        &self,
        extent: &mut PieceExtent,
        block: &RegionBlock,
        taken: Segment,
        at_entry: bool,
        at_exit: bool,
    ) {
        let around = block.references_around(self.function, self.points, taken);
        if at_entry && !self.leave_at_copy(extent, block, around.before, taken) {
            self.leave_after(extent, block, around.before);
        }
        if at_exit {
            self.enter_before(extent, block, around.after);
        }
    }

    /// Covers the block's beginning up to the last of `references` that the value can leave after. One
    /// that only reads may as well read the other register: the value leaves before it, and what it
    /// writes can have the register.
    fn leave_after(&self, extent: &mut PieceExtent, block: &RegionBlock, references: &[Reference]) {
        let RegionBlock { data, segment, .. } = block;
        let movable = references.partition_point(|r| !self.points.is_behind_last(r.inst));
        let last = references[..movable].last();
        let past_last = last.and_then(|last| {
            let is_copy = self.function.insts[last.inst].kind == InstKind::Copy;
            if self.may_read_outside(last.inst) && !last.writes && !is_copy {
                self.points.before(last.inst)
            } else {
                self.points.after(last.inst)
            }
        });
        let leave = past_last.unwrap_or_else(|| self.points.block_start(block.block));
        extent.cover(Segment { start: segment.start, end: leave.at.min(segment.end) });
        extent.leave(leave, data.frequency);
    }

    /// Covers the block's beginning up to the last of `references` if that is the copy that takes the register: the value
    /// leaves in front of it, and the copy still reads it there. Returns whether it is.
    fn leave_at_copy(
        &self,
        extent: &mut PieceExtent,
        block: &RegionBlock,
        references: &[Reference],
        taken: Segment,
    ) -> bool {
        let last = references.last().filter(|r| is_copy_to_taken(self.function, r, taken));
        let Some(leave) = last.and_then(|last| self.points.before(last.inst)) else { return false };
        extent.cover(Segment { start: block.segment.start, end: taken.start });
        extent.shared.push(Segment { start: leave.at, end: taken.start });
        extent.leave(leave, block.data.frequency);
        true
    }

    /// Whether an instruction that reads the value may as well read it outside. If the rest of the range could
    /// go to memory, that is for what the instruction writes, if it is to be in the piece's register.
    fn may_read_outside(&self, inst: Inst) -> bool {
        let Outside::Register { hint, is_known, .. } = self.outside else { return false };
        let wants_hint = |operand: &Operand| match operand.name {
            Name::Virtual(vreg) if operand.writes => {
                let machine = &self.function.machine;
                self.copies.of_vreg(vreg).iter().any(|copy| copy.is_with_fixed(machine, hint))
            }
            _ => false,
        };
        is_known || self.function.operands_of(inst).iter().any(wants_hint)
    }

    /// Covers the block's end from the first of `references` on, which the value enters before.
    fn enter_before(
        &self,
        extent: &mut PieceExtent,
        block: &RegionBlock,
        references: &[Reference],
    ) {
        let RegionBlock { data, segment, .. } = block;
        let first = references.first().filter(|r| !self.points.is_behind_last(r.inst));
        let enter = match first {
            Some(first) if !first.reads => {
                let early = self.function.insts[first.inst].point.early();
                return extent.cover(Segment { start: early.max(segment.start), ..*segment });
            }
            // Nothing can be put in front of what stands before the block's first insertion point.
            Some(first) => {
                self.points.before(first.inst).unwrap_or(self.points.block_start(block.block))
            }
            None => self.points.block_end(block.block),
        };
        extent.cover(Segment { start: enter.at.max(segment.start), ..*segment });
        extent.enter(enter, data.frequency);
    }
}
