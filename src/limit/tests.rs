//! LIMIT's decisions on small functions, worked out by hand.

mod calls;
mod recompute;

use super::limiter::Limiter;
use super::{blocks, limit, limit_for_another_allocator, loops, over_capacity, widen};
use crate::analysis::pressure::Pressure;
use crate::analysis::references::References;
use crate::model::function::{Function, VReg, Widening};
use crate::model::machine::Class;
use crate::model::text::{parse, print_edit, Program};
use crate::options::{Options, Settings};
use crate::placement::Placement;
use crate::plan::Edit;

/// The edit as text.
fn text_of(program: &Program, edit: Option<Edit>) -> String {
    edit.map_or("no edit\n".to_owned(), |edit| print_edit(program, &edit))
}

/// The plan for a function on two registers, with minimum cuts.
fn plan(function: &str) -> String {
    plan_with(function, Placement::MinCut)
}

fn plan_with(function: &str, placement: Placement) -> String {
    let machine = "reg r0\nreg r1\nclass g r0 r1\n";
    let program = parse(&format!("{machine}function f\n{function}")).unwrap();
    let options = Options { placement, ..Options::default() };
    let settings = Settings { options, ..Settings::default() };
    text_of(&program, limit(settings.on(&program.function)))
}

/// What leaves two registers around loops, before any block is looked at.
fn left_for_loops(function: &str) -> Vec<u32> {
    left_after(function, loops::limit)
}

/// What leaves two registers in one phase of the search.
fn left_after(function: &str, phase: fn(&mut Limiter)) -> Vec<u32> {
    let program = parse(&format!("reg r0\nreg r1\nclass g r0 r1\nfunction f\n{function}")).unwrap();
    let references = References::collect(&program.function);
    let pressure = Pressure::of(&program.function);
    let settings = Settings::default();
    let context = settings.on(&program.function);
    let mut limiter = Limiter::new(context, &references, pressure);
    phase(&mut limiter);
    limiter.spills().iter().map(|spilled| spilled.vreg.0).collect()
}

fn widened(function: &Function) -> Option<Edit> {
    widen(Settings::default().on(function), over_capacity(function).as_ref())
}

/// %0 of class c, which no call preserves, could be of class g, but for its last use at i3.
fn plan_for_a_narrow_use(call: &str) -> String {
    let machine = "reg r0\nreg r1\nclass c r0\nclass g r0 r1\nmask m r1\n";
    let text = format!("block b0 1\n  loadI 1 => %0\n  {call}\n  store %0\n  store %0\n");
    let mut program = parse(&format!("{machine}function f\n{text}")).unwrap();
    let narrow = vec![program.function.insts.indices().last().unwrap()];
    program.function.widenings.push(Widening { vreg: VReg(0), class: Class(1), narrow });
    text_of(&program, widened(&program.function))
}

#[test]
fn a_use_that_needs_a_small_class_gets_a_copy_if_calls_preserve_the_larger_one() {
    // One copy (0.2) instead of a store and two loads (9).
    let expected = "%0: pieces\n  %2: later at i3\n  %1: later for the rest\n  \
                    before i3: %1 => %2\n";
    assert_eq!(plan_for_a_narrow_use("call keeps m"), expected);
    assert_eq!(plan_for_a_narrow_use("store %0"), "no edit\n");
}

/// %0 and %1 live at once. Of r0 and r1 their class has r0 only, which one instruction for each of them needs.
fn plan_for_narrow_uses(first: &str, last: &str) -> String {
    let machine = "reg r0\nreg r1\nclass c r0\nclass g r0 r1\n";
    let text = format!(
        "range %0 c wide g\nrange %1 c wide g\nrange %2 g\nblock b0 1\n  {first}\n  loadI 1 => %0\n  \
         loadI 2 => %1\n  narrow %0\n  store %0\n  narrow %1\n  store %1\n  {last}\n  ret\n"
    );
    let program = parse(&format!("{machine}function f\n{text}")).unwrap();
    text_of(&program, widened(&program.function))
}

