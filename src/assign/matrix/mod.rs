//! The register matrix: which live range holds which register, and what interferes with one more
//! (LLVM's `LiveRegMatrix`, with fixed registers and calls in the same queries).

mod call_clobbers;
mod fixed;
pub mod live_ranges;
mod units;

use crate::analysis::references::{Reference, References};
use crate::model::function::{Fate, Function, Name, VReg};
use crate::model::index::IndexVec;
use crate::model::machine::Reg;
use crate::model::point::{
    first_common, merge, merge_sorted, overlap, visit_common, Point, Segment,
};
use crate::options::Context;
use fixed::FixedInterference;
use live_ranges::LiveRanges;
use units::UnitMatrix;

/// What keeps a range from a register.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Interference {
    /// A fixed register or a call, which stays.
    Fixed,
    /// A range with the register that it holds.
    Range(VReg, Reg),
}

/// The registers of all live ranges.
#[derive(Debug)]
pub struct RegisterMatrix<'a> {
    function: &'a Function,
    ranges: LiveRanges<'a>,
    fixed: FixedInterference<'a>,
    registers: IndexVec<VReg, Option<Reg>>,
    units: UnitMatrix,
}

impl<'a> RegisterMatrix<'a> {
    /// Every register free.
    pub fn new(context: Context<'a>, references: &'a References) -> Self {
        let function = context.function;
        let ranges = LiveRanges::of_function(context, references);
        Self {
            function,
            fixed: FixedInterference::of(function, references),
            registers: IndexVec::filled(None, ranges.len()),
            ranges,
            units: UnitMatrix::new(function.machine.units.len()),
        }
    }

