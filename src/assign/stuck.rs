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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::affinity::Affinities;
    use crate::analysis::references::References;
    use crate::model::text::parse;
    use crate::options::Settings;

    /// %0, %1 and r2 are live at once, so that %0 can leave r0 only while %1 is not in r1.
    #[test]
    fn what_kept_a_range_is_forgotten_when_it_moves() {
        let text = "reg r0\nreg r1\nreg r2\nclass g r0 r1 r2\nfunction f\nblock b0 1\n  \
                    loadI 3 => r2\n  loadI 1 => %0\n  loadI 2 => %1\n  store %0, %1\n  store r2\n";
        let function = parse(text).unwrap().function;
        let settings = Settings::default();
        let context = settings.on(&function);
        let (references, affinities) =
            (References::collect(&function), Affinities::collect(context));
        let mut state = State::new(context, &references, &affinities);
        let mut stuck = Stuck::default();
        state.assign(VReg(0), Reg(0));
        for _ in 0..2 {
            state.assign(VReg(1), Reg(1));
            assert!(!stuck.can_leave(&state, VReg(0), Reg(0)));
            state.unassign(VReg(1));
            assert!(stuck.can_leave(&state, VReg(0), Reg(0)));
        }
    }
}
