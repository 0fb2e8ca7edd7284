//! The blocks of a range that a region may take or leave, with the edge bundles at their ends.

use super::super::assignment::Assignment;
use super::block_costs::{BlockCosts, Outside};
use crate::analysis::bundles::Bundles;
use crate::analysis::insertion_points::InsertionPoints;
use crate::analysis::live_blocks::LiveBlocks;
use crate::analysis::references::Reference;
use crate::model::function::{Block, BlockData, Function, InstKind, VReg};
use crate::model::point::Segment;
use crate::solver::max_flow::Node;
use crate::solver::min_cut::FIRST;

/// A stretch of the range within one block that touches an end of the block.
pub struct RegionBlock<'a> {
    /// The block's data.
    pub data: &'a BlockData,
    /// The block.
    pub block: Block,
    /// The stretch.
    pub segment: Segment,
    /// The bundle at the block's beginning, if the stretch reaches it.
    pub entry: Option<Node>,
    /// The bundle at the block's end, if the stretch reaches it.
    pub exit: Option<Node>,
    /// The references in the stretch.
    pub references: &'a [Reference],
    /// What the references cost if the value is outside the register, per execution of the
    /// function.
    pub price: f64,
}

/// References before, in and after a stretch in which a register is taken.
pub struct ReferencesAround<'a> {
    /// Those before it that the value can leave the register after, and the copy that takes the register.
    pub before: &'a [Reference],
    /// Those in it, and those between which the value cannot move.
    pub within: &'a [Reference],
    /// Those after it that the value can enter the register before.
    pub after: &'a [Reference],
}

impl<'a> RegionBlock<'a> {
    /// Its references around a stretch in which the register is taken.
    pub fn references_around(
        &self,
        function: &Function,
        points: InsertionPoints,
        taken: Segment,
    ) -> ReferencesAround<'a> {
        let all = self.references;
        let point = |r: &Reference| function.insts[r.inst].point;
        let before = all.partition_point(|r| {
            (point(r).dead() <= taken.start || is_copy_to_taken(function, r, taken))
                && !points.is_behind_last(r.inst)
        });
        let after = all.partition_point(|r| point(r).base() < taken.end).max(before);
        ReferencesAround {
            before: &all[..before],
            within: &all[before..after],
            after: &all[after..],
        }
    }
}

/// Whether a reference is the copy that takes the register, as for an argument: it still reads the value there if that
/// leaves in front of it (E173).
pub fn is_copy_to_taken(function: &Function, reference: &Reference, taken: Segment) -> bool {
    let data = &function.insts[reference.inst];
    data.kind == InstKind::Copy && !reference.writes && data.point.register() == taken.start
}

/// The blocks of a range, and how many bundles they touch.
pub struct RegionBlocks<'a> {
    /// The blocks in layout order; one may stand there twice.
    pub blocks: Vec<RegionBlock<'a>>,
    /// Where copies of the range may be put.
    pub points: InsertionPoints<'a>,
    /// Per block what it costs if the register is free for all of it.
    pub free_costs: Vec<BlockCosts>,
    /// What the references in stretches cost that touch no end of their block and stay outside.
    pub inner_price: f64,
    /// The bundles that the blocks touch; they are the network's nodes from [`FIRST`] on.
    pub nodes: usize,
}

impl<'a> RegionBlocks<'a> {
    /// Cuts the range at block boundaries.
    pub fn of(
        assignment: &Assignment<'a>,
        bundles: &mut Bundles,
        vreg: VReg,
        live: &LiveBlocks,
        outside: Outside,
    ) -> Self {
        let function = assignment.function();
        let bundles = bundles.of_range(function, live);
        let node = |bundle: u32| FIRST + bundle as Node;
        let mut blocks = Vec::with_capacity(live.blocks().len());
        let mut inner_price = 0.0;
        for (live_block, ends) in live.blocks().zip(&bundles.ends) {
            let block = live_block.block;
            let references = live_block.references(assignment.references.of(vreg));
            let segments =
                LiveBlocks::segments(function, assignment.ranges().live(vreg), live_block);
            let last = segments.len() - 1;
            for (number, segment) in segments.enumerate() {
                let point = |r: &Reference| function.insts[r.inst].point;
                let from = references.partition_point(|r| point(r).dead() < segment.start);
                let to = references.partition_point(|r| point(r).base() < segment.end);
                let entry = ends.entry.filter(|_| number == 0).map(node);
                let exit = ends.exit.filter(|_| number == last).map(node);
                let references = &references[from..to.max(from)];
                let price = outside.sum(assignment, references);
                if entry.is_none() && exit.is_none() {
                    inner_price += price;
                } else {
                    let data = &function.blocks[block];
                    blocks.push(RegionBlock {
                        data,
                        block,
                        segment,
                        entry,
                        exit,
                        references,
                        price,
                    });
                }
            }
        }
        let free_costs =
            blocks.iter().map(|block| BlockCosts::free(assignment, outside, block)).collect();
        let points = InsertionPoints::of(function, vreg);
        Self { blocks, points, free_costs, inner_price, nodes: bundles.count }
    }

    /// The blocks that have references, those first that cost most outside the register; at most
    /// `count`.
    pub fn costliest(&self, count: usize) -> Vec<&RegionBlock<'a>> {
        let referring = self.blocks.iter().filter(|block| !block.references.is_empty());
        let mut costliest: Vec<&RegionBlock> = referring.collect();
        costliest.sort_by(|a, b| b.price.total_cmp(&a.price).then(a.block.cmp(&b.block)));
        costliest.truncate(count);
        costliest
    }
}

/// From where to where a register is taken within a segment, if the stretches `ahead` take it. Drops
/// those that end before the segment.
pub fn taken_within(ahead: &mut &[Segment], segment: Segment) -> Option<Segment> {
    while let Some((_, rest)) = ahead.split_first().filter(|(b, _)| b.end <= segment.start) {
        *ahead = rest;
    }
    let mut within = ahead.iter().take_while(|taken| taken.start < segment.end);
    let first = within.next()?;
    let last = within.last().unwrap_or(first);
    Some(Segment { start: first.start.max(segment.start), end: last.end.min(segment.end) })
}
