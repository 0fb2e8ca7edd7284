//! Ranges taken out of registers between two references within a block.

use super::spilling::Spilling;
use crate::model::function::Block;
use crate::model::point::Point;

/// Hot blocks come first: what is decided there costs most, and the colder ones gain from it.
pub fn limit(spilling: &mut Spilling) {
    let function = spilling.function;
    let over = spilling.is_over.enumerate().filter(|over| *over.1);
    let mut high: Vec<Block> = over.map(|over| over.0).collect();
    high.retain(|&block| spilling.excess.peak(function.blocks[block].points).is_some());
    let frequency = |block: &Block| function.blocks[*block].frequency;
    high.sort_by(|a, b| frequency(b).total_cmp(&frequency(a)).then(a.cmp(b)));
    for block in high {
        limit_block(spilling, block);
    }
}

fn limit_block(spilling: &mut Spilling, block: Block) {
    let mut points = spilling.function.blocks[block].points;
    while let Some(peak) = spilling.excess.peak(points).filter(|_| !spilling.is_exhausted()) {
        let most = spilling.options.max_candidates_per_cell + 2 * peak.excess as usize;
        let beside = spilling.candidates_in_block(peak, most);
        let offers = spilling.offers(&beside, peak);
        if !spilling.accept_cheapest(offers, block, peak, |_| true) {
            // Too many operands of one instruction: assignment has to see to it.
            points.start = Point(peak.at.0 + 1);
        }
    }
}
