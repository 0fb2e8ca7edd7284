//! Assignment of registers to live ranges.
//!
//! Ranges come long ones first. Each gets a free register that suits its copies; else one whose
//! holders have other free registers to move to; else it pushes ranges aside that are worth less in
//! sum; else it is split at loops and blocks; else it goes to memory. A range that must have a
//! register moves others as a last step. Every eviction raises the total worth of what holds a
//! register, so it ends.

mod chain;
mod choose;
mod extent;
mod frame;
mod improve;
mod occupancy;
mod parts;
mod problem;
mod queue;
mod ranges;
mod recolour;
mod region;
mod shape;
mod split;
mod state;
mod stuck;
#[cfg(test)]
mod tests;
mod ways;
mod workspace;

use crate::analysis::affinity::Affinities;
use crate::analysis::references::References;
use crate::model::function::{Fate, VReg};
use crate::model::machine::Reg;
use crate::options::Context;
use crate::placement::reuse;
use crate::plan::{Place, Plan, Split};
use queue::Queue;
use split::Draft;
use state::State;
use std::collections::BTreeSet;
use stuck::Stuck;
use workspace::Workspace;

/// Decides where every virtual register of the function goes.
pub fn assign(context: Context) -> Plan {
    let function = context.function;
    let references = References::collect(function);
    let affinities = Affinities::collect(context);
    let mut assigner = Assigner {
        state: State::new(context, &references, &affinities),
        queue: Queue::default(),
        stuck: Stuck::default(),
        workspace: None,
        places: vec![None; function.vregs.len()],
        splits: Vec::new(),
        postponed: Vec::new(),
        raised: BTreeSet::new(),
    };
    assigner.keep_earlier_round();
    assigner.place_all();
    if !assigner.edits_code() {
        // With more code to come the ranges are placed once more anyway.
        improve::join_copies(&mut assigner.state);
    }
    let mut plan = assigner.into_plan();
    reuse::clean(function, &mut plan);
    plan
}

struct Assigner<'a> {
    state: State<'a>,
    queue: Queue,
    stuck: Stuck,
    /// Made when the first range is split.
    workspace: Option<Workspace>,
    places: Vec<Option<Place>>,
    splits: Vec<Split>,
    /// Ranges not worth what they would make the function save alone, and what each costs without.
    postponed: Vec<(VReg, f64)>,
    /// Ranges that pushed others aside which cost less in memory.
    raised: BTreeSet<VReg>,
}

