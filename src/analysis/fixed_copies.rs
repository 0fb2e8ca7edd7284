//! Copies between virtual registers and fixed ones, as they pass arguments to a call or take them.
//!
//! From the copy on both hold the same value, so that until one of them changes they may share the
//! fixed register: it is not in the range's way although both are live. The same holds part by part
//! for a range that is a tuple.

use super::affinity::part_of;
use crate::model::function::{Function, InstKind, Name, VReg};
use crate::model::machine::{Machine, Reg, SubIndex};
use crate::model::point::Point;

/// The copies of all virtual registers, sorted.
#[derive(Debug)]
pub struct FixedCopies {
    items: Vec<FixedCopy>,
}

/// A copy between a fixed register and a range or a part of it.
#[derive(Debug)]
struct FixedCopy {
    vreg: VReg,
    /// Where the copy writes.
    point: Point,
    part: Option<SubIndex>,
    fixed: Reg,
}

impl FixedCopies {
    /// Collects the copies in either direction.
    pub fn collect(function: &Function) -> Self {
        let mut items = Vec::new();
        for (inst, data) in function.insts.enumerate() {
            if data.kind != InstKind::Copy {
                continue;
            }
            let (vreg, part, fixed) = match function.operands_of(inst) {
                [to, from] if from.reads => match (to.name, from.name) {
                    (Name::Fixed(fixed), Name::Virtual(vreg)) => (vreg, from.part, fixed),
                    (Name::Virtual(vreg), Name::Fixed(fixed)) => (vreg, to.part, fixed),
                    _ => continue,
                },
                _ => continue,
            };
            items.push(FixedCopy { vreg, point: data.point.register(), part, fixed });
        }
        // No two are at the same point. One number is compared faster than two.
        items.sort_unstable_by_key(|copy| u64::from(copy.vreg.0) << 32 | u64::from(copy.point.0));
        Self { items }
    }

    /// The copies of a whole range: the range, where the copy writes, and the fixed register.
    pub fn of_whole_ranges(&self) -> impl Iterator<Item = (VReg, Point, Reg)> + '_ {
        let whole = self.items.iter().filter(|copy| copy.part.is_none());
        whole.map(|copy| (copy.vreg, copy.point, copy.fixed))
    }

    /// Whether what is written at `point` is a copy that does nothing if the range is in `reg`.
    pub fn contains(&self, machine: &Machine, vreg: VReg, reg: Reg, point: Point) -> bool {
        let found = self.items.binary_search_by_key(&(vreg, point), |copy| (copy.vreg, copy.point));
        found.is_ok_and(|item| {
            let copy = &self.items[item];
            part_of(machine, reg, copy.part) == Some(copy.fixed)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::function::{Block, InstData, Operand};
    use crate::model::index::{IndexVec, Span};

    type Side = (Name, Option<SubIndex>);

    fn copy(function: &mut Function, point: u32, to: Side, from: Side) {
        let start = function.operands.len();
        for ((name, part), writes) in [(to, true), (from, false)] {
            function.operands.push(Operand { name, part, reads: !writes, writes });
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
        let fixed = |reg| (Name::Fixed(Reg(reg)), None);
        let range = |vreg| (Name::Virtual(VReg(vreg)), None);
        let mut function = Function::default();
        copy(&mut function, 4, fixed(7), range(1));
        copy(&mut function, 8, range(1), fixed(6));
        copy(&mut function, 12, range(2), range(1));
        let copies = FixedCopies::collect(&function);
        let shared = |vreg, reg, point: u32| {
            let point = Point(point).register();
            copies.contains(&function.machine, VReg(vreg), Reg(reg), point)
        };
        assert!(shared(1, 7, 4));
        assert!(shared(1, 6, 8));
        assert!(!shared(1, 6, 4));
        assert!(!shared(2, 7, 4));
        assert!(!shared(2, 7, 12));
    }

    #[test]
    fn a_part_counts_if_it_is_that_part_of_the_register() {
        let mut function = Function::default();
        function.machine.parts = IndexVec::from(vec![
            IndexVec::from(vec![None, None, Some(Reg(0))]),
            IndexVec::from(vec![None, None, Some(Reg(1))]),
        ]);
        let low = (Name::Virtual(VReg(0)), Some(SubIndex(0)));
        copy(&mut function, 4, (Name::Fixed(Reg(0)), None), low);
        copy(&mut function, 8, (Name::Fixed(Reg(1)), None), low);
        let copies = FixedCopies::collect(&function);
        let machine = &function.machine;
        assert!(copies.contains(machine, VReg(0), Reg(2), Point(4).register()));
        assert!(!copies.contains(machine, VReg(0), Reg(2), Point(8).register()));
        assert!(!copies.contains(machine, VReg(0), Reg(0), Point(4).register()));
    }
}
