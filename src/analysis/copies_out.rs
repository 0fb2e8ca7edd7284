//! Copies of virtual registers into fixed ones, as they pass arguments to a call.
//!
//! From the copy on both hold the same value, so that until one of them changes they may share the
//! fixed register: it is not in the range's way although both are live.

use crate::model::function::{Function, InstKind, Name, VReg};
use crate::model::machine::Reg;
use crate::model::point::Point;

/// The copies of all virtual registers, sorted.
#[derive(Debug)]
pub struct CopiesOut {
    items: Vec<(VReg, Reg, Point)>,
}

impl CopiesOut {
    /// Collects the copies of whole registers.
    pub fn collect(function: &Function) -> Self {
        let mut items = Vec::new();
        for (inst, data) in function.insts.enumerate() {
            if data.kind != InstKind::Copy {
                continue;
            }
            let [to, from] = function.operands_of(inst) else {
                continue;
            };
            if let (Name::Fixed(reg), Name::Virtual(vreg)) = (to.name, from.name) {
                if to.part.is_none() && from.part.is_none() && from.reads {
                    items.push((vreg, reg, data.point.register()));
                }
            }
        }
        items.sort_unstable();
        Self { items }
    }

    /// Whether the register is written at `point` by a copy of the range.
    pub fn contains(&self, vreg: VReg, reg: Reg, point: Point) -> bool {
        self.items.binary_search(&(vreg, reg, point)).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::function::{Block, InstData, Operand};
    use crate::model::index::Span;

    fn copy(function: &mut Function, point: u32, to: Name, from: Name) {
        let start = function.operands.len();
        for (name, writes) in [(to, true), (from, false)] {
            function.operands.push(Operand { name, part: None, reads: !writes, writes });
        }
        function.insts.push(InstData {
            point: Point(point),
            block: Block(0),
            kind: InstKind::Copy,
            operands: Span::since(start, start + 2),
        });
    }

    #[test]
    fn only_copies_from_the_range_count() {
        let mut function = Function::default();
        copy(&mut function, 4, Name::Fixed(Reg(7)), Name::Virtual(VReg(1)));
        copy(&mut function, 8, Name::Virtual(VReg(1)), Name::Fixed(Reg(7)));
        copy(&mut function, 12, Name::Virtual(VReg(2)), Name::Virtual(VReg(1)));
        let copies = CopiesOut::collect(&function);
        assert!(copies.contains(VReg(1), Reg(7), Point(4).register()));
        assert!(!copies.contains(VReg(1), Reg(6), Point(4).register()));
        assert!(!copies.contains(VReg(2), Reg(7), Point(4).register()));
        assert!(!copies.contains(VReg(1), Reg(7), Point(8).register()));
    }
}
