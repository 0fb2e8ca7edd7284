//! A plan that the prices of cells make.
//!
//! LIMIT deals with one peak after the other. A range that costs a little more at each of them, but leaves at all of
//! them at once, is not found so. The prices say what a register is worth at all cells together: a range leaves where
//! it would pay more than its loads and stores cost. Those come first that gain most, as long as a cell where they
//! leave is over capacity. LIMIT deals with the rest as ever. Plans from the answers to Lagrangian prices are common
//! (Beasley 1993, Lagrangian relaxation, section 6.5).

use super::super::limiter::Limiter;
use super::super::make_fit;
use super::cells::Cells;
use super::cost;
use super::search::Search;
use crate::analysis::pressure::Pressure;
use crate::log::Event;
use crate::options::{Context, Effort};
use crate::solver::max_flow::INFINITE;

/// The plan so far, or the one that the prices make, if that costs less and as much fits.
pub fn or_cheaper(limiter: Limiter) -> Limiter {
    let Context { options, .. } = limiter.context;
    if options.effort == Effort::Normal
        || !limiter.context.may_decide()
        || limiter.pressure().is_over()
    {
        return limiter;
    }
    let before = cost(&limiter);
    let mut search = Search::new(&limiter, Cells::of(&limiter));
    let bound =
        search.raise(before, options.price_rounds, limiter.steps(options.price_steps_per_inst));
    if bound > before * options.price_share {
        return limiter;
    }
    let mut other = by_prices(&limiter, &mut search);
    let price = cost(&other);
    if other.pressure().is_over() || price > before * options.price_share {
        return limiter;
    }
    limiter.context.decided(|| Event::Prices { before, price, bound });
    other.context = limiter.context;
    other
}

/// The plan that the prices make. What it tries is not logged, and counts as one decision.
fn by_prices<'f>(limiter: &Limiter<'f>, search: &mut Search) -> Limiter<'f> {
    let context = Context { log: None, ..limiter.context };
    let pressure = Pressure::of(context.function);
    let mut plan = Limiter::new(context, limiter.references, pressure);
    plan.allow(context.options.limit_steps_per_inst);
    for (vreg, out) in search.leaving() {
        for points in out {
            let peak = plan.pressure().peak(points).filter(|_| !plan.is_exhausted());
            let offer = peak.and_then(|peak| plan.offer(vreg, &[peak.at], INFINITE / 2.0));
            offer.into_iter().for_each(|offer| plan.accept(offer));
        }
    }
    make_fit(&mut plan);
    plan
}
