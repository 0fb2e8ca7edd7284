//! Which of the free registers a range gets.

use super::assignment::Assignment;
use super::copies::Hint;
use crate::model::function::VReg;
use crate::model::machine::Reg;
use std::cell::OnceCell;

/// The free register that suits the range best: one of the `hints`, else the first in order that
/// adds no register to those that the function saves and costs nothing beside copies, else the first.
pub fn free_register(assignment: &Assignment, vreg: VReg, hints: &[Hint]) -> Option<Reg> {
    let matrix = assignment.matrix();
    let mut saved = None;
    let machine = &assignment.function().machine;
    let costs = OnceCell::new();
    let cost_beside = |reg: Reg| {
        costs.get_or_init(|| assignment.copies().costs_beside(matrix, vreg)).of(machine, reg)
    };
    let csr_prices = assignment.csr().prices(vreg, assignment.ranges().live(vreg));
    for &Hint { reg, gain } in hints {
        if matrix.is_free(vreg, reg) {
            let price = csr_prices(reg);
            if price == 0.0 && gain >= cost_beside(reg) {
                return Some(reg);
            }
            saved = saved.or((gain > price).then_some(reg));
        }
    }
    if saved.is_some() {
        return saved;
    }
    let mut costly: Option<((f64, bool, u8), Reg)> = None;
    for &reg in assignment.ranges().order(vreg) {
        let adds_save = csr_prices(reg) > 0.0;
        if (adds_save && saved.is_some()) || !matrix.is_free(vreg, reg) {
            continue;
        }
        if adds_save {
            saved = Some(reg);
            continue;
        }
        let encoding = machine.regs[reg].encoding_cost;
        let cost = (cost_beside(reg), assignment.csr().is_unused(reg), encoding);
        if cost == (0.0, false, 0) {
            return Some(reg);
        } else if costly.is_none_or(|(least, _)| cost < least) {
            costly = Some((cost, reg));
        }
    }
    costly.map(|(_, reg)| reg).or(saved)
}
