//! Where values are recomputed that need not be stored, worked out by hand.

use super::{left_for_loops, plan, text_of};
use crate::limit::limit;
use crate::model::function::VReg;
use crate::model::index::Span;
use crate::model::point::Segment;
use crate::model::text::parse;
use crate::options::Settings;

#[test]
fn a_constant_of_a_hot_inner_loop_is_recomputed_once_in_front_of_it() {
    // b1 needs both registers; in b2 one is free. At the end of b1 (10 x 0.65) instead of before each
    // use in b2 (100 x 0.65).
    let text = "loop l0\nloop l1 in l0\nrange %0 g remat\n\
                block b0 1 -> b1\n  loadI 1 => %0\n  jump\n\
                block b1 10 in l0 -> b2\n  loadI 2 => %1\n  loadI 3 => %2\n  store %1, %2\n  jump\n\
                block b2 100 in l1 -> b2 b3\n  store %0\n  cbr\n\
                block b3 10 in l0 -> b1 b4\n  cbr\n\
                block b4 1\n  ret\n";
    let expected = "%0: pieces\n  %4: later at i6\n  %3: memory for the rest\n  \
                    end of b1: %3 => %4\n%1: later\n%2: later\n";
    assert_eq!(plan(text), expected);
}

#[test]
fn two_uses_in_one_block_share_what_is_recomputed() {
    let text = "range %0 g remat\nblock b0 1\n  loadI 1 => %0\n  loadI 2 => %1\n  \
                loadI 3 => %2\n  store %1, %2\n  store %0\n  store %0\n";
    let expected = "%0: pieces\n  %4: later at i4 i5\n  %3: memory for the rest\n  \
                    before i4: %3 => %4\n%1: later\n%2: later\n";
    assert_eq!(plan(text), expected);
}

#[test]
fn one_value_of_a_range_is_recomputed_where_another_could_not_be() {
    // At i3 either %0 leaves, or %1 with the value of i2, both to be back by the end of b1. %0 is
    // stored and loaded (0.5 and 2), %1 recomputed there (0.325); i7's value stays in the register.
    let text = "block b0 1 -> b1 b2\n  cbr\n\
                block b1 0.5 -> b3\n  loadI 1 => %0\n  loadI 2 => %1\n  remat %1\n  \
                loadI 3 => %2\n  store %2\n  store %0\n  jump\n\
                block b2 0.5 -> b3\n  loadI 4 => %1\n  jump\n\
                block b3 1\n  store %1\n  ret\n";
    let expected = "%0: later\n%1: pieces\n  %4: later at i7 i9\n  %3: memory for the rest\n  \
                    end of b1: %3 => %4\n%2: later\n";
    assert_eq!(plan(text), expected);
    // Without the line, both cost the same, and the first one leaves.
    let expected = "%0: memory\n%1: later\n%2: later\n";
    assert_eq!(plan(&text.replace("  remat %1\n", "")), expected);
}

#[test]
fn a_value_that_was_not_stored_is_recomputed_for_a_store_where_it_meets_another() {
    // b0 and b3 are full. b3 loads what i6 stores (0.9) and b1 does at its end (0.1). In a register
    // from b1 and b2 to b3 it would be recomputed in b1 (0.065) and stored in b3 (2).
    let full = "loadI 2 => %1\n  loadI 3 => %2\n  store %1, %2\n";
    let text = format!(
        "block b0 1 -> b1 b2\n  loadI 1 => %0\n  remat %0\n  {full}  cbr\n\
         block b1 0.1 -> b3\n  remat %0\n  jump\n\
         block b2 0.9 -> b3\n  loadI 4 => %0\n  jump\n\
         block b3 2\n  {full}  store %0\n  ret\n"
    );
    let expected = "%0: pieces\n  %4: later at \n  %3: memory for the rest\n  \
                    end of b1: %3 => %4\n  end of b1: %4 => %3\n%1: later\n%2: later\n";
    assert_eq!(plan(&text), expected);
}

