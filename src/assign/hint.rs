//! Ranges whose copies want a register that others hold: they evict those, or are split so that a part has the
//! register, whichever costs less.

use super::copies::Hint;
use super::evict::{self, Eviction, HintEviction};
use super::split::{self, Region};
use super::{log, recolour, Assigner};
use crate::log::Why;
use crate::model::function::VReg;
use crate::model::machine::Reg;

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
        let mut eviction = evict::for_hint(&self.assignment, &mut self.cache, vreg, best);
        // What a single holder loses is less if it is split.
        if eviction.as_ref().is_some_and(|eviction| eviction.lost() >= best.gain) {
            self.split_holder(vreg, &mut eviction, best.gain);
        }
        // Neither part may add to what the function saves: whether a callee-saved register is worth its
        // price is decided for the whole range.
        let adds_csr_cost = |reg| self.assignment.adds_csr_cost(vreg, reg);
        let may_split =
            self.is_splittable(vreg) && !adds_csr_cost(best.reg) && !adds_csr_cost(free);
        let lost = eviction.as_ref().map_or(f64::INFINITY, HintEviction::lost);
        let region = if may_split && lost > 0.0 {
            self.region_for_hint(vreg, best.reg, true, lost)
        } else {
            None
        };
        if let Some(region) = &region {
            self.split_holder(vreg, &mut eviction, region.price);
        }
        if let Some(HintEviction { eviction, .. }) = eviction {
            log::evict(&self.assignment, vreg, &eviction, Why::Hint);
            self.evict(vreg, &eviction);
            return true;
        }
        let Some(split) =
            region.and_then(|region| split::cut_for_hint(&mut self.assignment, vreg, region, true))
        else {
            return false;
        };
        self.assignment.assign(split.remainder, free);
        self.note_split(split, Why::Hint);
        true
    }

    /// Leaves the eviction if it costs less than `limit` once its only holder is split, so that a part keeps its
    /// register where `vreg` is not live.
    fn split_holder(&mut self, vreg: VReg, eviction: &mut Option<HintEviction>, limit: f64) {
        let Some(HintEviction { eviction: Eviction { reg, holders }, copies, spilled }) = eviction
        else {
            return;
        };
        if let &[holder] = &holders[..] {
            *copies = self
                .copies_lost(vreg, *reg, holder, copies.min(limit - *spilled))
                .unwrap_or(*copies);
        }
        if *copies + *spilled >= limit {
            *eviction = None;
        }
    }

    /// What the copies of `holder` cost if it is evicted from `reg` for `vreg` and split; none if it cannot be split, or
    /// they cost `limit` or more.
    fn copies_lost(&mut self, vreg: VReg, reg: Reg, holder: VReg, limit: f64) -> Option<f64> {
        let held = self.assignment.matrix().register(holder)?;
        if !self.is_splittable(holder) {
            return None;
        }
        let scratch = &mut self.scratch;
        self.assignment.try_out(|assignment| {
            assignment.unassign(holder);
            assignment.assign(vreg, reg);
            let region = split::region_for_hint(assignment, scratch, holder, held, true, limit);
            region.map(|region| region.price)
        })
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
        // Short ranges that could as well be elsewhere may be in the way.
        recolour::clear(&mut self.assignment, vreg, best.reg, free);
        let region = self.region_for_hint(vreg, best.reg, false, f64::INFINITY);
        let split = region
            .and_then(|region| split::cut_for_hint(&mut self.assignment, vreg, region, false));
        let Some(split) = split else { return false };
        let remainder = split.remainder;
        self.note_split(split, Why::Hint);
        self.await_csr(remainder, free);
        self.reserve(remainder, free);
        true
    }

    /// Keeps a callee-saved register free in this round for what waits for the next one, if that costs far more in
    /// memory than the register.
    fn reserve(&mut self, vreg: VReg, reg: Reg) {
        let least =
            self.unpaired_csr_price(vreg, reg) * self.assignment.context.options.reserved_csr_share;
        if self.assignment.ranges().get(vreg).spill_cost > least {
            self.assignment.assign(vreg, reg);
            self.reserving.push(vreg);
        }
    }

    /// Takes back the registers that were kept free for the next round.
    pub(super) fn release_reserved(&mut self) {
        for vreg in std::mem::take(&mut self.reserving) {
            if self.assignment.matrix().register(vreg).is_some() {
                self.assignment.unassign(vreg);
            }
        }
    }

    fn region_for_hint(
        &mut self,
        vreg: VReg,
        hint: Reg,
        is_known: bool,
        limit: f64,
    ) -> Option<Region> {
        split::region_for_hint(&self.assignment, &mut self.scratch, vreg, hint, is_known, limit)
    }
}
