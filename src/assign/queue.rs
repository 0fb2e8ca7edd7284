//! The order in which ranges ask for registers.

use super::assignment::Assignment;
use crate::model::function::VReg;
use crate::model::point::Point;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Ranges that live across blocks and are copied from or to a fixed register first, since they have
/// most to lose; then the others that live across blocks, long before short, since a short one finds a gap more
/// easily; then those within a block in program order, which packs them like a linear scan.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Priority {
    hinted: bool,
    global: bool,
    length: u32,
    start: Reverse<Point>,
    number: Reverse<VReg>,
}

/// The ranges that wait for a place.
#[derive(Debug)]
pub struct Queue {
    heap: BinaryHeap<Priority>,
}

/// Most functions have no more ranges.
const CAPACITY: usize = 64;

impl Default for Queue {
    /// No range waits.
    fn default() -> Self {
        Self { heap: BinaryHeap::with_capacity(CAPACITY) }
    }
}

impl Queue {
    /// Adds a range, unless it is live nowhere and so needs no register.
    pub fn push(&mut self, assignment: &Assignment, vreg: VReg) {
        let live = assignment.ranges().live(vreg);
        let (Some(first), Some(last)) = (live.first(), live.last()) else {
            return;
        };
        let function = assignment.function();
        let global = last.end > function.blocks[function.block_at(first.start)].points.end;
        let length = if global { live.iter().map(|segment| segment.len()).sum() } else { 0 };
        let start = Reverse(first.start);
        let origin = assignment.ranges().get(vreg).origin;
        let hinted = global && assignment.copies().has_fixed_hint(origin);
        self.heap.push(Priority { hinted, global, length, start, number: Reverse(vreg) });
    }

    /// Takes the range that comes next.
    pub fn pop(&mut self) -> Option<VReg> {
        self.heap.pop().map(|priority| priority.number.0)
    }
}
