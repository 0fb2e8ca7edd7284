//! The types of the fields of events: how each is written, and which names are in it.

use super::event::{Alternative, Placed, Priced, Transfer, Why};
use crate::analysis::register_sets::RegSet;
use crate::model::function::VReg;
use crate::model::machine::Reg;
use crate::model::point::Point;

/// What a field of an event says.
pub enum Value<'e> {
    Range(VReg),
    Ranges(&'e [VReg]),
    Reg(Reg),
    Set(RegSet),
    Point(Point),
    Count(i64),
    Price(f64),
    Text(&'e str),
    Priced(&'e [Priced]),
    Alternatives(&'e [Alternative]),
    Placed(&'e [Placed]),
    Transfers(&'e [Transfer]),
}

/// The client's names of ranges.
pub type RangeNames<'n> = &'n dyn Fn(VReg) -> VReg;
/// The client's names of registers.
pub type RegNames<'n> = &'n dyn Fn(Reg) -> Reg;

/// What can be a field of an event.
pub trait Field {
    /// What it says.
    fn value(&self) -> Value<'_>;

    /// Calls the ranges and registers in it by other names.
    fn rename(&mut self, _range: RangeNames, _reg: RegNames) {}
}

impl Field for VReg {
    fn value(&self) -> Value<'_> {
        Value::Range(*self)
    }

    fn rename(&mut self, range: RangeNames, _: RegNames) {
        *self = range(*self);
    }
}

impl Field for Vec<VReg> {
    fn value(&self) -> Value<'_> {
        Value::Ranges(self)
    }

    fn rename(&mut self, range: RangeNames, _: RegNames) {
        self.iter_mut().for_each(|vreg| *vreg = range(*vreg));
    }
}

impl Field for Reg {
    fn value(&self) -> Value<'_> {
        Value::Reg(*self)
    }

    fn rename(&mut self, _: RangeNames, reg: RegNames) {
        *self = reg(*self);
    }
}

impl Field for RegSet {
    fn value(&self) -> Value<'_> {
        Value::Set(*self)
    }
}

impl Field for Point {
    fn value(&self) -> Value<'_> {
        Value::Point(*self)
    }
}

impl Field for i32 {
    fn value(&self) -> Value<'_> {
        Value::Count(i64::from(*self))
    }
}

impl Field for f64 {
    fn value(&self) -> Value<'_> {
        Value::Price(*self)
    }
}

impl Field for Why {
    fn value(&self) -> Value<'_> {
        Value::Text(self.name())
    }
}

impl Field for String {
    fn value(&self) -> Value<'_> {
        Value::Text(self)
    }
}

impl Field for Vec<Priced> {
    fn value(&self) -> Value<'_> {
        Value::Priced(self)
    }

    fn rename(&mut self, range: RangeNames, _: RegNames) {
        self.iter_mut().for_each(|priced| priced.range = range(priced.range));
    }
}

impl Field for Vec<Alternative> {
    fn value(&self) -> Value<'_> {
        Value::Alternatives(self)
    }

    fn rename(&mut self, range: RangeNames, _: RegNames) {
        for other in self {
            other.range = range(other.range);
            other.with.iter_mut().for_each(|vreg| *vreg = range(*vreg));
        }
    }
}

impl Field for Vec<Placed> {
    fn value(&self) -> Value<'_> {
        Value::Placed(self)
    }

    fn rename(&mut self, range: RangeNames, reg: RegNames) {
        for placed in self {
            placed.range = range(placed.range);
            placed.reg = placed.reg.map(reg);
        }
    }
}

impl Field for Vec<Transfer> {
    fn value(&self) -> Value<'_> {
        Value::Transfers(self)
    }

    fn rename(&mut self, range: RangeNames, _: RegNames) {
        for transfer in self {
            (transfer.from, transfer.to) = (range(transfer.from), range(transfer.to));
        }
    }
}
