//! Ranges that live through a loop and are not used in it, taken out of registers around it.

use super::candidates;
use super::limiter::Limiter;
use super::pressure_map::Peak;
use crate::analysis::references::Reference;
use crate::analysis::regions::Regions;
use crate::model::function::{Block, Function, Loop, VReg};
use crate::model::index::IndexVec;
use crate::model::point::Segment;

/// Walks the loop tree from the outside in. At each level the part that is most over capacity comes
/// first (Morgan 1998, 11.5).
pub fn limit(limiter: &mut Limiter) {
    let regions = Regions::of(limiter.context.function);
    let runs = runs_by_loop(limiter, &regions);
    let children = Children::of(&regions);
    let mut level: Vec<Loop> = children.outermost;
    while !level.is_empty() {
        let mut high: Vec<(i32, Loop)> = level
            .iter()
            .filter_map(|&region| Some((peak(limiter, &runs[region])?.excess, region)))
            .collect();
        high.sort_unstable_by_key(|&(excess, region)| (-excess, region));
        for &(_, region) in &high {
            limit_loop(limiter, &regions, region, &runs[region]);
        }
        high.retain(|&(_, region)| peak(limiter, &runs[region]).is_some());
        high.sort_unstable_by_key(|&(_, region)| region);
        level = high.iter().flat_map(|&(_, region)| &children.within[region]).copied().collect();
    }
}

/// The loop tree from the outside in.
struct Children {
    outermost: Vec<Loop>,
    /// Per loop those right within it.
    within: IndexVec<Loop, Vec<Loop>>,
}

impl Children {
    fn of(regions: &Regions) -> Self {
        let mut outermost = Vec::new();
        let mut within = IndexVec::filled(Vec::new(), regions.parents().len());
        for (region, parent) in regions.parents().enumerate() {
            match parent {
                None => outermost.push(region),
                &Some(parent) => within[parent].push(region),
            }
        }
        Self { outermost, within }
    }
}

/// Per loop its blocks as runs of neighbours, without those runs that were never over capacity.
fn runs_by_loop(limiter: &Limiter, regions: &Regions) -> IndexVec<Loop, Vec<Segment>> {
    let loops = regions.parents().len();
    let mut runs: IndexVec<Loop, Vec<Segment>> = IndexVec::filled(Vec::new(), loops);
    for (block, data) in limiter.context.function.blocks.enumerate() {
        for region in regions.around(block) {
            match runs[region].last_mut().filter(|run| run.end == data.points.start) {
                Some(run) => run.end = data.points.end,
                None => runs[region].push(data.points),
            }
        }
    }
    for region in runs.indices() {
        runs[region].retain(|&run| limiter.pressure().peak(run).is_some());
    }
    runs
}

/// Where the runs are most over capacity.
fn peak(limiter: &Limiter, runs: &[Segment]) -> Option<Peak> {
    let peaks = runs.iter().filter_map(|&run| limiter.pressure().peak(run));
    peaks.min_by_key(|peak| (-peak.excess, peak.at))
}

/// Takes the cheapest ranges out until the loop fits or none is left that lives through it. A range
/// leaves at the highest cell. What lives through then leaves in the rest of the loop by itself, since a
/// register at a place where nobody reads it saves nothing. What can be rematerialised anywhere is a
/// candidate as long as it is not the last one (E13 in `docs/experiments.md`): that is left to the loops
/// within and to the blocks.
fn limit_loop(limiter: &mut Limiter, regions: &Regions, region: Loop, runs: &[Segment]) {
    let function = limiter.context.function;
    while let Some(peak) = peak(limiter, runs).filter(|_| !limiter.is_exhausted()) {
        let block = function.block_at(peak.at);
        let options = limiter.context.options;
        let most = options.max_candidates_per_loop + 2 * peak.excess as usize;
        let references = limiter.references;
        let is_through = |vreg| {
            let is_inside = |block| regions.is_inside(block, region);
            !is_referenced(function, references.of(vreg), is_inside)
        };
        let mut priced = candidates::cheapest(limiter, peak, most, is_through);
        if priced.is_empty() {
            return;
        }
        // To rematerialise a value where it is used may cost less than a load and a store around the loop.
        let is_recomputed = |vreg: VReg| function.vregs[vreg].rematerialisable && !is_through(vreg);
        let mut recomputed = candidates::cheapest(limiter, peak, most, is_recomputed);
        priced.extend(&recomputed);
        recomputed.sort_unstable();
        let offers = limiter.offers(&priced, peak);
        let is_through = |vreg| recomputed.binary_search(&vreg).is_err();
        if !limiter.accept_cheapest(offers, block, peak, is_through) {
            return;
        }
    }
}

/// Whether one of the references lies in a block that `is_inside` holds for.
fn is_referenced(
    function: &Function,
    references: &[Reference],
    is_inside: impl Fn(Block) -> bool,
) -> bool {
    let mut blocks = references.iter().map(|reference| function.insts[reference.inst].block);
    // References of one block are neighbours.
    let mut last = None;
    blocks.any(|block| {
        let is_new = last.replace(block) != Some(block);
        is_new && is_inside(block)
    })
}