#[test]
fn uses_that_need_a_small_class_get_copies_if_more_live_than_it_has_registers() {
    // A copy each (0.2) instead of a store and a load of one (5).
    let expected = "%0: pieces\n  %4: later at i3\n  %3: later for the rest\n  before i3: %3 => %4\n\
                    %1: pieces\n  %6: later at i4\n  %5: later for the rest\n  before i4: %5 => %6\n\
                    %2: later\n";
    assert_eq!(plan_for_narrow_uses("loadI 3 => %2", "loadI 4 => %2"), expected);
    // If %2 lives through, the larger class has too few registers as well.
    assert_eq!(plan_for_narrow_uses("loadI 3 => %2", "store %2"), "no edit\n");
}

#[test]
fn what_fits_is_left_alone() {
    let text = "block b0 1\n  loadI 1 => %0\n  loadI 2 => %1\n  store %0, %1\n";
    assert_eq!(plan(text), "no edit\n");
}

#[test]
fn in_a_block_one_long_gap_is_cheaper_than_short_ones() {
    // Over capacity at i2, i4 and i6, where %1 could be computed again before its next use for 1.15 each time, or %0
    // once before i8 for 1.4.
    let temporary = "  loadI 3 => %2\n  store %2\n  store %1\n";
    let text = format!(
        "range %0 g remat 4\nrange %1 g remat 3\nblock b0 1\n  loadI 1 => %0\n  loadI 2 => %1\n\
         {temporary}{temporary}{temporary}  store %0\n  ret\n"
    );
    assert_eq!(left_after(&text, blocks::limit), [0]);
}

#[test]
fn what_an_instruction_only_reads_leaves_its_register_to_what_it_writes() {
    // i3 writes %2 where %0 and %1 live on, which i4 reads with %2. %0 is stored in front of i3 (1) and loaded at i5
    // (4); %1 would have to be loaded for i4, and %0 would leave for it as well.
    let text = "block b0 1\n  loadI 1 => %0\n  loadI 2 => %1\n  store %0\n  neg %0 => %2\n  store %1, %2\n  \
                store %0\n  ret\n";
    let expected =
        "%0: pieces\n  %4: later at i0 i2 i3\n  %3: memory for the rest\n  before i3: %4 => %3\n\
                    %1: later\n%2: later\n";
    assert_eq!(plan(text), expected);
}

#[test]
fn a_value_that_lives_through_a_full_loop_comes_back_behind_it() {
    // b1 needs both registers. %0 is written to memory where it is defined (price 1) and loaded in b2,
    // once (4), instead of before each of the ten uses in b3 (40).
    let text = "loop l0\nloop l1\n\
                block b0 1 -> b1\n  loadI 1 => %0\n  jump\n\
                block b1 10 in l0 -> b1 b2\n  loadI 2 => %1\n  loadI 3 => %2\n  store %1, %2\n  cbr\n\
                block b2 1 -> b3\n  jump\n\
                block b3 10 in l1 -> b3 b4\n  store %0\n  cbr\n\
                block b4 1\n  ret\n";
    let expected = "%0: pieces\n  %4: later at i7\n  %3: memory for the rest\n  \
                    end of b2: %3 => %4\n%1: later\n%2: later\n";
    assert_eq!(plan(text), expected);
}

#[test]
fn a_value_that_lives_through_a_full_region_with_two_entries_comes_back_behind_it() {
    // b0 enters at b1 and at b2, which go to each other: no loop is declared there. Both need all
    // registers. %0 is written to memory where it is defined (1) and loaded in b3 once (4), instead of
    // around b1 and b2 each (2 times 50) or before each of the ten uses in b4 (40).
    let full = |a, b| format!("  loadI 2 => %{a}\n  loadI 3 => %{b}\n  store %{a}, %{b}\n  cbr\n");
    let text = format!(
        "loop l0\n\
         block b0 1 -> b1 b2\n  loadI 1 => %0\n  cbr\n\
         block b1 10 -> b2 b3\n{}\
         block b2 10 -> b1 b3\n{}\
         block b3 1 -> b4\n  jump\n\
         block b4 10 in l0 -> b4 b5\n  store %0\n  cbr\n\
         block b5 1\n  ret\n",
        full(1, 2),
        full(3, 4)
    );
    let expected = "%0: pieces\n  %6: later at i11\n  %5: memory for the rest\n  \
                    end of b3: %5 => %6\n%1: later\n%2: later\n%3: later\n%4: later\n";
    assert_eq!(plan(&text), expected);
    // It is the region as a whole that %0 leaves, before any block is looked at.
    assert_eq!(left_for_loops(&text), [0]);
}

