//! The orders in which ranges ask for registers.

use super::assignment::Assignment;
use crate::model::function::VReg;
use crate::model::point::Point;
use std::cmp::Reverse;

/// The orders that one can choose from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Order {
    /// Ranges that live across blocks and are copied from or to a fixed register first, since they have most to
    /// lose; then the others that live across blocks, long before short, since a short one finds a gap more easily;
    /// then those within a block in program order, which packs them like a linear scan.
    #[default]
    LongFirst,
    /// Three steps (Morgan 1998, 11): ranges that live across blocks, those first that are worth most per point; then
    /// those within a block that can share a register with one of them; then the others within a block in program
    /// order, where the one whose next use is farthest makes room.
    ThreeSteps,
}

/// What a range may take when its turn comes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Step {
    /// In the third step of [`Order::ThreeSteps`] any register, and that of the range within its block whose next use is
    /// farthest.
    Local,
    /// In the second step a register that a range across blocks has elsewhere in the block.
    Shared,
    /// Any register.
    Any,
}

/// A range's place in the order; the greatest comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Priority {
    step: Step,
    hinted: bool,
    global: bool,
    /// What decides among ranges that live across blocks: the length in points, or the bits of the spill weight, which
    /// are in the order of the weights.
    rank: u64,
    start: Reverse<Point>,
    number: Reverse<VReg>,
}

impl Priority {
    /// That of a range; none if it is live nowhere.
    pub fn of(assignment: &Assignment, vreg: VReg) -> Option<Self> {
        let live = assignment.ranges().live(vreg);
        let start = Reverse(live.first()?.start);
        let range = assignment.ranges().get(vreg);
        let global = lives_across_blocks(assignment, vreg);
        let order = assignment.context.options.assign;
        let rank = match order {
            _ if !global => 0,
            Order::LongFirst => live.iter().map(|segment| u64::from(segment.len())).sum(),
            Order::ThreeSteps => range.spill_weight.to_bits(),
        };
        let step = if order == Order::ThreeSteps && !global { Step::Shared } else { Step::Any };
        let hinted =
            order == Order::LongFirst && global && assignment.copies().has_fixed_hint(range.origin);
        Some(Self { step, hinted, global, rank, start, number: Reverse(vreg) })
    }

    /// The range.
    pub fn vreg(self) -> VReg {
        self.number.0
    }

    /// What it may take.
    pub fn step(self) -> Step {
        self.step
    }

    /// Its place in the third step.
    pub fn in_third_step(self) -> Self {
        Self { step: Step::Local, ..self }
    }
}

/// Whether a range, which is live somewhere, lives in more than one block.
pub fn lives_across_blocks(assignment: &Assignment, vreg: VReg) -> bool {
    let live = assignment.ranges().live(vreg);
    let function = assignment.function();
    match (live.first(), live.last()) {
        (Some(first), Some(last)) => {
            last.end > function.blocks[function.block_at(first.start)].points.end
        }
        _ => false,
    }
}
