//! Lets ranges come back that left registers early and need not have, once others left too.
//!
//! One peak is dealt with after the other. So a range that left for the sake of one peak may be out of
//! registers for nothing, and one that left later may do for both.

use super::candidates;
use super::limiter::{CameBack, Limiter};
use super::pressure_map::Peak;
use super::pricing::Offer;
use super::transaction::Transaction;
use crate::model::function::VReg;
use crate::model::point::{Point, Segment};

/// Lets ranges come back to registers as far as everything still fits, the dearest first.
pub fn relax(limiter: &mut Limiter) {
    let spilled = limiter.spills().iter();
    let mut spilled: Vec<(f64, VReg)> =
        spilled.map(|spilled| (spilled.price, spilled.vreg)).collect();
    spilled.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    for (_, vreg) in spilled {
        if limiter.is_exhausted() {
            return;
        }
        limiter.give_back();
        relax_range(limiter, vreg);
    }
}

/// Keeps the range in registers throughout if others leave in its stead for less, or out of them only
/// where it still has to be.
fn relax_range(limiter: &mut Limiter, vreg: VReg) {
    let options = limiter.context.options;
    let mut trial = Transaction::begin(limiter);
    let Some(old) = trial.take_back(vreg) else { return };
    let cells = needed(&trial, &old);
    let may_exchange = cells.len() <= options.max_exchange_cells;
    if cells.is_empty() || may_exchange && exchange(&mut trial, vreg, &old, &cells) {
        return trial.commit();
    }
    let limit = old.price * options.relax_price_share;
    if let Some(offer) = trial.offer(vreg, &cells, limit) {
        trial.accept(offer);
        if trial.pressure().fits(&old.out) {
            return trial.commit();
        }
    }
    trial.roll_back();
}

/// Cells that are over capacity in the gaps where the range was out, the highest of each gap.
fn needed(limiter: &Limiter, old: &CameBack) -> Vec<Point> {
    let mut cells = Vec::new();
    let mut rest = old.out.clone();
    while let Some(points) = rest.pop() {
        let Some(peak) = limiter.pressure().peak(points) else { continue };
        cells.push(peak.at);
        let gap = old.gaps.gap_around(peak.at).unwrap_or(points);
        rest.push(Segment { start: points.start, end: gap.start.max(points.start) });
        rest.push(Segment { start: gap.end.min(points.end), end: points.end });
    }
    cells
}

/// Takes other ranges out where `vreg` would have to be, if that costs less in sum than `old` did.
/// Returns whether it did; else all is as before.
fn exchange(limiter: &mut Limiter, vreg: VReg, old: &CameBack, cells: &[Point]) -> bool {
    let mut trial = Transaction::begin(limiter);
    let mut others: Vec<VReg> = Vec::new();
    let mut left = old.price * trial.context.options.relax_price_share;
    for &cell in cells {
        let at = Segment { start: cell, end: Point(cell.0 + 1) };
        while let Some(peak) = trial.pressure().peak(at) {
            let is_taken = |other| other == vreg || others.contains(&other);
            let Some(offer) = cheapest_offer(&mut trial, peak, left, is_taken) else {
                return false;
            };
            left -= offer.price;
            others.push(offer.vreg);
            trial.accept(offer);
        }
    }
    let fits = trial.pressure().fits(&old.out);
    if fits {
        trial.commit();
    }
    fits
}

/// The cheapest range to take out at the peak for less than `limit`, of those not yet taken.
fn cheapest_offer(
    limiter: &mut Limiter,
    peak: Peak,
    limit: f64,
    is_taken: impl Fn(VReg) -> bool,
) -> Option<Offer> {
    let most = limiter.context.options.max_exchange_candidates;
    let candidates = candidates::cheapest(limiter, peak, most, |other| !is_taken(other));
    let mut best: Option<Offer> = None;
    for candidate in candidates {
        let limit = best.as_ref().map_or(limit, |best| best.price);
        best = limiter.offer(candidate, &[peak.at], limit).or(best);
    }
    best
}