#[test]
fn what_is_not_live_into_a_landing_pad_is_loaded_behind_the_call_that_raises() {
    // Two registers are too few at the call. %0 and %1 each cost a store and a load behind the call (1 + 4), less than in
    // b1 or b3, and %0 comes first. If b2 reads %0, that has to be in place before the call, so that %1 leaves.
    let text = |read: &str| {
        format!(
            "loop l0\nblock b0 1 -> b1 b2\n  loadI 1 => %0\n  loadI 2 => %1\n  loadI 3 => %2\n  \
             last\n  call %2\n  jump\n\
             block b1 10 in l0 -> b1 b3\n  store %0\n  cbr\n\
             block b2 0 pad\n  {read}\n  ret\n\
             block b3 2\n  store %1\n  ret\n"
        )
    };
    let behind = "%4: later at i5\n  %3: memory for the rest\n  terminators of b0: %3 => %4\n";
    assert_eq!(plan(&text("nop")), format!("%0: pieces\n  {behind}%1: later\n%2: later\n"));
    let behind = behind.replace("i5", "i9");
    let expected = format!("%0: later\n%1: pieces\n  {behind}%2: later\n");
    assert_eq!(plan(&text("store %0")), expected);
}

#[test]
fn the_result_of_a_call_that_may_raise_is_stored_right_behind_it() {
    // Nothing can be put behind i0 but what i1 leaves in %0. It is read in the loop b1 and has to be
    // out in b3: stored behind i1 once (1) instead of in b2 twice (2), and loaded in b4.
    let text = |result: &str| {
        format!(
            "loop l0\nloop l1\n\
             block b0 1 -> b1\n  last\n  {result}\n  jump\n\
             block b1 10 in l0 -> b1 b2\n  store %0\n  cbr\n\
             block b2 2 -> b3\n  jump\n\
             block b3 10 in l1 -> b3 b4\n  loadI 2 => %1\n  loadI 3 => %2\n  store %1, %2\n  cbr\n\
             block b4 1\n  store %0\n  ret\n"
        )
    };
    let expected = "%0: pieces\n  %4: later at i1 i3\n  %3: memory for the rest\n  \
                    after i1: %4 => %3\n%1: later\n%2: later\n";
    assert_eq!(plan(&text("loadI 1 => r0\n  i2i r0 => %0")), expected);
    // An instruction that is no copy may leave the block itself, and what is stored behind it be lost:
    // %1 leaves instead, ten times.
    let expected = "%0: later\n%1: memory\n%2: later\n";
    assert_eq!(plan(&text("loadI 1 => %0")), expected);
}

#[test]
fn what_is_not_decided_in_time_is_left_until_more_is_allowed() {
    // %0 leaves around b1 and %3 around b3. Whatever the first search takes is more than nothing.
    let full = "loadI 2 => %1\n  loadI 3 => %2\n  store %1, %2\n  cbr\n";
    let text = format!(
        "reg r0\nreg r1\nclass g r0 r1\nfunction f\nloop l0\nloop l1\n\
         block b0 1 -> b1\n  loadI 1 => %0\n  jump\n\
         block b1 10 in l0 -> b1 b2\n  {full}\
         block b2 1 -> b3\n  store %0\n  loadI 1 => %3\n  jump\n\
         block b3 10 in l1 -> b3 b4\n  {full}\
         block b4 1\n  store %3\n  ret\n"
    );
    let program = parse(&text).unwrap();
    let references = References::collect(&program.function);
    let pressure = Pressure::of(&program.function);
    let settings = Settings::default();
    let context = settings.on(&program.function);
    let mut limiter = Limiter::new(context, &references, pressure);
    let left =
        |limiter: &Limiter| limiter.spills().iter().map(|spilled| spilled.vreg).collect::<Vec<_>>();
    limiter.allow(0);
    loops::limit(&mut limiter);
    assert_eq!(left(&limiter), [VReg(0)]);
    limiter.allow(100);
    loops::limit(&mut limiter);
    assert_eq!(left(&limiter), [VReg(0), VReg(3)]);
}

#[test]
fn the_value_with_the_farthest_next_use_leaves() {
    // From i2 to i4 there is one value too many. %0 and %1 cost the same, a store and a load; %0 is
    // needed at i3 already, %1 not before i5 (Belady 1966).
    let text = "block b0 1\n  loadI 1 => %0\n  loadI 2 => %1\n  loadI 3 => %2\n  store %0\n  \
                store %0, %2\n  store %1\n";
    assert_eq!(plan(text), "%0: later\n%1: memory\n%2: later\n");
}

