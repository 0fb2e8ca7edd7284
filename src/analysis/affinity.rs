//! Affinities: pairs of registers that a copy would join, so that one register for both saves it.

use crate::analysis::references::COPY;
use crate::model::function::{Function, Inst, InstKind, Name, Operand, VReg};
use crate::model::index::{IndexVec, Span};
use crate::model::machine::{Machine, Reg, SubIndex};

/// What one virtual register gains if its register fits another operand of a copy.
#[derive(Clone, Copy, Debug)]
pub struct Affinity {
    /// The other operand.
    pub other: Name,
    /// The part of this register that the copy names.
    pub part: Option<SubIndex>,
    /// The part of the other register that the copy names.
    pub other_part: Option<SubIndex>,
    /// Price of the copy per execution of the function.
    pub gain: f64,
}

impl Affinity {
    /// Whether the copy disappears when this register is `reg` and the other is `other`.
    pub fn joins(&self, machine: &Machine, reg: Reg, other: Reg) -> bool {
        match (part_of(machine, reg, self.part), part_of(machine, other, self.other_part)) {
            (Some(here), Some(there)) => here == there,
            _ => false,
        }
    }

    /// The register of `candidates` that makes the copy disappear if the other is `other`.
    pub fn wanted(&self, machine: &Machine, other: Reg, candidates: &[Reg]) -> Option<Reg> {
        let there = part_of(machine, other, self.other_part)?;
        match self.part {
            None => candidates.contains(&there).then_some(there),
            Some(_) => {
                let fits = |reg: &&Reg| part_of(machine, **reg, self.part) == Some(there);
                candidates.iter().find(fits).copied()
            }
        }
    }
}

/// The part of a register that a copy names, if that part is a register of the function.
pub(super) fn part_of(machine: &Machine, reg: Reg, part: Option<SubIndex>) -> Option<Reg> {
    match part {
        None => Some(reg),
        Some(part) => machine.parts[part][reg],
    }
}

/// The affinities of all virtual registers, greatest gain first.
#[derive(Debug)]
pub struct Affinities {
    spans: IndexVec<VReg, Span>,
    items: Vec<Affinity>,
}

impl Affinities {
    /// Collects both directions of every copy and adds up the copies between the same operands.
    pub fn collect(function: &Function) -> Self {
        let copies = function.insts.iter().filter(|data| data.kind == InstKind::Copy).count();
        let mut pairs: Vec<(VReg, Affinity)> = Vec::with_capacity(2 * copies);
        for (inst, data) in function.insts.enumerate() {
            if data.kind == InstKind::Copy {
                collect_copy(function, inst, &mut pairs);
            }
        }
        let key = |(vreg, a): &(VReg, Affinity)| (*vreg, name_key(a.other), a.part, a.other_part);
        pairs.sort_by_key(key);
        pairs.dedup_by(|later, first| {
            let same = key(later) == key(first);
            if same {
                first.1.gain += later.1.gain;
            }
            same
        });
        pairs.sort_by(|a, b| a.0.cmp(&b.0).then(b.1.gain.total_cmp(&a.1.gain)));
        let mut spans = IndexVec::filled(Span::default(), function.vregs.len());
        let mut start = 0;
        for group in pairs.chunk_by(|a, b| a.0 == b.0) {
            spans[group[0].0] = Span::since(start, start + group.len());
            start += group.len();
        }
        Self { spans, items: pairs.into_iter().map(|(_, affinity)| affinity).collect() }
    }

    /// The affinities of one virtual register, greatest gain first.
    pub fn of(&self, vreg: VReg) -> &[Affinity] {
        &self.items[self.spans[vreg].range()]
    }
}

/// An order on names, for sorting only.
fn name_key(name: Name) -> (bool, u32) {
    match name {
        Name::Virtual(vreg) => (false, vreg.0),
        Name::Fixed(reg) => (true, reg.0),
    }
}

fn collect_copy(function: &Function, inst: Inst, pairs: &mut Vec<(VReg, Affinity)>) {
    let [a, b] = function.operands_of(inst) else {
        return;
    };
    let gain = COPY * function.blocks[function.insts[inst].block].frequency;
    let mut add = |from: &Operand, to: &Operand| {
        if let Name::Virtual(vreg) = from.name {
            let (part, other_part) = (from.part, to.part);
            pairs.push((vreg, Affinity { other: to.name, part, other_part, gain }));
        }
    };
    if a.name != b.name {
        add(a, b);
        add(b, a);
    }
}
