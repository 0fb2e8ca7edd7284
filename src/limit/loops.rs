//! Ranges that live through a loop and are not used in it, taken out of registers around it.

use super::candidates::{self, Candidate};
use super::limiter::Limiter;
use super::pressure_map::Peak;
use crate::analysis::loop_forest::LoopForest;
use crate::analysis::references::Reference;
use crate::model::function::{Block, Function, Loop, VReg};
use crate::model::index::IndexVec;
use crate::model::point::Segment;

/// Walks the loop tree from the outside in. At each level the part that is most over capacity comes
/// first (Morgan 1998, 11.5).
pub fn limit(limiter: &mut Limiter) {
    let forest = LoopForest::of(limiter.context.function);
    let runs = runs_by_loop(limiter, &forest);
    let children = Children::of(&forest);
    let mut level: Vec<Loop> = children.outermost;
    while !level.is_empty() {
        let mut high: Vec<(i32, Loop)> = level
            .iter()
            .filter_map(|&loop_| Some((peak(limiter, &runs[loop_])?.excess, loop_)))
            .collect();
        high.sort_unstable_by_key(|&(excess, loop_)| (-excess, loop_));
        for &(_, loop_) in &high {
            limit_loop(limiter, &forest, loop_, &runs[loop_]);
        }
        high.retain(|&(_, loop_)| peak(limiter, &runs[loop_]).is_some());
        high.sort_unstable_by_key(|&(_, loop_)| loop_);
        level = high.iter().flat_map(|&(_, loop_)| &children.within[loop_]).copied().collect();
    }
}

/// The loop tree from the outside in.
struct Children {
    outermost: Vec<Loop>,
    /// Per loop those right within it.
    within: IndexVec<Loop, Vec<Loop>>,
}

impl Children {
    fn of(forest: &LoopForest) -> Self {
        let mut outermost = Vec::new();
        let mut within = IndexVec::filled(Vec::new(), forest.parents().len());
        for (loop_, parent) in forest.parents().enumerate() {
            match parent {
                None => outermost.push(loop_),
                &Some(parent) => within[parent].push(loop_),
            }
        }
        Self { outermost, within }
    }
}

/// Per loop its blocks as runs of neighbours, without those runs that were never over capacity.
fn runs_by_loop(limiter: &Limiter, forest: &LoopForest) -> IndexVec<Loop, Vec<Segment>> {
    let loops = forest.parents().len();
    let mut runs: IndexVec<Loop, Vec<Segment>> = IndexVec::filled(Vec::new(), loops);
    for (block, data) in limiter.context.function.blocks.enumerate() {
        for loop_ in forest.around(block) {
            match runs[loop_].last_mut().filter(|run| run.end == data.points.start) {
                Some(run) => run.end = data.points.end,
                None => runs[loop_].push(data.points),
            }
        }
    }
    for loop_ in runs.indices() {
        runs[loop_].retain(|&run| limiter.pressure().peak(run).is_some());
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
fn limit_loop(limiter: &mut Limiter, forest: &LoopForest, loop_: Loop, runs: &[Segment]) {
    let function = limiter.context.function;
    while let Some(peak) = peak(limiter, runs).filter(|_| !limiter.is_exhausted()) {
        let block = function.block_at(peak.at);
        let options = limiter.context.options;
        let most = options.max_candidates_per_loop + 2 * peak.excess as usize;
        let references = limiter.references;
        let is_through = |vreg| {
            let is_inside = |block| forest.is_inside(block, loop_);
            !is_referenced(function, references.of(vreg), is_inside)
        };
        let mut priced = candidates::cheapest(limiter, peak, most, is_through);
        if priced.is_empty() {
            return;
        }
        // To rematerialise a value where it is used may cost less than a load and a store around the loop.
        let is_rematerialised =
            |vreg: VReg| function.vregs[vreg].rematerialisable && !is_through(vreg);
        let mut rematerialised = candidates::cheapest(limiter, peak, most, is_rematerialised);
        priced.extend(&rematerialised);
        rematerialised.sort_unstable();
        let priced: Vec<Candidate> = priced.into_iter().map(Candidate::of_loop).collect();
        let offers = limiter.offers(&priced, peak);
        let is_through = |vreg| rematerialised.binary_search(&vreg).is_err();
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
