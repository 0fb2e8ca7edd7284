//! Recolouring: ranges move to other registers to make room for one more.
//!
//! [`make_room`] looks for a register whose holders all have another one free. [`last_chance`] is the
//! last thing to try for a range that must have a register, as LLVM's last chance recolouring is. A
//! search of bounded depth gives the range each register of its class in turn. Holders that can do
//! without a register are evicted. For the others it looks for new registers in the same way, but never
//! moves a range that others made room for already.

use super::assignment::Assignment;
use super::choose;
use super::interference_cache::InterferenceCache;
use crate::log::{Event, Placed};
use crate::model::function::{Fate, VReg};
use crate::model::machine::Reg;
use std::cell::OnceCell;

/// Gives the range a register by moving others, if that succeeds; else everything is as before.
/// Returns the ranges that lost their register and have none now.
pub fn last_chance(assignment: &mut Assignment, vreg: VReg) -> Option<Vec<VReg>> {
    let options = assignment.context.options;
    let budget = options.recolouring_budget;
    let mut search = Search { placed: Vec::new(), evicted: Vec::new(), budget };
    let found = search.place(assignment, vreg, options.recolouring_depth);
    found.then_some(search.evicted)
}

/// Gives the range a register whose holders all have another one free, if there is such a register for
/// which callee-saved registers cost no more than `worth`; else everything is as before. Returns whether it did.
pub fn make_room(
    assignment: &mut Assignment,
    cache: &mut InterferenceCache,
    vreg: VReg,
    worth: f64,
) -> bool {
    let order = assignment.ranges().order(vreg);
    let context = assignment.context;
    if !context.may_decide() {
        return false;
    }
    // An attempt that fails leaves them as they are.
    let csr_prices: Vec<f64> = {
        let csr_price = assignment.csr().prices(vreg, assignment.ranges().live(vreg));
        order.iter().map(|&reg| csr_price(reg)).collect()
    };
    order.iter().zip(csr_prices).any(|(&reg, csr_price)| {
        let mut left = worth - csr_price;
        if left < 0.0 {
            return false;
        }
        let can_leave = |holder| {
            if worth > 0.0 {
                cache.can_leave_without(assignment, holder, reg, &[])
            } else {
                cache.can_leave(assignment, holder, reg)
            }
        };
        let Some(holders) = movable_holders(assignment, vreg, reg, can_leave) else {
            return false;
        };
        let moved = assignment.attempt(|assignment| {
            replace_holders(assignment, vreg, reg, &holders);
            let mut holders = holders.iter();
            holders.all(|&holder| move_to_free(assignment, holder, &mut left)).then_some(())
        });
        if moved.is_some() {
            context.decided(|| {
                let own = |range| Placed { range, reg: assignment.matrix().register(range) };
                let moved = holders.iter().map(|&holder| own(holder)).collect();
                Event::MakeRoom { range: vreg, reg, moved }
            });
        }
        moved.is_some()
    })
}

/// Moves the holders of the register, where the range is live, to other free registers that cost nothing: no save,
/// no more copies, and no longer code. Holders that have none stay, and `kept` stays free.
pub fn clear(assignment: &mut Assignment, vreg: VReg, reg: Reg, kept: Reg) {
    let most = assignment.context.options.recolouring_width;
    let mut holders: Vec<VReg> = Vec::new();
    assignment.matrix().visit_holders(vreg, reg, |holder| {
        if !holders.contains(&holder) {
            holders.push(holder);
        }
        holders.len() < most
    });
    for holder in holders {
        if let Some(other) = equal_register(assignment, holder, [reg, kept]) {
            assignment.unassign(holder);
            assignment.assign(holder, other);
        }
    }
}

/// A free register beside `others` in which the range costs no more than in its own.
fn equal_register(assignment: &Assignment, holder: VReg, others: [Reg; 2]) -> Option<Reg> {
    let (matrix, machine) = (assignment.matrix(), &assignment.function().machine);
    let held = matrix.register(holder)?;
    let ranges = assignment.ranges();
    let csr_prices = assignment.csr().prices(holder, ranges.live(holder));
    // Mostly no other register is free.
    let copies = OnceCell::new();
    let copy_cost =
        |reg: Reg| copies.get_or_init(|| assignment.copy_costs(holder)).of(machine, reg);
    let cost = |reg: Reg| (copy_cost(reg), machine.regs[reg].encoding_cost);
    let costs_no_more = |other: Reg| {
        let ((copies, encoding), (copies_there, encoding_there)) = (cost(other), cost(held));
        copies <= copies_there && encoding <= encoding_there
    };
    ranges.order(holder).iter().copied().find(|&other| {
        !others.iter().any(|&taken| machine.overlap(other, taken))
            && matrix.is_free(holder, other)
            && csr_prices(other) == 0.0
            && costs_no_more(other)
    })
}

