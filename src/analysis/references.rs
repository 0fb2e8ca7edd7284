//! Where each virtual register is read and written, and what it costs to keep it in memory.

use crate::model::function::{Function, Inst, Name, VReg};
use crate::model::index::{IndexVec, Span};
use crate::model::point::{covers, Point, Segment};

/// Price of executing one reload, in executed instructions times latency: LLVM's own weight
/// (`RegAllocScore.cpp`). A reload that the target makes a part of the instruction that reads it is
/// priced alike. Measured on eight projects for x86-64, with the target asked once per opcode: 0.01, 0.1
/// or 0.25 less for it makes the move cost of pressured functions 0.827 instead of 0.826 times greedy's,
/// and the instructions of all functions 0.9889 instead of 0.9890.
pub const RELOAD: f64 = 4.0;
/// Price of executing one spill store.
pub const STORE: f64 = 1.0;
/// Price of executing one register copy.
pub const COPY: f64 = 0.2;
/// Price of recomputing a value instead of reloading it. Measured on eleven projects: 0.5 instead of 1
/// makes the move cost of all functions 0.5 % less on x86-64 and RISC-V 64, 0.4 % on AArch64, and does
/// not add instructions.
pub const REMATERIALISE: f64 = 0.5;

/// An instruction that mentions a virtual register.
#[derive(Clone, Copy, Debug)]
pub struct Reference {
    /// The instruction.
    pub inst: Inst,
    /// Whether it reads the register.
    pub reads: bool,
    /// Whether it writes the register.
    pub writes: bool,
}

/// The references of all virtual registers, each instruction once, in layout order.
#[derive(Debug)]
pub struct References {
    spans: IndexVec<VReg, Span>,
    items: Vec<Reference>,
}

impl References {
    /// Collects them with a counting sort over the operands.
    pub fn collect(function: &Function) -> Self {
        let mut next: IndexVec<VReg, u32> = IndexVec::filled(0, function.vregs.len() + 1);
        for operand in &function.operands {
            if let Name::Virtual(vreg) = operand.name {
                next[VReg(vreg.0 + 1)] += 1;
            }
        }
        for vreg in 1..next.len() as u32 {
            next[VReg(vreg)] += next[VReg(vreg - 1)];
        }
        let starts = next.clone();
        let total = starts[VReg(function.vregs.len() as u32)] as usize;
        let placeholder = Reference { inst: Inst(0), reads: false, writes: false };
        let mut items = vec![placeholder; total];
        for inst in function.insts.indices() {
            for operand in function.operands_of(inst) {
                let Name::Virtual(vreg) = operand.name else {
                    continue;
                };
                let end = &mut next[vreg];
                let (reads, writes) = (operand.reads, operand.writes);
                if *end > starts[vreg] && items[*end as usize - 1].inst == inst {
                    let last = &mut items[*end as usize - 1];
                    last.reads |= reads;
                    last.writes |= writes;
                } else {
                    items[*end as usize] = Reference { inst, reads, writes };
                    *end += 1;
                }
            }
        }
        let spans = function.vregs.indices().map(|v| Span { start: starts[v], end: next[v] });
        Self { spans: spans.collect(), items }
    }

    /// The references of one virtual register in layout order.
    pub fn of(&self, vreg: VReg) -> &[Reference] {
        &self.items[self.spans[vreg].range()]
    }
}

/// What it costs to use a value that is not in a register.
#[derive(Clone, Copy, Debug)]
pub struct Prices {
    /// Price of bringing it into a register once.
    pub read: f64,
    /// Price of putting it away once.
    pub write: f64,
    /// Where it is recomputed instead of brought from memory, if not everywhere.
    recomputable: Span,
}

impl Prices {
    /// Prices for the values of a virtual register: those that can be recomputed need no store.
    pub fn of(function: &Function, vreg: VReg) -> Self {
        let data = &function.vregs[vreg];
        let recomputable = data.recomputable;
        if data.rematerialisable {
            Self { read: REMATERIALISE, write: 0.0, recomputable }
        } else {
            Self { recomputable, ..Self::in_memory() }
        }
    }

    /// Prices for values that are loaded and stored whether they can be recomputed or not.
    pub fn in_memory() -> Self {
        Self { read: RELOAD, write: STORE, recomputable: Span::default() }
    }

    /// Where a value is recomputed instead of brought from memory, if not everywhere.
    pub fn recomputable(self, function: &Function) -> &[Segment] {
        &function.segments[self.recomputable.range()]
    }

    /// Price of bringing it into a register once at a point.
    pub fn read_at(self, function: &Function, at: Point) -> f64 {
        match self.recomputable(function) {
            [] => self.read,
            segments if covers(segments, at) => REMATERIALISE,
            _ => self.read,
        }
    }

    /// Expected price, per execution of the function, of keeping the value in memory at each of
    /// the references.
    pub fn sum(self, function: &Function, references: &[Reference]) -> f64 {
        let price = |reference: &Reference| {
            let data = &function.insts[reference.inst];
            let read = || self.read_at(function, data.point.base());
            let read = if reference.reads { read() } else { 0.0 };
            let write = if reference.writes { self.write } else { 0.0 };
            function.blocks[data.block].frequency * (read + write)
        };
        references.iter().map(price).sum()
    }
}
