//! A lower bound of what LIMIT's plan can cost, by Lagrangian relaxation (Held and Karp 1971).
//!
//! That each cell fits is what ties the ranges together. Each cell over capacity gets a price instead, which
//! every register pays that a range takes there. With the prices fixed each range decides alone, by a minimum
//! cut, and what all of them pay, less the prices of the registers that there are, is no more than any plan
//! costs that fits. Subgradient steps look for the prices that make the most of it: a cell gets dearer while
//! it is over capacity, and cheaper while it is not. Koes and Goldstein (2006) allocate registers by such
//! prices on a multi-commodity flow.
//!
//! The prices also make a plan ([`plan`]). Neither is done unless an option asks for it.

mod cells;
pub mod plan;
mod search;
#[cfg(test)]
mod tests;

use super::limiter::Limiter;
use crate::analysis::pressure::Pressure;
use crate::analysis::references::References;
use crate::analysis::rematerialisation::RematDependents;
use crate::options::Context;
use cells::Cells;
use search::Search;

/// What LIMIT's plan for a function costs, and the least that a plan can cost.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Distance {
    /// Expected price of the plan's loads and stores, per execution of the function, by LIMIT's prices.
    pub cost: f64,
    /// No plan that leaves as much room at each cell costs less. Where everything fits after LIMIT's plan,
    /// that is every plan.
    pub bound: f64,
}

/// LIMIT's plan for a function beside the least that a plan can cost, found in so many rounds of subgradient
/// steps; none if everything fits without a plan. Recomputing a value is taken to cost no more than a reload
/// and its share of a store.
pub fn distance(context: Context, rounds: u32) -> Option<Distance> {
    let function = context.function;
    let pressure = Pressure::of(function);
    if !pressure.is_over() {
        return None;
    }
    let references = References::collect(function);
    let limiter = super::search(context, &references, pressure);
    let cost = cost(&limiter);
    let cells = Cells::of(&limiter);
    let bound = Search::new(&limiter, cells).raise(cost, rounds, u64::MAX);
    Some(Distance { cost, bound })
}

/// What the ranges cost that are out of registers. One that was to be rematerialised from a range that left
/// registers later is loaded instead.
fn cost(limiter: &Limiter) -> f64 {
    let dependents = RematDependents::new(limiter.context.function, limiter.references);
    let spills = limiter.spills();
    let operands = spills.iter().flat_map(|spilled| dependents.of(spilled.vreg));
    let mut loaded: Vec<_> = operands.copied().collect();
    loaded.sort_unstable();
    loaded.dedup();
    let price = |spilled: &super::spill_set::Spilled| {
        let is_loaded = !spilled.is_stored && loaded.binary_search(&spilled.vreg).is_ok();
        let data = &limiter.context.function.vregs[spilled.vreg];
        let more = if is_loaded { limiter.context.costs.loaded_instead(data) } else { 0.0 };
        spilled.price * (1.0 + more)
    };
    spills.iter().map(price).sum()
}