#[test]
fn for_its_only_reference_in_a_block_a_value_is_recomputed_there_or_before_the_block() {
    // %4 is out throughout, so %0 need be only in b1. Recomputing it at the beginning of b2 would cost
    // 0.325, but a piece from there to i9 alone is spilled with the rest, and %0 cannot be recomputed at
    // i9: so at the end of b1 (0.65).
    let text = "reg r0\nreg r1\nclass g r0 r1\nfunction f\nrange %4 g remat\n\
                block b0 1 -> b1\n  loadI 1 => %0\n  loadI 5 => %4\n  jump\n\
                block b1 1 -> b2 b3\n  loadI 2 => %1\n  loadI 3 => %2\n  store %1, %2\n  cbr\n\
                block b2 0.5 -> b3\n  loadI 4 => %3\n  store %3\n  store %0\n  jump\n\
                block b3 1\n  store %4\n  ret\n";
    let plan_if_recomputable_before = |last: usize| {
        let mut program = parse(text).unwrap();
        let function = &mut program.function;
        let point = |number: usize| function.insts.iter().as_slice()[number].point;
        let segment = Segment { start: point(0).dead(), end: point(last).base() };
        let from = function.segments.len();
        function.segments.push(segment);
        function.vregs[VReg(0)].recomputable = Span::since(from, function.segments.len());
        text_of(&program, limit(Settings::default().on(&program.function)))
    };
    let rest = "%1: later\n%2: later\n%3: later\n%4: memory\n";
    let pieces =
        "%0: pieces\n  %6: later at i9\n  %5: memory for the rest\n  end of b1: %5 => %6\n";
    assert_eq!(plan_if_recomputable_before(9), format!("{pieces}{rest}"));
    assert_eq!(plan_if_recomputable_before(10), format!("%0: memory\n{rest}"));
}

#[test]
fn what_others_are_recomputed_from_is_dearer_than_it_looks() {
    // Two of %0 to %2 leave for i3. %2 is recomputed from %0 (0.65) unless that leaves too: %0, stored in
    // b0 and loaded in b1, costs 3 and makes %2 cost 6 times as much, %1 costs 5.
    let text = "range %2 g remat\n\
                block b0 1 -> b1 b2\n  loadI 1 => %0\n  loadI 9 => %1\n  add %0, 1 => %2\n  \
                loadI 2 => %3\n  store %3\n  store %1\n  store %2\n  cbr\n\
                block b1 0.5 -> b2\n  store %0\n  jump\nblock b2 1\n  ret\n";
    assert_eq!(plan(text), "%0: later\n%1: memory\n%2: memory\n%3: later\n");
    // Nothing is recomputed from what is loaded as a constant.
    let constant = text.replace("add %0, 1 =>", "loadI 7 =>");
    assert_eq!(plan(&constant), "%0: memory\n%1: later\n%2: memory\n%3: later\n");
}

#[test]
fn what_a_range_costs_those_that_are_recomputed_from_it_counts_when_it_is_exchanged() {
    // At i5 two of %0 to %2 leave. Only %0 and %2 live through the loop: %2 is recomputed in b4 (0.65) as long as %0
    // is in a register there. %0 costs 5 itself and makes %2 cost 3.35 more, so %1 leaves in its stead: a store in b0
    // and a load in b2 (5.8).
    let text = "reg r0\nreg r1\nreg r2\nclass g r0 r1 r2\nfunction f\nrange %2 g remat\nloop l0\n\
                block b0 1 -> b1\n  loadI 1 => %0\n  loadI 9 => %1\n  add %0, 1 => %2\n  jump\n\
                block b1 10 in l0 -> b2 b3\n  loadI 2 => %3\n  loadI 3 => %4\n  store %3, %4\n  cbr\n\
                block b2 1.2 in l0 -> b3\n  store %1\n  jump\n\
                block b3 10 in l0 -> b1 b4\n  cbr\n\
                block b4 1\n  store %2\n  store %0\n  ret\n";
    let program = parse(text).unwrap();
    let edit = limit(Settings::default().on(&program.function));
    let expected = "%0: later\n%1: memory\n%2: memory\n%3: later\n%4: later\n";
    assert_eq!(text_of(&program, edit), expected);
}

#[test]
fn a_constant_used_in_a_loop_leaves_for_it_if_that_is_cheaper_than_what_lives_through() {
    // b1 has one value too many while %2 lives. %0 is stored and loaded around the loop (5) or %1
    // recomputed in it (0.65 times its frequency).
    let text = |frequency, last| {
        format!(
            "loop l0\nrange %1 g remat\n\
             block b0 1 -> b1\n  loadI 1 => %0\n  loadI 2 => %1\n  jump\n\
             block b1 {frequency} in l0 -> b1 b2\n  loadI 3 => %2\n  store %2\n  store %1\n  \
             {last}\n  cbr\n\
             block b2 1\n  store %0\n  ret\n"
        )
    };
    assert_eq!(left_for_loops(&text(7, "")), [1]);
    assert_eq!(left_for_loops(&text(20, "")), [0]);
    // Nothing lives through: the blocks see to it.
    assert_eq!(left_for_loops(&text(7, "store %0")), [0; 0]);
}
