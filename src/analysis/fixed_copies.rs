//! Copies between virtual registers and fixed ones, as they pass arguments to a call or take them.
//!
//! From the copy on both hold the same value, so that until one of them changes they may share the
//! fixed register: it is not in the range's way although both are live. The same holds part by part
//! for a range that is a tuple.

use super::affinity::part_of;
use crate::model::function::{Function, InstKind, Name, VReg};
use crate::model::grouped::Grouped;
use crate::model::machine::{Machine, Reg, SubIndex};
use crate::model::point::Point;

/// The copies of all virtual registers; those of each are in the order of their points.
#[derive(Debug)]
pub struct FixedCopies(Grouped<VReg, FixedCopy>);

/// A copy between a fixed register and a range or a part of it.
#[derive(Clone, Copy, Debug)]
struct FixedCopy {
    /// Where the copy writes.
    point: Point,
    part: Option<SubIndex>,
    fixed: Reg,
}

/// The copies of a function in either direction, in its order.
fn copies(function: &Function) -> impl Iterator<Item = (VReg, FixedCopy)> + '_ {
    let copies = function.insts.enumerate().filter(|(_, data)| data.kind == InstKind::Copy);
    copies.filter_map(|(inst, data)| {
        let (vreg, part, fixed) = match function.operands_of(inst) {
            [to, from] if from.reads => match (to.name, from.name) {
                (Name::Fixed(fixed), Name::Virtual(vreg)) => (vreg, from.part, fixed),
                (Name::Virtual(vreg), Name::Fixed(fixed)) => (vreg, to.part, fixed),
                _ => return None,
            },
            _ => return None,
        };
        Some((vreg, FixedCopy { point: data.point.register(), part, fixed }))
    })
}

/// The copies of whole ranges: the range, where the copy writes, and the fixed register.
pub fn of_whole_ranges(function: &Function) -> impl Iterator<Item = (VReg, Point, Reg)> + '_ {
    let whole = copies(function).filter(|(_, copy)| copy.part.is_none());
    whole.map(|(vreg, copy)| (vreg, copy.point, copy.fixed))
}

impl FixedCopies {
    /// Collects the copies in either direction.
    pub fn collect(function: &Function) -> Self {
        let copies: Vec<(VReg, FixedCopy)> = copies(function).collect();
        Self(Grouped::new(&copies, function.vregs.len()))
    }

    /// Whether what is written at `point` is a copy that does nothing if the range is in `reg`.
    pub fn contains(&self, machine: &Machine, vreg: VReg, reg: Reg, point: Point) -> bool {
        let copies = self.0.of(vreg);
        let found = copies.binary_search_by_key(&point, |copy| copy.point);
        found.is_ok_and(|at| part_of(machine, reg, copies[at].part) == Some(copies[at].fixed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::text::parse;

    /// Whether the copies of a function with registers r0, r1 and d0, whose parts `lo` and `hi` they are, contain
    /// what the instruction writes.
    fn shares(insts: &str, vreg: u32, reg: u32, inst: usize) -> bool {
        let machine = "reg r0\nreg r1\nreg d0 of r0 r1\nclass g r0 r1\nclass d d0\n\
                       part lo d0=r0\npart hi d0=r1\n";
        let text = format!("{machine}function f\nrange %0 d\nblock b0 1\n{insts}");
        let function = parse(&text).unwrap().function;
        let point = function.insts.iter().nth(inst).unwrap().point.register();
        FixedCopies::collect(&function).contains(&function.machine, VReg(vreg), Reg(reg), point)
    }

    #[test]
    fn copies_in_either_direction_count() {
        let insts = "  loadI 1 => %1\n  i2i %1 => r1\n  i2i r0 => %1\n  i2i %1 => %2\n";
        assert!(shares(insts, 1, 1, 1));
        assert!(shares(insts, 1, 0, 2));
        assert!(!shares(insts, 1, 0, 1));
        assert!(!shares(insts, 2, 1, 1));
        assert!(!shares(insts, 2, 1, 3));
    }

    #[test]
    fn a_part_counts_if_it_is_that_part_of_the_register() {
        let insts = "  loadI 1 => %0\n  i2i %0.lo => r0\n  i2i %0.lo => r1\n";
        assert!(shares(insts, 0, 2, 1));
        assert!(!shares(insts, 0, 2, 2));
        assert!(!shares(insts, 0, 0, 1));
    }
}
