//! The prices of what allocation adds to the code, per execution: the one cost model of all phases.

use crate::analysis::references::Reference;
use crate::model::function::{Function, InstData, InstKind, Loop, VReg, VRegData};
use crate::model::index::Span;
use crate::model::point::{covers, Point, Segment};
use crate::options::{knobs, Context};
use std::iter::successors;

knobs! {
    /// Prices in executed instructions times latency; those of reloads, stores and copies are LLVM's
    /// own weights (`RegAllocScore.cpp`).
    CostModel "cost." {
        /// One reload. One that the target makes a part of the instruction that reads it is priced
        /// alike (E10).
        reload: f64 = 4.0,
        /// One spill store.
        store: f64 = 1.0,
        /// One register copy.
        copy: f64 = 0.2,
        /// One save or restore of a callee-saved register. More than one instruction, since the pushes
        /// also have to keep the stack aligned, and are executed on every path (E88).
        callee_saved: f64 = 1.15,
        /// An instruction that makes or takes away room on the stack, where only spill slots need it (E104, E155).
        frame_inst: f64 = 0.65,
        /// Recomputing a value instead of reloading it (E11, E186).
        rematerialise: f64 = 0.65,
        /// Recomputing a value by an instruction that takes in its load (E212).
        folded: f64 = 0.1,
        /// Each further machine instruction that this takes (E145).
        further_inst: f64 = 0.25,
        /// Executions added to the frequency of every block, per execution of the function: an
        /// instruction costs something however rarely it is executed, since it takes room, and
        /// somebody has to place it (E12).
        base_frequency: f64 = 0.005,
    }
}

impl CostModel {
    /// Adds the base frequency to the frequencies of all blocks. Done once, before the first phase.
    pub fn weigh_blocks(&self, function: &mut Function) {
        for block in function.blocks.indices() {
            function.blocks[block].frequency += self.base_frequency;
        }
    }

    /// Price of recomputing a value of the virtual register once.
    fn recompute(&self, data: &VRegData) -> f64 {
        let further = f64::from(data.recompute_insts.saturating_sub(1));
        (self.rematerialise + further * self.further_inst).min(self.reload)
    }

    /// By what share of its price a range gets dearer that is loaded instead of recomputed.
    pub fn loaded_instead(&self, data: &VRegData) -> f64 {
        self.reload / self.recompute(data) - 1.0
    }
}

/// What it costs to use a value that is not in a register.
#[derive(Clone, Copy, Debug)]
pub struct Prices {
    /// Price of bringing it into a register once.
    pub read: f64,
    /// Price of putting it away once.
    pub write: f64,
    /// Price of recomputing it once.
    recompute: f64,
    /// Price of recomputing it by an instruction that takes in its load; of loading it if it is not recomputed.
    folded: f64,
    /// Price of an instruction that computes it, which goes if it is computed elsewhere instead; 0 if it is not.
    defined: f64,
    /// Price of the copy whose place a load or a store takes.
    copy: f64,
    /// Where it is recomputed instead of brought from memory, if not everywhere.
    recomputable: Span,
}

impl Prices {
    /// Prices for the values of a virtual register: those that can be recomputed need no store.
    pub fn of(context: Context, vreg: VReg) -> Self {
        let data = &context.function.vregs[vreg];
        let recomputable = data.recomputable;
        let recompute = context.costs.recompute(data);
        let in_memory = Self { recompute, ..Self::in_memory(context.costs) };
        if data.rematerialisable {
            // One instruction in the place of another (E185). What it is computed from may be out of registers.
            let is_alike = data.recompute_insts == 1 && !data.reads_ranges;
            let copy = if is_alike { recompute } else { in_memory.copy };
            Self {
                read: recompute,
                write: 0.0,
                folded: context.costs.folded.min(recompute),
                defined: recompute,
                recomputable,
                copy,
                ..in_memory
            }
        } else {
            Self { recomputable, ..in_memory }
        }
    }

    /// How many instructions more, per execution of the function, it takes to compute the values of a virtual register
    /// at each of its references than to keep them in a register of its own, with all copies (E184). Less than zero if
    /// it takes fewer. Of a value that can be computed anywhere.
    pub fn insts_recomputed(function: &Function, vreg: VReg, references: &[Reference]) -> f64 {
        let insts = f64::from(function.vregs[vreg].recompute_insts);
        let prices = Self {
            read: insts,
            write: 0.0,
            recompute: insts,
            folded: 0.0,
            defined: insts,
            copy: 1.0,
            recomputable: Span::default(),
        };
        prices.sum_of_all(function, references)
    }

