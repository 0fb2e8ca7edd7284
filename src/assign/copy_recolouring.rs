//! Copy recolouring, once every range has its register: the copies that are left are looked at, hottest
//! first. The operands of a copy move to one register, and the ranges that hold it move to others, if
//! copies and callee-saved registers then cost less in sum (Hack and Goos, "Copy Coalescing by Graph
//! Recoloring", PLDI 2008).
//!
//! A range without a preference takes any free register, also one that another range would like. Here it
//! moves out of the way. Ranges that were joined with one that moves follow it where that saves copies.

mod followers;
mod open_copies;

use super::assignment::Assignment;
use super::copies::CopyCosts;
use super::interference_cache::InterferenceCache;
use crate::log::{Event, Placed};
use crate::model::function::{Name, VReg};
use crate::model::machine::Reg;
use followers::{Follower, Joined};
use open_copies::{open_copies, OpenCopy, Target};

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
    let mut best: Option<Target> = None;
    // What is tried next has to cost less; of targets that cost the same the first one is taken.
    let mut least = -EPSILON;
    let prices = TargetPrices::of(assignment, copy);
    *steps = steps.saturating_sub(prices.copies(assignment));
    for target in copy.targets(assignment) {
        let bound = prices.least(assignment, target);
        if bound >= least && !prices.may_save(assignment, target, bound - least) {
            continue;
        }
        *steps = steps.saturating_sub(1);
        if !is_possible(assignment, cache, target, steps) {
            continue;
        }
        let mut recolouring = Recolouring::below(least, *steps);
        let price = assignment.try_out(|assignment| recolouring.run(assignment, target));
        *steps = recolouring.steps;
        if let Some(price) = price {
            (best, least) = (Some(target), price - EPSILON);
        }
    }
    let Some(target) = best else { return false };
    let mut recolouring = Recolouring::below(f64::INFINITY, usize::MAX);
    let saved = assignment.attempt(|assignment| recolouring.run(assignment, target));
    if let Some(price) = saved {
        assignment.context.decided(|| {
            let own = |range| Placed { range, reg: assignment.matrix().register(range) };
            let moved = recolouring.settled.iter().map(|&range| own(range)).collect();
            Event::Recolour { range: copy.vreg, price: -price, moved }
        });
    }
    saved.is_some()
}

/// Whether neither fixed registers nor calls keep a range from its target, and those that hold it are few
/// and have another register to move to once the ranges have left theirs.
fn is_possible(
    assignment: &Assignment,
    cache: &mut InterferenceCache,
    target: Target,
    steps: &mut usize,
) -> bool {
    let (matrix, options) = (assignment.matrix(), assignment.context.options);
    let most = options.copy_recolouring_moves;
    let both = [target.first.0, target.second.map_or(target.first.0, |second| second.0)];
    let moving = if target.second.is_some() { &both[..] } else { &both[..1] };
    let mut holders: Vec<VReg> = Vec::new();
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
                holders.len() + moving.len() <= most
                    && *steps > 0
                    && (any_long
                        || is_long(holder)
                        || cache.can_leave_without(assignment, holder, reg, moving))
            })
    })
}

/// What a range of a copy costs where it is, and elsewhere.
struct RangePrices<'a> {
    vreg: VReg,
    copies: CopyCosts,
    /// What its copies cost now.
    now: f64,
    /// Those that cost nothing now.
    joined: Vec<Joined<'a>>,
}

/// What the ranges of a copy cost where they are, and what the copies cost elsewhere.
struct TargetPrices<'a> {
    gain: f64,
    ranges: Vec<RangePrices<'a>>,
}

impl<'a> TargetPrices<'a> {
    fn of(assignment: &Assignment<'a>, copy: &OpenCopy) -> Self {
        let machine = &assignment.function().machine;
        let other = match copy.affinity.map(|affinity| affinity.other) {
            Some(Name::Virtual(vreg)) => Some(vreg),
            Some(Name::Fixed(_)) | None => None,
        };
        let both = [copy.vreg, other.unwrap_or(copy.vreg)];
        let ranges = [Some(copy.vreg), other].into_iter().flatten().map(|vreg| {
            let copies = assignment.copy_costs(vreg);
            let now = assignment.matrix().register(vreg).map_or(f64::NEG_INFINITY, |reg| {
                // What it saves to leave a callee-saved register is not known yet.
                let may_save = assignment.csr().is_for_one_range(reg);
                if may_save {
                    f64::INFINITY
                } else {
                    copies.of(machine, reg)
                }
            });
            RangePrices { vreg, copies, now, joined: followers::joined(assignment, vreg, &both) }
        });
        Self { gain: copy.gain, ranges: ranges.collect() }
    }

    /// How many copies the ranges have: a measure of the time that this takes.
    fn copies(&self, assignment: &Assignment) -> usize {
        self.ranges.iter().map(|known| assignment.copies().of_vreg(known.vreg).len()).sum()
    }

    fn of_range(&self, vreg: VReg) -> Option<&RangePrices<'a>> {
        self.ranges.iter().find(|known| known.vreg == vreg)
    }

    /// By how much copies get dearer at least if nobody else has to move for the target.
    fn least(&self, assignment: &Assignment, target: Target) -> f64 {
        let machine = &assignment.function().machine;
        let price = |(vreg, reg): (VReg, Reg)| {
            let known = self.of_range(vreg);
            known.map_or(f64::NEG_INFINITY, |known| known.copies.of(machine, reg) - known.now)
        };
        // The copy itself goes; with two targets each of them still counts it.
        let counted_twice = if target.second.is_some() { self.gain } else { 0.0 };
        target.iter().map(price).sum::<f64>() - counted_twice
    }

    /// Whether ranges that are joined with those of the target now may save more than `enough` by following them.
    fn may_save(&self, assignment: &Assignment, target: Target, enough: f64) -> bool {
        let joined = |vreg| self.of_range(vreg).map_or(&[][..], |known| &known.joined);
        followers::may_save(assignment, target, joined, enough)
    }
}

