//! Ranges that live through a loop and are not used in it, taken out of registers around it.

use super::excess::Peak;
use super::spilling::Spilling;
use crate::analysis::regions::Regions;
use crate::model::function::{Block, Loop, VReg};
use crate::model::index::IndexVec;
use crate::model::point::Segment;

/// Walks the loop tree from the outside in. At each level the part that is most over capacity comes
/// first (Morgan 1998, 11.5).
pub fn limit(spilling: &mut Spilling) {
    let regions = Regions::of(spilling.function);
    let runs = runs_by_loop(spilling, &regions);
    let children = children(&regions);
    let mut level: Vec<Loop> = children.0;
    while !level.is_empty() {
        let mut high: Vec<(i32, Loop)> = level
            .iter()
            .filter_map(|&region| Some((peak(spilling, &runs[region])?.excess, region)))
            .collect();
        high.sort_unstable_by_key(|&(excess, region)| (-excess, region));
        for &(_, region) in &high {
            limit_loop(spilling, (&regions, region), &runs[region]);
        }
        high.retain(|&(_, region)| peak(spilling, &runs[region]).is_some());
        high.sort_unstable_by_key(|&(_, region)| region);
        level = high.iter().flat_map(|&(_, region)| &children.1[region]).copied().collect();
    }
}

/// The outermost loops, and per loop those right within it.
fn children(regions: &Regions) -> (Vec<Loop>, IndexVec<Loop, Vec<Loop>>) {
    let mut outermost = Vec::new();
    let mut within = IndexVec::filled(Vec::new(), regions.parents().len());
    for (region, parent) in regions.parents().enumerate() {
        match parent {
            None => outermost.push(region),
            &Some(parent) => within[parent].push(region),
        }
    }
    (outermost, within)
}

/// Per loop its blocks as stretches of neighbours, without those stretches that were never over
/// capacity.
fn runs_by_loop(spilling: &Spilling, regions: &Regions) -> IndexVec<Loop, Vec<Segment>> {
    let loops = regions.parents().len();
    let mut runs: IndexVec<Loop, Vec<Segment>> = IndexVec::filled(Vec::new(), loops);
    for (block, data) in spilling.function.blocks.enumerate() {
        for region in regions.around(block) {
            match runs[region].last_mut().filter(|run| run.end == data.points.start) {
                Some(run) => run.end = data.points.end,
                None => runs[region].push(data.points),
            }
        }
    }
    for region in runs.indices() {
        runs[region].retain(|&run| spilling.excess.peak(run).is_some());
    }
    runs
}

/// Where the stretches are most over capacity.
fn peak(spilling: &Spilling, runs: &[Segment]) -> Option<Peak> {
    let peaks = runs.iter().filter_map(|&run| spilling.excess.peak(run));
    peaks.min_by_key(|peak| (-peak.excess, peak.at))
}

/// Takes the cheapest ranges out until the loop fits or none is left that lives through it. A range
/// leaves at the highest cell; what lives through follows by itself in the rest of the loop, since a
/// register at a place where nobody reads it saves nothing. What can be recomputed anywhere is a choice
/// as long as it is not the last one (E13 in `docs/experiments.md`): that is left to the loops within
/// and to the blocks.
fn limit_loop(spilling: &mut Spilling, (regions, region): (&Regions, Loop), runs: &[Segment]) {
    while let Some(peak) = peak(spilling, runs).filter(|_| !spilling.is_exhausted()) {
        let block = spilling.function.block_at(peak.at);
        let most = spilling.options.max_candidates_per_loop + 2 * peak.excess as usize;
        let is_through =
            |vreg| is_unreferenced(spilling, vreg, |block| regions.is_inside(block, region));
        let mut priced = spilling.candidates(peak, most, is_through);
        if priced.is_empty() {
            return;
        }
        // What is computed again where it is used may cost less than a load and a store around the loop.
        let vregs = &spilling.function.vregs;
        let is_recomputed = |vreg: VReg| vregs[vreg].rematerialisable && !is_through(vreg);
        let mut recomputed = spilling.candidates(peak, most, is_recomputed);
        priced.extend(&recomputed);
        recomputed.sort_unstable();
        let offers = spilling.offers(&priced, peak);
        let is_through = |vreg| recomputed.binary_search(&vreg).is_err();
        if !spilling.accept_cheapest(offers, block, peak, is_through) {
            return;
        }
    }
}

fn is_unreferenced(spilling: &Spilling, vreg: VReg, is_inside: impl Fn(Block) -> bool) -> bool {
    let function = spilling.function;
    let references = spilling.references.of(vreg);
    let blocks = references.iter().map(|reference| function.insts[reference.inst].block);
    // References of one block are neighbours.
    let mut last = None;
    blocks.into_iter().all(|block| {
        let is_new = last.replace(block) != Some(block);
        !is_new || !is_inside(block)
    })
}
