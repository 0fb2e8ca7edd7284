//! What a generated function computes.

use super::{Type, Writer};
use crate::fuzz::machines::Feature;

impl Writer<'_> {
    pub(super) fn statement(&mut self) {
        use Feature::*;
        let has = |feature| self.machine.has(feature);
        let (maps, frames) = (has(StackMaps), has(Frames));
        let is_collected = self.attributes.iter().any(|attribute| attribute.starts_with("gc "));
        match self.choices.below(30) {
            0..=3 => self.call(),
            4 | 5 => self.assembly(),
            6 | 7 if has(Atomics) => self.atomic(),
            8 if has(Wide) => self.divide(),
            9 | 10 => self.convert(),
            11 | 12 => self.pick(),
            13 | 14 => self.shuffle(),
            15 | 16 => self.element(),
            17 | 18 => {
                let ty = self.any_type();
                let value = self.load(ty);
                self.write_to(ty, &value);
            }
            19 | 20 => {
                let ty = self.any_type();
                let value = self.read(ty);
                self.store(ty, &value);
            }
            21 if maps && self.choices.chance(60) => self.stack_map(),
            21 | 22 if maps => self.patch_point(),
            21..=23 if is_collected => self.statepoint(),
            21..=23 if frames && self.signature.is_variadic => self.further_arguments(),
            24 if frames && self.choices.chance(40) => self.object(),
            24 if frames && self.choices.chance(40) => self.dynamic_object(),
            24 if has(LandingPads) && self.choices.chance(40) => self.set_jump(),
            24 if has(Wide) => self.copy_memory(),
            _ => self.arithmetic(),
        }
    }

    pub(super) fn arithmetic(&mut self) {
        let ty = self.any_type();
        let (a, b) = (self.read(ty), self.read(ty));
        // Too far a shift is poison, but the code is not run; by a variable it has a register of its
        // own on x86.
        let operations = match (ty.is_float(), ty) {
            (true, _) => ["fadd", "fmul", "fsub", "fadd", "fmul", "fsub"],
            (_, Type::ScalableI1) => ["xor", "and", "or", "xor", "and", "or"],
            _ => ["add", "sub", "mul", "xor", "and", "shl"],
        };
        let operation = operations[self.choices.below(6) as usize];
        let result = self.value(format!("{operation} {} {a}, {b}", ty.name()));
        self.write_to(ty, &result);
    }

    fn divide(&mut self) {
        let ty = [Type::I32, Type::I64][self.choices.below(2) as usize];
        let (a, b) = (self.number(ty), self.number(ty));
        for operation in ["udiv", "urem"] {
            let result = self.value(format!("{operation} {} {a}, {b}", ty.name()));
            self.keep_number(ty, &result);
        }
    }

    /// A number becomes one of another size or kind.
    fn convert(&mut self) {
        let (from, to) = (self.any_type(), self.any_type());
        let value = self.read(from);
        let floats = [Type::F32, Type::F64];
        let operation = match (from.bits(), to.bits()) {
            (Some(few), Some(many)) if few < many => {
                ["zext", "sext"][self.choices.below(2) as usize]
            }
            (Some(many), Some(few)) if few < many => "trunc",
            // A conversion of 128 bits is a call that not every machine's library has.
            (Some(..=64), None) if floats.contains(&to) => "sitofp",
            (None, Some(..=64)) if floats.contains(&from) => "fptosi",
            _ if (from, to) == (Type::F32, Type::F64) => "fpext",
            _ if (from, to) == (Type::F64, Type::F32) => "fptrunc",
            _ if from == to => return self.write_to(to, &value),
            _ => return self.arithmetic(),
        };
        let result = self.value(format!("{operation} {} {value} to {}", from.name(), to.name()));
        self.write_to(to, &result);
    }

    /// One of two values, by a condition.
    fn pick(&mut self) {
        let (ty, condition) = (self.any_type(), self.condition());
        let (a, b, name) = (self.read(ty), self.read(ty), ty.name());
        let result = self.value(format!("select i1 {condition}, {name} {a}, {name} {b}"));
        self.write_to(ty, &result);
    }
}
