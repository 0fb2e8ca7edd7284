//! Where each virtual register is read and written.

use crate::model::function::{Function, Inst, Name, VReg};
use crate::model::index::{IndexVec, Span};

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
