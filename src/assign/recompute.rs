//! Ranges whose values are computed again where they are needed.

use super::{log, Assigner};
use crate::analysis::rematerialisation;
use crate::cost::Prices;
use crate::log::Why;
use crate::model::function::{Fate, VReg};
use crate::model::machine::Reg;
use crate::plan::Place;

impl Assigner<'_> {
    /// Has the range's values computed where they are needed if that takes fewer instructions than to have them in
    /// `reg`. Returns whether it does.
    pub(super) fn recompute_if_shorter(&mut self, vreg: VReg, reg: Reg) -> bool {
        let is_shorter = self.is_shorter_recomputed(vreg, reg);
        if is_shorter {
            log::memory(&self.assignment, vreg, Why::FewerInsts);
            self.put_into_memory(vreg);
        }
        is_shorter
    }

    /// Puts the range into memory; what can be recomputed is computed where it is needed.
    pub(super) fn put_into_memory(&mut self, vreg: VReg) {
        if !self.is_piece(vreg) {
            let (function, references) = (self.assignment.function(), self.assignment.references);
            self.recomputed_from.extend(rematerialisation::operands(function, references, vreg));
        }
        self.plan.place(vreg, Place::Memory);
    }

    /// Whether it takes fewer instructions to compute the range's values where they are needed than to have them in
    /// `reg`, where some of its copies stay (E175).
    fn is_shorter_recomputed(&self, vreg: VReg, reg: Reg) -> bool {
        let assignment = &self.assignment;
        let (context, function) = (assignment.context, assignment.function());
        if !self.is_whole(vreg)
            || !function.vregs[vreg].rematerialisable
            || assignment.ranges().get(vreg).fate == Fate::Register
            || self.loses_operand(vreg)
        {
            return false;
        }
        let references = assignment.references.of(vreg);
        let saved = assignment.copy_costs(vreg).saved(&function.machine, reg);
        // What it is computed from may be out of registers where it is needed, so that it is loaded there.
        let fewer = match function.vregs[vreg].reads_ranges {
            true => Prices::of(context, vreg).sum_of_all(function, references) + saved,
            false => {
                let recomputed = Prices::insts_recomputed(function, vreg, references);
                recomputed + saved / context.costs.copy
            }
        };
        // Sums of the same prices may differ by rounding.
        fewer < -1e-6 && context.may_decide()
    }

    /// Computes again what takes fewer instructions so, though it has its register from an earlier round: it may be
    /// what is left of a range that was cut (E182).
    pub(super) fn recompute_kept(&mut self) {
        for vreg in self.assignment.function().vregs.indices() {
            let Some(reg) = self.assignment.matrix().register(vreg) else { continue };
            if self.recompute_if_shorter(vreg, reg) {
                self.assignment.unassign(vreg);
            }
        }
    }

    /// Whether the range would be recomputed from one that is cut in this round. What is left of that one may not be
    /// where it is needed: the next round knows (E154).
    pub(super) fn loses_operand(&self, vreg: VReg) -> bool {
        let function = self.assignment.function();
        !self.is_piece(vreg)
            && rematerialisation::operands(function, self.assignment.references, vreg)
                .any(|operand| self.plan.is_cut(operand))
    }
}
