//! Interference of live ranges with fixed registers.
//!
//! A fixed register that holds the range's own value, since one was copied to the other, is not in
//! the range's way until one of them changes.

use super::live_ranges::LiveRanges;
use crate::analysis::fixed_copies::FixedCopies;
use crate::analysis::references::{Reference, References};
use crate::model::function::{Function, VReg};
use crate::model::machine::Reg;
use crate::model::point::{overlap, Point, Segment};

/// Where fixed registers are live, and where they hold the value of a range.
#[derive(Debug)]
pub struct FixedInterference<'a> {
    function: &'a Function,
    references: &'a References,
    copies: FixedCopies,
}

impl<'a> FixedInterference<'a> {
    /// That of a function.
    pub fn of(function: &'a Function, references: &'a References) -> Self {
        Self { function, references, copies: FixedCopies::collect(function) }
    }

    /// Whether fixed registers keep the range from ever having the register.
    pub fn excludes(&self, ranges: &LiveRanges, vreg: VReg, reg: Reg) -> bool {
        let machine = &self.function.machine;
        !machine.units_of(reg).iter().all(|part| {
            let fixed = machine.fixed_of(part.unit);
            fixed.is_empty()
                || ranges.visit_lanes(vreg, part.lanes, |live| {
                    !overlap(live, fixed)
                        || self.holds_same_value(ranges.get(vreg).origin, reg, live, fixed)
                })
        })
    }

    /// Whether the fixed register, wherever it is live together with the range, holds the range's
    /// own value: one was copied to the other, and the range has not changed since.
    fn holds_same_value(
        &self,
        origin: VReg,
        reg: Reg,
        live: &[Segment],
        fixed: &[Segment],
    ) -> bool {
        live.iter().all(|segment| {
            let first = fixed.partition_point(|taken| taken.end <= segment.start);
            fixed[first..].iter().take_while(|taken| taken.start < segment.end).all(|taken| {
                let shared = Segment { start: segment.start.max(taken.start), ..*taken };
                self.is_copy_at(origin, reg, shared.start)
                    && !self.is_changed_within(origin, reg, shared)
            })
        })
    }

    /// Whether what is written at `point` is a copy that does nothing if `reg` is assigned.
    fn is_copy_at(&self, origin: VReg, reg: Reg, point: Point) -> bool {
        self.copies.contains(&self.function.machine, origin, reg, point)
    }

    /// Whether an instruction after the one at the start of `segment` writes another value.
    fn is_changed_within(&self, origin: VReg, reg: Reg, segment: Segment) -> bool {
        let all = self.references.of(origin);
        let point = |reference: &Reference| self.function.insts[reference.inst].point;
        let first = all.partition_point(|reference| point(reference).base() <= segment.start);
        let within = all[first..].iter().take_while(|of| point(of).base() < segment.end);
        within
            .filter(|reference| reference.writes)
            .any(|reference| !self.is_copy_at(origin, reg, point(reference).register()))
    }
}
