//! Which ranges could leave registers at a point that is over capacity, before they are priced.

use super::Spilling;
use crate::analysis::references::Reference;
use crate::limit::excess::Peak;
use crate::model::function::VReg;
use crate::model::point::{covers, Point, Segment};

impl Spilling<'_> {
    /// Of the ranges that take registers of the peak's set at the peak and could leave them, since
    /// nobody refers to them there, the `most` cheapest in memory among those that `suits` holds for.
    pub fn candidates(&self, peak: Peak, most: usize, suits: impl Fn(VReg) -> bool) -> Vec<VReg> {
        let around = self.stretches.around(peak.at).iter().copied();
        let mut found: Vec<VReg> = around
            .filter(|&vreg| self.takes(vreg, peak.set) > 0)
            .filter(|&vreg| self.costs[vreg].is_finite() && self.is_beside(vreg, peak.at))
            .filter(|&vreg| suits(vreg))
            .collect();
        found.sort_by(|&a, &b| self.costs[a].total_cmp(&self.costs[b]).then(a.cmp(&b)));
        found.truncate(most);
        found
    }

    /// The `most` cheapest in memory, and as many of those that cost least if each leaves for the gap
    /// around the peak alone, which is a store and a reload: the longest gaps first (Belady 1966). In a
    /// long block what is used most often may have the next use that is farthest (E14 in
    /// `docs/experiments.md`).
    pub fn candidates_in_block(&self, peak: Peak, most: usize) -> Vec<VReg> {
        let mut cheapest = self.candidates(peak, usize::MAX, |_| true);
        if cheapest.len() <= most {
            return cheapest;
        }
        let block = &self.function.blocks[self.function.block_at(peak.at)];
        let once = (self.cost_model.reload + self.cost_model.store) * block.frequency;
        let price = |&vreg: &VReg| {
            (self.costs[vreg].min(once), self.gap_within(vreg, peak.at, block.points), vreg)
        };
        let mut by_gap: Vec<(f64, u32, VReg)> = cheapest.iter().map(price).collect();
        // The sort is stable: among equals comes first what is cheaper in memory.
        by_gap.sort_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
        cheapest.truncate(most);
        for (_, _, vreg) in by_gap.into_iter().take(most) {
            if !cheapest.contains(&vreg) {
                cheapest.push(vreg);
            }
        }
        cheapest
    }

    /// The length of the part of `points` around `at` in which nobody refers to the range.
    fn gap_within(&self, vreg: VReg, at: Point, points: Segment) -> u32 {
        let references = self.references.of(vreg);
        let point = |r: &Reference| self.function.insts[r.inst].point.base();
        let (before, after) = references.split_at(references.partition_point(|r| point(r) <= at));
        let start = before.last().map_or(points.start, point).max(points.start);
        let end = after.first().map_or(points.end, point).min(points.end);
        Segment { start, end }.len()
    }

    /// Whether the range is in a register at a cell without being referred to.
    fn is_beside(&self, vreg: VReg, at: Point) -> bool {
        let references = self.references.of(vreg);
        let point = |inst| self.function.insts[inst].point;
        let reference = references.binary_search_by_key(&at.base(), |r| point(r.inst).base());
        // What is only read there and lives on is free for what the instruction writes.
        let is_free = |r: &Reference| !r.writes && at == point(r.inst).register();
        covers(self.function.live(vreg), at)
            && reference.map_or(true, |number| is_free(&references[number]))
            && !self.spilled[vreg].as_ref().is_some_and(|spilled| covers(&spilled.out, at))
    }
}
