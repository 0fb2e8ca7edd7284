//! Live ranges that were handed over, held against the operands: builds with debug assertions do so for
//! every small function that they allocate.
//!
//! The ranges have to be a solution of the data flow equations, not the least one: LLVM's may go on
//! around a loop that nobody reads them in. What is read later is in every solution.

use super::{Liveness, Rows};
use crate::model::function::{BlockData, Function, VReg};
use crate::model::index::IndexVec;
use crate::model::point::{covers, Point, Segment};

/// Instructions of the largest function that is compared without being asked for: the time grows with
/// the blocks times the ranges.
#[cfg(debug_assertions)]
const SMALL: usize = 150;

/// Compares the ranges of a small function. Panics where one differs.
#[cfg(debug_assertions)]
pub fn check(function: &Function) {
    if function.insts.len() > SMALL {
        return;
    }
    if let Some((vreg, live)) = first_difference(function) {
        let known = function.live(vreg);
        panic!("{vreg:?} is said to be live in {known:?}, operands say {live:?}");
    }
}

/// The first virtual register whose range does not fit its operands, and where it has to be live if what
/// lives into each block is right. Lanes that are tracked apart may end before the register is read,
/// which operands do not tell.
pub fn first_difference(function: &Function) -> Option<(VReg, Vec<Segment>)> {
    let counted = within_blocks(function);
    let whole = |vreg: &VReg| function.lane_ranges_of(*vreg).is_empty();
    let differs = |&vreg: &VReg| !is_same(function, function.live(vreg), &counted.vregs[vreg]);
    let found = function.vregs.indices().filter(whole).find(differs)?;
    Some((found, counted.vregs[found].clone()))
}

/// Where the virtual registers are live if those live into each block that are said to be.
fn within_blocks(function: &Function) -> Liveness {
    let rows = Rows { function };
    let live_in = |block: &BlockData| {
        let start = block.points.start;
        let of_vregs = function.vregs.indices().map(|vreg| covers(function.live(vreg), start));
        let of_units = function.machine.units.iter().map(|_| false);
        of_vregs.chain(of_units).collect()
    };
    let live_in: IndexVec<_, Vec<bool>> = function.blocks.iter().map(live_in).collect();
    rows.between(&live_in)
}

/// Whether a range that was handed over is the one that was counted, but for what operands do not tell:
/// that a result is written before the uses are read, and that a call needs a use to the end.
fn is_same(function: &Function, given: &[Segment], counted: &[Segment]) -> bool {
    let calls = &function.machine.clobbers;
    let is_call = |at: Point| calls.binary_search_by_key(&at, |call| call.0).is_ok();
    let plain = |segment: &Segment| {
        let Segment { start, end } = *segment;
        let used = end.register();
        let is_late = end == end.dead() && is_call(used) && !covers(counted, used);
        let start = if start == start.early() { start.register() } else { start };
        Segment { start, end: if is_late { used } else { end } }
    };
    given.iter().map(plain).eq(counted.iter().copied())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::function::Block;
    use crate::model::machine::Mask;
    use crate::model::text::parse;
    use crate::validity::generate;

    /// Each way in which a segment can be wrong, in ranges of random functions.
    #[test]
    fn a_range_that_was_tampered_with_is_found() {
        let mut tampered = 0;
        for seed in 1..=40 {
            let function = parse(&generate::from_seed(seed)).unwrap().function;
            assert_eq!(first_difference(&function), None, "seed {seed}");
            for vreg in function.vregs.indices() {
                for segment in function.vregs[vreg].live.range() {
                    let Segment { start, end } = function.segments[segment];
                    let wrong = [
                        Segment { start: Point(start.0 + 4), end: end.max(Point(start.0 + 4)) },
                        Segment { start, end: Point(end.0 - 1).max(start) },
                        Segment { start, end: Point(end.0 + 1) },
                    ];
                    for wrong in wrong {
                        let mut function = function.clone();
                        function.segments[segment] = wrong;
                        let found = first_difference(&function).map(|found| found.0);
                        assert_eq!(found, Some(vreg), "seed {seed}, {wrong:?}");
                        tampered += 1;
                    }
                }
            }
        }
        assert!(tampered > 1000, "{tampered} say little");
    }

    /// The first instruction is at 4 and writes at 6, the second at 8 and reads at 10.
    #[test]
    fn early_results_and_what_a_call_needs_to_its_end_are_no_differences() {
        let text = "reg r0\nclass g r0\nfunction f\nblock b0 1\n  loadI 1 => %0\n  store %0\n";
        let mut function = parse(text).unwrap().function;
        function.segments[0] = Segment { start: Point(5), end: Point(11) };
        assert_eq!(first_difference(&function).map(|found| found.0), Some(VReg(0)));
        function.machine.clobbers = vec![(Point(10), Mask(0))];
        assert_eq!(first_difference(&function), None);
    }

    /// b1 runs for ever. %0, written at 6, is read by nobody there.
    #[test]
    fn a_range_may_go_on_around_an_endless_loop() {
        let text = "reg r0\nclass g r0\nfunction f\nblock b0 1 -> b1\n  loadI 1 => %0\n\
                    block b1 9 -> b1\n  nop\n";
        let mut function = parse(text).unwrap().function;
        let end = function.blocks[Block(1)].points.end;
        assert_eq!(function.live(VReg(0)), [Segment { start: Point(6), end: Point(7) }]);
        function.segments[0] = Segment { start: Point(6), end };
        assert_eq!(first_difference(&function), None);
        function.segments[0].end = function.blocks[Block(1)].points.start;
        assert_eq!(first_difference(&function).map(|found| found.0), Some(VReg(0)));
    }
}
