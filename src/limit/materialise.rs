//! The loads and stores of a spilled range as the split that the shim carries out.

use super::spilling::Spilled;
use crate::analysis::insertion_points::{InsertionPoint, InsertionPoints};
use crate::analysis::references::{Reference, References};
use crate::model::function::{Function, Inst, VReg};
use crate::placement::residency::{Choice, Gap, Residency, Stay, Visit};
use crate::split::SplitEditor;

/// Cuts the range in two: `piece` is where it is in a register, the remainder where memory holds it.
/// A copy from the remainder is a load, one to it a store. References with the value out of
/// registers on both sides stay with the remainder, so that the target can fold them.
pub fn split(
    function: &Function,
    references: &References,
    spilled: &Spilled,
    piece: VReg,
) -> SplitEditor {
    let Spilled { residency, choice, .. } = spilled;
    let vreg = residency.vreg;
    let mut editor = SplitEditor::new(vreg);
    editor.add_piece(piece);
    let points = InsertionPoints::of(function);
    let mut cutter = Cutter { function, points, residency, choice, piece, editor };
    for stay in 0..residency.stays().len() {
        cutter.cut(references.of(vreg), stay);
    }
    cutter.editor
}

struct Cutter<'a> {
    function: &'a Function,
    points: InsertionPoints<'a>,
    residency: &'a Residency,
    choice: &'a Choice,
    piece: VReg,
    editor: SplitEditor,
}

impl Cutter<'_> {
    fn cut(&mut self, all: &[Reference], stay: usize) {
        let Stay { live, entry, exit, .. } = self.residency.stays()[stay];
        let choice = self.choice;
        let (start, end) = (self.points.block_start(live.block), self.points.block_end(live.block));
        // Whether memory holds the value, while the block is walked.
        let mut in_memory = entry.is_some_and(|e| choice.in_memory(e));
        let place = |gap: Option<Gap>| gap.and_then(|gap| self.residency.place(gap));
        let first = place(self.residency.gaps_of(stay).next());
        let last = place(self.residency.gaps_of(stay).next_back());
        if let (Some(entry), Some(first)) = (entry, first) {
            let stores = !in_memory && choice.in_memory(first);
            if !choice.in_register(entry) && (choice.in_register(first) || stores) {
                self.load(start);
            }
            if stores {
                self.store(start);
                in_memory = true;
            }
        }
        let visits: Vec<Visit> = self.residency.visits(self.function, all, stay).collect();
        for visit in visits {
            let is_out = |gap: Gap| place(Some(gap)).is_some_and(|at| !choice.in_register(at));
            let around = (visit.before.map(is_out), visit.after.map(is_out));
            let after = place(visit.after);
            let stored = after.is_some_and(|after| choice.in_memory(after));
            let loaded = self.place_reference(visit.reference, (around, stored), &mut in_memory);
            if stored && !in_memory {
                self.store_at(visit.reference, loaded);
                in_memory = true;
            }
        }
        if let (Some(exit), Some(last)) = (exit, last) {
            let stores = !in_memory && choice.in_memory(exit);
            if !choice.in_register(last) && (choice.in_register(exit) || stores) {
                self.load(end);
            }
            if stores {
                self.store(end);
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
        in_memory: &mut bool,
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
            *in_memory = match (in_memory_only, recomputes) {
                (_, true) => stored || self.residency.is_rematerialised(),
                (in_memory_only, false) => in_memory_only,
            };
        }
        if in_memory_only {
            return false;
        }
        self.editor.rename(inst, self.piece);
        if reads && around.0 == Some(true) {
            self.load(self.before(inst));
        }
        if recomputes {
            self.store(self.behind(inst));
        }
        true
    }

    /// Stores what a reference wrote; what it only read goes before, since its register may be taken
    /// by what the instruction writes. What is not `loaded` is recomputed to be stored.
    fn store_at(&mut self, reference: Reference, loaded: bool) {
        let Reference { inst, writes, .. } = reference;
        let at = if writes { self.behind(inst) } else { self.before(inst) };
        if !loaded {
            self.load(at);
        }
        self.store(at);
    }

    fn before(&self, inst: Inst) -> InsertionPoint {
        self.points.before(inst).expect("a range that is cut can be moved before its references")
    }

    fn behind(&self, inst: Inst) -> InsertionPoint {
        let after = self.points.after(inst).or_else(|| self.points.after_late_result(inst));
        after.expect("a range that is cut can be stored behind its definitions")
    }

    fn load(&mut self, at: InsertionPoint) {
        self.editor.enter(self.piece, at);
    }

    fn store(&mut self, at: InsertionPoint) {
        self.editor.leave(self.piece, at);
    }
}
