//! Ranges that are not worth the callee-saved register that they could have: they wait until all others
//! have their places, and then share such a register or do without.

use super::share_csr::{self, Postponed};
use super::{choose, split, Assigner};
use crate::log::{Event, Why};
use crate::model::function::{Fate, VReg};
use crate::model::machine::Reg;
use crate::model::point::overlap;
use crate::options::Context;
use crate::plan::Place;

/// What is left of a range and waits for the next round, with a callee-saved register that it may get then.
pub(super) struct Awaited {
    vreg: VReg,
    reg: Reg,
}

impl Assigner<'_> {
    /// The postponed ranges share callee-saved registers if together they are worth one; the rest
    /// does without.
    pub(super) fn place_postponed(&mut self) {
        let mut waiting = std::mem::take(&mut self.postponed);
        waiting.sort_by(|a, b| b.price.total_cmp(&a.price).then(a.vreg.cmp(&b.vreg)));
        while let Some(&Postponed { vreg, .. }) = waiting.first() {
            let hints = self.assignment.hints(vreg);
            let free = choose::free_register(&self.assignment, vreg, &hints);
            let Some(reg) = free.filter(|&reg| self.assignment.adds_csr_cost(vreg, reg)) else {
                match free {
                    Some(reg) => self.assignment.assign(vreg, reg),
                    // Ranges placed meanwhile took the free registers, and maybe those of its pieces.
                    None => {
                        let share = self.assignment.context.options.late_eviction_share;
                        self.split_or_spill(vreg, Some(share), Why::CalleeSaved);
                    }
                }
                waiting.remove(0);
                continue;
            };
            // Registers that were free when the range was postponed may be taken by now.
            let limit = self.unpaired_csr_price(vreg, reg);
            waiting[0].price = self.price_without_csr(vreg, limit).unwrap_or(f64::INFINITY);
            let no_slot = self.no_slot_price(&waiting);
            if no_slot > 0.0 && self.plan.edits_code() {
                // What is cut in this round may need spill slots: the next round knows. Those that could not even share
                // a register without slots do not wait for that (E203).
                let may_share = self.assignment.try_out(|assignment| {
                    share_csr::share(assignment, &waiting, reg, no_slot).is_some()
                });
                if may_share {
                    waiting.iter().for_each(|waits| self.plan.place(waits.vreg, Place::Later));
                    return;
                }
            } else if let Some(sharing) =
                share_csr::share(&mut self.assignment, &waiting, reg, no_slot)
            {
                waiting.retain(|of| self.assignment.matrix().register(of.vreg).is_none());
                self.assignment.context.note(|| Event::Share { reg, ranges: sharing });
                continue;
            }
            let price = waiting.remove(0).price;
            if self.may_share_later(vreg, price) {
                self.plan.place(vreg, Place::Later);
            } else {
                self.split_or_spill(vreg, None, Why::CalleeSaved);
            }
        }
    }

    /// Leaves what is left of a range to the next round, in which it may get `reg`, a callee-saved register.
    pub(super) fn await_csr(&mut self, remainder: VReg, reg: Reg) {
        self.plan.place(remainder, Place::Later);
        self.awaited_csr.push(Awaited { vreg: remainder, reg });
    }

    /// Whether a range that costs `price` without a callee-saved register may share one with what waits for the next
    /// round: together they are worth it, and they are not live at once (E153).
    fn may_share_later(&self, vreg: VReg, price: f64) -> bool {
        let ranges = self.assignment.ranges();
        let is_shared = self.awaited_csr.iter().any(|awaited| {
            self.is_worth_csr(awaited, price)
                && ranges.order(vreg).contains(&awaited.reg)
                && !overlap(ranges.live(vreg), ranges.live(awaited.vreg))
        });
        is_shared || self.is_paired_later(vreg, price)
    }

    /// Whether what waits for the next round costs more in memory than its register, if what else that saves is worth `more`.
    fn is_worth_csr(&self, awaited: &Awaited, more: f64) -> bool {
        let spill_cost = self.assignment.ranges().get(awaited.vreg).spill_cost;
        spill_cost + more > self.unpaired_csr_price(awaited.vreg, awaited.reg)
    }

    /// Whether a register that the range can have is saved together with that of what waits for the next round, as
    /// often (E161), and the two are worth it.
    fn is_paired_later(&self, vreg: VReg, price: f64) -> bool {
        let regs = &self.assignment.function().machine.regs;
        let csr = self.assignment.csr();
        let order = self.assignment.ranges().order(vreg);
        csr.paired_files().any(|file| {
            let of_file = self.awaited_csr.iter().filter(|of| regs[of.reg].paired_file == file);
            let (worth, others): (Vec<&Awaited>, Vec<&Awaited>) =
                of_file.partition(|awaited| self.is_worth_csr(awaited, 0.0));
            let is_as_often = |awaited: &Awaited| {
                self.unpaired_csr_price(vreg, awaited.reg)
                    <= self.unpaired_csr_price(awaited.vreg, awaited.reg)
            };
            let count = worth.len() as u32;
            order.iter().any(|&reg| regs[reg].paired_file == file)
                && (csr.completes_pair(file, count)
                    && worth.iter().any(|awaited| is_as_often(awaited))
                    || csr.completes_pair(file, count + 1)
                        && others.iter().any(|awaited| {
                            is_as_often(awaited) && self.is_worth_csr(awaited, price)
                        }))
        })
    }

    /// What it saves if none of the ranges needs a spill slot, in a function that has none so far: room for the first
    /// one, and what is pushed beside an even number of saved registers (E168).
    fn no_slot_price(&self, waiting: &[Postponed]) -> f64 {
        if self.uses_slots {
            return 0.0;
        }
        let Context { function, costs, options, .. } = self.assignment.context;
        let csr = self.assignment.csr();
        let mut price = 0.0;
        if csr.pads_saves() {
            price += options.padding_share * costs.callee_saved;
        }
        if waiting.iter().any(|postponed| self.assignment.needs_slot(postponed.vreg)) {
            price += costs.frame_inst * f64::from(function.first_slot_insts);
            price += csr.price_of_slot();
        }
        price * csr.frame().save_points().executions(function)
    }

    /// What the register adds to the price of saving callee-saved registers if it is saved alone.
    pub(super) fn unpaired_csr_price(&self, vreg: VReg, reg: Reg) -> f64 {
        self.assignment.csr().unpaired_prices(vreg, self.assignment.ranges().live(vreg))(reg)
    }

    /// What the range costs without a callee-saved register that adds `limit` to the price of saving;
    /// none if it adds nothing, or the range must have a register.
    pub(super) fn price_without_csr(&mut self, vreg: VReg, limit: f64) -> Option<f64> {
        let range = self.assignment.ranges().get(vreg);
        if range.fate == Fate::Register || limit == 0.0 {
            return None;
        }
        if !self.is_whole(vreg) {
            return Some(range.spill_cost);
        }
        Some(split::region::price_without_csr(&self.assignment, &mut self.scratch, vreg, limit))
    }
}
