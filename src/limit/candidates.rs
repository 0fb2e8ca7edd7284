//! Candidates: which ranges could leave registers at a point that is over capacity, before they are priced.

use super::limiter::Limiter;
use super::pressure_map::Peak;
use crate::analysis::references::Reference;
use crate::model::function::VReg;
use crate::model::point::{covers, Point, Segment};

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
pub fn in_block(limiter: &Limiter, peak: Peak, most: usize) -> Vec<VReg> {
    let mut found = cheapest(limiter, peak, usize::MAX, |_| true);
    if found.len() <= most {
        return found;
    }
    let function = limiter.context.function;
    let costs = limiter.context.costs;
    let block = &function.blocks[function.block_at(peak.at)];
    let once = (costs.reload + costs.store) * block.frequency;
    let price = |&vreg: &VReg| {
        let price = limiter.pricing().spill_cost(vreg).min(once);
        (price, gap_within(limiter, vreg, peak.at, block.points), vreg)
    };
    let mut by_gap: Vec<(f64, u32, VReg)> = found.iter().map(price).collect();
    // The sort is stable: among equals comes first what is cheaper in memory.
    by_gap.sort_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
    found.truncate(most);
    for (_, _, vreg) in by_gap.into_iter().take(most) {
        if !found.contains(&vreg) {
            found.push(vreg);
        }
    }
    found
}

/// The length of the part of `points` around `at` in which nobody refers to the range.
fn gap_within(limiter: &Limiter, vreg: VReg, at: Point, points: Segment) -> u32 {
    let references = limiter.references.of(vreg);
    let point = |r: &Reference| limiter.context.function.insts[r.inst].point.base();
    let (before, after) = references.split_at(references.partition_point(|r| point(r) <= at));
    let start = before.last().map_or(points.start, point).max(points.start);
    let end = after.first().map_or(points.end, point).min(points.end);
    Segment { start, end }.len()
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
