//! Walks along paths of a function whose ranges all have registers, once as it is and once with its
//! clean-up carried out: what an instruction reads must be the same.
//!
//! The one machine keeps each range by itself and carries out every access to a slot. The other has the
//! target's registers, loads nothing that the clean-up says a register holds, and stores nothing that it
//! says nobody reads. Each result is a number of its own.

use super::choices::Choices;
use crate::model::function::{Access, Block, Function, Inst, InstKind, Name, Operand, Slot, VReg};
use crate::model::index::Idx;
use crate::model::machine::{Reg, Unit};
use crate::model::point::Point;
use crate::plan::Allocation;
use std::collections::{BTreeMap, BTreeSet};

/// Paths, and blocks of one path at most.
const PATHS: u64 = 8;
const BLOCKS: u32 = 60;

/// A number for each unit of a register; nothing where none was written.
type Value = Vec<Option<u64>>;

/// The reads that the clean-up changes on some path.
pub fn changed_reads(function: &Function, allocation: &Allocation) -> Option<String> {
    let mut accesses: BTreeMap<Point, Vec<(Slot, Access)>> = BTreeMap::new();
    for access in &function.slot_accesses {
        accesses.entry(access.point).or_default().push((access.slot, access.access));
    }
    let holders = allocation.reuses.iter().map(|reuse| (reuse.inst, reuse.holder)).collect();
    let dead = allocation.dead_stores.iter().copied().collect();
    (1..=PATHS).find_map(|seed| {
        let walk = Walk {
            function,
            allocation,
            accesses: &accesses,
            holders: &holders,
            dead: &dead,
            numbers: 0,
            ranges: BTreeMap::new(),
            fixed: BTreeMap::new(),
            units: BTreeMap::new(),
            slots: BTreeMap::new(),
            cleaned_slots: BTreeMap::new(),
        };
        walk.follow(&mut Choices::from_seed(seed))
    })
}

struct Walk<'w> {
    function: &'w Function,
    allocation: &'w Allocation,
    accesses: &'w BTreeMap<Point, Vec<(Slot, Access)>>,
    holders: &'w BTreeMap<Inst, VReg>,
    dead: &'w BTreeSet<Inst>,
    numbers: u64,
    /// What each range holds, by the units of its register, and the fixed registers beside them.
    ranges: BTreeMap<(VReg, Unit), u64>,
    fixed: BTreeMap<Unit, u64>,
    /// What the registers of the machine with clean-up hold.
    units: BTreeMap<Unit, u64>,
    slots: BTreeMap<Slot, Value>,
    cleaned_slots: BTreeMap<Slot, Value>,
}

