//! Ranges for which no register is free: they evict others, are split, or go to memory.

use super::evict::{self, Eviction};
use super::split::{self, Draft};
use super::{log, recolour, Assigner};
use crate::log::{Event, Why};
use crate::model::function::{Fate, VReg};
use crate::plan::Place;

impl Assigner<'_> {
    /// Splits the range or puts it into memory, unless it may evict ranges that cost less in memory than
    /// the share `eviction_share` of what that costs.
    pub(super) fn split_or_spill(&mut self, vreg: VReg, eviction_share: Option<f64>, why: Why) {
        let context = self.assignment.context;
        let options = context.options;
        let range = self.assignment.ranges().get(vreg);
        let (cost, may_split) = match range.fate {
            Fate::Register => return self.place_by_moving_others(vreg),
            Fate::Split => {
                (range.spill_cost, self.assignment.function().round < options.max_piece_rounds)
            }
            Fate::Free => (range.spill_cost, true),
        };
        if self.loses_operand(vreg) {
            return self.plan.place(vreg, Place::Later);
        }
        let min_cost =
            if self.is_piece(vreg) { options.min_piece_split_cost } else { options.min_split_cost };
        let worth_splitting = cost >= min_cost && may_split;
        let splits = worth_splitting && self.is_whole(vreg) && context.may_decide();
        let mut draft = splits.then(|| Draft::of(&self.assignment, &mut self.scratch, vreg));
        let price = draft.as_ref().map_or(cost, |draft| draft.price(&self.assignment));
        if splits && self.hand_over(vreg, price * options.handover_price_share) {
            return;
        }
        let may_evict = eviction_share.is_some();
        let (assignment, cache) = (&mut self.assignment, &mut self.cache);
        if splits
            && may_evict
            && (recolour::make_room(assignment, cache, vreg, price)
                || self.hand_over_holder(vreg, price * options.handover_price_share))
        {
            return;
        }
        let cheaper = eviction_share.and_then(|share| self.cheaper_in_memory(vreg, share * price));
        if let Some(eviction) = cheaper {
            log::evict(&self.assignment, vreg, &eviction, Why::SpillCost);
            return self.evict(vreg, &eviction);
        }
        if let Some(draft) = &mut draft {
            self.clear_costliest(vreg, draft, price);
        }
        match draft.and_then(|draft| draft.carry_out(&mut self.assignment)) {
            Some(split) => {
                self.queue.push(&self.assignment, split.remainder);
                self.note_split(split, why);
            }
            // A piece is split again in the next round, when its copies are in the code.
            None if worth_splitting && self.is_piece(vreg) => self.plan.place(vreg, Place::Later),
            None => {
                log::memory(&self.assignment, vreg, why);
                self.uses_slots |= self.assignment.needs_slot(vreg);
                self.put_into_memory(vreg);
            }
        }
    }

    /// Gives the range a register whose only holder can be handed between two others for copies that cost less than
    /// `limit` (E219). Returns whether there is one.
    fn hand_over_holder(&mut self, vreg: VReg, limit: f64) -> bool {
        let order = self.assignment.ranges().order(vreg);
        for &reg in order {
            if self.assignment.adds_csr_cost(vreg, reg) {
                continue;
            }
            let holder = recolour::only_holder(&self.assignment, vreg, reg);
            let can_be_cut = |&holder: &VReg| {
                self.is_splittable(holder)
                    && self.is_whole(holder)
                    && !self.reserving.contains(&holder)
            };
            let Some(holder) = holder.filter(can_be_cut) else { continue };
            let scratch = &mut self.scratch;
            let split = self.assignment.attempt(|assignment| {
                recolour::replace_holders(assignment, vreg, reg, &[holder]);
                split::handover(assignment, scratch, holder, limit)
            });
            if let Some(split) = split {
                self.note_split(split, Why::Handover);
                return true;
            }
        }
        false
    }

    /// Moves others for a range that must have a register.
    fn place_by_moving_others(&mut self, vreg: VReg) {
        let evicted = recolour::last_chance(&mut self.assignment, vreg).unwrap_or_default();
        self.assignment
            .context
            .note(|| Event::LastChance { range: vreg, evicted: evicted.clone() });
        for evicted in evicted {
            self.requeue(evicted);
        }
    }

    /// A register whose holders cost less in memory than `price`, though their spill weights are greater
    /// than the range's. Raises the range's weight above theirs, so that they do not evict it in turn.
    /// That is done `max_raises` times for each range, so that evictions come to an end.
    fn cheaper_in_memory(&mut self, vreg: VReg, price: f64) -> Option<Eviction> {
        if !self.is_whole(vreg) || !self.may_raise(vreg) {
            return None;
        }
        let eviction = evict::cheapest(&self.assignment, vreg, price, |range| range.spill_cost)?;
        let ranges = self.assignment.ranges_mut();
        let weights = eviction.holders.iter().map(|&holder| ranges.get(holder).spill_weight);
        let weight: f64 = weights.sum();
        // A little above their sum, which may be rounded.
        ranges.raise_spill_weight(vreg, weight * 1.001);
        *self.raised.entry(vreg).or_default() += 1;
        Some(eviction)
    }

    /// Evicts the ranges that hold a register where the range costs most, if the best split, which has that register
    /// there, then saves far more than they cost in memory. Makes it the draft.
    fn clear_costliest(&mut self, vreg: VReg, draft: &mut Draft, price: f64) {
        let share = self.assignment.context.options.region_eviction_share;
        if !self.may_raise(vreg) {
            return;
        }
        let segments = draft.costliest_segments(&self.assignment);
        let cheapest = evict::cheapest_within(&self.assignment, vreg, &segments, price * share);
        let Some((eviction, lost)) = cheapest.filter(|of| !of.0.holders.is_empty()) else { return };
        let is_better = |cleared: f64| lost < (price - cleared) * share;
        let (assignment, scratch) = (&mut self.assignment, &mut self.scratch);
        if draft.clear(assignment, scratch, &eviction.holders, is_better) {
            log::evict(&self.assignment, vreg, &eviction, Why::SpillCost);
            *self.raised.entry(vreg).or_default() += 1;
            eviction.holders.into_iter().for_each(|holder| self.requeue(holder));
        }
    }

    /// Whether the range may evict ranges whose spill weights are greater.
    fn may_raise(&self, vreg: VReg) -> bool {
        let raises = self.raised.get(&vreg).copied().unwrap_or(0);
        raises < self.assignment.context.options.max_raises
    }
}
