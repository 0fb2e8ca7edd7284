//! Ranges that want a register which others have.

use super::super::assign;
use super::{plan, SAVED, TWO};
use crate::model::function::VReg;
use crate::model::text::parse;
use crate::options::Settings;

#[test]
fn a_range_is_split_for_its_hint_if_who_has_the_register_would_lose_more() {
    // %0 comes in r0 and is read in b3, with %1, which goes to r0 in the end. To leave r0 costs %0 a copy at the
    // start of b2, 0.6 * 0.2; %1 is copied there in b3 for half of that.
    let text = "block b0 1 -> b1 b2\n  i2i r0 => %0\n  store %0\n  store r0\n  store r0\n\
                block b1 0.4 -> b5\n  loadI 1 => %1\n\
                block b2 0.6 -> b3 b4\n  loadI 2 => %1\n\
                block b3 0.3 -> b5\n  store %0\n\
                block b4 0.3 -> b5\n  loadI 3 => %1\n\
                block b5 1\n  i2i %1 => r0\n  ret r0\n";
    let expected =
        "%0: r0\n%1: pieces\n  %2: r0 at i4 i7 i8\n  %3: r1 for the rest\n  end of b3: %3 => %2\n";
    assert_eq!(plan(TWO, text), expected);
}

#[test]
fn a_copy_that_passes_an_argument_on_still_reads_the_register_that_it_came_in() {
    // r1 costs nothing, but a copy at the entry, 0.2, and one to r0 in b1, 0.1. In r0 up to the latter %0 leaves it in
    // front of that, for 0.1.
    let machine = "reg r0\nreg r1\nclass g r0 r1\nmask m r1\n";
    let text = "block b0 1 -> b1 b2\n  i2i r0 => %0\n  store %0\n\
                block b1 0.5\n  i2i %0 => r0\n  call r0 keeps m\n  store %0\n\
                block b2 0.5\n  ret\n";
    let expected =
        "%0: pieces\n  %1: r0 at i0 i1 i2\n  %2: r1 for the rest\n  before i2: %1 => %2\n";
    assert_eq!(plan(machine, text), expected);
}

#[test]
fn of_two_copies_that_cost_the_same_the_one_at_the_end_goes() {
    // %0 comes in r0, and is returned in r1: one of the copies stays.
    let text =
        "block b0 1 -> b1 b2\n  i2i r0 => %0\n  store %0\nblock b1 0.5 -> b2\n  loadI 1 => %0\n\
                block b2 1\n  i2i %0 => r1\n  ret r1\n";
    assert_eq!(plan(TWO, text), "%0: r1\n");
    // Unless that one costs less.
    assert_eq!(plan(TWO, &text.replace("b2 1", "b2 0.99")), "%0: r0\n");
}

#[test]
fn a_register_is_left_before_it_is_entered() {
    // %0 is passed on in r1 instead of r0, and %1 in r2 instead of r1; both leave their registers at the start of b1.
    // %1 has to do so first.
    let text = "reg r0\nreg r1\nreg r2\nreg r3\nclass g r0 r1 r2 r3\nfunction f\n\
                block b0 1 -> b1 b2\n  i2i r0 => %0\n  i2i r1 => %1\n\
                block b1 0.2\n  loadI 5 => r0\n  i2i %0 => r1\n  i2i %1 => r2\n  ret r0, r1, r2\n\
                block b2 0.8\n  store %0\n  store %1\n  store %0\n  ret\n";
    let program = parse(text).unwrap();
    let decision = assign(Settings::default().on(&program.function));
    let splits = &decision.edit().expect("both are cut").splits;
    let order: Vec<VReg> = splits.iter().map(|split| split.vreg).collect();
    assert_eq!(order, [VReg(1), VReg(0)]);
}