/// Ranges that move together.
struct Recolouring {
    /// Segments and ranges that may still be looked at: a measure of time.
    steps: usize,
    /// Those that move no more.
    settled: Vec<VReg>,
    /// By how much copies and callee-saved registers cost more than before, per execution of the
    /// function.
    price: f64,
    /// The price has to be below this.
    limit: f64,
}

impl Recolouring {
    fn below(limit: f64, steps: usize) -> Self {
        Self { steps, settled: Vec::new(), price: 0.0, limit }
    }

    /// Moves the ranges to their targets and others out of their way. Returns by how much the code then
    /// costs more; none if not all could move, or that is not below the limit.
    fn run(&mut self, assignment: &mut Assignment, target: Target) -> Option<f64> {
        for (vreg, _) in target.iter() {
            self.unassign(assignment, vreg);
        }
        for (vreg, reg) in target.iter() {
            self.take(assignment, vreg, reg)?;
        }
        self.take_along(assignment);
        (self.price < self.limit && self.steps > 0).then_some(self.price)
    }

    /// Lets ranges follow to the registers of those that they were joined with, where that saves anything.
    fn take_along(&mut self, assignment: &mut Assignment) {
        let most = assignment.context.options.copy_recolouring_moves;
        let mut next = 0;
        while let Some(&moved) = self.settled.get(next) {
            next += 1;
            let Some(reg) = assignment.matrix().register(moved) else { continue };
            for affinity in assignment.copies().of_vreg(moved) {
                if self.settled.len() >= most || self.steps == 0 {
                    return;
                }
                self.steps -= 1;
                if self.settled.iter().any(|&settled| affinity.other == Name::Virtual(settled)) {
                    continue;
                }
                let follower = Follower::of(assignment, moved, reg, affinity);
                let is_worth_it = |follower: &Follower| follower.price(assignment) < -EPSILON;
                if let Some(Follower { vreg, wanted, .. }) = follower.filter(is_worth_it) {
                    self.unassign(assignment, vreg);
                    self.assign(assignment, vreg, wanted);
                }
            }
        }
    }

    /// Gives the range the register; each range that holds it moves to a free one.
    fn take(&mut self, assignment: &mut Assignment, vreg: VReg, reg: Reg) -> Option<()> {
        let most = assignment.context.options.copy_recolouring_moves;
        let mut holders: Vec<VReg> = Vec::new();
        let may_move = assignment.matrix().visit_holders(vreg, reg, |holder| {
            self.steps = self.steps.saturating_sub(1);
            if !holders.contains(&holder) {
                holders.push(holder);
            }
            let is_few = holders.len() + self.settled.len() <= most;
            is_few && self.steps > 0 && !self.settled.contains(&holder)
        });
        if !may_move {
            return None;
        }
        for &holder in &holders {
            self.unassign(assignment, holder);
            if self.steps == 0 {
                return None;
            }
        }
        self.assign(assignment, vreg, reg);
        holders.iter().try_for_each(|&holder| self.move_away(assignment, holder))
    }

    /// Gives a range that lost its register the free one that costs least.
    fn move_away(&mut self, assignment: &mut Assignment, vreg: VReg) -> Option<()> {
        let machine = &assignment.function().machine;
        let csr_price = assignment.csr().prices(vreg, assignment.ranges().live(vreg));
        let copy_costs = assignment.copy_costs(vreg);
        let price = |reg: Reg| copy_costs.of(machine, reg) + csr_price(reg);
        let order = assignment.ranges().order(vreg).iter();
        let mut choices: Vec<(f64, u8, Reg)> =
            order.map(|&reg| (price(reg), machine.regs[reg].encoding_cost, reg)).collect();
        choices.retain(|choice| self.price + choice.0 < self.limit);
        choices.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let is_free = |choice: &&(f64, u8, Reg)| assignment.matrix().is_free(vreg, choice.2);
        let &(price, _, reg) = choices.iter().find(is_free)?;
        self.price += price;
        drop(csr_price);
        assignment.assign(vreg, reg);
        Some(())
    }

    fn assign(&mut self, assignment: &mut Assignment, vreg: VReg, reg: Reg) {
        self.price += assignment.copy_cost(vreg, reg) + assignment.csr_price(vreg, reg);
        assignment.assign(vreg, reg);
    }

    /// Takes the range's register for another one, which it then keeps.
    fn unassign(&mut self, assignment: &mut Assignment, vreg: VReg) {
        // Each segment is taken away, put elsewhere, and taken back, for which the first two are undone.
        let segments = assignment.ranges().live(vreg).len();
        let copies = assignment.copies().of_vreg(vreg).len();
        self.steps = self.steps.saturating_sub(4 * segments + 2 * copies);
        let reg = assignment.unassign(vreg);
        self.price -= assignment.copy_cost(vreg, reg) + assignment.csr_price(vreg, reg);
        self.settled.push(vreg);
    }
}

#[cfg(test)]
mod tests;
