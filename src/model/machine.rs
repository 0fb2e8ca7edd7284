//! What the core knows of the target: register classes, registers, and the units they consist of.

use super::index::{index_type, Idx, IndexVec, Span};
use super::index_set::members;
use super::point::{covers, Point, Segment};
use std::collections::BTreeMap;

index_type! {
    /// A physical register that some class of the function may use.
    Reg "r";
    /// A part of a register that no two values can share: registers overlap if they share a unit.
    Unit "u";
    /// A register class.
    Class "c";
    /// A set of registers that a call preserves.
    Mask "m";
    /// A way to take a part of a register, `AL` of `EAX` for example.
    SubIndex "s";
}

/// The lanes of a register, one bit each, as the target names them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lanes(pub u64);

impl Lanes {
    /// Every lane.
    pub const ALL: Self = Self(u64::MAX);

    /// Whether the two have a lane in common.
    pub fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

/// A physical register.
#[derive(Clone, Copy, Debug)]
pub struct RegData {
    /// What the client calls it in every round.
    pub name: u32,
    /// Its units in `Machine::reg_units`.
    pub units: Span,
    /// The group of callee-saved registers that the first use of this one makes the function save,
    /// counted from 1; 0 if it costs nothing.
    pub saved_group: u32,
    /// The file of callee-saved registers, counted from 1, any two of which one instruction saves;
    /// 0 if each is saved by an instruction of its own.
    pub paired_file: u32,
    /// The target's price of naming the register in an instruction (a prefix byte on x86).
    pub encoding_cost: u8,
    /// Whether it makes some instructions take another one beside them ([`super::function::CostlyUse`]).
    pub is_costly: bool,
}

impl RegData {
    /// Whether the first use of the register may make the function save something.
    pub fn is_callee_saved(&self) -> bool {
        self.saved_group != 0
    }
}

/// A unit of a register with the lanes that it stands for there.
#[derive(Clone, Copy, Debug)]
pub struct RegUnit {
    /// The unit.
    pub unit: Unit,
    /// The lanes of the register that live in it.
    pub lanes: Lanes,
}

/// A register class.
#[derive(Clone, Copy, Debug)]
pub struct ClassData {
    /// Its registers in order of preference, in `Machine::orders`; reserved registers are left out.
    pub order: Span,
}

/// The target as one function sees it.
#[derive(Clone, Debug, Default)]
pub struct Machine {
    /// All registers of all classes.
    pub regs: IndexVec<Reg, RegData>,
    /// The units of all registers.
    pub reg_units: Vec<RegUnit>,
    /// Per unit the stretches taken by fixed registers, sorted, in `fixed`.
    pub units: IndexVec<Unit, Span>,
    /// The stretches of all units.
    pub fixed: Vec<Segment>,
    /// The classes.
    pub classes: IndexVec<Class, ClassData>,
    /// The registers of all classes.
    pub orders: Vec<Reg>,
    /// Per mask one bit a register, set if the register is preserved.
    pub masks: IndexVec<Mask, Vec<u64>>,
    /// Where the masks apply, sorted by point.
    pub clobbers: Vec<(Point, Mask)>,
    /// Per sub-register index the part of each register, if that part is a register here.
    pub parts: IndexVec<SubIndex, IndexVec<Reg, Option<Reg>>>,
    /// How many callee-saved registers of each file the function saves whatever is assigned. File 0 is
    /// those saved one by one, the others are the paired files.
    pub saved_anyway: Vec<u32>,
}

impl Machine {
    /// Makes one mask of all that preserve the same registers; the first of them gives the number.
    pub fn join_masks(&mut self) {
        let mut numbers: BTreeMap<Vec<u64>, Mask> = BTreeMap::new();
        let masks = std::mem::take(&mut self.masks);
        let joined = masks.iter().map(|mask| {
            let next = Mask::new(numbers.len());
            *numbers.entry(mask.clone()).or_insert(next)
        });
        let joined: IndexVec<Mask, Mask> = joined.collect();
        self.clobbers.iter_mut().for_each(|call| call.1 = joined[call.1]);
        self.masks = IndexVec::filled(Vec::new(), numbers.len());
        numbers.into_iter().for_each(|(mask, number)| self.masks[number] = mask);
    }