#[test]
fn a_saved_register_is_kept_free_for_what_is_left_of_a_range_in_a_loop() {
    // %0 keeps r0 up to b1. What is left needs r1, across the call, and waits for the next round. In memory it costs
    // a store at 0.2 and two loads at 5 or 3, 40.2 or 24.2; sixteen times the 2 that r1 costs lie between. %1, which
    // lives as long, is read half as often and asked later: it has r1 if that was not kept free.
    let text = |frequency: u32| {
        format!(
            "block b0 1 -> b1 b3\n  i2i r0 => %0\n  store %0\n\
             block b1 0.2 -> b2\n  loadI 1 => %1\n\
             block b2 {frequency} -> b2 b4\n  call keeps m\n  store %0\n  store %0\n  store %1\n\
             block b3 0.8\n  ret\nblock b4 0.2\n  ret\n"
        )
    };
    let cut = "%0: pieces\n  %2: r0 at i0 i1\n  %3: later for the rest\n  start of b1: %2 => %3\n";
    assert_eq!(plan(SAVED, &text(5)), format!("{cut}%1: memory\n"));
    assert_eq!(plan(SAVED, &text(3)), format!("{cut}%1: r1\n"));
}

#[test]
fn a_range_waits_for_a_saved_register_that_another_will_have() {
    // %0 keeps r0 up to b1. What is left costs 0.6 * (1 + 4) = 3 in memory, and r1 costs 2: it has r1 in the next
    // round. %1 costs 0.1 * (1 + 4) = 0.5 in memory, and can have r1 too unless %0 is read once more behind it.
    let text = |last: &str| {
        format!(
            "block b0 1 -> b1 b3\n  i2i r0 => %0\n  store %0\n\
             block b1 0.6 -> b2 b4\n  call keeps m\n  store %0\n\
             block b2 0.1 -> b4\n  loadI 1 => %1\n  call keeps m\n  store %1\n{last}\
             block b3 0.4 -> b4\n  call keeps m\nblock b4 1\n  ret\n"
        )
    };
    let cut = "%0: pieces\n  %2: r0 at i0 i1\n  %3: later for the rest\n  start of b1: %2 => %3\n";
    assert_eq!(plan(SAVED, &text("")), format!("{cut}%1: later\n"));
    assert_eq!(plan(SAVED, &text("  store %0\n")), format!("{cut}%1: memory\n"));
}

#[test]
fn what_is_recomputed_from_a_range_that_is_cut_waits() {
    // %0 keeps r0 up to b1, and what is left of it waits. %1, which has r1 or is recomputed for 0.6 * 0.65, needs %0
    // for that in b1. If it is computed from a constant, nothing keeps it.
    let text = |definition: &str| {
        format!(
            "range %1 g remat\nblock b0 1 -> b1 b2\n  i2i r0 => %0\n  {definition} => %1\n  store %0\n  store %1\n\
             block b1 0.6 -> b3\n  call keeps m\n  store %0\n  store %1\n\
             block b2 0.4 -> b3\n  call keeps m\nblock b3 1\n  ret\n"
        )
    };
    let planned = |read: &str, other: &str| {
        format!("%0: pieces\n  %2: r0 at {read}\n  %3: later for the rest\n  start of b1: %2 => %3\n%1: {other}\n")
    };
    assert_eq!(plan(SAVED, &text("addI %0, 1")), planned("i0 i1 i2", "later"));
    assert_eq!(plan(SAVED, &text("loadI 1")), planned("i0 i2", "memory"));
}

#[test]
fn a_range_is_not_cut_for_a_hint_if_another_is_recomputed_from_it_in_this_round() {
    // %0 leaves r0 in front of the first copy, as above. %1, which has r2, takes an instruction less if it is computed
    // where it goes to r0: %0 has to be there.
    let machine = "reg r0\nreg r1\nreg r2\nclass g r0 r1 r2\nmask m r1 r2\n";
    let text = |definition: &str| {
        format!(
            "range %1 g remat at r2\nblock b0 1 -> b1 b2\n  i2i r0 => %0\n  {definition} => %1\n  store %0\n\
             block b1 0.5\n  i2i %0 => r0\n  call r0 keeps m\n  i2i %1 => r0\n  call r0 keeps m\n  store %0\n\
             block b2 0.5\n  ret\n"
        )
    };
    let cut = "%0: pieces\n  %2: r0 at i0 i2 i3\n  %3: r1 for the rest\n  before i3: %2 => %3\n%1: memory\n";
    assert_eq!(plan(machine, &text("loadI 1")), cut);
    assert_eq!(plan(machine, &text("addI %0, 1")), "%0: r1\n%1: memory\n");
}
