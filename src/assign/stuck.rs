//! Whether ranges could move to other registers, asked again and again while those are mostly taken.

use super::state::{Obstacle, State};
use crate::model::function::VReg;
use crate::model::index::IndexVec;
use crate::model::machine::Reg;

/// What kept ranges from moving when that was last asked.
#[derive(Default)]
pub struct Stuck {
    /// Per range the state of things in which no other register was free for it.
    since: IndexVec<VReg, Option<u64>>,
    /// Per range what kept it from each register of its order: most of it still stands when it is asked
    /// again, and is found faster than among all that hold the register.
    obstacles: IndexVec<VReg, Vec<Option<Obstacle>>>,
}

impl Stuck {
    /// Whether a free register other than `reg`, of which it holds a part, would do for the range and
    /// makes the function save nothing more.
    pub fn can_leave(&mut self, state: &State, vreg: VReg, reg: Reg) -> bool {
        while self.since.len() < state.ranges.len() {
            self.since.push(None);
            self.obstacles.push(Vec::new());
        }
        if self.since[vreg] == Some(state.openings()) {
            return false;
        }
        let order = state.order(vreg);
        let prices = state.saving_prices(vreg);
        let obstacles = &mut self.obstacles[vreg];
        obstacles.resize(order.len(), None);
        let can_leave = order.iter().zip(obstacles).any(|(&other, known)| {
            if other == reg || known.is_some_and(|obstacle| state.stands(obstacle)) {
                return false;
            }
            *known = state.obstacle(vreg, other);
            known.is_none() && prices(other) == 0.0
        });
        if !can_leave {
            self.since[vreg] = Some(state.openings());
        }
        can_leave
    }
}
