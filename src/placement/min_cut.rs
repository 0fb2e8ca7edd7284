//! Spill placement by minimum cut: loads and stores where they cost least by block frequency.

use super::spill_cut::{BlockLiveness, Locations, PlacementNode, ReferenceInGaps, UseGap, UseGaps};
use super::{SpillPlacement, SpilledRange};
use crate::analysis::insertion_points::{InsertionPoint, InsertionPoints};
use crate::analysis::references::{Reference, References};
use crate::model::function::{Function, Inst, VReg};
use crate::split::SplitEditor;

/// Takes the cheapest locations of the spill cut.
pub struct MinCut<'f> {
    function: &'f Function,
    references: &'f References,
}

impl<'f> MinCut<'f> {
    /// For the ranges of a function.
    pub fn new(function: &'f Function, references: &'f References) -> Self {
        Self { function, references }
    }
}

impl SpillPlacement for MinCut<'_> {
    fn split(&mut self, spilled: &SpilledRange, piece: VReg) -> SplitEditor {
        let SpilledRange { gaps, locations, .. } = spilled;
        let mut editor = SplitEditor::new(gaps.vreg);
        editor.add_piece(piece);
        let function = self.function;
        let points = InsertionPoints::of(function, gaps.vreg);
        let mut walk =
            BlockWalk { function, points, gaps, locations, piece, editor, stored: false };
        for block in gaps.blocks() {
            walk.block(block, self.references.of(gaps.vreg));
        }
        walk.editor
    }
}

/// Puts the loads and stores of one range into one block after the other.
struct BlockWalk<'a> {
    function: &'a Function,
    points: InsertionPoints<'a>,
    gaps: &'a UseGaps,
    locations: &'a Locations,
    piece: VReg,
    editor: SplitEditor,
    /// Whether memory holds the value here.
    stored: bool,
}

/// What the locations say around a reference.
#[derive(Clone, Copy)]
struct Around {
    reference: Reference,
    /// Whether the value is out of registers before it; none if it is not live there.
    out_before: Option<bool>,
    /// The same behind it.
    out_after: Option<bool>,
    /// Whether memory is to hold the value behind it.
    stored_after: bool,
}

impl Around {
    /// Whether the value is out of registers on both sides, as far as it is live there.
    fn is_in_memory_only(&self) -> bool {
        match (self.out_before, self.out_after) {
            (Some(true), after) => after != Some(false),
            (None, Some(true)) => true,
            _ => false,
        }
    }
}

impl BlockWalk<'_> {
    fn block(&mut self, block: &BlockLiveness, all: &[Reference]) {
        let locations = self.locations;
        let node = |gap: UseGap| self.gaps.node(gap);
        let first = block.gaps().next().and_then(node);
        let last = block.gaps().next_back().and_then(node);
        self.stored = block.entry.is_some_and(|entry| locations.in_memory(entry));
        if let (Some(entry), Some(first)) = (block.entry, first) {
            self.pass(entry, first, self.points.block_start(block.block));
        }
        for in_gaps in self.gaps.references(self.function, all, block) {
            let around = self.around(&in_gaps);
            let in_register = self.reference(&around);
            if around.stored_after && !self.stored {
                self.store_around(around.reference, in_register);
                self.stored = true;
            }
        }
        if let (Some(exit), Some(last)) = (block.exit, last) {
            self.pass(last, exit, self.points.block_end(block.block));
        }
    }

    /// Loads and stores where the value goes from one node to the next. A value that is not in a register
    /// is rematerialised to be stored.
    fn pass(&mut self, from: PlacementNode, to: PlacementNode, at: InsertionPoint) {
        let stores = !self.stored && self.locations.in_memory(to);
        let loads = !self.locations.in_register(from);
        if loads && (self.locations.in_register(to) || stores) {
            self.load(at);
        }
        if stores {
            self.store(at);
            self.stored = true;
        }
    }

    fn around(&self, in_gaps: &ReferenceInGaps) -> Around {
        let node = |gap: Option<UseGap>| gap.and_then(|gap| self.gaps.node(gap));
        let is_out =
            |gap: UseGap| node(Some(gap)).is_some_and(|at| !self.locations.in_register(at));
        let stored_after = node(in_gaps.after).is_some_and(|at| self.locations.in_memory(at));
        Around {
            reference: in_gaps.reference,
            out_before: in_gaps.before.map(is_out),
            out_after: in_gaps.after.map(is_out),
            stored_after,
        }
    }

    /// Decides whether a reference is to the register, and loads the value for it. Returns whether it is.
    fn reference(&mut self, around: &Around) -> bool {
        let Reference { inst, reads, writes, .. } = around.reference;
        let in_memory_only = around.is_in_memory_only();
        // The remainder has a value that can be rematerialised from its definition on, for nothing.
        let is_recomputable = writes && self.gaps.is_recomputable_after(self.function, inst);
        if is_recomputable {
            self.stored = around.stored_after || self.gaps.is_rematerialised();
        } else if writes {
            self.stored = in_memory_only;
        }
        if in_memory_only {
            return false;
        }
        self.editor.rename(inst, self.piece);
        if reads && around.out_before == Some(true) {
            self.load(self.before(inst));
        }
        if is_recomputable {
            self.store(self.behind(inst));
        }
        true
    }

    /// Stores the value: behind an instruction what it wrote, before it what it only read, since the
    /// register of that may be taken by what the instruction writes. A value that is not in a register is
    /// rematerialised to be stored.
    fn store_around(&mut self, reference: Reference, in_register: bool) {
        let Reference { inst, writes, .. } = reference;
        let at = if writes { self.behind(inst) } else { self.before(inst) };
        if !in_register {
            self.load(at);
        }
        self.store(at);
    }

    fn before(&self, inst: Inst) -> InsertionPoint {
        self.points.before(inst).expect("the value can be moved before its references")
    }

    fn behind(&self, inst: Inst) -> InsertionPoint {
        let after = self.points.after(inst).or_else(|| self.points.after_late_result(inst));
        after.expect("the value can be stored behind its definitions")
    }

    fn load(&mut self, at: InsertionPoint) {
        self.editor.enter(self.piece, at);
    }

    fn store(&mut self, at: InsertionPoint) {
        self.editor.leave(self.piece, at);
    }
}
