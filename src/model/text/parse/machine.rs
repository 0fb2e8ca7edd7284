//! The lines of the machine: registers, classes, parts and masks.

use super::words::{find, introduce, need, number};
use super::{Parsed, Parser, Problem};
use crate::model::index::{Idx, IndexVec, Span};
use crate::model::machine::{ClassData, Lanes, Reg, RegData, RegUnit, Unit};

impl Parser {
    pub(super) fn reg(&mut self, words: &[&str]) -> Parsed<()> {
        let (name, mut rest) = words.split_first().ok_or(Problem::Missing("a register"))?;
        if self.reg_named(name).is_ok() {
            return Err(Problem::Taken(name.to_string()));
        }
        let machine = &self.program.function.machine;
        if !machine.parts.is_empty() || !machine.masks.is_empty() {
            return Err(Problem::Misplaced("a register after a part or a mask"));
        }
        let mut units: Vec<Unit> = Vec::new();
        let mut data = RegData {
            name: self.program.function.machine.regs.len() as u32,
            units: Span::default(),
            saved_group: 0,
            paired_file: 0,
            encoding_cost: 0,
            is_costly: false,
        };
        while let Some((word, more)) = rest.split_first() {
            rest = more;
            match *word {
                "of" => {}
                "costly" => data.is_costly = true,
                "saved" | "paired" | "cost" => {
                    let value = number::<u8>(need(rest.first(), "a number")?)?;
                    rest = &rest[1..];
                    match *word {
                        "saved" => data.saved_group = u32::from(value),
                        "paired" => data.paired_file = u32::from(value),
                        _ => data.encoding_cost = value,
                    }
                }
                other => {
                    let inner = self.reg_named(other)?;
                    units.extend(machine.units_of(inner).iter().map(|part| part.unit));
                }
            }
        }
        let machine = &mut self.program.function.machine;
        if units.is_empty() {
            units.push(machine.units.push(Span::default()));
        }
        units.sort_unstable();
        units.dedup();
        let start = machine.reg_units.len();
        let parts = units.into_iter().map(|unit| RegUnit { unit, lanes: Lanes::ALL });
        machine.reg_units.extend(parts);
        data.units = Span::since(start, machine.reg_units.len());
        machine.regs.push(data);
        self.program.names.regs.push(name.to_string());
        Ok(())
    }

    pub(super) fn class(&mut self, words: &[&str]) -> Parsed<()> {
        let (name, rest) = words.split_first().ok_or(Problem::Missing("a class"))?;
        let order = self.regs(rest)?;
        let machine = &mut self.program.function.machine;
        let start = machine.orders.len();
        machine.orders.extend(order);
        let order = Span::since(start, machine.orders.len());
        machine.classes.push(ClassData { order });
        introduce(&mut self.program.names.classes, name)
    }

    pub(super) fn part(&mut self, words: &[&str]) -> Parsed<()> {
        let (name, rest) = words.split_first().ok_or(Problem::Missing("a part"))?;
        let mut row = IndexVec::filled(None, self.program.names.regs.len());
        for word in rest {
            let (whole, inner) =
                word.split_once('=').ok_or(Problem::Unexpected(word.to_string()))?;
            row[self.reg_named(whole)?] = Some(self.reg_named(inner)?);
        }
        self.program.function.machine.parts.push(row);
        introduce(&mut self.program.names.parts, name)
    }

    pub(super) fn mask(&mut self, words: &[&str]) -> Parsed<()> {
        let (name, rest) = words.split_first().ok_or(Problem::Missing("a mask"))?;
        let mut bits = vec![0u64; self.program.names.regs.len().div_ceil(64)];
        for reg in self.regs(rest)? {
            bits[reg.index() / 64] |= 1 << (reg.0 % 64);
        }
        self.program.function.machine.masks.push(bits);
        introduce(&mut self.program.names.masks, name)
    }

    pub(super) fn reg_named(&self, name: &str) -> Parsed<Reg> {
        find(&self.program.names.regs, name, "register")
    }

    fn regs(&self, names: &[&str]) -> Parsed<Vec<Reg>> {
        names.iter().map(|name| self.reg_named(name)).collect()
    }
}