    /// Prices for values that are loaded and stored whether they can be recomputed or not.
    pub fn in_memory(costs: &CostModel) -> Self {
        Self {
            read: costs.reload,
            write: costs.store,
            recompute: costs.rematerialise,
            folded: costs.reload,
            defined: 0.0,
            copy: costs.copy,
            recomputable: Span::default(),
        }
    }

    /// Where a value is recomputed instead of brought from memory, if not everywhere.
    pub fn recomputable(self, function: &Function) -> &[Segment] {
        &function.segments[self.recomputable.range()]
    }

    /// Price of bringing it into a register once at a point.
    pub fn read_at(self, function: &Function, at: Point) -> f64 {
        match self.recomputable(function) {
            [] => self.read,
            segments if covers(segments, at) => self.recompute,
            _ => self.read,
        }
    }

    /// Price of bringing the value into a register for an instruction that reads it. A copy of the value is
    /// loaded or recomputed right where it goes (E134).
    pub fn read_for(self, function: &Function, reference: &Reference) -> f64 {
        if reference.folds {
            return self.folded;
        }
        let data = &function.insts[reference.inst];
        let read = self.read_at(function, data.point.base());
        read - self.replaced_copy(data)
    }

    /// What it costs at least to bring it into a register for the instruction, wherever in front of it that is.
    pub fn least_read_for(self, function: &Function, reference: &Reference) -> f64 {
        if reference.folds {
            return self.folded;
        }
        let read = match self.recomputable(function) {
            [] => self.read,
            _ => self.read.min(self.recompute),
        };
        read - self.replaced_copy(&function.insts[reference.inst])
    }

    /// Price of putting the value away behind an instruction that writes it. What is a copy is stored right from
    /// where it comes (E134).
    pub fn write_for(self, function: &Function, reference: &Reference) -> f64 {
        (self.write - self.replaced_copy(&function.insts[reference.inst])).max(0.0)
    }

    fn replaced_copy(self, data: &InstData) -> f64 {
        match data.kind {
            InstKind::Copy => self.copy,
            _ => 0.0,
        }
    }

    /// Expected price, per execution of the function, of keeping the value in memory at each of
    /// the references.
    pub fn sum(self, function: &Function, references: &[Reference]) -> f64 {
        let price = |reference: &Reference| {
            let read = if reference.reads { self.read_for(function, reference) } else { 0.0 };
            let write = if reference.writes { self.write_for(function, reference) } else { 0.0 };
            let block = function.insts[reference.inst].block;
            function.blocks[block].frequency * (read + write)
        };
        references.iter().map(price).sum()
    }

    /// The same if these are all references to the range: what computes a value goes if all its readers compute it
    /// themselves (E175). Below zero if that takes fewer instructions. What was taken out of a loop counts nothing there:
    /// how often a loop is gone through is a guess, and may be less than once.
    pub fn sum_of_all(self, function: &Function, references: &[Reference]) -> f64 {
        let in_memory = self.sum(function, references);
        if self.defined == 0.0 || reads_in_inner_loop(function, references) {
            return in_memory;
        }
        let price = |reference: &Reference| {
            let data = &function.insts[reference.inst];
            let price = if data.kind == InstKind::Copy { self.copy } else { self.defined };
            function.blocks[data.block].frequency * price
        };
        let definitions = references.iter().filter(|reference| reference.writes);
        in_memory - definitions.map(price).sum::<f64>()
    }
}

/// Whether an instruction reads a value in a loop in which another one that writes it is not.
fn reads_in_inner_loop(function: &Function, references: &[Reference]) -> bool {
    let innermost =
        |reference: &Reference| function.blocks[function.insts[reference.inst].block].innermost;
    let around = |inner: Option<Loop>| successors(inner, |&of| function.loops[of].parent);
    references.iter().filter(|reference| reference.reads).any(|reader| {
        innermost(reader).is_some_and(|inner| {
            let mut writers = references.iter().filter(|reference| reference.writes);
            writers.any(|writer| around(innermost(writer)).all(|of| of != inner))
        })
    })
}
