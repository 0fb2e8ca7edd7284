//! Candidates: which ranges could leave registers at a point that is over capacity, before they are priced.

use super::limiter::Limiter;
use super::pressure_map::Peak;
use crate::analysis::references::Reference;
use crate::analysis::register_sets::RegSet;
use crate::model::function::VReg;
use crate::model::point::{covers, Point, Segment};

/// A range that could leave registers at a peak.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// The range.
    pub vreg: VReg,
    /// What its leaving is worth: prices are compared by what is paid for it.
    pub worth: f64,
}

impl Candidate {
    /// All that leave around a loop are worth the same: they leave throughout.
    pub fn of_loop(vreg: VReg) -> Self {
        Self { vreg, worth: 1.0 }
    }

    /// Within a block a long gap may spare further peaks, which then need nobody else: it is worth the square root of
    /// the cells in it that were over capacity in the beginning (E218 in `docs/experiments.md`).
    fn of_gap(limiter: &Limiter, vreg: VReg, set: RegSet, gap: Segment) -> Self {
        let cells = limiter.pressure().count_cells(set, gap).max(1);
        Self { vreg, worth: (cells as f64).sqrt() }
    }
}

/// Of the ranges that take registers of the peak's set at the peak and could leave them, since nobody
/// refers to them there, the `most` of least spill cost among those that `suits` holds for.
pub fn cheapest(
    limiter: &Limiter,
    peak: Peak,
    most: usize,
    suits: impl Fn(VReg) -> bool,
) -> Vec<VReg> {
    let function = limiter.context.function;
    let pricing = limiter.pricing();
    let takes = |vreg: VReg| limiter.pressure().taken(function.vregs[vreg].class, peak.set);
    let around = limiter.live.around(peak.at).iter().copied();
    let mut found: Vec<VReg> = around
        .filter(|&vreg| takes(vreg) > 0)
        .filter(|&vreg| pricing.spill_cost(vreg).is_finite() && could_leave(limiter, vreg, peak.at))
        .collect();
    let cost = |vreg: VReg| pricing.spill_cost(vreg);
    found.sort_unstable_by(|&a, &b| cost(a).total_cmp(&cost(b)).then(a.cmp(&b)));
    // To ask what suits may take a look at all references.
    found.into_iter().filter(|&vreg| suits(vreg)).take(most).collect()
}

/// The `most` of least spill cost, and as many of those that cost least if each leaves for the use gap
/// around the peak alone, which is a store and a reload: the longest gaps first (Belady 1966). In a long
/// block what is used most often may have the next use that is farthest (E14 in `docs/experiments.md`).
pub fn in_block(limiter: &Limiter, peak: Peak, most: usize) -> Vec<Candidate> {
    let function = limiter.context.function;
    let block = &function.blocks[function.block_at(peak.at)];
    let with_gap = |vreg: VReg| (vreg, gap_within(limiter, vreg, peak.at, block.points));
    let all = cheapest(limiter, peak, usize::MAX, |_| true);
    let mut found: Vec<(VReg, Segment)> = all.into_iter().map(with_gap).collect();
    if found.len() > most {
        let costs = limiter.context.costs;
        let once = (costs.reload + costs.store) * block.frequency;
        let price = |of: &(VReg, Segment)| limiter.pricing().spill_cost(of.0).min(once);
        let mut by_gap = found.clone();
        // The sort is stable: among equals comes first what is cheaper in memory.
        by_gap.sort_by(|a, b| price(a).total_cmp(&price(b)).then(b.1.len().cmp(&a.1.len())));
        found.truncate(most);
        by_gap.truncate(most);
        by_gap.retain(|of| !found.contains(of));
        found.extend(by_gap);
    }
    let candidate = |(vreg, gap)| Candidate::of_gap(limiter, vreg, peak.set, gap);
    found.into_iter().map(candidate).collect()
}

/// The part of `points` around `at` in which nobody refers to the range.
fn gap_within(limiter: &Limiter, vreg: VReg, at: Point, points: Segment) -> Segment {
    let references = limiter.references.of(vreg);
    let point = |r: &Reference| limiter.context.function.insts[r.inst].point.base();
    let (before, after) = references.split_at(references.partition_point(|r| point(r) <= at));
    let start = before.last().map_or(points.start, point).max(points.start);
    let end = after.first().map_or(points.end, point).min(points.end);
    Segment { start, end }
}

/// Whether the range is in a register at a cell without being referred to.
fn could_leave(limiter: &Limiter, vreg: VReg, at: Point) -> bool {
    let function = limiter.context.function;
    if !covers(function.live(vreg), at) || limiter.spills().is_out_at(vreg, at) {
        return false;
    }
    let references = limiter.references.of(vreg);
    let point = |inst| function.insts[inst].point;
    let reference = references.binary_search_by_key(&at.base(), |r| point(r.inst).base());
    // What is only read there and lives on is free for what the instruction writes.
    let is_free = |r: &Reference| !r.writes && at == point(r.inst).register();
    reference.map_or(true, |number| is_free(&references[number]))
}
