//! Ranges within a block in [`Order::ThreeSteps`](super::order::Order::ThreeSteps): who shares a register with a range
//! that lives across blocks, and who makes room in the linear scan (Morgan 1998, 11; Belady 1966).

use super::assignment::Assignment;
use super::copies::Hint;
use super::evict::Eviction;
use super::order::lives_across_blocks;
use crate::analysis::references::Reference;
use crate::model::function::{Fate, VReg};
use crate::model::machine::Reg;
use crate::model::point::Point;

/// A free register for a range within a block that a range across blocks has elsewhere in that block: one of the `hints`,
/// else the first in order.
pub fn shared_register(assignment: &Assignment, vreg: VReg, hints: &[Hint]) -> Option<Reg> {
    let (ranges, matrix) = (assignment.ranges(), assignment.matrix());
    let function = assignment.function();
    let start = ranges.live(vreg).first()?.start;
    let block = [function.blocks[function.block_at(start)].points];
    let is_local = |holder| !lives_across_blocks(assignment, holder);
    let suits =
        |&reg: &Reg| matrix.is_free(vreg, reg) && !matrix.holders_within(&block, reg, is_local);
    let order = ranges.order(vreg).iter().copied();
    hints.iter().map(|hint| hint.reg).chain(order).find(suits)
}

/// The register of the range within the block that is used again last, if that is behind the next use of `vreg`, which
/// begins where the others are already live; it is the only one there.
pub fn farthest_next_use(assignment: &Assignment, vreg: VReg) -> Option<Eviction> {
    let (ranges, matrix) = (assignment.ranges(), assignment.matrix());
    let start = ranges.live(vreg).first()?.start;
    let mut farthest = next_use(assignment, vreg, start);
    let mut best = None;
    for &reg in ranges.order(vreg) {
        let mut holder: Option<VReg> = None;
        let is_one = ranges.survives_calls(vreg, reg)
            && matrix.visit_holders(vreg, reg, |other| *holder.get_or_insert(other) == other);
        let Some(holder) = holder.filter(|_| is_one) else { continue };
        let may_leave = ranges.get(holder).fate != Fate::Register
            && !lives_across_blocks(assignment, holder)
            && !matrix.is_excluded_by_fixed(vreg, reg);
        let next = next_use(assignment, holder, start);
        if may_leave && next > farthest {
            farthest = next;
            best = Some(Eviction { reg, holders: vec![holder] });
        }
    }
    best
}

/// Where a range is referred to for the first time behind a point: the end of the function if it is not.
fn next_use(assignment: &Assignment, vreg: VReg, behind: Point) -> Point {
    let function = assignment.function();
    let origin = assignment.ranges().get(vreg).origin;
    let references = assignment.references.of(origin);
    let point = |r: &Reference| function.insts[r.inst].point.base();
    let next = references.partition_point(|r| point(r) <= behind);
    references.get(next).map_or(Point(u32::MAX), point)
}

#[cfg(test)]
mod tests {
    use super::super::tests::with_assignment;
    use super::*;

    #[test]
    fn a_range_within_a_block_shares_a_register_of_one_across_blocks() {
        // %0 has r1 up to b1's first instruction; r0 is free everywhere. %2 lives where %0 does.
        let text = "reg r0\nreg r1\nclass g r0 r1\nfunction f\nblock b0 1 -> b1\n  loadI 1 => %0\n\
                    block b1 1\n  loadI 3 => %2\n  store %2\n  store %0\n  loadI 2 => %1\n  \
                    store %1\n";
        with_assignment(text, |mut assignment| {
            assert_eq!(shared_register(&assignment, VReg(1), &[]), None);
            assignment.assign(VReg(0), Reg(1));
            assert_eq!(shared_register(&assignment, VReg(1), &[]), Some(Reg(1)));
            assert_eq!(shared_register(&assignment, VReg(2), &[]), None);
        });
    }

    #[test]
    fn who_is_used_last_makes_room() {
        // %0 is used behind %2's use, %1 before it.
        let text = "reg r0\nreg r1\nclass g r0 r1\nfunction f\nblock b0 1\n  loadI 1 => %0\n  \
                    loadI 2 => %1\n  loadI 3 => %2\n  store %1\n  store %2\n  store %0\n";
        with_assignment(text, |mut assignment| {
            assignment.assign(VReg(0), Reg(0));
            assignment.assign(VReg(1), Reg(1));
            let expected = Eviction { reg: Reg(0), holders: vec![VReg(0)] };
            assert_eq!(farthest_next_use(&assignment, VReg(2)), Some(expected));
        });
    }

    #[test]
    fn nobody_makes_room_for_who_is_used_last_itself() {
        let text =
            "reg r0\nclass g r0\nfunction f\nblock b0 1\n  loadI 1 => %0\n  loadI 2 => %1\n  \
                    store %0\n  store %1\n";
        with_assignment(text, |mut assignment| {
            assignment.assign(VReg(0), Reg(0));
            assert_eq!(farthest_next_use(&assignment, VReg(1)), None);
        });
    }
}
