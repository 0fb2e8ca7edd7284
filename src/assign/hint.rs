//! Ranges whose copies want a register that others hold: they evict those, or are split so that a part has the
//! register, whichever costs less.

use super::copies::Hint;
use super::evict::{self, Eviction, HintEviction};
use super::{log, split, Assigner};
use crate::log::Why;
use crate::model::function::VReg;
use crate::model::machine::Reg;
use crate::plan::{Place, Split};

impl Assigner<'_> {
    /// If `free` is not the register of the best hint, evicts who holds that one and is worth less, or
    /// splits the range so that a part of it has it and the rest has `free`. Returns whether the range
    /// has its place now.
    pub(super) fn take_hint(&mut self, vreg: VReg, hints: &[Hint], free: Reg) -> bool {
        let Some(&best) = hints.first() else { return false };
        if best.reg == free
            || best.gain == 0.0
            || self.assignment.copy_cost(vreg, free) == 0.0
            || self.assignment.matrix().is_free(vreg, best.reg)
            || !self.assignment.context.may_decide()
        {
            return false;
        }
        let eviction = self.eviction_for_hint(vreg, best);
        let lost = eviction.as_ref().map_or(f64::INFINITY, |(_, lost)| *lost);
        // Neither part may add to what the function saves: whether a callee-saved register is worth its
        // price is decided for the whole range.
        let adds_csr_cost = |reg| self.assignment.adds_csr_cost(vreg, reg);
        let may_split =
            self.is_splittable(vreg) && !adds_csr_cost(best.reg) && !adds_csr_cost(free);
        if lost > 0.0 && may_split {
            if let Some(split) = self.split_for_hint(vreg, best.reg, true, lost) {
                self.assignment.assign(split.remainder, free);
                self.note_split(split, Why::Hint);
                return true;
            }
        }
        let Some((eviction, _)) = eviction else { return false };
        log::evict(&self.assignment, vreg, &eviction, Why::Hint);
        self.evict(vreg, &eviction);
        true
    }

    /// Takes the register of a hint from ranges that are worth less and lose less than the hint's gain. Returns
    /// what they lose, too.
    fn eviction_for_hint(&mut self, vreg: VReg, hint: Hint) -> Option<(Eviction, f64)> {
        let HintEviction { eviction, copies, spilled } =
            evict::for_hint(&self.assignment, &mut self.cache, vreg, hint)?;
        let copies = match &eviction.holders[..] {
            &[holder] if copies > 0.0 => self.copies_lost(vreg, hint.reg, holder).min(copies),
            _ => copies,
        };
        let lost = copies + spilled;
        (lost < hint.gain).then_some((eviction, lost))
    }

    /// What the copies of `holder` cost if it is evicted from `reg` and split, so that a part keeps its register
    /// where `vreg` is not live; infinite if it cannot be split so.
    fn copies_lost(&mut self, vreg: VReg, reg: Reg, holder: VReg) -> f64 {
        let held = self.assignment.matrix().register(holder);
        let Some(held) = held.filter(|_| self.is_splittable(holder)) else { return f64::INFINITY };
        let mut price = f64::INFINITY;
        let scratch = &mut self.scratch;
        self.assignment.attempt(|assignment| -> Option<()> {
            assignment.unassign(holder);
            assignment.assign(vreg, reg);
            price = split::price_for_hint(assignment, scratch, holder, held)?;
            None
        });
        price
    }

    /// If all free registers are callee-saved ones that would have to be saved, cuts off the part of the
    /// range that is best kept in the register of its best hint. What is left is often cold: it is placed
    /// in the next round, when all that is known of a range is known of it. Returns whether it did.
    pub(super) fn keep_hint_without_csr(&mut self, vreg: VReg, hints: &[Hint], free: Reg) -> bool {
        let Some(&best) = hints.first() else { return false };
        let adds_csr_cost = |reg| self.assignment.adds_csr_cost(vreg, reg);
        if best.reg == free
            || best.gain == 0.0
            || !self.is_splittable(vreg)
            || !adds_csr_cost(free)
            || adds_csr_cost(best.reg)
            || self.assignment.copy_cost(vreg, free) == 0.0
            || !self.assignment.context.may_decide()
        {
            return false;
        }
        let Some(split) = self.split_for_hint(vreg, best.reg, false, f64::INFINITY) else {
            return false;
        };
        let remainder = split.remainder;
        self.note_split(split, Why::Hint);
        self.plan.place(remainder, Place::Later);
        true
    }

    /// Cuts off the part that is best kept in the register of a hint, if the copies that are left then cost less than
    /// `limit`. The rest has no place yet, but will be in a register if `is_known`.
    fn split_for_hint(
        &mut self,
        vreg: VReg,
        hint: Reg,
        is_known: bool,
        limit: f64,
    ) -> Option<Split> {
        split::for_hint(&mut self.assignment, &mut self.scratch, vreg, hint, is_known, limit)
    }
}
