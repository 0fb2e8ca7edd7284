//! A cache of interference: whether ranges could move to other registers is asked again and again
//! while those are mostly taken.

use super::assignment::Assignment;
use super::matrix::Interference;
use crate::model::function::VReg;
use crate::model::index::IndexVec;
use crate::model::machine::Reg;

/// What kept ranges from moving when that was last asked.
#[derive(Default)]
pub struct InterferenceCache {
    /// Per range the version of the assignment in which no other register was available to it.
    stuck_since: IndexVec<VReg, Option<u64>>,
    /// Per range what interfered in each register of its order: most of it is still there when it is
    /// asked again, and is found faster than among all that hold the register.
    interference: IndexVec<VReg, Vec<Option<Interference>>>,
}

impl InterferenceCache {
    /// Whether a register other than `reg`, of which the range holds a part, would be free for it if the
    /// ranges `gone` had none.
    pub fn can_leave_without(
        &mut self,
        assignment: &Assignment,
        vreg: VReg,
        reg: Reg,
        gone: &[VReg],
    ) -> bool {
        self.grow(assignment);
        let (matrix, machine) = (assignment.matrix(), &assignment.function().machine);
        let order = assignment.ranges().order(vreg);
        let interference = &mut self.interference[vreg];
        interference.resize(order.len(), None);
        order.iter().zip(interference).any(|(&other, known)| {
            let stays = |interference: Interference| match interference {
                Interference::Fixed => true,
                Interference::Range(holder, _) => !gone.contains(&holder),
            };
            if machine.overlap(other, reg)
                || known.is_some_and(|interference| {
                    stays(interference) && matrix.persists(interference)
                })
            {
                return false;
            }
            *known = matrix.interference_beside(vreg, other, gone);
            known.is_none()
        })
    }

    fn grow(&mut self, assignment: &Assignment) {
        while self.stuck_since.len() < assignment.ranges().len() {
            self.stuck_since.push(None);
            self.interference.push(Vec::new());
        }
    }

    /// Whether a register other than `reg`, of which the range holds a part, is free for it and adds
    /// nothing to what the function saves.
    pub fn can_leave(&mut self, assignment: &Assignment, vreg: VReg, reg: Reg) -> bool {
        let matrix = assignment.matrix();
        self.grow(assignment);
        if self.stuck_since[vreg] == Some(assignment.version()) {
            return false;
        }
        let order = assignment.ranges().order(vreg);
        let csr_prices = assignment.csr().prices(vreg, assignment.ranges().live(vreg));
        let interference = &mut self.interference[vreg];
        interference.resize(order.len(), None);
        let can_leave = order.iter().zip(interference).any(|(&other, known)| {
            if other == reg || known.is_some_and(|interference| matrix.persists(interference)) {
                return false;
            }
            *known = matrix.interference(vreg, other);
            known.is_none() && csr_prices(other) == 0.0
        });
        if !can_leave {
            self.stuck_since[vreg] = Some(assignment.version());
        }
        can_leave
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::with_assignment;
    use super::*;

    /// %0, %1 and r2 are live at once, so that %0 can leave r0 only while %1 is not in r1.
    #[test]
    fn interference_is_forgotten_when_the_range_in_the_way_moves() {
        let text = "reg r0\nreg r1\nreg r2\nclass g r0 r1 r2\nfunction f\nblock b0 1\n  \
                    loadI 3 => r2\n  loadI 1 => %0\n  loadI 2 => %1\n  store %0, %1\n  store r2\n";
        with_assignment(text, |mut assignment| {
            let mut cache = InterferenceCache::default();
            assignment.assign(VReg(0), Reg(0));
            for _ in 0..2 {
                assignment.assign(VReg(1), Reg(1));
                assert!(!cache.can_leave(&assignment, VReg(0), Reg(0)));
                assignment.unassign(VReg(1));
                assert!(cache.can_leave(&assignment, VReg(0), Reg(0)));
            }
        });
    }

    /// %0 in r0, %1 in r1 and r2 are live at once.
    #[test]
    fn a_range_can_leave_to_the_register_of_one_that_is_gone() {
        let text = "reg r0\nreg r1\nreg r2\nclass g r0 r1 r2\nfunction f\nblock b0 1\n  \
                    loadI 3 => r2\n  loadI 1 => %0\n  loadI 2 => %1\n  store %0, %1\n  store r2\n";
        with_assignment(text, |mut assignment| {
            let mut cache = InterferenceCache::default();
            assignment.assign(VReg(0), Reg(0));
            assignment.assign(VReg(1), Reg(1));
            let mut can_leave =
                |gone: &[VReg]| cache.can_leave_without(&assignment, VReg(0), Reg(0), gone);
            assert!(!can_leave(&[]) && can_leave(&[VReg(1)]) && !can_leave(&[]));
        });
    }
}