/// Gives the range a free register, whose price of saving is taken off what is `left` for that. Returns whether there
/// is one.
fn move_to_free(assignment: &mut Assignment, vreg: VReg, left: &mut f64) -> bool {
    let hints = assignment.hints(vreg);
    let Some(reg) = choose::free_register(assignment, vreg, &hints) else { return false };
    *left -= assignment.csr_price(vreg, reg);
    let is_affordable = *left >= 0.0;
    if is_affordable {
        assignment.assign(vreg, reg);
    }
    is_affordable
}

/// The holders of the register where the range is live; none if one of them may not move, or if fixed
/// registers or calls take it.
fn movable_holders(
    assignment: &Assignment,
    vreg: VReg,
    reg: Reg,
    mut may_move: impl FnMut(VReg) -> bool,
) -> Option<Vec<VReg>> {
    let (matrix, most) = (assignment.matrix(), assignment.context.options.recolouring_width);
    if matrix.is_excluded(vreg, reg) {
        return None;
    }
    let mut holders: Vec<VReg> = Vec::new();
    let all_movable = matrix.visit_holders(vreg, reg, |holder| {
        let is_new = !holders.contains(&holder);
        if is_new {
            holders.push(holder);
        }
        !is_new || holders.len() <= most && may_move(holder)
    });
    all_movable.then_some(holders)
}

/// The only range that holds the register where the range is live; none if there are several, or fixed registers or
/// calls take it.
pub fn only_holder(assignment: &Assignment, vreg: VReg, reg: Reg) -> Option<VReg> {
    let mut only = None;
    movable_holders(assignment, vreg, reg, |holder| only.replace(holder).is_none())?;
    only
}

/// Takes the register from its holders and gives it to the range.
pub fn replace_holders(assignment: &mut Assignment, vreg: VReg, reg: Reg, holders: &[VReg]) {
    for &holder in holders {
        assignment.unassign(holder);
    }
    assignment.assign(vreg, reg);
}

/// The search for registers of all ranges that have to move.
struct Search {
    /// Ranges that others make room for. One that found a free register may be moved again.
    placed: Vec<VReg>,
    /// Ranges that lost their register and may do without.
    evicted: Vec<VReg>,
    /// Placements that may still be tried.
    budget: usize,
}

impl Search {
    fn place(&mut self, assignment: &mut Assignment, vreg: VReg, depth: usize) -> bool {
        let hints = assignment.hints(vreg);
        if let Some(reg) = choose::free_register(assignment, vreg, &hints) {
            assignment.assign(vreg, reg);
            return true;
        }
        if depth == 0 {
            return false;
        }
        let (placed, evicted) = (self.placed.len(), self.evicted.len());
        self.placed.push(vreg);
        for &reg in assignment.ranges().order(vreg) {
            if self.budget == 0 {
                break;
            }
            self.budget -= 1;
            let is_open = |holder| !self.placed.contains(&holder);
            let Some(holders) = movable_holders(assignment, vreg, reg, is_open) else { continue };
            let found = assignment.attempt(|assignment| {
                replace_holders(assignment, vreg, reg, &holders);
                let mut holders = holders.iter();
                holders.all(|&holder| self.move_holder(assignment, holder, depth - 1)).then_some(())
            });
            if found.is_some() {
                return true;
            }
            self.evicted.truncate(evicted);
            self.placed.truncate(placed + 1);
        }
        self.placed.truncate(placed);
        false
    }

    fn move_holder(&mut self, assignment: &mut Assignment, holder: VReg, depth: usize) -> bool {
        if assignment.ranges().get(holder).fate == Fate::Register {
            return self.place(assignment, holder, depth);
        }
        self.evicted.push(holder);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::with_assignment;
    use super::*;

    /// %0 lives across %1 and %2. %2 is copied from r0.
    const TEXT: &str =
        "reg r0\nreg r1\nreg r2\nclass g r0 r1 r2\nfunction f\nblock b0 1\n  loadI 1 => %0\n  \
                        loadI 2 => %1\n  store %1\n  i2i r0 => %2\n  store %2\n  store %0\n  ret\n";

    #[test]
    fn a_register_is_cleared_of_those_that_pay_nothing_for_another_one() {
        let cleared = |kept, taken: &[(u32, u32)]| {
            let mut registers = Vec::new();
            with_assignment(TEXT, |mut assignment| {
                for &(vreg, reg) in taken {
                    assignment.assign(VReg(vreg), Reg(reg));
                }
                clear(&mut assignment, VReg(0), Reg(0), Reg(kept));
                registers = taken.iter().map(|t| assignment.matrix().register(VReg(t.0))).collect();
            });
            registers.into_iter().map(|reg| reg.map(|reg| reg.0)).collect::<Vec<_>>()
        };
        assert_eq!(cleared(1, &[(1, 0)]), [Some(2)], "r1 is to stay free");
        assert_eq!(cleared(2, &[(1, 0)]), [Some(1)]);
        assert_eq!(cleared(1, &[(2, 0)]), [Some(0)], "it would be a copy more");
        assert_eq!(cleared(1, &[(1, 1), (2, 2)]), [Some(1), Some(2)], "neither is in r0");
    }
}