    /// The function.
    pub fn function(&self) -> &'a Function {
        self.function
    }

    /// The live ranges.
    pub fn ranges(&self) -> &LiveRanges<'a> {
        &self.ranges
    }

    /// The live ranges, to change what they cost in memory.
    pub fn ranges_mut(&mut self) -> &mut LiveRanges<'a> {
        &mut self.ranges
    }

    /// Adds a piece of `origin` without a register, which is live over `segments` and holds
    /// `references`.
    pub fn add_piece(
        &mut self,
        origin: VReg,
        fate: Fate,
        segments: &[Segment],
        references: &[Reference],
    ) -> VReg {
        self.registers.push(None);
        self.ranges.add_piece(origin, fate, segments, references)
    }

    /// The register of a range, if it holds one.
    pub fn register(&self, vreg: VReg) -> Option<Reg> {
        self.registers[vreg]
    }

    /// The register that an operand has, if it has one.
    pub fn register_of(&self, name: Name) -> Option<Reg> {
        match name {
            Name::Fixed(reg) => Some(reg),
            Name::Virtual(vreg) => self.registers[vreg],
        }
    }

    /// Gives the range a register with which nothing interferes.
    pub fn assign(&mut self, vreg: VReg, reg: Reg) {
        self.note_register(vreg, reg);
        let (ranges, units) = (&self.ranges, &mut self.units);
        for part in self.function.machine.units_of(reg) {
            ranges.visit_lanes(vreg, part.lanes, |live| {
                units.take(part.unit, live, vreg);
                true
            });
        }
    }

    /// Gives the register to the range unless something interferes. Returns whether it did.
    pub fn try_assign(&mut self, vreg: VReg, reg: Reg) -> bool {
        if self.is_excluded(vreg, reg) {
            return false;
        }
        if self.ranges.has_lane_ranges(vreg) {
            let is_free = self.visit_holders(vreg, reg, |_| false);
            if is_free {
                self.assign(vreg, reg);
            }
            return is_free;
        }
        let (live, units) = (self.ranges.live(vreg), self.function.machine.units_of(reg));
        let taken =
            units.iter().take_while(|part| self.units.try_take(part.unit, live, vreg)).count();
        if taken < units.len() {
            units[..taken].iter().for_each(|part| self.units.release(part.unit, live));
            return false;
        }
        self.note_register(vreg, reg);
        true
    }

    fn note_register(&mut self, vreg: VReg, reg: Reg) {
        debug_assert!(self.registers[vreg].is_none());
        self.registers[vreg] = Some(reg);
    }

    /// Takes the register of the range back. Returns which it was.
    pub fn unassign(&mut self, vreg: VReg) -> Reg {
        let reg = self.registers[vreg].take().expect("only ranges with a register lose one");
        let (ranges, units) = (&self.ranges, &mut self.units);
        for part in self.function.machine.units_of(reg) {
            ranges.visit_lanes(vreg, part.lanes, |live| {
                units.release(part.unit, live);
                true
            });
        }
        reg
    }

    /// Whether fixed registers or calls keep the range from ever having the register.
    pub fn is_excluded(&self, vreg: VReg, reg: Reg) -> bool {
        !self.ranges.survives_calls(vreg, reg) || self.is_excluded_by_fixed(vreg, reg)
    }

    /// Whether fixed registers keep the range from ever having the register.
    pub fn is_excluded_by_fixed(&self, vreg: VReg, reg: Reg) -> bool {
        self.fixed.excludes(&self.ranges, vreg, reg)
    }

    /// Calls `visit` with each range that holds a part of `reg` where `vreg` is live, until it
    /// returns false; a range may come more than once. Returns whether the visit went to the end.
    pub fn visit_holders(&self, vreg: VReg, reg: Reg, mut visit: impl FnMut(VReg) -> bool) -> bool {
        self.function.machine.units_of(reg).iter().all(|part| {
            self.ranges.visit_lanes(vreg, part.lanes, |live| {
                self.units.visit_overlaps(part.unit, live, |holding| visit(holding.vreg))
            })
        })
    }

    /// Whether nothing interferes with the range in the register.
    pub fn is_free(&self, vreg: VReg, reg: Reg) -> bool {
        self.interference(vreg, reg).is_none()
    }

    /// What interferes with the range in the register; of several the first that is found.
    pub fn interference(&self, vreg: VReg, reg: Reg) -> Option<Interference> {
        self.interference_beside(vreg, reg, &[])
    }

    /// The same beside the ranges `left_out`.
    pub fn interference_beside(
        &self,
        vreg: VReg,
        reg: Reg,
        left_out: &[VReg],
    ) -> Option<Interference> {
        if !self.ranges.survives_calls(vreg, reg) {
            return Some(Interference::Fixed);
        }
        let mut first = None;
        self.visit_holders(vreg, reg, |holder| {
            if left_out.contains(&holder) {
                return true;
            }
            first = self.registers[holder].map(|held| Interference::Range(holder, held));
            false
        });
        first.or_else(|| self.is_excluded_by_fixed(vreg, reg).then_some(Interference::Fixed))
    }

    /// Whether interference found earlier is still there.
    pub fn persists(&self, interference: Interference) -> bool {
        match interference {
            Interference::Fixed => true,
            Interference::Range(holder, held) => self.registers[holder] == Some(held),
        }
    }

    /// Whether no range and no fixed register takes the register within `segments`, in any lane.
    pub fn is_free_within(&self, segments: &[Segment], reg: Reg) -> bool {
        let machine = &self.function.machine;
        machine.units_of(reg).iter().all(|part| {
            !overlap(segments, machine.fixed_of(part.unit))
                && self.units.visit_overlaps(part.unit, segments, |_| false)
        })
    }

    /// Whether neither a fixed register nor a call takes the register within `segments`.
    pub fn is_free_of_fixed(&self, segments: &[Segment], reg: Reg) -> bool {
        let machine = &self.function.machine;
        let mut units = machine.units_of(reg).iter();
        self.ranges.calls.preserved_within(segments, reg)
            && units.all(|part| !overlap(segments, machine.fixed_of(part.unit)))
    }

    /// Whether `may_hold` says so of all ranges that hold a part of the register within `segments`.
    pub fn holders_within(
        &self,
        segments: &[Segment],
        reg: Reg,
        mut may_hold: impl FnMut(VReg) -> bool,
    ) -> bool {
        let mut units = self.function.machine.units_of(reg).iter();
        units.all(|part| {
            self.units.visit_overlaps(part.unit, segments, |holding| may_hold(holding.vreg))
        })
    }

    /// The first point within `segments` where the register is taken in some lane, by a range, a
    /// fixed register or a call.
    pub fn first_interference(&self, segments: &[Segment], reg: Reg) -> Option<Point> {
        let machine = &self.function.machine;
        let mut first = self.ranges.calls.first_clobber(segments, reg);
        let mut note = |point: Option<Point>| first = first.into_iter().chain(point).min();
        for part in machine.units_of(reg) {
            self.units.visit_overlaps(part.unit, segments, |holding| {
                note(first_common(segments, &[holding.segment]));
                false
            });
            note(first_common(segments, machine.fixed_of(part.unit)));
        }
        first
    }

    /// All that takes the register where the range is live: the segments of other ranges, of fixed
    /// registers and of calls, sorted and disjoint. Segments may reach out of the range.
    pub fn interfering_segments(&self, vreg: VReg, reg: Reg) -> Vec<Segment> {
        let live = self.ranges.live(vreg);
        let mut interfering: Vec<Segment> = Vec::with_capacity(16);
        // Each list comes sorted, and is merged with those in front of it.
        for part in self.function.machine.units_of(reg) {
            let first = interfering.len();
            self.units.visit_overlaps(part.unit, live, |holding| {
                interfering.push(holding.segment);
                true
            });
            merge_sorted(&mut interfering, first);
            let first = interfering.len();
            visit_common(live, self.function.machine.fixed_of(part.unit), |s| interfering.push(s));
            merge_sorted(&mut interfering, first);
        }
        let first = interfering.len();
        self.ranges.calls.visit_clobbers(live, reg, |point| {
            interfering.push(Segment { start: point, end: point.dead() });
        });
        if !interfering[first..].is_sorted() {
            // Of many kinds of calls one after the other was searched for.
            interfering[first..].sort_unstable();
        }
        merge_sorted(&mut interfering, first);
        merge(&mut interfering);
        interfering
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::function::Function;
    use crate::model::text::parse;
    use crate::options::Settings;

    const MACHINE: &str = "reg r0\nreg r1\nclass g r0 r1\nmask m r1\nfunction f\nblock b0 1\n";

    fn function(text: &str) -> Function {
        parse(&format!("{MACHINE}{text}")).unwrap().function
    }

    fn with_matrix(text: &str, check: impl FnOnce(RegisterMatrix)) {
        let function = function(text);
        let references = References::collect(&function);
        check(RegisterMatrix::new(Settings::default().on(&function), &references));
    }

    fn segment(start: u32, end: u32) -> Segment {
        Segment { start: Point(start), end: Point(end) }
    }

    /// The instructions stand at 4, 8, 12, 16 and 20; each writes and reads at its register slot, 2 later.
    /// So %0 lives from 6 to 22, %1 from 10 to 14, and the call loses r0 at 18.
    const ACROSS_A_CALL: &str =
        "  loadI 1 => %0\n  loadI 2 => %1\n  store %1\n  call keeps m\n  store %0\n";

    #[test]
    fn calls_and_ranges_interfere() {
        with_matrix(ACROSS_A_CALL, |mut matrix| {
            let (lost, kept) = (Reg(0), Reg(1));
            assert_eq!(matrix.interference(VReg(0), lost), Some(Interference::Fixed));
            assert_eq!(matrix.interference(VReg(1), lost), None);
            assert_eq!(matrix.interference(VReg(0), kept), None);
            matrix.assign(VReg(1), kept);
            let interference = matrix.interference(VReg(0), kept).unwrap();
            assert_eq!(interference, Interference::Range(VReg(1), kept));
            assert!(matrix.persists(interference) && !matrix.try_assign(VReg(0), kept));
            assert_eq!(matrix.interfering_segments(VReg(0), kept), [segment(10, 14)]);
            assert_eq!(matrix.interfering_segments(VReg(0), lost), [segment(18, 19)]);
            assert_eq!(matrix.first_interference(&[segment(6, 22)], kept), Some(Point(10)));
            assert_eq!(matrix.first_interference(&[segment(14, 22)], kept), None);
            assert!(!matrix.is_free_within(&[segment(6, 11)], kept));
            assert!(matrix.is_free_within(&[segment(14, 22)], kept));
            assert_eq!(matrix.unassign(VReg(1)), kept);
            assert!(!matrix.persists(interference) && matrix.try_assign(VReg(0), kept));
            assert_eq!(matrix.register(VReg(0)), Some(kept));
        });
    }

    #[test]
    fn a_piece_interferes_as_a_range_does() {
        with_matrix(ACROSS_A_CALL, |mut matrix| {
            let piece = matrix.add_piece(VReg(0), Fate::Split, &[segment(6, 12)], &[]);
            assert_eq!((piece, matrix.register(piece)), (VReg(2), None));
            assert!(matrix.try_assign(piece, Reg(0)));
            assert_eq!(
                matrix.interference(VReg(1), Reg(0)),
                Some(Interference::Range(piece, Reg(0)))
            );
        });
    }

    #[test]
    fn a_fixed_register_that_holds_the_same_value_does_not_interfere() {
        // r0 is live from the copy, which reads %0, to where it is read. In the first function %0 does not
        // change until then; in the second it does.
        let shared = "  loadI 1 => %0\n  i2i %0 => r0\n  store %0\n  store r0\n";
        with_matrix(shared, |matrix| assert!(matrix.is_free(VReg(0), Reg(0))));
        let changed =
            "  loadI 1 => %0\n  i2i %0 => r0\n  add %0, 1 => %0\n  store r0\n  store %0\n";
        with_matrix(changed, |matrix| {
            assert_eq!(matrix.interference(VReg(0), Reg(0)), Some(Interference::Fixed));
            assert!(matrix.is_excluded(VReg(0), Reg(0)) && matrix.is_free(VReg(0), Reg(1)));
        });
    }
}