#[test]
fn what_lives_in_a_long_block_is_found_in_each_part() {
    // 280 instructions that fit, and in the middle and behind them two values besides %0.
    let mut text = "block b0 1\n  loadI 1 => %0\n".to_owned();
    let mut next = 1;
    for _ in 0..2 {
        for _ in 0..70 {
            text += &format!("  loadI 2 => %{next}\n  store %{next}\n");
            next += 1;
        }
        let (a, b) = (next, next + 1);
        text += &format!("  loadI 3 => %{a}\n  loadI 4 => %{b}\n  store %{a}, %{b}\n");
        next += 2;
    }
    text += "  store %0\n";
    let later: String = (1..next).map(|number| format!("%{number}: later\n")).collect();
    assert_eq!(plan(&text), format!("%0: memory\n{later}"));
}

#[test]
fn a_value_comes_back_where_another_that_left_later_makes_room() {
    // At i2 %1 leaves, which can be recomputed (0.65). From i6 to i7 %0 has to leave (5), and no place
    // for it in between is cheaper than all the way from i0, past i2 as well.
    let text = "range %1 g remat\nblock b0 1\n  loadI 1 => %0\n  loadI 2 => %1\n  \
                loadI 3 => %2\n  store %2\n  store %1\n  loadI 4 => %3\n  loadI 5 => %4\n  \
                store %3, %4\n  store %0\n";
    let expected = "%0: memory\n%1: later\n%2: later\n%3: later\n%4: later\n";
    assert_eq!(plan(text), expected);
}

#[test]
fn a_value_is_exchanged_for_a_cheaper_one_where_it_alone_is_still_needed_out() {
    // b1 comes first. At i7 %0 leaves (stored once in b0, loaded twice: 9) rather than %3 (2 + 8),
    // which makes room at i2 too. At i11 %3 has to leave, from i6 on, so %0 is out for i2 alone: there
    // %1 can be recomputed instead (0.65).
    let text = "range %1 g remat\n\
                block b0 1 -> b1\n  loadI 1 => %0\n  loadI 2 => %1\n  loadI 3 => %2\n  store %2\n  \
                store %1\n  jump\n\
                block b1 2\n  loadI 4 => %3\n  loadI 5 => %4\n  store %4\n  store %0\n  \
                loadI 6 => %5\n  loadI 7 => %6\n  store %5, %6\n  store %3\n";
    let expected = "%0: later\n%1: memory\n%2: later\n%3: memory\n%4: later\n%5: later\n\
                    %6: later\n";
    assert_eq!(plan(text), expected);
}

#[test]
fn a_value_is_exchanged_for_several_that_make_room_one_after_the_other() {
    // As above, but %0 is still needed out at i2 and at i6, with no reference in between. %1 is live at the first of
    // them and %2 at the second, and both can be recomputed.
    let text = "range %1 g remat\nrange %2 g remat\n\
                block b0 1 -> b1\n  loadI 1 => %0\n  loadI 2 => %1\n  loadI 3 => %3\n  store %3\n  \
                store %1\n  loadI 2 => %2\n  loadI 3 => %4\n  store %4\n  store %2\n  jump\n\
                block b1 2\n  loadI 4 => %5\n  loadI 5 => %6\n  store %6\n  store %0\n  \
                loadI 6 => %7\n  loadI 7 => %8\n  store %7, %8\n  store %5\n";
    let expected = "%0: later\n%1: memory\n%2: memory\n%3: later\n%4: later\n%5: memory\n\
                    %6: later\n%7: later\n%8: later\n";
    assert_eq!(plan(text), expected);
}

