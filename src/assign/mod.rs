//! Assignment of registers to live ranges.
//!
//! Ranges come long ones first. Each gets a free register that suits its copies; else one whose
//! holders have other free registers to move to; else it evicts ranges that are worth less in sum;
//! else it is split at loops and blocks (`no_register.rs`); else it goes to memory. A range that must have
//! a register moves others as a last step. Evictions come to an end: each raises the total spill weight of
//! the ranges that hold registers, or is one of the few that a range may do though it does not.

mod assignment;
mod choose;
mod copies;
mod copy_recolouring;
mod costly_uses;
mod csr;
mod evict;
mod hint;
mod interference_cache;
mod log;
mod matrix;
mod move_order;
mod no_register;
mod order;
mod postponed;
mod queue;
mod recolour;
mod recompute;
mod share_csr;
mod split;
#[cfg(test)]
mod tests;
mod three_steps;

use crate::analysis::affinity::Affinities;
use crate::analysis::references::References;
use crate::log::{Event, Phase, Why};
use crate::model::function::{Fate, VReg};
use crate::model::index_set::IndexSet;
use crate::model::machine::Reg;
use crate::options::Context;
use crate::plan::{Builder, Decision, Place, Split};
use assignment::Assignment;
use copies::Hint;
use evict::Eviction;
use interference_cache::InterferenceCache;
pub use order::Order;
use order::{Priority, Step};
use postponed::Awaited;
use queue::Queue;
use share_csr::Postponed;
use split::SplitScratch;
use std::collections::{BTreeMap, BTreeSet};

/// Decides where every virtual register of the function goes.
pub fn assign(context: Context) -> Decision {
    let function = context.function;
    let references = References::collect(function);
    let affinities = Affinities::collect(context);
    let mut assigner = Assigner {
        assignment: Assignment::new(context, &references, &affinities),
        queue: Queue::default(),
        cache: InterferenceCache::default(),
        scratch: SplitScratch::default(),
        plan: Builder::new(function),
        postponed: Vec::new(),
        raised: BTreeMap::new(),
        reserving: Vec::new(),
        awaited_csr: Vec::new(),
        recomputed_from: BTreeSet::new(),
        uses_slots: false,
    };
    assigner.keep_earlier_round();
    assigner.recompute_kept();
    assigner.place_all();
    if !assigner.plan.edits_code() {
        // If code is edited, the next round places all ranges again.
        context.enter_phase(Phase::Recolour);
        copy_recolouring::recolour_copies(&mut assigner.assignment, &mut assigner.cache);
    }
    assigner.decide()
}

struct Assigner<'a> {
    assignment: Assignment<'a>,
    queue: Queue,
    cache: InterferenceCache,
    scratch: SplitScratch,
    plan: Builder,
    /// Ranges that are not worth a callee-saved register of their own.
    postponed: Vec<Postponed>,
    /// How often a range evicted others whose spill weights were not less.
    raised: BTreeMap<VReg, u32>,
    /// Ranges that wait for the next round; each that has a register keeps it free until then.
    reserving: Vec<VReg>,
    /// What may get a callee-saved register in the next round.
    awaited_csr: Vec<Awaited>,
    /// Ranges from which others are recomputed that left registers in this round.
    recomputed_from: BTreeSet<VReg>,
    /// Whether ranges go to spill slots in this round.
    uses_slots: bool,
}