    /// Takes the registers that calls write out of their masks, as that of the return address on AArch64 and RISC-V:
    /// LLVM lists it as preserved, but no value lives in it across such a call.
    pub fn clobber_written(&mut self) {
        // Most calls preserve few registers, and few of those are written at all.
        let words = 0..self.regs.len().div_ceil(64);
        let kept = words.map(|word| self.masks.iter().fold(0, |kept, mask| kept | mask[word]));
        let is_fixed = |part: &RegUnit| !self.fixed_of(part.unit).is_empty();
        let may_be_written = |&reg: &Reg| self.units_of(reg).iter().any(is_fixed);
        let regs: Vec<Reg> = members(kept).filter(may_be_written).collect();
        for reg in regs {
            for call in 0..self.clobbers.len() {
                let (at, mask) = self.clobbers[call];
                if self.preserves(mask, reg) && self.is_fixed_at(reg, at) {
                    self.masks[mask][reg.0 as usize / 64] &= !(1 << (reg.0 % 64));
                }
            }
        }
    }

    /// Whether a fixed value holds a part of the register at a point.
    fn is_fixed_at(&self, reg: Reg, at: Point) -> bool {
        self.units_of(reg).iter().any(|part| covers(self.fixed_of(part.unit), at))
    }

    /// The registers of a class in order of preference.
    pub fn order(&self, class: Class) -> &[Reg] {
        &self.orders[self.classes[class].order.range()]
    }

    /// The units of a register.
    pub fn units_of(&self, reg: Reg) -> &[RegUnit] {
        &self.reg_units[self.regs[reg].units.range()]
    }

    /// The stretches of a unit that fixed registers take.
    pub fn fixed_of(&self, unit: Unit) -> &[Segment] {
        &self.fixed[self.units[unit].range()]
    }

    /// Whether two registers share a unit.
    pub fn overlap(&self, a: Reg, b: Reg) -> bool {
        let units = self.units_of(b);
        self.units_of(a).iter().any(|x| units.iter().any(|y| x.unit == y.unit))
    }

    /// The calls within a segment, with their masks.
    pub fn calls_within(&self, segment: Segment) -> impl Iterator<Item = &(Point, Mask)> {
        let first = self.clobbers.partition_point(|call| call.0 < segment.start);
        self.clobbers[first..].iter().take_while(move |call| call.0 < segment.end)
    }

    /// Whether a mask preserves the register.
    pub fn preserves(&self, mask: Mask, reg: Reg) -> bool {
        self.masks[mask][reg.0 as usize / 64] >> (reg.0 % 64) & 1 != 0
    }
}

#[cfg(test)]
mod tests {
    use super::Reg;
    use crate::model::text::parse;

    #[test]
    fn a_register_that_calls_write_is_not_preserved() {
        // m preserves r0 and r1. The first call with it writes r1, as a return address; nothing writes r0. The call with
        // n, which preserves r1 alone, does not.
        let text = "reg r0\nreg r1\nclass g r0 r1\nmask m r0 r1\nmask n r1\nfunction f\nblock b0 1\n  \
                    call => r1 keeps m\n  call keeps m\n  call keeps n\n  loadI 1 => r1\n  store r1\n";
        let mut machine = parse(text).unwrap().function.machine;
        machine.clobber_written();
        let kept =
            |call: usize| [0, 1].map(|reg| machine.preserves(machine.clobbers[call].1, Reg(reg)));
        assert_eq!([0, 1, 2].map(kept), [[true, false], [true, false], [false, true]]);
    }

    #[test]
    fn masks_that_preserve_the_same_registers_are_one() {
        let text = "reg r0\nreg r1\nclass g r0 r1\nmask a r1\nmask b r0 r1\nmask c r1\nmask d\n\
                    mask e r0 r1\nfunction f\nblock b0 1\n  call keeps c\n  call keeps e\n  \
                    call keeps d\n  call keeps a\n";
        let mut machine = parse(text).unwrap().function.machine;
        machine.join_masks();
        assert_eq!(machine.masks.iter().flatten().copied().collect::<Vec<u64>>(), [2, 3, 0]);
        let masks: Vec<u32> = machine.clobbers.iter().map(|call| call.1 .0).collect();
        assert_eq!(masks, [0, 1, 2, 0]);
    }
}
