//! What assignment tells the log beside its decisions.

use super::assignment::Assignment;
use super::evict::Eviction;
use crate::log::{Alternative, Event, Priced, SplitReason, Why};
use crate::model::function::{Fate, VReg};
use crate::plan::{Move, Split};

/// Notes that a range takes the register of others. To give it the register of a hint is optional.
pub fn evict(assignment: &Assignment, vreg: VReg, eviction: &Eviction, why: Why) {
    let ranges = assignment.ranges();
    let worth = |vreg: VReg| match why {
        Why::Weight => ranges.get(vreg).spill_weight,
        _ => ranges.get(vreg).spill_cost,
    };
    let event = || Event::Evict {
        range: vreg,
        reg: eviction.reg,
        why,
        worth: worth(vreg),
        holders: eviction
            .holders
            .iter()
            .map(|&range| Priced { range, price: worth(range) })
            .collect(),
    };
    tell(assignment, why == Why::Hint, event);
}

/// Notes a decision, and counts it if it is optional.
fn tell(assignment: &Assignment, is_optional: bool, event: impl FnOnce() -> Event) {
    if is_optional {
        assignment.context.decided(event);
    } else {
        assignment.context.note(event);
    }
}

/// Notes a split, all of which are optional.
pub fn split(assignment: &Assignment, split: &Split, why: Why) {
    let (context, function) = (assignment.context, assignment.function());
    context.decided(|| {
        let executions = |motion: &Move| function.blocks[motion.site.block(function)].frequency;
        let price = split.moves.iter().map(executions).sum::<f64>() * context.costs.copy;
        let reg = |piece| assignment.matrix().register(piece);
        let rest = match reg(split.remainder) {
            Some(_) => 0.0,
            None => assignment.ranges().get(split.remainder).spill_cost,
        };
        let reason = SplitReason { rest, ..SplitReason::new(why, price) };
        split.event(function, reason, reg)
    });
}

/// Notes that a range goes to memory, and who could have in its stead. To compute it again though a register is free is
/// optional.
pub fn memory(assignment: &Assignment, vreg: VReg, why: Why) {
    let event = || {
        let data = assignment.function().vregs.enumerate().nth(vreg.0 as usize);
        Event::Memory {
            range: vreg,
            why,
            price: assignment.ranges().get(vreg).spill_cost,
            recomputed: i32::from(data.is_some_and(|of| of.1.rematerialisable)),
            others: others(assignment, vreg),
        }
    };
    tell(assignment, why == Why::FewerInsts, event);
}

/// The cheapest ranges that hold a register which the range could have: the dearest of each register, with all
/// others that hold it where the range is live. What calls or fixed values take, nobody can leave to it.
fn others(assignment: &Assignment, vreg: VReg) -> Vec<Alternative> {
    let (ranges, matrix) = (assignment.ranges(), assignment.matrix());
    let mut found: Vec<Alternative> = Vec::new();
    for &reg in ranges.order(vreg) {
        if matrix.is_excluded(vreg, reg) {
            continue;
        }
        let mut holders: Vec<VReg> = Vec::new();
        matrix.visit_holders(vreg, reg, |holder| {
            if !holders.contains(&holder) {
                holders.push(holder);
            }
            true
        });
        if holders.iter().any(|&holder| ranges.get(holder).fate == Fate::Register) {
            continue;
        }
        let price = holders.iter().map(|&holder| ranges.get(holder).spill_cost).sum();
        let dearest = holders.iter().copied().max_by(|&a, &b| {
            ranges.get(a).spill_cost.total_cmp(&ranges.get(b).spill_cost).then(b.cmp(&a))
        });
        if let Some(range) = dearest {
            holders.retain(|&holder| holder != range);
            found.push(Alternative { range, with: holders, price });
        }
    }
    Alternative::keep_cheapest(&mut found);
    found
}

#[cfg(test)]
mod tests {
    use super::super::tests::with_assignment;
    use super::*;
    use crate::model::machine::Reg;

    #[test]
    fn who_holds_a_register_that_the_range_cannot_have_could_not_leave_in_its_stead() {
        // %0 lives across the call, which destroys r0, and while r1 holds a fixed value: r2 is what it could have.
        let text = "reg r0\nreg r1\nreg r2\nclass g r0 r1 r2\nmask m r1 r2\nfunction f\nblock b0 1\n  \
                    loadI 1 => %0\n  loadI 2 => %1\n  loadI 3 => %2\n  loadI 4 => %3\n  store %2\n  \
                    store %3\n  call keeps m\n  loadI 5 => r1\n  store r1\n  store %1\n  store %0\n";
        with_assignment(text, |mut assignment| {
            for (vreg, reg) in [(2, 0), (3, 1), (1, 2)] {
                assignment.assign(VReg(vreg), Reg(reg));
            }
            let found: Vec<VReg> =
                others(&assignment, VReg(0)).iter().map(|other| other.range).collect();
            assert_eq!(found, [VReg(1)]);
        });
    }
}