#[test]
fn a_value_is_exchanged_for_one_that_costs_less_at_all_places_together() {
    // Three registers are too few at i3 and at i7. At each of them %0 is cheapest: a store and a load in b1 (4.6),
    // and another load in b4 (3.6). %1 costs 5 for both. %2 costs less than that at i3 (4.8), but not at both.
    let text = "reg r0\nreg r1\nreg r2\nclass g r0 r1 r2\nfunction f\n\
                block b0 1 -> b1\n  loadI 1 => %0\n  loadI 2 => %1\n  loadI 3 => %2\n  \
                loadI 4 => %3\n  store %3\n\
                block b1 0.9 -> b2\n  store %0\nblock b2 0.95 -> b3\n  store %2\n\
                block b3 1 -> b4\n  loadI 5 => %4\n  store %4\n  store %1\n\
                block b4 0.9 -> b5\n  store %0\nblock b5 0.95\n  store %2\n";
    let program = parse(text).unwrap();
    let edit = limit(Settings::default().on(&program.function));
    let expected = "%0: later\n%1: memory\n%2: later\n%3: later\n%4: later\n";
    assert_eq!(text_of(&program, edit), expected);
}

#[test]
fn a_cold_block_in_a_hot_loop_is_gone_around() {
    // b2 is full and executed once in ten times of the loop. %0 leaves around b2 alone: store and load
    // at 0.5 each cost 2.5. In memory through the loop, b1 would load it at 10 each, 40.
    let text = "loop l0\n\
                block b0 1 -> b1\n  loadI 1 => %0\n  jump\n\
                block b1 10 in l0 -> b2 b3\n  store %0\n  cbr\n\
                block b2 0.5 in l0 -> b3\n  loadI 2 => %1\n  loadI 3 => %2\n  store %1, %2\n  jump\n\
                block b3 10 in l0 -> b1 b4\n  cbr\n\
                block b4 1\n  ret\n";
    let expected = "%0: pieces\n  %4: later at i0 i2\n  %3: memory for the rest\n  \
                    start of b2: %4 => %3\n  end of b2: %3 => %4\n%1: later\n%2: later\n";
    assert_eq!(plan(text), expected);
}

#[test]
fn earliest_moves_the_store_out_of_the_loop_and_the_load_behind_it() {
    // %0 has to be out in b1, the loop. Its store, at first in front of b1's instructions, goes up to b0.
    // Its load, behind them, leaves the loop and goes on through b2, down to the use in b3.
    let text = "loop l0\n\
                block b0 1 -> b1\n  loadI 1 => %0\n  jump\n\
                block b1 10 in l0 -> b1 b2\n  loadI 2 => %1\n  loadI 3 => %2\n  store %1, %2\n  cbr\n\
                block b2 1 -> b3\n  jump\n\
                block b3 1\n  store %0\n  ret\n";
    let expected = "%0: pieces\n  %4: later at i0 i7\n  %3: memory for the rest\n  \
                    end of b0: %4 => %3\n  end of b2: %3 => %4\n%1: later\n%2: later\n";
    assert_eq!(plan_with(text, Placement::Earliest), expected);
    // The minimum cut has as many of each, at the definition and at the use themselves.
    assert_eq!(plan_with(text, Placement::MinCut), "%0: memory\n%1: later\n%2: later\n");
}

/// Every second time the loop comes through b2, which is full; %0 is used behind the loop.
fn half_of_a_loop(b1: &str) -> String {
    format!(
        "loop l0\n\
         block b0 1 -> b1\n  loadI 1 => %0\n  jump\n\
         block b1 100 in l0 -> b2 b3\n{b1}  cbr\n\
         block b2 50 in l0 -> b3\n  loadI 2 => %1\n  loadI 3 => %2\n  store %1, %2\n  jump\n\
         block b3 100 in l0 -> b1 b4\n  cbr\n\
         block b4 1\n  store %0\n  ret\n"
    )
}

#[test]
fn what_half_of_the_iterations_need_is_stored_before_the_loop_by_minimum_cut_alone() {
    // Not every path to b2's end stores, so that EARLIEST leaves both in b2: 50 times each. Stored
    // before the loop and loaded behind it, once each, %0 need not be in a register in the loop.
    let text = half_of_a_loop("");
    let expected = "%0: pieces\n  %4: later at i0 i8\n  %3: memory for the rest\n  \
                    start of b2: %4 => %3\n  end of b2: %3 => %4\n%1: later\n%2: later\n";
    assert_eq!(plan_with(&text, Placement::Earliest), expected);
    assert_eq!(plan_with(&text, Placement::MinCut), "%0: memory\n%1: later\n%2: later\n");
}

