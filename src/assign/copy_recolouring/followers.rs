//! Ranges that follow one that moves to another register, so that the copies between them do not come back: what Hack
//! and Goos move as a chunk.

use super::super::assignment::Assignment;
use super::open_copies::{is_joined, Target};
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

/// A copy of a range that moves whose other range has the register that joins it, until then.
pub struct Joined<'a> {
    affinity: &'a Affinity,
    /// What the other range may save at most by following, wherever the first one moves.
    most: f64,
}

/// Those of a range, if it or others of `moving` move.
pub fn joined<'a>(assignment: &Assignment<'a>, vreg: VReg, moving: &[VReg]) -> Vec<Joined<'a>> {
    let is_joined =
        |vreg: VReg, affinity: &Affinity| is_joined(assignment, vreg, affinity) == Some(true);
    let may_open = |follower: VReg, copy: &&Affinity| {
        let with_moving = |&vreg: &VReg| copy.other == Name::Virtual(vreg);
        moving.iter().any(with_moving) || !is_joined(follower, copy)
    };
    let joined = |affinity: &'a Affinity| {
        let Name::Virtual(other) = affinity.other else { return None };
        is_joined(vreg, affinity).then(|| {
            let copies = assignment.copies().of_vreg(other).iter();
            let most = copies.filter(|copy| may_open(other, copy)).map(|copy| copy.gain).sum();
            Joined { affinity, most }
        })
    };
    assignment.copies().of_vreg(vreg).iter().filter_map(joined).collect()
}

/// Whether ranges that are joined with those of a target may save more than `enough` by following these. `joined` lists
/// them for each.
pub fn may_save<'j, 'a: 'j>(
    assignment: &Assignment,
    target: Target,
    joined: impl Fn(VReg) -> &'j [Joined<'a>],
    mut enough: f64,
) -> bool {
    let of_all = |(vreg, _)| joined(vreg).iter().map(|joined| joined.most).sum::<f64>();
    let mut most_left: f64 = target.iter().map(of_all).sum();
    for (vreg, reg) in target.iter() {
        for Joined { affinity, most } in joined(vreg) {
            // A range with thousands of copies is left after the first costly one that cannot follow.
            if most_left <= enough {
                return false;
            }
            most_left -= most;
            if target.of(affinity.other).is_none() {
                let follower = Follower::of(assignment, vreg, reg, affinity);
                enough -= follower.map_or(0.0, |of| of.saves_behind(assignment, target).max(0.0));
            }
            if enough < 0.0 {
                return true;
            }
        }
    }
    false
}
