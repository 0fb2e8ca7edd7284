//! What the targets of a copy cost at least, so that most of them need not be tried out.

use super::super::assignment::Assignment;
use super::super::copies::CopyCosts;
use super::followers::{self, Joined};
use super::open_copies::{OpenCopy, Target};
use crate::model::function::{Name, VReg};
use crate::model::machine::Reg;

/// What a range of a copy costs where it is, and elsewhere.
struct RangePrices<'a> {
    vreg: VReg,
    copies: CopyCosts,
    /// What its copies cost now.
    now: f64,
    /// Those that cost nothing now.
    joined: Vec<Joined<'a>>,
}

/// What the ranges of a copy cost where they are, and what the copies cost elsewhere.
pub struct TargetPrices<'a> {
    gain: f64,
    ranges: Vec<RangePrices<'a>>,
}

impl<'a> TargetPrices<'a> {
    /// Those of a copy's ranges, as registers are now.
    pub fn of(assignment: &Assignment<'a>, copy: &OpenCopy) -> Self {
        let machine = &assignment.function().machine;
        let other = match copy.affinity.map(|affinity| affinity.other) {
            Some(Name::Virtual(vreg)) => Some(vreg),
            Some(Name::Fixed(_)) | None => None,
        };
        let both = [copy.vreg, other.unwrap_or(copy.vreg)];
        let ranges = [Some(copy.vreg), other].into_iter().flatten().map(|vreg| {
            let copies = assignment.copy_costs(vreg);
            let now = assignment.matrix().register(vreg).map_or(f64::NEG_INFINITY, |reg| {
                // What it saves to leave a callee-saved register is not known yet.
                let may_save = assignment.csr().is_for_one_range(reg);
                if may_save {
                    f64::INFINITY
                } else {
                    copies.of(machine, reg)
                }
            });
            RangePrices { vreg, copies, now, joined: followers::joined(assignment, vreg, &both) }
        });
        Self { gain: copy.gain, ranges: ranges.collect() }
    }

    /// How many copies the ranges have: a measure of the time that this takes.
    pub fn copies(&self, assignment: &Assignment) -> usize {
        self.ranges.iter().map(|known| assignment.copies().of_vreg(known.vreg).len()).sum()
    }

    fn of_range(&self, vreg: VReg) -> Option<&RangePrices<'a>> {
        self.ranges.iter().find(|known| known.vreg == vreg)
    }

    /// By how much copies get dearer at least if nobody else has to move for the target, or follows.
    fn least(&self, assignment: &Assignment, target: Target) -> f64 {
        let machine = &assignment.function().machine;
        let price = |(vreg, reg): (VReg, Reg)| {
            let known = self.of_range(vreg);
            known.map_or(f64::NEG_INFINITY, |known| known.copies.of(machine, reg) - known.now)
        };
        // The copy itself goes; with two targets each of them still counts it.
        let counted_twice = if target.second.is_some() { self.gain } else { 0.0 };
        target.iter().map(price).sum::<f64>() - counted_twice
    }

    /// Whether the target may cost less than `limit`.
    pub fn may_cost_less(&self, assignment: &Assignment, target: Target, limit: f64) -> bool {
        let joined = |vreg| self.of_range(vreg).map_or(&[][..], |known| &known.joined);
        let may_be_below =
            |price| price < limit || followers::may_save(assignment, target, joined, price - limit);
        let copies = self.least(assignment, target);
        // The first range pays if nobody has the callee-saved register.
        let (first, reg) = target.first;
        may_be_below(copies)
            && (!assignment.csr().is_unused(reg)
                || may_be_below(copies + assignment.csr_price(first, reg)))
    }
}
