//! Copy recolouring, once every range has its register: the copies that are left are looked at, hottest
//! first. The operands of a copy move to one register, and the ranges that hold it move to others, if
//! copies and callee-saved registers then cost less in sum (Hack and Goos, "Copy Coalescing by Graph
//! Recoloring", PLDI 2008).
//!
//! A range without a preference takes any free register, also one that another range would like. Here it
//! moves out of the way, and others may move out of its own. Ranges that were joined with one that moves
//! follow it where that saves copies.

mod followers;
mod open_copies;
mod recolouring;
mod target_prices;

use super::assignment::Assignment;
use super::interference_cache::InterferenceCache;
use crate::log::{Event, Placed};
use crate::model::function::VReg;
use open_copies::{open_copies, OpenCopy, Target};
use recolouring::Recolouring;
use target_prices::TargetPrices;

/// Sums of prices that differ by less than this are equal.
const EPSILON: f64 = 1e-6;

/// Moves ranges to registers that leave fewer copies. A move may make another one worth while, so all
/// copies are looked at a few times.
pub fn recolour_copies(assignment: &mut Assignment, cache: &mut InterferenceCache) {
    let options = assignment.context.options;
    let insts = assignment.function().insts.len() + options.copy_recolouring_base_insts;
    let mut steps = options.copy_recolouring_steps_per_inst * insts;
    for _ in 0..options.copy_recolouring_rounds {
        let mut is_changed = false;
        for copy in open_copies(assignment) {
            if steps == 0 || !assignment.context.may_decide() {
                return;
            }
            is_changed |= copy.is_open(assignment)
                && copy.may_join(assignment)
                && join(assignment, cache, &copy, &mut steps);
        }
        if !is_changed {
            return;
        }
    }
}

/// Gives the operands one register, in the way that costs least, if that saves anything. Returns whether
/// it did.
fn join(
    assignment: &mut Assignment,
    cache: &mut InterferenceCache,
    copy: &OpenCopy,
    steps: &mut usize,
) -> bool {
    let mut best: Option<(Target, f64)> = None;
    // What is tried next has to cost less; of targets that cost the same the first one is taken.
    let mut least = -EPSILON;
    let prices = TargetPrices::of(assignment, copy);
    *steps = steps.saturating_sub(prices.copies(assignment));
    for target in copy.targets(assignment) {
        if !prices.may_cost_less(assignment, target, least) {
            continue;
        }
        *steps = steps.saturating_sub(1);
        if !is_possible(assignment, cache, target, steps) {
            continue;
        }
        let mut recolouring = Recolouring::below(assignment, least, *steps);
        let price = assignment.try_out(|assignment| recolouring.run(assignment, target));
        *steps = recolouring.steps_left();
        if let Some(price) = price {
            best = Some((target, least));
            least = price - EPSILON;
        }
    }
    let Some((target, limit)) = best else { return false };
    let mut recolouring = Recolouring::below(assignment, limit, usize::MAX);
    let saved = assignment.attempt(|assignment| recolouring.run(assignment, target));
    if let Some(price) = saved {
        assignment.context.decided(|| {
            let own = |range| Placed { range, reg: assignment.matrix().register(range) };
            let moved = recolouring.moved().iter().map(|&range| own(range)).collect();
            Event::Recolour { range: copy.vreg, price: -price, moved }
        });
    }
    saved.is_some()
}

/// Whether neither fixed registers nor calls keep a range from its target, and those that hold it are few
/// and have another register to move to once the range has left its own; of very few it may be one that
/// others hold. Two ranges move to a register only if nobody else holds it: to make room for two rarely
/// saves anything (E230).
fn is_possible(
    assignment: &Assignment,
    cache: &mut InterferenceCache,
    target: Target,
    steps: &mut usize,
) -> bool {
    let (matrix, options) = (assignment.matrix(), assignment.context.options);
    let both = [target.first.0, target.second.map_or(target.first.0, |second| second.0)];
    let moving = if target.second.is_some() { &both[..] } else { &both[..1] };
    let most =
        if target.second.is_none() { options.copy_recolouring_moves.saturating_sub(1) } else { 0 };
    let mut holders: Vec<VReg> = Vec::new();
    let mut all_can_leave = true;
    // To ask for a long range takes as long as to try.
    let is_long =
        |vreg: VReg| assignment.ranges().live(vreg).len() > options.copy_recolouring_asked;
    let any_long = moving.iter().any(|&vreg| is_long(vreg));
    target.iter().all(|(vreg, reg)| {
        !matrix.is_excluded(vreg, reg)
            && matrix.visit_holders(vreg, reg, |holder| {
                *steps = steps.saturating_sub(1);
                if moving.contains(&holder) || holders.contains(&holder) {
                    return true;
                }
                holders.push(holder);
                if holders.len() > most || *steps == 0 {
                    return false;
                }
                all_can_leave = all_can_leave
                    && (any_long
                        || is_long(holder)
                        || cache.can_leave_without(assignment, holder, reg, moving));
                all_can_leave || holders.len() <= options.copy_recolouring_holders
            })
    })
}

#[cfg(test)]
mod tests;
