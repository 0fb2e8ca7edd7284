//! The loads and stores of a spilled range as the split that the shim carries out.

use crate::analysis::references::{Reference, References};
use crate::model::function::{Block, Function, Inst, VReg};
use crate::placement::residency::{Choice, Residency, Visit};
use crate::plan::{Move, Site, Split};

/// Cuts the range in two: `piece` is where it is in a register, `remainder` where memory holds it.
/// A copy from the remainder is a load, one to it a store. References with the value out of
/// registers on both sides stay with the remainder, so that the target can fold them.
pub fn split(
    function: &Function,
    references: &References,
    residency: &Residency,
    choice: &Choice,
    (remainder, piece): (VReg, VReg),
) -> Split {
    let vreg = residency.vreg;
    let split =
        Split { vreg, remainder, pieces: vec![piece], renames: Vec::new(), moves: Vec::new() };
    let mut cutter = Cutter { function, residency, choice, split };
    for stay in 0..residency.stays.len() {
        cutter.cut(references.of(vreg), stay);
    }
    cutter.split
}

struct Cutter<'a> {
    function: &'a Function,
    residency: &'a Residency,
    choice: &'a Choice,
    split: Split,
}

/// Where the value is while a block is walked.
#[derive(Clone, Copy)]
struct Held {
    block: Block,
    /// Whether it is in a register at the block's end.
    leaves_in_register: bool,
    /// Whether memory holds it at the block's end.
    leaves_in_memory: bool,
    /// Whether memory holds it now.
    in_memory: bool,
}

impl Cutter<'_> {
    fn cut(&mut self, all: &[Reference], stay: usize) {
        let of_stay = self.residency.stays[stay];
        let at = |facts: &[bool], node: Option<u32>| node.is_some_and(|n| facts[n as usize]);
        let enters_in_register = at(&self.choice.in_register, of_stay.entry);
        let mut held = Held {
            block: of_stay.live.block,
            leaves_in_register: at(&self.choice.in_register, of_stay.exit),
            leaves_in_memory: at(&self.choice.in_memory, of_stay.exit),
            in_memory: at(&self.choice.in_memory, of_stay.entry),
        };
        let gaps = self.residency.gaps_of(stay);
        let first_gap = of_stay.entry.map(|_| gaps.start);
        let last_gap = of_stay.exit.map(|_| gaps.end - 1);
        let is_out = |gap: usize| {
            self.residency.gaps[gap].is_out
                || first_gap == Some(gap) && !enters_in_register
                || last_gap == Some(gap) && !held.leaves_in_register
        };
        let untouched = first_gap.is_some() && first_gap == last_gap;
        let must_store = first_gap.is_some_and(|gap| self.residency.gaps[gap].is_out)
            || untouched && held.leaves_in_memory;
        let out: Vec<bool> = gaps.clone().map(is_out).collect();
        let is_out = |gap: Option<usize>| gap.is_some_and(|gap| out[gap - gaps.start]);
        if must_store && !held.in_memory {
            self.store(Site::BlockStart(held.block));
            held.in_memory = true;
        }
        let visits: Vec<Visit> = self.residency.visits(self.function, all, stay).collect();
        for visit in &visits {
            let around = (
                visit.before.map(|_| is_out(visit.before)),
                visit.after.map(|_| is_out(visit.after)),
            );
            self.place_reference(visit.reference, around, &mut held);
            if visit.after.is_some() && visit.after == last_gap {
                self.store_before_end(visit.reference.inst, &mut held);
            }
        }
        let was_out = last_gap.is_some_and(|gap| self.residency.gaps[gap].is_out)
            || untouched && !enters_in_register;
        if was_out && held.leaves_in_register {
            self.load(Site::BlockEnd(held.block));
        }
    }

    /// Decides whether a reference is to the register, and moves the value for it. `around` tells
    /// whether the value is out of registers before and after it, if it is live there.
    fn place_reference(
        &mut self,
        reference: Reference,
        around: (Option<bool>, Option<bool>),
        held: &mut Held,
    ) {
        let Reference { inst, reads, writes } = reference;
        let in_memory_only = match around {
            (Some(true), after) => after != Some(false),
            (None, Some(true)) => true,
            _ => false,
        };
        if in_memory_only {
            held.in_memory = true;
            return;
        }
        self.split.renames.push((inst, self.split.pieces[0]));
        if reads && around.0 == Some(true) {
            let is_late = self.is_late(inst, held.block);
            self.load(if is_late { Site::BlockEnd(held.block) } else { Site::Before(inst) });
        }
        if writes {
            held.in_memory = self.residency.is_rematerialised();
            if held.in_memory {
                self.store(Site::After(inst));
            }
        }
        if around.1 == Some(true) && !held.in_memory {
            self.store_after(inst, held);
        }
    }

    /// At the last reference of a block: memory has to hold the value at the block's end.
    fn store_before_end(&mut self, inst: Inst, held: &mut Held) {
        if held.leaves_in_memory && !held.in_memory {
            self.store_after(inst, held);
        }
    }

    fn store_after(&mut self, inst: Inst, held: &mut Held) {
        let is_late = self.is_late(inst, held.block);
        self.store(if is_late { Site::BlockEnd(held.block) } else { Site::After(inst) });
        held.in_memory = true;
    }

    /// Whether nothing can be put after an instruction in its block.
    fn is_late(&self, inst: Inst, block: Block) -> bool {
        self.function.insts[inst].point.base() >= self.function.blocks[block].last_split
    }

    fn load(&mut self, site: Site) {
        let (from, to) = (self.split.remainder, self.split.pieces[0]);
        self.split.moves.push(Move { site, from, to });
    }

    fn store(&mut self, site: Site) {
        let (from, to) = (self.split.pieces[0], self.split.remainder);
        self.split.moves.push(Move { site, from, to });
    }
}
