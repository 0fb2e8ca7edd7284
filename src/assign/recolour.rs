//! Recolouring: the last thing to try for a range that must have a register.
//!
//! Everything in its way must have a register as well, so somebody has to move. A search of bounded
//! depth gives the range each register of its class in turn and looks for new registers for those
//! who held it, who may push others in the same way, but never one that was already placed. Holders
//! that can do without a register are simply evicted.

use super::choose;
use super::state::State;
use super::stuck::Stuck;
use crate::model::function::{Fate, VReg};
use crate::model::machine::Reg;

/// Gives the range a register by moving others, if that succeeds; else everything is as before.
/// Returns the ranges that lost their register and have none now.
pub fn place(state: &mut State, vreg: VReg) -> Option<Vec<VReg>> {
    let mut search = Search { budget: state.options.recolouring_budget, ..Search::default() };
    let depth = state.options.recolouring_depth;
    search.place(state, vreg, depth).then_some(search.evicted)
}

/// Gives the range a register whose holders all have another one free, if there is such a register;
/// else everything is as before. Returns whether it did.
pub fn make_room(state: &mut State, stuck: &mut Stuck, vreg: VReg) -> bool {
    let mut search = Search::default();
    for &reg in state.order(vreg) {
        if state.makes_save(vreg, reg) {
            continue;
        }
        let can_leave = |holder| stuck.can_leave(state, holder, reg);
        let Some(holders) = movable_holders(state, vreg, reg, can_leave) else { continue };
        for &holder in &holders {
            let old = state.unassign(holder);
            search.undo.push(Step::Unassigned(holder, old));
        }
        search.assign(state, vreg, reg);
        let moved = holders.iter().all(|&holder| {
            let wanted = choose::wanted(state, holder);
            let other = choose::free_register(state, holder, &wanted);
            let other = other.filter(|&other| !state.makes_save(holder, other));
            other.into_iter().for_each(|other| search.assign(state, holder, other));
            other.is_some()
        });
        if moved {
            return true;
        }
        search.take_back(state, 0);
    }
    false
}

/// Who holds the register where the range is live, if all of them may move and that is possible.
fn movable_holders(
    state: &State,
    vreg: VReg,
    reg: Reg,
    mut may_move: impl FnMut(VReg) -> bool,
) -> Option<Vec<VReg>> {
    if state.is_excluded(vreg, reg) {
        return None;
    }
    let mut holders: Vec<VReg> = Vec::new();
    let all_movable = state.visit_holders(vreg, reg, |holder| {
        let is_new = !holders.contains(&holder);
        if is_new {
            holders.push(holder);
        }
        !is_new || holders.len() <= state.options.recolouring_width && may_move(holder)
    });
    all_movable.then_some(holders)
}

/// What a step of the search did, to be taken back if it led nowhere.
enum Step {
    Assigned(VReg),
    Unassigned(VReg, Reg),
}

#[derive(Default)]
struct Search {
    /// Ranges whose register is settled.
    placed: Vec<VReg>,
    /// Ranges that lost their register and may do without.
    evicted: Vec<VReg>,
    undo: Vec<Step>,
    budget: usize,
}

impl Search {
    fn place(&mut self, state: &mut State, vreg: VReg, depth: usize) -> bool {
        let wanted = choose::wanted(state, vreg);
        if let Some(reg) = choose::free_register(state, vreg, &wanted) {
            self.assign(state, vreg, reg);
            return true;
        }
        if depth == 0 {
            return false;
        }
        let placed = self.placed.len();
        self.placed.push(vreg);
        for &reg in state.order(vreg) {
            if self.budget == 0 {
                break;
            }
            self.budget -= 1;
            let is_open = |holder| !self.placed.contains(&holder);
            let Some(holders) = movable_holders(state, vreg, reg, is_open) else { continue };
            let (mark, evicted) = (self.undo.len(), self.evicted.len());
            for &holder in &holders {
                let old = state.unassign(holder);
                self.undo.push(Step::Unassigned(holder, old));
            }
            self.assign(state, vreg, reg);
            if holders.iter().all(|&holder| self.replace(state, holder, depth - 1)) {
                return true;
            }
            self.take_back(state, mark);
            self.evicted.truncate(evicted);
            self.placed.truncate(placed + 1);
        }
        self.placed.truncate(placed);
        false
    }

    fn replace(&mut self, state: &mut State, holder: VReg, depth: usize) -> bool {
        if state.ranges.get(holder).fate == Fate::Register {
            return self.place(state, holder, depth);
        }
        self.evicted.push(holder);
        true
    }

    fn assign(&mut self, state: &mut State, vreg: VReg, reg: Reg) {
        state.assign(vreg, reg);
        self.undo.push(Step::Assigned(vreg));
    }

    fn take_back(&mut self, state: &mut State, mark: usize) {
        while self.undo.len() > mark {
            match self.undo.pop().expect("longer than the mark") {
                Step::Assigned(vreg) => {
                    state.unassign(vreg);
                }
                Step::Unassigned(vreg, reg) => state.assign(vreg, reg),
            }
        }
    }
}