#[test]
fn both_leave_the_store_of_a_value_that_the_loop_changes_on_the_path_that_needs_it() {
    // A store behind the definition in b1 would be executed 100 times, in b2 it is 50 times.
    let text = half_of_a_loop("  addI %0, 1 => %0\n");
    let expected = "%0: pieces\n  %4: later at i0 i2 i9\n  %3: memory for the rest\n  \
                    start of b2: %4 => %3\n  end of b2: %3 => %4\n%1: later\n%2: later\n";
    assert_eq!(plan_with(&text, Placement::Earliest), expected);
    assert_eq!(plan_with(&text, Placement::MinCut), expected);
}

#[test]
fn what_memory_holds_already_is_not_stored_again() {
    // %0 leaves registers in b1 and b5, which are full, and is used ten times in b3 between them. It
    // does not change: what is stored in front of b1 need not be stored in front of b5.
    let full = "loadI 2 => %1\n  loadI 3 => %2\n  store %1, %2\n  cbr\n";
    let text = format!(
        "loop l0\nloop l1\nloop l2\n\
         block b0 1 -> b1\n  loadI 1 => %0\n  jump\n\
         block b1 10 in l0 -> b1 b2\n  {full}\
         block b2 1 -> b3\n  jump\n\
         block b3 10 in l1 -> b3 b4\n  store %0\n  cbr\n\
         block b4 1 -> b5\n  jump\n\
         block b5 10 in l2 -> b5 b6\n  {full}\
         block b6 1\n  store %0\n  ret\n"
    );
    // Where memory is the value's home, i0 writes it there.
    let expected = "%0: pieces\n  %4: later at i7\n  %3: memory for the rest\n  \
                    end of b2: %3 => %4\n%1: later\n%2: later\n";
    assert_eq!(plan_with(&text, Placement::MinCut), expected);
    let expected = "%0: pieces\n  %4: later at i0 i7 i14\n  %3: memory for the rest\n  \
                    end of b0: %4 => %3\n  end of b2: %3 => %4\n  start of b6: %3 => %4\n\
                    %1: later\n%2: later\n";
    assert_eq!(plan_with(&text, Placement::Earliest), expected);
}

#[test]
fn in_a_long_block_what_is_used_farthest_away_leaves_however_often_it_is_used() {
    // Six registers, and seven values live at i8 and i13. %0 is dearest in memory (13; the others 9), but
    // out from i2 to i18 it is out of both ways, for one store and one load (5); the others are used in
    // between.
    let registers = "reg r0\nreg r1\nreg r2\nreg r3\nreg r4\nreg r5\nclass g r0 r1 r2 r3 r4 r5\n";
    let used = "store %1, %2\n  store %3, %4\n  store %5\n";
    let text = format!(
        "{registers}function f\nblock b0 1\n  loadI 1 => %0\n  store %0\n  store %0\n  \
         loadI 2 => %1\n  loadI 3 => %2\n  loadI 4 => %3\n  loadI 5 => %4\n  loadI 6 => %5\n  \
         loadI 7 => %6\n  store %6\n  {used}  loadI 8 => %7\n  store %7\n  {used}  store %0\n"
    );
    let program = parse(&text).unwrap();
    let expected = "%0: pieces\n  %9: later at i0 i1 i2\n  %8: memory for the rest\n  \
                    before i2: %9 => %8\n%1: later\n%2: later\n%3: later\n%4: later\n%5: later\n\
                    %6: later\n%7: later\n";
    assert_eq!(text_of(&program, limit(Settings::default().on(&program.function))), expected);
}

/// r0 and r1 are fixed where %0 is read, and it is read again when both are free: a piece would begin
/// where there is no register for it.
#[test]
fn for_another_allocator_no_piece_begins_where_fixed_registers_leave_none() {
    let machine = "reg r0\nreg r1\nreg r2\nclass g r0 r1\nclass a r2\n";
    let text =
        "block b0 1\n  loadI 1 => %0\n  loadI 2 => r0\n  loadI 3 => r1\n  add %0, r0 => r2\n  \
                store r1, r2\n  store %0\n";
    let program = parse(&format!("{machine}function f\n{text}")).unwrap();
    let settings = Settings::default();
    let context = settings.on(&program.function);
    let cut = "%0: pieces\n  %2: later at i3 i5\n  %1: memory for the rest\n  \
               before i3: %1 => %2\n";
    assert_eq!(text_of(&program, limit(context)), cut);
    let over = over_capacity(context.function).expect("%0 and the fixed registers are too many");
    assert_eq!(text_of(&program, limit_for_another_allocator(context, over)), "no edit\n");
}
