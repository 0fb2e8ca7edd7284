//! The copies that are left, and what would join them: what copy recolouring looks at.

use super::super::assignment::Assignment;
use crate::analysis::affinity::Affinity;
use crate::model::function::{Name, VReg};
use crate::model::machine::Reg;
use crate::model::point::overlap;

/// A copy whose operands have different registers.
pub struct OpenCopy {
    /// The range.
    pub vreg: VReg,
    /// The copy; none for the instructions that costly uses of the range take in a costly register.
    pub affinity: Option<Affinity>,
    /// What it costs, per execution of the function.
    pub gain: f64,
}

/// The ranges of a copy that move, with the registers that they are to have.
#[derive(Clone, Copy)]
pub struct Target {
    /// A range and its register.
    pub first: (VReg, Reg),
    /// The same of the copy's other range.
    pub second: Option<(VReg, Reg)>,
}

impl Target {
    /// Those that move.
    pub fn iter(self) -> impl Iterator<Item = (VReg, Reg)> {
        [Some(self.first), self.second].into_iter().flatten()
    }

    /// The register that a range moves to, if it moves.
    pub fn of(self, name: Name) -> Option<Reg> {
        let moves = |&(vreg, _): &(VReg, Reg)| name == Name::Virtual(vreg);
        self.iter().find(moves).map(|(_, reg)| reg)
    }
}

/// Whether the registers of a copy's operands join it, if both have one.
pub fn is_joined(assignment: &Assignment, vreg: VReg, affinity: &Affinity) -> Option<bool> {
    let matrix = assignment.matrix();
    let (own, other) = matrix.register(vreg).zip(matrix.register_of(affinity.other))?;
    Some(affinity.joins(&assignment.function().machine, own, other))
}

/// The copies whose operands have different registers, hottest first.
pub fn open_copies(assignment: &Assignment) -> Vec<OpenCopy> {
    let mut copies = Vec::new();
    for vreg in assignment.function().vregs.indices() {
        // Greatest first; what gains nothing is an instruction that is only shorter in two-address form.
        let affinities = assignment.copies().of_vreg(vreg).iter();
        for &affinity in affinities.take_while(|affinity| affinity.gain > 0.0) {
            let copy = OpenCopy { vreg, affinity: Some(affinity), gain: affinity.gain };
            // Each pair of ranges is listed with both.
            let is_first = !matches!(affinity.other, Name::Virtual(other) if other < vreg);
            if is_first && copy.is_open(assignment) {
                copies.push(copy);
            }
        }
    }
    let costly = assignment.copies().costly_uses();
    let costly = costly.vregs().map(|vreg| OpenCopy {
        vreg,
        affinity: None,
        gain: costly.price_now(assignment.matrix(), vreg),
    });
    copies.extend(costly.filter(|costly| costly.gain > 0.0));
    copies.sort_by(|a, b| b.gain.total_cmp(&a.gain).then(a.vreg.cmp(&b.vreg)));
    copies
}

impl OpenCopy {
    /// Whether it is still left.
    pub fn is_open(&self, assignment: &Assignment) -> bool {
        let Some(affinity) = &self.affinity else {
            let costly = assignment.copies().costly_uses();
            return costly.price_now(assignment.matrix(), self.vreg) > 0.0;
        };
        is_joined(assignment, self.vreg, affinity) == Some(false)
    }

    /// Whether no two values that are live at once have to share a register for it. Of ranges with lanes that is not known
    /// before there is a register.
    pub fn may_join(&self, assignment: &Assignment) -> bool {
        let Some(Affinity { other: Name::Virtual(other), .. }) = self.affinity else { return true };
        let ranges = assignment.ranges();
        [self.vreg, other].into_iter().any(|vreg| ranges.has_lane_ranges(vreg))
            || !overlap(ranges.live(self.vreg), ranges.live(other))
    }

    /// What would join the copy: one operand takes the other's register, or both take a third one. Out of a costly
    /// register a range takes any that is none.
    pub fn targets(&self, assignment: &Assignment) -> Vec<Target> {
        let mut targets = match &self.affinity {
            Some(affinity) => joining_targets(assignment, self.vreg, affinity),
            None => {
                let regs = assignment.matrix().ranges().order(self.vreg).iter();
                let regs = regs.filter(|&&reg| !assignment.function().machine.regs[reg].is_costly);
                regs.map(|&reg| alone(self.vreg, reg)).collect()
            }
        };
        // Most registers, where they live across calls; to ask what else is in the way takes longer.
        let ranges = assignment.ranges();
        let survives_calls = |(vreg, reg)| ranges.survives_calls(vreg, reg);
        targets.retain(|target| target.iter().all(survives_calls));
        targets
    }
}

fn alone(vreg: VReg, reg: Reg) -> Target {
    Target { first: (vreg, reg), second: None }
}

/// What would join a copy.
fn joining_targets(assignment: &Assignment, vreg: VReg, affinity: &Affinity) -> Vec<Target> {
    let (matrix, machine) = (assignment.matrix(), &assignment.function().machine);
    let Some(other_reg) = matrix.register_of(affinity.other) else { return Vec::new() };
    let order = matrix.ranges().order(vreg);
    let as_other = affinity.wanted(machine, other_reg, order);
    let mut targets: Vec<Target> = Vec::new();
    targets.extend(as_other.map(|reg| alone(vreg, reg)));
    let Name::Virtual(other) = affinity.other else { return targets };
    let back = affinity.seen_from_other(vreg);
    let other_order = matrix.ranges().order(other);
    let own_reg = matrix.register(vreg);
    let as_own = own_reg.and_then(|reg| back.wanted(machine, reg, other_order));
    targets.extend(as_own.map(|reg| alone(other, reg)));
    let third = order.iter().filter(|&&reg| Some(reg) != own_reg && Some(reg) != as_other);
    targets.extend(third.filter_map(|&reg| {
        let other_reg = back.wanted(machine, reg, other_order)?;
        Some(Target { first: (vreg, reg), second: Some((other, other_reg)) })
    }));
    targets
}
