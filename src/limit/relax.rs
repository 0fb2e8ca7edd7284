//! Ranges that left registers early and need not have, once others left too.
//!
//! One peak is dealt with after the other, so a range that left for the sake of one may be out of the
//! way of later ones for nothing, and one that left later may do for both.

use super::excess::Peak;
use super::spilling::{Offer, Spilling};
use crate::model::function::VReg;
use crate::model::point::{Point, Segment};
use crate::placement::SpilledRange;

/// Lets ranges come back to registers as far as everything still fits, the dearest first.
pub fn relax(spilling: &mut Spilling) {
    let mut spilled: Vec<(f64, VReg)> = spilling.prices().collect();
    spilled.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    for (_, vreg) in spilled {
        if spilling.is_exhausted() {
            return;
        }
        relax_range(spilling, vreg);
    }
}

/// Keeps the range in registers throughout if others leave in its stead for less, or out of them only
/// where it still has to be.
fn relax_range(spilling: &mut Spilling, vreg: VReg) {
    let Some(old) = spilling.put_back(vreg) else { return };
    let cells = needed(spilling, &old);
    if cells.is_empty()
        || cells.len() <= spilling.options.max_exchange_cells
            && exchange(spilling, vreg, &old, &cells)
    {
        return;
    }
    let limit = old.cut.price() * spilling.options.relax_price_share;
    if let Some(offer) = spilling.offer(vreg, &cells, limit) {
        spilling.accept(offer);
        if fits(spilling, &old.out) {
            return;
        }
        spilling.put_back(vreg);
    }
    spilling.take_away(vreg, old);
}

/// Cells that are over capacity in the gaps where the range was out, the highest of each gap.
fn needed(spilling: &Spilling, old: &SpilledRange) -> Vec<Point> {
    let mut cells = Vec::new();
    let mut rest = old.out.clone();
    while let Some(points) = rest.pop() {
        let Some(peak) = spilling.excess.peak(points) else { continue };
        cells.push(peak.at);
        let gap = old.cut.gap_around(peak.at).unwrap_or(points);
        rest.push(Segment { start: points.start, end: gap.start.max(points.start) });
        rest.push(Segment { start: gap.end.min(points.end), end: points.end });
    }
    cells
}

fn fits(spilling: &Spilling, points: &[Segment]) -> bool {
    points.iter().all(|&segment| spilling.excess.peak(segment).is_none())
}

/// Takes other ranges out where `vreg` would have to be, if that costs less in sum than `old` did.
/// Returns whether it did; else all is as before.
fn exchange(spilling: &mut Spilling, vreg: VReg, old: &SpilledRange, cells: &[Point]) -> bool {
    let mut others: Vec<(VReg, Option<Box<SpilledRange>>)> = Vec::new();
    let mut left = old.cut.price() * spilling.options.relax_price_share;
    let mut relieved = true;
    for &cell in cells {
        let at = Segment { start: cell, end: Point(cell.0 + 1) };
        while let Some(peak) = spilling.excess.peak(at).filter(|_| relieved) {
            let taken = |other| other == vreg || others.iter().any(|&(known, _)| known == other);
            let best = cheapest(spilling, peak, left, taken);
            relieved = best.is_some();
            if let Some(offer) = best {
                left -= offer.price;
                others.push((offer.vreg(), spilling.put_back(offer.vreg())));
                spilling.accept(offer);
            }
        }
    }
    if relieved && fits(spilling, &old.out) {
        return true;
    }
    for (other, before) in others.into_iter().rev() {
        spilling.put_back(other);
        before.into_iter().for_each(|before| spilling.take_away(other, before));
    }
    false
}

/// The cheapest range to take out at the peak for less than `limit`, of those not yet `taken`.
fn cheapest(
    spilling: &mut Spilling,
    peak: Peak,
    limit: f64,
    taken: impl Fn(VReg) -> bool,
) -> Option<Offer> {
    let most = spilling.options.max_exchange_candidates;
    let beside = spilling.candidates(peak, most, |other| !taken(other));
    let mut best: Option<Offer> = None;
    for other in beside {
        let limit = best.as_ref().map_or(limit, |best| best.price);
        best = spilling.offer(other, &[peak.at], limit).or(best);
    }
    best
}
