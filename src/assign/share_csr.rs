//! Callee-saved registers that several ranges share which are not worth one each.

use super::assignment::Assignment;
use crate::model::function::VReg;
use crate::model::machine::Reg;

/// A range that is not worth a callee-saved register of its own.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Postponed {
    /// The range.
    pub vreg: VReg,
    /// What it costs without such a register, per execution of the function.
    pub price: f64,
}

/// Gives a callee-saved register, and what is saved together with it, to those of the waiting ranges
/// that fit, the first of which does. Returns which they are; none, and all is as before, if together
/// they are not worth what the register costs the first. If none that needs a spill slot waits any more, the
/// function may do without slots: `no_slot` is what that saves, per execution of the function.
pub fn share(
    assignment: &mut Assignment,
    waiting: &[Postponed],
    reg: Reg,
    no_slot: f64,
) -> Option<Vec<VReg>> {
    let csr_price = assignment.csr_price(waiting.first()?.vreg, reg);
    assignment.attempt(|assignment| {
        let mut worth = 0.0;
        let mut sharing: Vec<VReg> = Vec::new();
        for &Postponed { vreg, price } in waiting {
            if assignment.ranges().order(vreg).contains(&reg)
                && assignment.matrix().is_free(vreg, reg)
            {
                assignment.assign(vreg, reg);
                worth += price;
                sharing.push(vreg);
            }
        }
        let is_paired = assignment.function().machine.regs[reg].paired_file != 0;
        for &Postponed { vreg, price } in waiting.iter().filter(|_| is_paired) {
            if assignment.matrix().register(vreg).is_some() {
                continue;
            }
            let is_free = |reg: &&Reg| {
                !assignment.adds_csr_cost(vreg, **reg) && assignment.matrix().is_free(vreg, **reg)
            };
            if let Some(&free) = assignment.ranges().order(vreg).iter().find(is_free) {
                assignment.assign(vreg, free);
                worth += price;
                sharing.push(vreg);
            }
        }
        let has_none = |waits: &&Postponed| assignment.matrix().register(waits.vreg).is_none();
        let mut left = waiting.iter().filter(has_none);
        if !left.any(|waits| assignment.needs_slot(waits.vreg)) {
            worth += no_slot;
        }
        (worth >= csr_price).then_some(sharing)
    })
}
