//! What a range costs at least without a callee-saved register, found without a network.
//!
//! A register that is taken between two references of a block, as by a call, does not hold the value for the second
//! one: it is loaded there again, or the reference is in memory. Each block with such a read costs a load at least,
//! whatever a region takes or leaves.

use super::super::assignment::Assignment;
use crate::cost::Prices;
use crate::model::function::{Block, VReg};
use crate::model::machine::Reg;
use crate::model::point::{overlap, Segment};

/// Sums in another order differ by less than this share.
const ROUNDING: f64 = 1e-9;

/// Whether the range surely costs `least` or more, per execution of the function, in any one of the registers with the
/// rest of it in memory.
pub fn is_reached(
    assignment: &Assignment,
    vreg: VReg,
    regs: impl Iterator<Item = Reg>,
    least: f64,
) -> bool {
    let machine = &assignment.function().machine;
    let prices = Prices::of(assignment.context, vreg);
    let reaches = |sum: f64| sum * (1.0 - ROUNDING) >= least;
    let calls = |gap: Segment| machine.calls_within(gap).next().is_some();
    let across_calls = loads_behind(assignment, vreg, prices, calls);
    let survives = |reg| machine.masks.indices().any(|mask| machine.preserves(mask, reg));
    reaches(across_calls)
        && regs.filter(|&reg| survives(reg)).all(|reg| {
            let taken = assignment.matrix().interfering_segments(vreg, reg);
            reaches(loads_behind(assignment, vreg, prices, |gap| overlap(&[gap], &taken)))
        })
}

/// What the loads cost in blocks with a read that has a stretch in front of it, behind the reference or the block's
/// beginning before, of which `is_taken` holds.
fn loads_behind(
    assignment: &Assignment,
    vreg: VReg,
    prices: Prices,
    is_taken: impl Fn(Segment) -> bool,
) -> f64 {
    let function = assignment.function();
    let mut sum = 0.0;
    let mut before = None;
    let mut counted: Option<Block> = None;
    for reference in assignment.references.of(vreg) {
        let inst = &function.insts[reference.inst];
        let block = &function.blocks[inst.block];
        let start = match before {
            Some((of, point)) if of == inst.block => point,
            _ => block.points.start,
        };
        let gap = Segment { start, end: inst.point.base() };
        let counts = reference.reads && counted != Some(inst.block);
        if counts && !gap.is_empty() && is_taken(gap) {
            sum += prices.least_read_for(function, reference) * block.frequency;
            counted = Some(inst.block);
        }
        before = Some((inst.block, inst.point.dead()));
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::with_assignment;
    use super::super::{region, SplitScratch};
    use super::*;
    use crate::model::function::Fate;
    use crate::validity::generate;

    #[test]
    fn no_region_costs_less_than_the_bound() {
        let (mut reached, mut all) = (0, 0);
        for seed in 1..=300 {
            let text = generate::from_seed(seed);
            with_assignment(&text, |mut assignment| {
                // Every second range takes the first register that is free.
                let vregs: Vec<VReg> = assignment.function().vregs.indices().collect();
                for &vreg in vregs.iter().step_by(2) {
                    let order = assignment.ranges().order(vreg).to_vec();
                    order.into_iter().any(|reg| assignment.try_assign(vreg, reg));
                }
                for &vreg in vregs.iter().skip(1).step_by(2) {
                    let range = assignment.ranges().get(vreg);
                    let is_whole = assignment.function().lane_ranges_of(vreg).is_empty();
                    if range.fate == Fate::Register || !is_whole {
                        continue;
                    }
                    for share in [0.1, 0.4, 0.8] {
                        let least = range.spill_cost * share;
                        let regs = assignment.ranges().order(vreg).iter().copied();
                        all += 1;
                        if is_reached(&assignment, vreg, regs, least) {
                            let scratch = &mut SplitScratch::default();
                            let price =
                                region::least_price(&assignment, scratch, vreg, least, |_| true);
                            assert_eq!(price, least, "seed {seed} {vreg:?}\n{text}");
                            reached += 1;
                        }
                    }
                }
            });
        }
        assert!(reached > 100 && reached < all, "{reached} of {all}");
    }

    /// r0 is lost in calls, r1 is kept. %0 is read behind each of two calls in b0, and behind one in b1, which is
    /// executed ten times: a load in each block.
    const TEXT: &str = "reg r0\nreg r1\nclass g r0 r1\nmask m r1\nfunction f\nblock b0 1 -> b1\n  \
                        loadI 1 => %0\n  call keeps m\n  store %0\n  call keeps m\n  store %0\n\
                        block b1 10\n  call keeps m\n  store %0\n";

    #[test]
    fn a_load_in_each_block_behind_a_call_is_the_least() {
        with_assignment(TEXT, |assignment| {
            let reached =
                |reg, least| is_reached(&assignment, VReg(0), [Reg(reg)].into_iter(), least);
            // A load costs 4.
            assert!(reached(0, 43.9) && !reached(0, 44.1));
            assert!(!reached(1, 0.1), "it is free there");
        });
    }
}