impl Walk<'_> {
    /// The first read on the path that is another after clean-up.
    fn follow(mut self, choices: &mut Choices) -> Option<String> {
        let mut block = Block(0);
        for _ in 0..BLOCKS {
            for inst in self.function.blocks[block].insts.range().map(Inst::new) {
                if let Some(fault) = self.step(inst) {
                    return Some(fault);
                }
            }
            let successors = self.function.successors_of(block);
            if successors.is_empty() {
                return None;
            }
            block = successors[choices.below(successors.len() as u64) as usize];
        }
        None
    }

    fn step(&mut self, inst: Inst) -> Option<String> {
        let data = self.function.insts[inst];
        let operands = self.function.operands_of(inst);
        // Of a part that is written the rest is kept, which is no read.
        for operand in operands.iter().filter(|operand| operand.reads && !operand.writes) {
            let (expected, found) = (self.expected(operand), self.found(operand));
            let differs = |(e, f): (&Option<u64>, &Option<u64>)| e.is_some() && e != f;
            if expected.iter().zip(&found).any(differs) {
                return Some(format!("{inst:?} reads another value of {:?}", operand.name));
            }
        }
        let accesses = self.accesses.get(&data.point).cloned().unwrap_or_default();
        for &(slot, access) in &accesses {
            if let Some(fault) = self.access(inst, slot, access) {
                return Some(fault);
            }
        }
        let moved = match operands {
            [to, from] if data.kind == InstKind::Copy && to.writes => {
                Some((self.expected(from), self.found(from)))
            }
            _ => None,
        };
        self.clobber(data.point.register());
        if accesses.iter().any(|access| matches!(access.1, Access::Reload(_))) {
            return None;
        }
        for operand in operands.iter().filter(|operand| operand.writes) {
            let (expected, found) = moved.clone().unwrap_or_else(|| {
                let value = self.new_value(operand);
                (value.clone(), value)
            });
            self.set(operand, &expected, &found);
        }
        None
    }

    /// Carries out an access to a slot on both machines.
    fn access(&mut self, inst: Inst, slot: Slot, access: Access) -> Option<String> {
        let range = self.function.operands_of(inst).first().copied();
        match (access, range) {
            (Access::Store(_), Some(range)) => {
                self.slots.insert(slot, self.expected(&range));
                if !self.dead.contains(&inst) {
                    self.cleaned_slots.insert(slot, self.found(&range));
                }
            }
            (Access::Reload(_), Some(range)) => {
                let expected = self.slots.get(&slot).cloned().unwrap_or_default();
                let found = match self.holders.get(&inst) {
                    Some(&holder) => self.found(&Operand { name: Name::Virtual(holder), ..range }),
                    None => self.cleaned_slots.get(&slot).cloned().unwrap_or_default(),
                };
                self.set(&range, &expected, &found);
            }
            (Access::Overwrite, _) => {
                self.numbers += 1;
                self.slots.insert(slot, vec![Some(self.numbers)]);
                self.cleaned_slots.insert(slot, vec![Some(self.numbers)]);
            }
            _ => {
                let expected = self.slots.get(&slot);
                if expected.is_some() && expected != self.cleaned_slots.get(&slot) {
                    return Some(format!("{inst:?} reads another value of {slot:?}"));
                }
            }
        }
        None
    }

    /// A call keeps the registers of its mask.
    fn clobber(&mut self, point: Point) {
        let machine = &self.function.machine;
        for &(_, mask) in machine.clobbers.iter().filter(|clobber| clobber.0 == point) {
            for reg in machine.regs.indices().filter(|&reg| !machine.preserves(mask, reg)) {
                for unit in machine.units_of(reg) {
                    let is_kept = machine.regs.indices().any(|whole| {
                        machine.preserves(mask, whole)
                            && machine.units_of(whole).iter().any(|part| part.unit == unit.unit)
                    });
                    if !is_kept {
                        self.units.remove(&unit.unit);
                        self.fixed.remove(&unit.unit);
                    }
                }
            }
        }
    }

    fn register(&self, operand: &Operand) -> Option<Reg> {
        let reg = match operand.name {
            Name::Virtual(vreg) => self.allocation.registers[vreg],
            Name::Fixed(reg) => reg,
        };
        operand.part.map_or(Some(reg), |part| self.function.machine.parts[part][reg])
    }

    fn units_of(&self, operand: &Operand) -> Vec<Unit> {
        let reg = self.register(operand);
        let parts = reg.map_or(&[][..], |reg| self.function.machine.units_of(reg));
        parts.iter().map(|part| part.unit).collect()
    }

    fn expected(&self, operand: &Operand) -> Value {
        let of_unit = |unit: Unit| match operand.name {
            Name::Virtual(vreg) => self.ranges.get(&(vreg, unit)).copied(),
            Name::Fixed(_) => self.fixed.get(&unit).copied(),
        };
        self.units_of(operand).into_iter().map(of_unit).collect()
    }

    fn found(&self, operand: &Operand) -> Value {
        self.units_of(operand).into_iter().map(|unit| self.units.get(&unit).copied()).collect()
    }

    fn new_value(&mut self, operand: &Operand) -> Value {
        let units = self.units_of(operand);
        let mut next = || {
            self.numbers += 1;
            Some(self.numbers)
        };
        units.iter().map(|_| next()).collect()
    }

    fn set(&mut self, operand: &Operand, expected: &Value, found: &Value) {
        for (number, unit) in self.units_of(operand).into_iter().enumerate() {
            let value_of = |value: &Value| value.get(number).copied().flatten();
            match operand.name {
                Name::Virtual(vreg) => enter(&mut self.ranges, (vreg, unit), value_of(expected)),
                Name::Fixed(_) => enter(&mut self.fixed, unit, value_of(expected)),
            }
            enter(&mut self.units, unit, value_of(found));
        }
    }
}

fn enter<Key: Ord>(values: &mut BTreeMap<Key, u64>, key: Key, value: Option<u64>) {
    match value {
        Some(value) => values.insert(key, value),
        None => values.remove(&key),
    };
}
