//! Recolouring by hand.

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
            recolour_copies(&mut assignment, &mut InterferenceCache::default());
            register = assignment.matrix().register(VReg(0));
        });
        register
    };
    assert_eq!((plan(""), plan(" saved 1")), (Some(Reg(1)), Some(Reg(0))));
}

/// The registers of %0 and %1 after recolouring, if they were `before`.
fn recoloured(machine: &str, text: &str, before: [u32; 2]) -> [Option<Reg>; 2] {
    let mut after = [None; 2];
    with_assignment(&format!("{machine}function f\n{text}"), |mut assignment| {
        (0..).zip(before).for_each(|(vreg, reg)| assignment.assign(VReg(vreg), Reg(reg)));
        recolour_copies(&mut assignment, &mut InterferenceCache::default());
        after = [0, 1].map(|vreg| assignment.matrix().register(VReg(vreg)));
    });
    after
}

const TWO: &str = "reg r0\nreg r1\nclass g r0 r1\n";

#[test]
fn a_range_without_a_preference_moves_out_of_the_way() {
    // %1 goes to r0 in the end. %0, which lives at the same time, may be in any register.
    let text =
        "block b0 1\n  loadI 1 => %0\n  loadI 2 => %1\n  store %0\n  i2i %1 => r0\n  ret r0\n";
    assert_eq!(recoloured(TWO, text, [0, 1]), [Some(Reg(1)), Some(Reg(0))]);
}

#[test]
fn a_range_stays_whose_own_copy_is_hotter() {
    // %0 comes from r0, once; %1 goes there half as often.
    let text = "block b0 1 -> b1 b2\n  i2i r0 => %0\n  loadI 2 => %1\n  store %0\n\
                block b1 0.5\n  i2i %1 => r0\n  ret r0\nblock b2 0.5\n  ret\n";
    assert_eq!(recoloured(TWO, text, [0, 1]), [Some(Reg(0)), Some(Reg(1))]);
}

#[test]
fn two_ranges_meet_in_a_third_register_the_first_of_those_that_save_the_same() {
    // r1 is taken where %0 lives, and r0 where %1 does; r2 and r3, if there is one, are free for both.
    for more in ["", " r3"] {
        let fourth = if more.is_empty() { "" } else { "reg r3\n" };
        let machine = format!("reg r0\nreg r1\nreg r2\n{fourth}class g r0 r1 r2{more}\n");
        let text = "block b0 0.3\n  loadI 5 => r1\n  loadI 1 => %0\n  store r1\n  i2i %0 => %1\n  \
                    loadI 6 => r0\n  store r0, %1\n";
        assert_eq!(recoloured(&machine, text, [0, 1]), [Some(Reg(2)), Some(Reg(2))]);
    }
}

#[test]
fn a_range_takes_those_along_that_it_is_copied_to() {
    // %0, %1 and %2 are one variable of a loop. %1 lives across the call and has to be in r1. Neither of the others
    // gains anything by going there alone: for the copy that goes the one between them stays.
    let text =
        "reg r0\nreg r1\nclass g r0 r1\nmask m r1\nfunction f\nloop l0\nblock b0 1 -> b1\n  \
                loadI 1 => %0\nblock b1 10 in l0 -> b1 b2\n  i2i %0 => %1\n  call keeps m\n  \
                i2i %1 => %2\n  store %2\n  i2i %2 => %0\nblock b2 1\n  ret\n";
    with_assignment(text, |mut assignment| {
        (0..).zip([0, 1, 0]).for_each(|(vreg, reg)| assignment.assign(VReg(vreg), Reg(reg)));
        recolour_copies(&mut assignment, &mut InterferenceCache::default());
        let after = [0, 1, 2].map(|vreg| assignment.matrix().register(VReg(vreg)));
        assert_eq!(after, [Some(Reg(1)); 3]);
    });
}

