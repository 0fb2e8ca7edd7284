//! Affinities: pairs of registers that had better be one, since a copy or a longer form of an instruction goes then.

use crate::model::function::{Inst, InstKind, Name, Operand, TwoAddress, VReg};
use crate::model::grouped::Grouped;
use crate::model::index::{IndexVec, Span};
use crate::model::machine::{Machine, Reg, SubIndex};
use crate::options::Context;

/// What one virtual register gains if its register fits another operand of a copy, or of an instruction that is better
/// in two-address form.
#[derive(Clone, Copy, Debug)]
pub struct Affinity {
    /// The other operand.
    pub other: Name,
    /// The part of this register that the copy names.
    pub part: Option<SubIndex>,
    /// The part of the other register that the copy names.
    pub other_part: Option<SubIndex>,
    /// Price of the copy per execution of the function; 0 of an instruction that is only shorter in two-address form.
    pub gain: f64,
    /// Whether such a copy stands where the function ends.
    pub at_end: bool,
}

impl Affinity {
    /// Whether the copy disappears when this register is `reg` and the other is `other`.
    pub fn joins(&self, machine: &Machine, reg: Reg, other: Reg) -> bool {
        match (part_of(machine, reg, self.part), part_of(machine, other, self.other_part)) {
            (Some(here), Some(there)) => here == there,
            _ => false,
        }
    }

    /// Whether it is a copy from or to a fixed register that overlaps `reg`.
    pub fn is_with_fixed(&self, machine: &Machine, reg: Reg) -> bool {
        matches!(self.other, Name::Fixed(other) if machine.overlap(other, reg))
    }

    /// The same copy for the other register, which `vreg` is copied from or to.
    pub fn seen_from_other(&self, vreg: VReg) -> Self {
        let (part, other_part) = (self.other_part, self.part);
        Self { other: Name::Virtual(vreg), part, other_part, ..*self }
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
pub fn part_of(machine: &Machine, reg: Reg, part: Option<SubIndex>) -> Option<Reg> {
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
    /// Collects both directions of every copy and two-address form, and adds up those between the same operands.
    pub fn collect(context: Context) -> Self {
        let function = context.function;
        let mut pairs: Vec<(VReg, Affinity)> = Vec::with_capacity(2 * function.insts.len());
        for (inst, data) in function.insts.enumerate() {
            if data.kind == InstKind::Copy {
                collect_copy(context, inst, &mut pairs);
            }
        }
        for two_address in &function.two_address {
            collect_two_address(context, two_address, &mut pairs);
        }
        let mut items: Vec<Affinity> = Vec::with_capacity(pairs.len());
        let mut pairs = Grouped::new(&pairs, function.vregs.len());
        let mut spans = IndexVec::with_capacity(function.vregs.len());
        for vreg in pairs.groups() {
            let start = items.len();
            add_up(pairs.of_mut(vreg), &mut items);
            spans.push(Span::since(start, items.len()));
        }
        Self { spans, items }
    }

    /// The affinities of one virtual register, greatest gain first.
    pub fn of(&self, vreg: VReg) -> &[Affinity] {
        &self.items[self.spans[vreg].range()]
    }
}

/// Appends the affinities of one virtual register to `items`, the copies between the same operands
/// as one, greatest gain first.
fn add_up(affinities: &mut [Affinity], items: &mut Vec<Affinity>) {
    let key = |a: &Affinity| (name_key(a.other), a.part, a.other_part);
    let start = items.len();
    affinities.sort_by_key(key);
    for same in affinities.chunk_by(|a, b| key(a) == key(b)) {
        let gain = same.iter().map(|a| a.gain).sum();
        items.push(Affinity { gain, at_end: same.iter().any(|a| a.at_end), ..same[0] });
    }
    items[start..].sort_by(|a, b| b.gain.total_cmp(&a.gain));
}

/// An order on names, for sorting only.
fn name_key(name: Name) -> (bool, u32) {
    match name {
        Name::Virtual(vreg) => (false, vreg.0),
        Name::Fixed(reg) => (true, reg.0),
    }
}

fn collect_copy(context: Context, inst: Inst, pairs: &mut Vec<(VReg, Affinity)>) {
    let function = context.function;
    let [a, b] = function.operands_of(inst) else {
        return;
    };
    let block = function.insts[inst].block;
    let gain = context.costs.copy * function.blocks[block].frequency;
    let at_end = function.successors_of(block).is_empty();
    let mut add = |from: &Operand, to: &Operand| {
        if let Name::Virtual(vreg) = from.name {
            let (part, other_part) = (from.part, to.part);
            pairs.push((vreg, Affinity { other: to.name, part, other_part, gain, at_end }));
        }
    };
    if a.name != b.name {
        add(a, b);
        add(b, a);
    }
}

fn collect_two_address(context: Context, two: &TwoAddress, pairs: &mut Vec<(VReg, Affinity)>) {
    let function = context.function;
    let frequency = function.blocks[function.insts[two.inst].block].frequency;
    let gain = if two.saves_inst { context.costs.copy * frequency } else { 0.0 };
    for (vreg, other) in [(two.result, two.operand), (two.operand, two.result)] {
        let other = Name::Virtual(other);
        pairs.push((vreg, Affinity { other, part: None, other_part: None, gain, at_end: false }));
    }
}
