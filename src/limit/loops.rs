//! Ranges that live through a loop and are not used in it, taken out of registers around it.

use super::excess::Peak;
use super::spilling::Spilling;
use crate::model::function::{Block, Loop, VReg};
use crate::model::index::{Idx, IndexVec};
use crate::model::point::Point;

/// Ranges that are priced for one loop: the cheapest ones in memory.
const PRICED: usize = 16;

/// Blocks of a loop at which a range is taken out: those most over capacity. The others follow by
/// themselves, since a register at a place where nobody reads it saves nothing.
const HIGHEST: usize = 2;

/// Walks the loop tree from the outside in. At each level the part that is most over capacity comes
/// first (Morgan 1998, 11.5).
pub fn limit(spilling: &mut Spilling) {
    let blocks = blocks_by_loop(spilling);
    let children = children(spilling);
    let mut level: Vec<Loop> = children.0;
    while !level.is_empty() {
        let mut high: Vec<(i32, Loop)> = level
            .iter()
            .filter_map(|&region| Some((peak(spilling, &blocks[region])?.1.excess, region)))
            .collect();
        high.sort_unstable_by_key(|&(excess, region)| (-excess, region));
        for &(_, region) in &high {
            limit_loop(spilling, region, &blocks[region]);
        }
        high.retain(|&(_, region)| peak(spilling, &blocks[region]).is_some());
        high.sort_unstable_by_key(|&(_, region)| region);
        level = high.iter().flat_map(|&(_, region)| &children.1[region]).copied().collect();
    }
}

/// The outermost loops, and per loop those right within it.
fn children(spilling: &Spilling) -> (Vec<Loop>, IndexVec<Loop, Vec<Loop>>) {
    let loops = &spilling.function.loops;
    let mut outermost = Vec::new();
    let mut within = IndexVec::filled(Vec::new(), loops.len());
    for (region, data) in loops.enumerate() {
        match data.parent {
            None => outermost.push(region),
            Some(parent) => within[parent].push(region),
        }
    }
    (outermost, within)
}

/// Per loop the blocks in it that were over capacity in the beginning, those of loops within it
/// included.
fn blocks_by_loop(spilling: &Spilling) -> IndexVec<Loop, Vec<Block>> {
    let function = spilling.function;
    let mut blocks = IndexVec::filled(Vec::new(), function.loops.len());
    for (block, data) in function.blocks.enumerate() {
        if spilling.excess.peak(data.points).is_none() {
            continue;
        }
        let mut around = data.innermost;
        while let Some(region) = around {
            blocks[region].push(block);
            around = function.loops[region].parent;
        }
    }
    blocks
}

/// The block that is most over capacity, and where.
fn peak(spilling: &Spilling, blocks: &[Block]) -> Option<(Block, Peak)> {
    let mut highest: Option<(Block, Peak)> = None;
    for &block in blocks {
        if let Some(peak) = spilling.excess.peak(spilling.function.blocks[block].points) {
            if highest.is_none_or(|(_, other)| peak.excess > other.excess) {
                highest = Some((block, peak));
            }
        }
    }
    highest
}

/// Takes the cheapest ranges out until the loop fits or none is left that lives through it.
fn limit_loop(spilling: &mut Spilling, region: Loop, blocks: &[Block]) {
    while let Some((block, peak)) = peak(spilling, blocks).filter(|_| !spilling.is_exhausted()) {
        let mut through: Vec<VReg> = spilling.candidates(block, peak);
        through.retain(|&vreg| is_unreferenced(spilling, vreg, region));
        through.sort_by(|&a, &b| spilling.cost(a).total_cmp(&spilling.cost(b)).then(a.cmp(&b)));
        through.truncate(PRICED + 2 * peak.excess as usize);
        let high = highest_cells(spilling, blocks, peak);
        let offers = spilling.offers(&through, &high, peak);
        if !spilling.accept_cheapest(offers, block, peak) {
            return;
        }
    }
}

/// The highest cells of the set, one a block, the given peak among them.
fn highest_cells(spilling: &Spilling, blocks: &[Block], peak: Peak) -> Vec<Point> {
    let function = spilling.function;
    let peaks = blocks
        .iter()
        .filter_map(|&block| spilling.excess.peak_of(peak.set, function.blocks[block].points));
    let mut peaks: Vec<Peak> = peaks.filter(|other| other.at != peak.at).collect();
    peaks.sort_unstable_by_key(|other| (-other.excess, other.at));
    peaks.truncate(HIGHEST);
    std::iter::once(peak.at).chain(peaks.iter().map(|other| other.at)).collect()
}

fn is_unreferenced(spilling: &Spilling, vreg: VReg, region: Loop) -> bool {
    let function = spilling.function;
    let references = spilling.references.of(vreg);
    let blocks = references.iter().map(|reference| function.insts[reference.inst].block);
    // References of one block are neighbours.
    let mut last = Block::new(function.blocks.len());
    blocks.into_iter().all(|block| {
        let is_new = std::mem::replace(&mut last, block) != block;
        !is_new || !function.is_inside(block, region)
    })
}
