//! Ranges that follow one that moves to another register, so that the copies between them do not come back: what Hack
//! and Goos move as a chunk.

use super::super::assignment::Assignment;
use super::Target;
use crate::analysis::affinity::Affinity;
use crate::model::function::{Name, VReg};
use crate::model::machine::Reg;

/// The other range of a copy of one that moves, if the register is free for it that joins the copy there.
pub struct Follower {
    /// The range.
    pub vreg: VReg,
    /// The register that it has.
    held: Reg,
    /// The register that joins the copy.
    pub wanted: Reg,
}

impl Follower {
    /// The one by a copy of `moved`, which moves to `reg`; none if the copy is joined there without it.
    pub fn of(assignment: &Assignment, moved: VReg, reg: Reg, affinity: &Affinity) -> Option<Self> {
        let (matrix, machine) = (assignment.matrix(), &assignment.function().machine);
        let Name::Virtual(vreg) = affinity.other else { return None };
        let held = matrix.register(vreg).filter(|&held| !affinity.joins(machine, reg, held))?;
        let order = matrix.ranges().order(vreg);
        let wanted = affinity.seen_from_other(moved).wanted(machine, reg, order)?;
        matrix.is_free(vreg, wanted).then_some(Self { vreg, held, wanted })
    }

    /// By how much copies and callee-saved registers cost more if it follows, as all others are now. What it saves to
    /// leave a callee-saved register is left out.
    pub fn price(&self, assignment: &Assignment) -> f64 {
        let machine = &assignment.function().machine;
        let costs = assignment.copy_costs(self.vreg);
        let csr_price = assignment.csr_price(self.vreg, self.wanted);
        costs.of(machine, self.wanted) + csr_price - costs.of(machine, self.held)
    }

    /// What its copies save if it follows, once the ranges of `target` have moved and its copies with those are open.
    fn saves_behind(&self, assignment: &Assignment, target: Target) -> f64 {
        let (matrix, machine) = (assignment.matrix(), &assignment.function().machine);
        let saves = |copy: &Affinity| {
            let joins = |own: Reg, other: Option<Reg>| {
                other.is_some_and(|other| copy.joins(machine, own, other))
            };
            let (before, after) = match target.of(copy.other) {
                Some(moved) => (false, joins(self.wanted, Some(moved))),
                None => {
                    let other = matrix.register_of(copy.other);
                    (joins(self.held, other), joins(self.wanted, other))
                }
            };
            copy.gain * (f64::from(u8::from(after)) - f64::from(u8::from(before)))
        };
        assignment.copies().of_vreg(self.vreg).iter().map(saves).sum()
    }
}

/// The copies of a range that its register joins now.
pub fn joined<'a>(assignment: &Assignment<'a>, vreg: VReg) -> Vec<&'a Affinity> {
    let (matrix, machine) = (assignment.matrix(), &assignment.function().machine);
    let Some(now) = matrix.register(vreg) else { return Vec::new() };
    let is_joined = |affinity: &&Affinity| {
        matrix.register_of(affinity.other).is_some_and(|held| affinity.joins(machine, now, held))
    };
    assignment.copies().of_vreg(vreg).iter().filter(is_joined).collect()
}

/// Whether ranges that are joined now with one that moves to `reg` may save more than what is left of `enough` by following
/// it. What they save is taken off.
pub fn may_save(
    assignment: &Assignment,
    target: Target,
    (vreg, reg): (VReg, Reg),
    joined: &[&Affinity],
    enough: &mut f64,
) -> bool {
    let mut others = joined.iter().filter(|affinity| target.of(affinity.other).is_none());
    others.any(|affinity| {
        let follower = Follower::of(assignment, vreg, reg, affinity);
        *enough -= follower.map_or(0.0, |of| of.saves_behind(assignment, target).max(0.0));
        *enough < 0.0
    })
}
