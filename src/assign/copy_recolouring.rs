//! Copy recolouring, once every range has its place: a range moves to the register that saves it more
//! copies than it costs, if that register is free for it.

use super::assignment::Assignment;
use crate::model::function::VReg;

/// Moves ranges to registers that leave fewer copies. A move may make another one worth while, so all
/// are looked at a few times.
pub fn recolour_copies(assignment: &mut Assignment) {
    for _ in 0..assignment.context.options.copy_recolouring_rounds {
        let all = assignment.ranges().all();
        let moved = all.filter(|&vreg| recolour(assignment, vreg)).count();
        if moved == 0 {
            break;
        }
    }
}

/// Moves the range to the register with the least price of copies and saves. Returns whether that is
/// another one than before.
fn recolour(assignment: &mut Assignment, vreg: VReg) -> bool {
    let Some(current) = assignment.matrix().register(vreg) else {
        return false;
    };
    let copies = assignment.copy_cost(vreg, current);
    if copies == 0.0 {
        return false;
    }
    assignment.unassign(vreg);
    let mut least = copies + assignment.csr_price(vreg, current);
    let mut best = current;
    for hint in assignment.hints(vreg) {
        let price = assignment.copy_cost(vreg, hint.reg) + assignment.csr_price(vreg, hint.reg);
        if price < least && assignment.matrix().is_free(vreg, hint.reg) {
            (best, least) = (hint.reg, price);
        }
    }
    assignment.assign(vreg, best);
    best != current
}

#[cfg(test)]
mod tests {
    use super::super::tests::with_assignment;
    use super::*;
    use crate::model::machine::Reg;

    #[test]
    fn a_range_moves_to_the_register_of_its_copies_unless_that_is_dearer() {
        // %0 comes from r1 and so saves 0.2 there. Saving r1 costs 2 if it is callee-saved and nothing
        // else uses it.
        let plan = |saved: &str| {
            let text = format!(
                "reg r0\nreg r1{saved}\nclass g r0 r1\nmask m r1\nfunction f\nblock b0 1\n  \
                 i2i r1 => %0\n  store %0\n  call keeps m\n"
            );
            let mut register = None;
            with_assignment(&text, |mut assignment| {
                assignment.assign(VReg(0), Reg(0));
                recolour_copies(&mut assignment);
                register = assignment.matrix().register(VReg(0));
            });
            register
        };
        assert_eq!((plan(""), plan(" saved 1")), (Some(Reg(1)), Some(Reg(0))));
    }
}
