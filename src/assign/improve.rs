//! Joining copies once every range has its place: a range moves to the register that saves it more
//! copies than it costs, if that register is free for it.

use super::choose::wanted;
use super::state::State;
use crate::model::function::VReg;

/// Moves ranges to registers that leave fewer copies.
pub fn join_copies(state: &mut State) {
    for _ in 0..state.options.copy_recolouring_rounds {
        let moved = state.all().filter(|&vreg| improve(state, vreg)).count();
        if moved == 0 {
            break;
        }
    }
}

fn improve(state: &mut State, vreg: VReg) -> bool {
    let Some(current) = state.register(vreg) else {
        return false;
    };
    let mut least = state.copy_cost(vreg, current);
    if least == 0.0 {
        return false;
    }
    state.unassign(vreg);
    least += state.saving_price(vreg, current);
    let mut best = current;
    for (reg, _) in wanted(state, vreg) {
        let cost = state.copy_cost(vreg, reg) + state.saving_price(vreg, reg);
        if cost < least && state.is_free(vreg, reg) {
            (best, least) = (reg, cost);
        }
    }
    state.assign(vreg, best);
    best != current
}