impl Assigner<'_> {
    /// Registers of an earlier round stay where they are unless the new code is in their way.
    fn keep_earlier_round(&mut self) {
        for (vreg, data) in self.state.function.vregs.enumerate() {
            if !data.assigned.is_some_and(|reg| self.state.try_assign(vreg, reg)) {
                self.queue.push(&self.state, vreg);
            }
        }
    }

    fn place_all(&mut self) {
        loop {
            while let Some(vreg) = self.queue.pop() {
                self.place(vreg);
            }
            if self.postponed.is_empty() {
                return;
            }
            self.place_postponed();
        }
    }

    fn place(&mut self, vreg: VReg) {
        let wanted = choose::wanted(&self.state, vreg);
        if let Some(reg) = choose::free_register(&self.state, vreg, &wanted) {
            if self.get_what_copies_want(vreg, &wanted, reg) || self.keep_frame_small(vreg, reg) {
                return;
            }
            match self.price_without(vreg, reg) {
                // The second of a pair is free, but only one range is the second.
                Some(price) if price < self.state.saving_price_alone(vreg, reg) => {
                    self.postponed.push((vreg, price));
                }
                _ => self.state.assign(vreg, reg),
            }
        } else if !recolour::make_room(&mut self.state, &mut self.stuck, vreg) {
            let weight = self.state.ranges.get(vreg).weight;
            let eviction = choose::cheapest_eviction(&self.state, vreg, weight, |r| r.weight);
            if let Some((reg, holders)) = eviction {
                self.take_over(vreg, reg, &holders);
            } else {
                self.place_without_register(vreg, Some(1.0));
            }
        }
    }

    /// If `free` is not the register that the range's copies want most, pushes aside who holds that
    /// one and is worth less, or splits the range so that a part of it has it and the rest has
    /// `free`. Returns whether the range has its place now.
    fn get_what_copies_want(&mut self, vreg: VReg, wanted: &[(Reg, f64)], free: Reg) -> bool {
        let Some(&(best, gain)) = wanted.first() else { return false };
        let lost = self.state.copy_cost(vreg, free);
        if best == free || gain == 0.0 || lost == 0.0 || self.state.is_free(vreg, best) {
            return false;
        }
        if let Some(holders) =
            choose::hint_eviction(&self.state, &mut self.stuck, vreg, (best, gain))
        {
            self.take_over(vreg, best, &holders);
            return true;
        }
        // Neither part may make the function save more: what else the range could have is asked later.
        let splittable = self.state.ranges.get(vreg).fate == Fate::Free
            && !self.is_piece(vreg)
            && ![best, free].into_iter().any(|reg| self.state.makes_save(vreg, reg));
        if !splittable {
            return false;
        }
        let workspace = self.workspace.get_or_insert_with(|| Workspace::of(self.state.function));
        let split = split::split_for_copies(&mut self.state, workspace, vreg, best, free);
        let Some(split) = split else { return false };
        self.set_place(vreg, Place::Pieces);
        self.splits.push(split);
        true
    }

    /// If `reg` is a callee-saved register and the range needs one only in a part of the function that
    /// has a frame anyway, splits it where that begins and ends. Returns whether it did.
    fn keep_frame_small(&mut self, vreg: VReg, reg: Reg) -> bool {
        let splittable = self.state.ranges.get(vreg).fate == Fate::Free && !self.is_piece(vreg);
        if !splittable || !self.state.makes_save(vreg, reg) {
            return false;
        }
        let workspace = self.workspace.get_or_insert_with(|| Workspace::of(self.state.function));
        let split = split::split_around_frame(&mut self.state, workspace, vreg, reg);
        let Some(split) = split else { return false };
        self.set_place(vreg, Place::Pieces);
        self.queue.push(&self.state, split.remainder);
        self.splits.push(split);
        true
    }

    /// If `reg` is a callee-saved register that makes the function save more: what the range costs
    /// without it.
    fn price_without(&mut self, vreg: VReg, reg: Reg) -> Option<f64> {
        let range = self.state.ranges.get(vreg);
        let limit = self.state.saving_price_alone(vreg, reg);
        if range.fate == Fate::Register || limit == 0.0 {
            return None;
        }
        if range.cost < limit || !self.is_whole(vreg) {
            return Some(range.cost);
        }
        let workspace = self.workspace.get_or_insert_with(|| Workspace::of(self.state.function));
        Some(region::price_without_saved_register(&self.state, workspace, vreg, limit))
    }

    /// A register whose holders cost less in memory than `price`, though each point of it is worth less to
    /// the range. The range is then given their weight, so that they do not push it aside in turn; that
    /// is done once for each range, so that it ends.
    fn cheaper_holders(&mut self, vreg: VReg, price: f64) -> Option<(Reg, Vec<VReg>)> {
        if !self.is_whole(vreg) || self.raised.contains(&vreg) {
            return None;
        }
        let (reg, holders) =
            choose::cheapest_eviction(&self.state, vreg, price, |range| range.cost)?;
        let weight: f64 = holders.iter().map(|&held| self.state.ranges.get(held).weight).sum();
        // A little more than theirs, which may be rounded.
        self.state.ranges.raise_weight(vreg, weight * 1.001);
        self.raised.insert(vreg);
        Some((reg, holders))
    }

    /// Gives the range a register that others hold, who wait for another place then.
    fn take_over(&mut self, vreg: VReg, reg: Reg, holders: &[VReg]) {
        for &holder in holders {
            self.state.unassign(holder);
            self.queue.push(&self.state, holder);
        }
        self.state.assign(vreg, reg);
    }

    /// Splits the range or puts it into memory, unless it may push others aside that cost less than a
    /// `share` of what that costs.
    fn place_without_register(&mut self, vreg: VReg, share: Option<f64>) {
        let range = self.state.ranges.get(vreg);
        let (cost, splittable) = match range.fate {
            Fate::Register => {
                for evicted in recolour::place(&mut self.state, vreg).unwrap_or_default() {
                    self.queue.push(&self.state, evicted);
                }
                return;
            }
            Fate::Split => {
                (range.cost, self.state.function.round < self.state.options.max_piece_rounds)
            }
            Fate::Free => (range.cost, true),
        };
        let worth_splitting = cost >= self.state.options.min_split_cost && splittable;
        let is_piece = self.is_piece(vreg);
        let mut draft = None;
        if worth_splitting && self.is_whole(vreg) {
            let function = self.state.function;
            let workspace = self.workspace.get_or_insert_with(|| Workspace::of(function));
            draft = Some(Draft::of(&self.state, workspace, vreg));
        }
        let price = draft.as_ref().map_or(cost, |draft| draft.price(&self.state));
        let cheaper = share.and_then(|share| self.cheaper_holders(vreg, share * price));
        if let Some((reg, holders)) = cheaper {
            return self.take_over(vreg, reg, &holders);
        }
        match draft.and_then(|draft| draft.carry_out(&mut self.state)) {
            Some(split) => {
                self.set_place(vreg, Place::Pieces);
                self.queue.push(&self.state, split.remainder);
                self.splits.push(split);
            }
            // A piece is split further once its own code stands.
            None if worth_splitting && is_piece => self.set_place(vreg, Place::Later),
            None => self.set_place(vreg, Place::Memory),
        }
    }

    /// Whether it was cut off another range in this round.
    fn is_piece(&self, vreg: VReg) -> bool {
        vreg.0 as usize >= self.state.function.vregs.len()
    }

    /// Whether it is no piece, and all its lanes are live where it is: a copy of a value of which only
    /// some lanes are defined would read the others.
    fn is_whole(&self, vreg: VReg) -> bool {
        !self.is_piece(vreg) && self.state.function.lane_ranges_of(vreg).is_empty()
    }

    fn set_place(&mut self, vreg: VReg, place: Place) {
        self.places.resize(self.state.ranges.len(), None);
        self.places[vreg.0 as usize] = Some(place);
    }

    /// The postponed ranges share callee-saved registers if together they are worth one; the rest
    /// does without.
    fn place_postponed(&mut self) {
        let mut waiting = std::mem::take(&mut self.postponed);
        waiting.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        while let Some(&mut (first, ref mut price)) = waiting.first_mut() {
            let wanted = choose::wanted(&self.state, first);
            let reg = choose::free_register(&self.state, first, &wanted);
            let Some(reg) = reg.filter(|&reg| self.state.makes_save(first, reg)) else {
                match reg {
                    Some(reg) => self.state.assign(first, reg),
                    // No register is free any more, and what it could have had in part may be gone too.
                    None => {
                        let share = self.state.options.late_eviction_share;
                        self.place_without_register(first, Some(share));
                    }
                }
                waiting.remove(0);
                continue;
            };
            // Others may have taken by now what it could have had instead.
            *price = self.price_without(first, reg).unwrap_or(f64::INFINITY);
            let opening = self.state.saving_price(first, reg);
            let extent = self.state.frame.extent;
            let (mut sharing, worth) = self.share(&waiting, reg);
            if worth < opening {
                for &vreg in &sharing {
                    self.state.unassign(vreg);
                }
                self.state.frame.extent = extent;
                self.place_without_register(first, None);
                sharing.truncate(1);
            }
            waiting.retain(|(vreg, _)| !sharing.contains(vreg));
        }
    }

    /// Gives a callee-saved register, and what it makes cost nothing, to those of the ranges that fit.
    /// Returns which they are and what they are worth together.
    fn share(&mut self, waiting: &[(VReg, f64)], reg: Reg) -> (Vec<VReg>, f64) {
        let mut worth = 0.0;
        let mut sharing: Vec<VReg> = Vec::new();
        let state = &mut self.state;
        for &(vreg, price) in waiting {
            if state.order(vreg).contains(&reg) && state.is_free(vreg, reg) {
                state.assign(vreg, reg);
                worth += price;
                sharing.push(vreg);
            }
        }
        if state.function.machine.regs[reg].paired_file == 0 {
            return (sharing, worth);
        }
        for &(vreg, price) in waiting {
            let is_free = |r: &&Reg| !state.makes_save(vreg, **r) && state.is_free(vreg, **r);
            if state.register(vreg).is_some() {
                continue;
            }
            if let Some(&free) = state.order(vreg).iter().find(is_free) {
                state.assign(vreg, free);
                worth += price;
                sharing.push(vreg);
            }
        }
        (sharing, worth)
    }

    fn edits_code(&self) -> bool {
        !self.splits.is_empty() || self.places.contains(&Some(Place::Memory))
    }

    /// A range that is live nowhere is in nobody's way: an operand whose value does not matter, or
    /// what is left of a range whose pieces took everything.
    fn any_register_if_unread(&self, vreg: VReg) -> Option<Reg> {
        let unread = self.state.ranges.live(vreg).is_empty();
        self.state.order(vreg).first().copied().filter(|_| unread)
    }

    fn into_plan(mut self) -> Plan {
        self.places.resize(self.state.ranges.len(), None);
        for vreg in self.state.all() {
            let register = self.state.register(vreg).or_else(|| self.any_register_if_unread(vreg));
            if let Some(reg) = register {
                self.places[vreg.0 as usize] = Some(Place::Register(reg));
            }
        }
        Plan { places: self.places, splits: self.splits, ..Plan::default() }
    }
}