#[test]
fn ranges_that_live_at_once_do_not_share_a_register_for_the_copy_of_a_part() {
    // d0 and d1 are pairs, and %1 is the lower half of %0, which lives on in the first function.
    let machine = "reg r0\nreg r1\nreg r2\nreg r3\nreg d0 of r0 r1\nreg d1 of r2 r3\n\
                   class d d0 d1\nclass g r0 r1 r2 r3\npart lo d0=r0 d1=r2\n";
    let may_join = |behind: &str| {
        let text = format!(
            "{machine}function f\nrange %0 d\nrange %1 g\nblock b0 1\n  loadI 1 => %0\n  \
             i2i %0.lo => %1\n  store {behind}\n"
        );
        let mut answers = Vec::new();
        with_assignment(&text, |mut assignment| {
            assignment.assign(VReg(0), Reg(4));
            assignment.assign(VReg(1), Reg(3));
            let copies = open_copies(&assignment);
            answers = copies.iter().map(|copy| copy.may_join(&assignment)).collect();
        });
        answers
    };
    assert_eq!((may_join("%0, %1"), may_join("%1")), (vec![false], vec![true]));
}

#[test]
fn ranges_may_save_their_copies_by_following_if_the_register_is_free_for_them() {
    // %1, %2 and %3 have the register of %0, from which they are copied, each for 0.2 * 10. r1 is free for all of them,
    // or taken where %2 is.
    let may_save = |before: &str, behind: &str, enough: f64| {
        let text = format!(
            "{TWO}function f\nblock b0 10\n  loadI 1 => %0\n  i2i %0 => %1\n  store %1\n  \
             loadI 2 => %0\n  i2i %0 => %2\n{before}  store %2\n{behind}  \
             loadI 3 => %0\n  i2i %0 => %3\n  store %3\n"
        );
        let mut saves = None;
        with_assignment(&text, |mut assignment| {
            (0..4).for_each(|vreg| assignment.assign(VReg(vreg), Reg(0)));
            let target = Target { first: (VReg(0), Reg(1)), second: None };
            let joined = followers::joined(&assignment, VReg(0), &[VReg(0)]);
            saves = Some(followers::may_save(&assignment, target, |_| &joined, enough));
        });
        saves
    };
    assert_eq!([5.9, 6.1].map(|enough| may_save("", "", enough)), [Some(true), Some(false)]);
    let taken = |enough| may_save("  loadI 9 => r1\n", "  store r1\n", enough);
    assert_eq!([3.9, 4.1].map(taken), [Some(true), Some(false)]);
}

#[test]
fn a_range_with_costly_uses_leaves_a_costly_register() {
    // %1, which holds r1, may as well be in r0. If both are costly nobody moves.
    let after = |regs: &str| {
        let text =
            "block b0 1\n  loadI 1 => %0\n  loadI 2 => %1\n  costly %0\n  store %0\n  store %1\n";
        recoloured(&format!("{regs}class g r0 r1\n"), text, [0, 1]).map(|reg| reg.map(|reg| reg.0))
    };
    assert_eq!(after("reg r0 costly\nreg r1\n"), [Some(1), Some(0)]);
    assert_eq!(after("reg r0 costly\nreg r1 costly\n"), [Some(0), Some(1)]);
}

#[test]
fn a_range_moves_on_to_a_register_that_others_leave() {
    // %0 comes in r0 and goes to r1, %1 comes in r1 and goes to r3 half as often, %2 goes to r0: 0.2, 0.1 and 0.2. If %2
    // has r0 and %0 r1, which saves 0.2 and costs the same, %1 has to leave r1: 0.2 instead of 0.1 in r3, 0.3 in r2.
    let text = "block b0 1 -> b1 b2\n  i2i r1 => %1\n  i2i r0 => %0\n  loadI 1 => %2\nblock b1 0.5 -> b2\n  \
                i2i %1 => r3\n  store r3\nblock b2 1\n  i2i %0 => r1\n  i2i %2 => r0\n  ret r0, r1\n";
    let after = |class: &str| {
        let machine = format!("reg r0\nreg r1\nreg r2\nreg r3\nclass g {class}\n");
        let mut after = [None; 3];
        with_assignment(&format!("{machine}function f\n{text}"), |mut assignment| {
            (0..3).for_each(|number| assignment.assign(VReg(number), Reg(number)));
            recolour_copies(&mut assignment, &mut InterferenceCache::default());
            after = [0, 1, 2].map(|vreg| assignment.matrix().register(VReg(vreg)));
        });
        after.map(|reg| reg.map(|reg| reg.0))
    };
    assert_eq!(after("r0 r1 r2 r3"), [Some(1), Some(3), Some(0)]);
    assert_eq!(after("r0 r1 r2"), [Some(0), Some(1), Some(2)]);
}
