//! Copies between virtual registers and fixed ones, as they pass arguments to a call or take them.
//!
//! From the copy on both hold the same value, so that until one of them changes they may share the
//! fixed register: it is not in the range's way although both are live.

use crate::model::function::{Function, InstKind, Name, VReg};
use crate::model::machine::Reg;
use crate::model::point::Point;

/// The copies of all virtual registers, sorted.
#[derive(Debug)]
pub struct FixedCopies {
    items: Vec<(VReg, Reg, Point)>,
}

impl FixedCopies {
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
            if to.part.is_some() || from.part.is_some() || !from.reads {
                continue;
            }
            match (to.name, from.name) {
                (Name::Fixed(reg), Name::Virtual(vreg))
                | (Name::Virtual(vreg), Name::Fixed(reg)) => {
                    items.push((vreg, reg, data.point.register()));
                }
                _ => {}
            }
        }
        items.sort_unstable();
        Self { items }
    }

    /// Whether what is written at `point` is a copy between the two.
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
    fn copies_in_either_direction_count() {
        let mut function = Function::default();
        copy(&mut function, 4, Name::Fixed(Reg(7)), Name::Virtual(VReg(1)));
        copy(&mut function, 8, Name::Virtual(VReg(1)), Name::Fixed(Reg(6)));
        copy(&mut function, 12, Name::Virtual(VReg(2)), Name::Virtual(VReg(1)));
        let copies = FixedCopies::collect(&function);
        assert!(copies.contains(VReg(1), Reg(7), Point(4).register()));
        assert!(copies.contains(VReg(1), Reg(6), Point(8).register()));
        assert!(!copies.contains(VReg(1), Reg(6), Point(4).register()));
        assert!(!copies.contains(VReg(2), Reg(7), Point(4).register()));
    }
}
