//! Ranges taken out of registers between two references within a block.

use super::candidates;
use super::limiter::Limiter;
use crate::model::function::Block;
use crate::model::point::Point;

/// Hot blocks come first: what is decided there costs most, and the colder ones gain from it.
pub fn limit(limiter: &mut Limiter) {
    let function = limiter.context.function;
    let over = limiter.is_over.enumerate().filter(|over| *over.1);
    let mut high: Vec<Block> = over.map(|over| over.0).collect();
    high.retain(|&block| limiter.pressure().peak(function.blocks[block].points).is_some());
    let frequency = |block: &Block| function.blocks[*block].frequency;
    high.sort_by(|a, b| frequency(b).total_cmp(&frequency(a)).then(a.cmp(b)));
    for block in high {
        limit_block(limiter, block);
    }
}

fn limit_block(limiter: &mut Limiter, block: Block) {
    let mut points = limiter.context.function.blocks[block].points;
    while let Some(peak) = limiter.pressure().peak(points).filter(|_| !limiter.is_exhausted()) {
        let most = limiter.context.options.max_candidates_per_cell + 2 * peak.excess as usize;
        let candidates = candidates::in_block(limiter, peak, most);
        let offers = limiter.offers(&candidates, peak);
        if !limiter.accept_cheapest(offers, block, peak, |_| true) {
            // Too many operands of one instruction: assignment has to see to it.
            points.start = Point(peak.at.0 + 1);
        }
    }
}
