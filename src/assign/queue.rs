//! The ranges that wait for a register, in their order.

use super::assignment::Assignment;
use super::order::Priority;
use crate::model::function::VReg;
use std::collections::BinaryHeap;

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
        self.heap.extend(Priority::of(assignment, vreg));
    }

    /// Lets a range wait for the third step.
    pub fn defer(&mut self, priority: Priority) {
        self.heap.push(priority.in_third_step());
    }

    /// Takes the range that comes next.
    pub fn pop(&mut self) -> Option<Priority> {
        self.heap.pop()
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::with_settings;
    use super::*;

    /// %0 lives long and is read once, %1 is short and read often; both live across blocks. %2 and %3 live in b1.
    const TEXT: &str =
        "reg r0\nclass g r0\nfunction f\nblock b0 1 -> b1\n  loadI 1 => %0\n  nop\n  \
                        nop\n  nop\n  loadI 2 => %1\nblock b1 10\n  store %1\n  store %1\n  \
                        loadI 3 => %3\n  store %3\n  loadI 4 => %2\n  store %2\n  nop\n  nop\n  \
                        store %0\n";

    fn popped(order: &str) -> Vec<u32> {
        with_settings(TEXT, &[&format!("assign={order}")], |assignment| {
            let mut queue = Queue::default();
            (0..4).for_each(|vreg| queue.push(&assignment, VReg(vreg)));
            std::iter::from_fn(|| queue.pop()).map(|priority| priority.vreg().0).collect()
        })
    }

    #[test]
    fn long_ranges_come_first_or_those_worth_most_and_local_ones_in_program_order() {
        assert_eq!(popped("long-first"), [0, 1, 3, 2]);
        assert_eq!(popped("three-steps"), [1, 0, 3, 2]);
    }

    #[test]
    fn what_is_deferred_comes_behind_all_of_the_second_step() {
        with_settings(TEXT, &["assign=three-steps"], |assignment| {
            let mut queue = Queue::default();
            queue.defer(Priority::of(&assignment, VReg(3)).unwrap());
            queue.push(&assignment, VReg(2));
            queue.push(&assignment, VReg(0));
            let popped: Vec<u32> =
                std::iter::from_fn(|| queue.pop()).map(|priority| priority.vreg().0).collect();
            assert_eq!(popped, [0, 2, 3]);
        });
    }
}
