//! The loads and stores of a spilled range as the split that the shim carries out.

use super::spilling::Spilled;
use crate::analysis::references::{Reference, References};
use crate::model::function::{Block, Function, Inst, VReg};
use crate::placement::residency::{Choice, Gap, Residency, Stay, Visit};
use crate::plan::{Move, Site, Split};

/// Cuts the range in two: `piece` is where it is in a register, `remainder` where memory holds it.
/// A copy from the remainder is a load, one to it a store. References with the value out of
/// registers on both sides stay with the remainder, so that the target can fold them.
pub fn split(
    function: &Function,
    references: &References,
    spilled: &Spilled,
    (remainder, piece): (VReg, VReg),
) -> Split {
    let Spilled { residency, choice, .. } = spilled;
    let vreg = residency.vreg;
    let split =
        Split { vreg, remainder, pieces: vec![piece], renames: Vec::new(), moves: Vec::new() };
    let mut cutter = Cutter { function, residency, choice, split };
    for stay in 0..residency.stays().len() {
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
    /// Whether memory holds it.
    in_memory: bool,
}

impl Cutter<'_> {
    fn cut(&mut self, all: &[Reference], stay: usize) {
        let Stay { live, entry, exit, .. } = self.residency.stays()[stay];
        let choice = self.choice;
        let mut held =
            Held { block: live.block, in_memory: entry.is_some_and(|e| choice.in_memory(e)) };
        let place = |gap: Option<Gap>| gap.and_then(|gap| self.residency.place(gap));
        let first = place(self.residency.gaps_of(stay).next());
        let last = place(self.residency.gaps_of(stay).next_back());
        if let (Some(entry), Some(first)) = (entry, first) {
            let stores = !held.in_memory && choice.in_memory(first);
            if !choice.in_register(entry) && (choice.in_register(first) || stores) {
                self.load(Site::BlockStart(live.block));
            }
            if stores {
                self.store(Site::BlockStart(live.block));
                held.in_memory = true;
            }
        }
        let visits: Vec<Visit> = self.residency.visits(self.function, all, stay).collect();
        for visit in visits {
            let is_out = |gap: Gap| place(Some(gap)).is_some_and(|at| !choice.in_register(at));
            let around = (visit.before.map(is_out), visit.after.map(is_out));
            let after = place(visit.after);
            let stored = after.is_some_and(|after| choice.in_memory(after));
            let loaded = self.place_reference(visit.reference, (around, stored), &mut held);
            if stored && !held.in_memory {
                self.store_at(visit.reference, loaded, &mut held);
            }
        }
        if let (Some(exit), Some(last)) = (exit, last) {
            let stores = !held.in_memory && choice.in_memory(exit);
            if !choice.in_register(last) && (choice.in_register(exit) || stores) {
                self.load(Site::BlockEnd(live.block));
            }
            if stores {
                self.store(Site::BlockEnd(live.block));
            }
        }
    }

    /// Decides whether a reference is to the register, and moves the value for it. `around` tells
    /// whether the value is out of registers before and after it, if it is live there, and `stored`
    /// whether memory is to hold it after it. Returns whether the reference is to the register.
    fn place_reference(
        &mut self,
        reference: Reference,
        (around, stored): ((Option<bool>, Option<bool>), bool),
        held: &mut Held,
    ) -> bool {
        let Reference { inst, reads, writes } = reference;
        let in_memory_only = match around {
            (Some(true), after) => after != Some(false),
            (None, Some(true)) => true,
            _ => false,
        };
        // The remainder has a value that can be recomputed from its definition on, which costs nothing.
        let recomputes = writes && self.residency.is_recomputable_after(self.function, inst);
        if writes {
            held.in_memory = match (in_memory_only, recomputes) {
                (_, true) => stored || self.residency.is_rematerialised(),
                (in_memory_only, false) => in_memory_only,
            };
        }
        if in_memory_only {
            return false;
        }
        self.split.renames.push((inst, self.split.pieces[0]));
        if reads && around.0 == Some(true) {
            let is_late = self.is_late(inst, held.block);
            self.load(if is_late { Site::BlockEnd(held.block) } else { Site::Before(inst) });
        }
        if recomputes {
            self.store(Site::After(inst));
        }
        true
    }

    /// Stores what a reference wrote; what it only read goes before, since its register may be taken
    /// by what the instruction writes. What is not `loaded` is recomputed to be stored.
    fn store_at(&mut self, reference: Reference, loaded: bool, held: &mut Held) {
        let Reference { inst, writes, .. } = reference;
        let site = match (writes, self.is_late(inst, held.block)) {
            (true, _) => Site::After(inst),
            (false, true) => Site::BlockEnd(held.block),
            (false, false) => Site::Before(inst),
        };
        if !loaded {
            self.load(site);
        }
        self.store(site);
        held.in_memory = true;
    }

    /// Whether nothing but a store of its result can be put after an instruction in its block.
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
