//! Exchanges: other ranges leave registers where one comes back.

use super::candidates;
use super::limiter::{CameBack, Limiter};
use super::pressure_map::Peak;
use super::pricing::Offer;
use super::transaction::Transaction;
use crate::log::{Alternative, Priced};
use crate::model::function::VReg;
use crate::model::point::{covers, Point, Segment};
use crate::options::Context;
use crate::solver::max_flow::INFINITE;

/// Cells that are over capacity in the gaps where the range was out, the highest of each gap.
pub fn needed(limiter: &Limiter, old: &CameBack) -> Vec<Point> {
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

/// Takes other ranges out of registers at `cells`, where `vreg` came back, and then at what is still over capacity where
/// it was out: one that leaves at the highest cell of a gap need not leave all over it. Returns which they are, and
/// what each costs, if that is less than `limit` in sum; none, and all is as before, if that cannot be done.
fn exchange(
    limiter: &mut Limiter,
    vreg: VReg,
    old: &CameBack,
    cells: &[Point],
    limit: f64,
) -> Option<Vec<Priced>> {
    let mut trial = Transaction::begin(limiter);
    let mut others: Vec<Priced> = Vec::new();
    let mut left = limit;
    let mut cells = cells.to_vec();
    while !cells.is_empty() {
        if cells.len() > trial.context.options.max_exchange_cells {
            return None;
        }
        for &cell in &cells {
            let at = Segment { start: cell, end: Point(cell.0 + 1) };
            while let Some(peak) = trial.pressure().peak(at) {
                let offer = cheapest_offer(&mut trial, peak, &[peak.at], left, |o| o == vreg)?;
                left -= offer.price;
                add(&mut others, offer.vreg, offer.price);
                trial.accept(offer);
            }
        }
        cells = needed(&trial, old);
        // There may be as many rounds as cells in a gap.
        if !cells.is_empty() && trial.is_exhausted() {
            return None;
        }
    }
    trial.commit();
    Some(others)
}

/// Adds what a range costs, which may be among the others already.
fn add(others: &mut Vec<Priced>, range: VReg, price: f64) {
    match others.iter_mut().find(|other| other.range == range) {
        Some(known) => known.price += price,
        None => others.push(Priced { range, price }),
    }
}

/// Takes one other range out of registers at all of `cells`, where `vreg` came back, or the cheapest at each, which may cost
/// more in sum, if that costs less than `limit` and everything fits then. Returns which they are, and what each costs;
/// none, and all is as before, if that cannot be done.
pub fn exchange_for_least(
    limiter: &mut Limiter,
    vreg: VReg,
    old: &CameBack,
    cells: &[Point],
    limit: f64,
) -> Option<Vec<Priced>> {
    let one = (cells.len() > 1).then(|| instead_everywhere(limiter, vreg, old, cells, limit));
    let one = one.flatten();
    let limit = one.as_ref().map_or(limit, |one| one.price);
    exchange(limiter, vreg, old, cells, limit).or_else(|| {
        let one = limiter.offer(one?.range, cells, INFINITE / 2.0)?;
        let instead = vec![Priced { range: one.vreg, price: one.price }];
        limiter.accept(one);
        Some(instead)
    })
}

/// The cheapest range to take out of registers at all of `cells`, where `vreg` came back, for less than `limit`, if
/// everything fits then. All is as before.
fn instead_everywhere(
    limiter: &mut Limiter,
    vreg: VReg,
    old: &CameBack,
    cells: &[Point],
    limit: f64,
) -> Option<Priced> {
    let first = Segment { start: cells[0], end: Point(cells[0].0 + 1) };
    let peak = limiter.pressure().peak(first)?;
    let offer = cheapest_offer(limiter, peak, cells, limit, |other| other == vreg)?;
    let one = Priced { range: offer.vreg, price: offer.price };
    let mut trial = Transaction::begin(limiter);
    trial.accept(offer);
    trial.pressure().fits(&old.out).then_some(one)
}

/// What it would cost if `vreg` were in registers throughout and `first` left them at the peak instead, with what
/// has to leave beside it until everything fits; none if that cannot be done. All is as before.
pub fn alternative(
    limiter: &mut Limiter,
    vreg: VReg,
    first: VReg,
    peak: Peak,
) -> Option<Alternative> {
    let mut trial = Transaction::begin(limiter);
    let old = trial.take_back(vreg)?;
    let offer = trial.offer(first, &[peak.at], INFINITE / 2.0)?;
    let mut price = offer.price;
    trial.accept(offer);
    let cells = needed(&trial, &old);
    let others = exchange(&mut trial, vreg, &old, &cells, INFINITE / 2.0)?;
    price += others.iter().map(|other| other.price).sum::<f64>();
    let with = others.iter().map(|other| other.range).filter(|&range| range != first).collect();
    Some(Alternative { range: first, with, price })
}

/// The cheapest range to take out at the peak and at all of `cells` for less than `limit`, of those not yet taken.
fn cheapest_offer(
    limiter: &mut Limiter,
    peak: Peak,
    cells: &[Point],
    limit: f64,
    is_taken: impl Fn(VReg) -> bool,
) -> Option<Offer> {
    let Context { function, options, .. } = limiter.context;
    // One that is not live at all of the cells would leave the others as they are.
    let helps = |other| cells.iter().all(|&at| covers(function.live(other), at));
    let suits = |other| !is_taken(other) && helps(other);
    let candidates = candidates::cheapest(limiter, peak, options.max_exchange_candidates, suits);
    let mut best: Option<Offer> = None;
    for candidate in candidates {
        let limit = best.as_ref().map_or(limit, |best| best.price);
        best = limiter.offer(candidate, cells, limit).or(best);
    }
    best
}