impl Assigner<'_> {
    /// Registers of an earlier round stay where they are unless the new code is in their way.
    fn keep_earlier_round(&mut self) {
        for (vreg, data) in self.assignment.function().vregs.enumerate() {
            if !data.assigned.is_some_and(|reg| self.assignment.try_assign(vreg, reg)) {
                self.queue.push(&self.assignment, vreg);
            }
        }
    }

    /// Places all ranges that wait, and those that are evicted meanwhile.
    fn place_all(&mut self) {
        loop {
            while let Some(next) = self.queue.pop() {
                self.place(next);
            }
            if self.postponed.is_empty() {
                return;
            }
            self.place_postponed();
        }
    }

    fn place(&mut self, next: Priority) {
        let vreg = next.vreg();
        let hints = self.assignment.hints(vreg);
        if next.step() == Step::Shared {
            return match three_steps::shared_register(&self.assignment, vreg, &hints) {
                Some(reg) => self.place_in_free(vreg, reg, &hints),
                None => self.queue.defer(next),
            };
        }
        if let Some(reg) = choose::free_register(&self.assignment, vreg, &hints) {
            return self.place_in_free(vreg, reg, &hints);
        }
        if recolour::make_room(&mut self.assignment, &mut self.cache, vreg, 0.0) {
            return;
        }
        if next.step() == Step::Local && self.evict_farthest(vreg) {
            return;
        }
        let weight = self.assignment.ranges().get(vreg).spill_weight;
        match evict::cheapest(&self.assignment, vreg, weight, |range| range.spill_weight) {
            Some(eviction) => {
                log::evict(&self.assignment, vreg, &eviction, Why::Weight);
                self.evict(vreg, &eviction);
            }
            None => self.split_or_spill(vreg, Some(1.0), Why::NoRegister),
        }
    }

    /// Gives the range the register, which is free, unless another place is better: the register of a
    /// hint, pieces on both sides of the frame, or a callee-saved register that it shares with others.
    fn place_in_free(&mut self, vreg: VReg, reg: Reg, hints: &[Hint]) {
        if self.recompute_if_shorter(vreg, reg)
            || self.take_hint(vreg, hints, reg)
            || self.split_around_frame(vreg, reg)
            || self.keep_hint_without_csr(vreg, hints, reg)
        {
            return;
        }
        let context = self.assignment.context;
        // The second register of a pair costs nothing, but only one range can have it. So each range has
        // to be worth a register that is saved alone.
        let limit = self.unpaired_csr_price(vreg, reg);
        match self.price_without_csr(vreg, limit) {
            Some(price) if self.hand_over_without_csr(vreg, reg, price) => {}
            Some(price) if price < limit => {
                context.note(|| Event::Postpone { range: vreg, reg, saving: limit, price });
                self.postponed.push(Postponed { vreg, price });
            }
            Some(price) => {
                context.note(|| Event::CalleeSaved { range: vreg, reg, saving: limit, price });
                self.assignment.assign(vreg, reg);
            }
            None => self.assignment.assign(vreg, reg),
        }
    }

    /// If `reg` is a callee-saved register that adds to what the function saves, splits the range where
    /// the frame begins and ends, so that only what is in the frame needs such a register. Returns whether
    /// it did.
    fn split_around_frame(&mut self, vreg: VReg, reg: Reg) -> bool {
        let may_decide = self.assignment.context.may_decide();
        if !self.is_splittable(vreg) || !self.assignment.adds_csr_cost(vreg, reg) || !may_decide {
            return false;
        }
        let split = split::around_frame(&mut self.assignment, &mut self.scratch, vreg, reg);
        let Some(split) = split else { return false };
        let (remainder, outside) = (split.remainder, split.pieces[0]);
        self.note_split(split, Why::Frame);
        self.await_csr(remainder, reg);
        // A part of what is outside may still be best kept in the register of a hint: that is decided in
        // the next round.
        let best = self.assignment.hints(vreg).first().copied().filter(|hint| hint.gain > 0.0);
        if best.is_some_and(|best| self.assignment.matrix().register(outside) != Some(best.reg)) {
            self.assignment.unassign(outside);
            self.plan.place(outside, Place::Later);
        }
        true
    }

    /// Evicts the holders of a register, who then wait for another place, and gives it to the range.
    fn evict(&mut self, vreg: VReg, eviction: &Eviction) {
        self.take_from_holders(vreg, eviction);
        for &holder in &eviction.holders {
            self.requeue(holder);
        }
    }

    /// Takes a register from its holders, who have none then, and gives it to the range.
    fn take_from_holders(&mut self, vreg: VReg, eviction: &Eviction) {
        for &holder in &eviction.holders {
            self.assignment.unassign(holder);
        }
        self.assignment.assign(vreg, eviction.reg);
    }

    /// Lets the range within the block that is used again last make room, if that is later than the range's own next use.
    /// It is split or goes to memory at once, so that no two evict each other, unless it only kept a register free for the
    /// next round. Returns whether there is one.
    fn evict_farthest(&mut self, vreg: VReg) -> bool {
        let Some(eviction) = three_steps::farthest_next_use(&self.assignment, vreg) else {
            return false;
        };
        log::evict(&self.assignment, vreg, &eviction, Why::NextUse);
        self.take_from_holders(vreg, &eviction);
        for holder in eviction.holders {
            if !self.reserving.contains(&holder) {
                self.split_or_spill(holder, None, Why::NextUse);
            }
        }
        true
    }

    /// A range that was evicted looks for another place, unless it only kept a register free for the next round.
    fn requeue(&mut self, evicted: VReg) {
        if !self.reserving.contains(&evicted) {
            self.queue.push(&self.assignment, evicted);
        }
    }

    /// Hands the range between two registers if the copies cost less than `limit`. Returns whether it did.
    fn hand_over(&mut self, vreg: VReg, limit: f64) -> bool {
        let split = split::handover(&mut self.assignment, &mut self.scratch, vreg, limit);
        split.map(|split| self.note_split(split, Why::Handover)).is_some()
    }

    /// Hands the range between two registers that add nothing to what the function saves, if the copies cost
    /// far less than `reg`, a callee-saved register that it could have, and than `price`, what it costs without.
    /// Returns whether it did.
    fn hand_over_without_csr(&mut self, vreg: VReg, reg: Reg, price: f64) -> bool {
        let context = self.assignment.context;
        if !self.is_splittable(vreg) || !context.may_decide() {
            return false;
        }
        let price = price.min(self.assignment.csr_price(vreg, reg));
        // Where the range lives across calls, one of the two is a register that is saved already.
        self.has_preserved_for_nothing(vreg)
            && self.hand_over(vreg, price * context.options.csr_handover_share)
    }

    /// Whether a register that adds nothing to what the function saves is preserved by all calls that the range
    /// lives across.
    fn has_preserved_for_nothing(&self, vreg: VReg) -> bool {
        let ranges = self.assignment.ranges();
        let live = ranges.live(vreg);
        let csr_price = self.assignment.csr().prices(vreg, live);
        let mut order = ranges.order(vreg).iter();
        order.any(|&reg| ranges.calls.preserved_within(live, reg) && csr_price(reg) == 0.0)
    }

    /// Whether it may be cut in this round without need: a piece has no code of its own before the next one, and a range
    /// from which others are recomputed has to be where they are needed (E213).
    fn is_splittable(&self, vreg: VReg) -> bool {
        let options = self.assignment.context.options;
        let may_split = match self.assignment.ranges().get(vreg).fate {
            Fate::Free => true,
            Fate::Split => self.assignment.function().round < options.max_hint_rounds,
            Fate::Register => false,
        };
        may_split && !self.is_piece(vreg) && !self.recomputed_from.contains(&vreg)
    }

    /// Whether it was cut off another range in this round.
    fn is_piece(&self, vreg: VReg) -> bool {
        vreg.0 as usize >= self.assignment.function().vregs.len()
    }

    /// Whether it is no piece, and all its lanes are live where it is: a copy of a value of which only
    /// some lanes are defined would read the others.
    fn is_whole(&self, vreg: VReg) -> bool {
        !self.is_piece(vreg) && self.assignment.function().lane_ranges_of(vreg).is_empty()
    }

    fn note_split(&mut self, split: Split, why: Why) {
        log::split(&self.assignment, &split, why);
        self.plan.add_split(split);
    }

    /// A register of a range that is live nowhere, which interferes with nothing: an operand whose value does not matter, or
    /// what is left of a range whose pieces took everything.
    fn any_register_if_unread(&self, vreg: VReg) -> Option<Reg> {
        let ranges = self.assignment.ranges();
        ranges.order(vreg).first().copied().filter(|_| ranges.live(vreg).is_empty())
    }

    /// What is left of ranges whose pieces took everything, and lives between two copies: they are not in the code before
    /// the next round.
    fn between_copies(&self) -> IndexSet<VReg> {
        let ranges = self.assignment.ranges();
        let mut found = IndexSet::new(ranges.len());
        for motion in self.plan.splits().iter().flat_map(|split| &split.moves) {
            for end in [motion.from, motion.to] {
                if self.is_piece(end) && ranges.live(end).is_empty() {
                    found.insert(end);
                }
            }
        }
        found
    }

    fn decide(mut self) -> Decision {
        self.assignment.context.enter_phase(Phase::Assign);
        self.release_reserved();
        let between_copies = self.between_copies();
        for vreg in self.assignment.ranges().all().filter(|&vreg| !between_copies.contains(vreg)) {
            let register = self.assignment.matrix().register(vreg);
            if let Some(reg) = register.or_else(|| self.any_register_if_unread(vreg)) {
                self.plan.place(vreg, Place::Register(reg));
                self.assignment.context.note(|| Event::Register { range: vreg, reg });
            }
        }
        move_order::sort(&self.assignment, self.plan.splits_mut());
        let mut decision = self.plan.decide();
        if let Decision::Assign(allocation) = &mut decision {
            allocation.frame_mark = self.assignment.frame_mark();
        }
        decision
    }
}
