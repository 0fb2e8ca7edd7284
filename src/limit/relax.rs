//! Lets ranges come back that left registers early and need not have, once others left too.
//!
//! One peak is dealt with after the other. So a range that left for the sake of one peak may be out of
//! registers for nothing, and one that left later may do for both.

use super::candidates;
use super::limiter::{CameBack, Limiter};
use super::pressure_map::Peak;
use super::pricing::Offer;
use super::transaction::Transaction;
use crate::log::{Event, Priced};
use crate::model::function::VReg;
use crate::model::point::{Point, Segment};

/// Lets ranges come back to registers as far as everything still fits, the dearest first.
pub fn relax(limiter: &mut Limiter) {
    let spilled = limiter.spills().iter();
    let mut spilled: Vec<(f64, VReg)> =
        spilled.map(|spilled| (spilled.price, spilled.vreg)).collect();
    spilled.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    for (_, vreg) in spilled {
        if limiter.is_exhausted() || !limiter.context.may_decide() {
            return;
        }
        limiter.give_back();
        relax_range(limiter, vreg);
    }
}

/// Keeps the range in registers throughout if others leave in its stead for less, or out of them only
/// where it still has to be.
fn relax_range(limiter: &mut Limiter, vreg: VReg) {
    let context = limiter.context;
    let options = context.options;
    let mut trial = Transaction::begin(limiter);
    let Some(old) = trial.take_back(vreg) else { return };
    let before = old.price;
    let cells = needed(&trial, &old);
    if cells.is_empty() {
        context.decided(|| Event::PutBack { range: vreg, price: before });
        return trial.commit();
    }
    if cells.len() <= options.max_exchange_cells {
        if let Some(instead) = exchange(&mut trial, vreg, &old, &cells) {
            context.decided(|| Event::Exchange { range: vreg, price: before, instead });
            return trial.commit();
        }
    }
    if let Some(offer) = trial.offer(vreg, &cells, before * options.relax_price_share) {
        let price = offer.price;
        trial.accept(offer);
        if trial.pressure().fits(&old.out) {
            context.decided(|| Event::Retreat { range: vreg, before, price });
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
/// Returns which they are, and what each costs; none, and all is as before, if it does not.
fn exchange(
    limiter: &mut Limiter,
    vreg: VReg,
    old: &CameBack,
    cells: &[Point],
) -> Option<Vec<Priced>> {
    let mut trial = Transaction::begin(limiter);
    let mut others: Vec<Priced> = Vec::new();
    let mut left = old.price * trial.context.options.relax_price_share;
    for &cell in cells {
        let at = Segment { start: cell, end: Point(cell.0 + 1) };
        while let Some(peak) = trial.pressure().peak(at) {
            let is_other = |other| others.iter().any(|known| known.range == other);
            let is_taken = |other| other == vreg || is_other(other);
            let offer = cheapest_offer(&mut trial, peak, left, is_taken)?;
            left -= offer.price;
            others.push(Priced { range: offer.vreg, price: offer.price });
            trial.accept(offer);
        }
    }
    let fits = trial.pressure().fits(&old.out);
    if fits {
        trial.commit();
    }
    fits.then_some(others)
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
