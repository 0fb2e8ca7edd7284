//! Where each virtual register is read and written.
//!
//! An operand that is neither, because its value does not matter, is no reference: a piece that began there
//! would have no value. It keeps the name of the remainder.

use crate::model::function::{Function, Inst, Name, Operand, VReg};
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
    /// Whether it can take in the load that computes the value.
    pub folds: bool,
}

/// The references of all virtual registers, each instruction once, in layout order.
#[derive(Debug)]
pub struct References {
    spans: IndexVec<VReg, Span>,
    items: Vec<Reference>,
}

/// The virtual register that an operand reads or writes.
fn referred(operand: &Operand) -> Option<VReg> {
    match operand.name {
        Name::Virtual(vreg) if operand.reads || operand.writes => Some(vreg),
        _ => None,
    }
}

impl References {
    /// Collects them with a counting sort over the operands.
    pub fn collect(function: &Function) -> Self {
        let mut next: IndexVec<VReg, u32> = IndexVec::filled(0, function.vregs.len() + 1);
        for vreg in function.operands.iter().filter_map(referred) {
            next[VReg(vreg.0 + 1)] += 1;
        }
        for vreg in 1..next.len() as u32 {
            next[VReg(vreg)] += next[VReg(vreg - 1)];
        }
        let starts = next.clone();
        let total = starts[VReg(function.vregs.len() as u32)] as usize;
        let placeholder = Reference { inst: Inst(0), reads: false, writes: false, folds: false };
        let mut items = vec![placeholder; total];
        for inst in function.insts.indices() {
            for operand in function.operands_of(inst) {
                let Some(vreg) = referred(operand) else { continue };
                let end = &mut next[vreg];
                let (reads, writes) = (operand.reads, operand.writes);
                if *end > starts[vreg] && items[*end as usize - 1].inst == inst {
                    let last = &mut items[*end as usize - 1];
                    last.reads |= reads;
                    last.writes |= writes;
                } else {
                    items[*end as usize] = Reference { inst, reads, writes, folds: false };
                    *end += 1;
                }
            }
        }
        for fold in &function.folds {
            let of = &mut items[starts[fold.vreg] as usize..next[fold.vreg] as usize];
            if let Ok(at) = of.binary_search_by_key(&fold.inst, |reference| reference.inst) {
                of[at].folds = of[at].reads && !of[at].writes;
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
