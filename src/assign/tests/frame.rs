//! Callee-saved registers: what pairs of them cost, and ranges split around the frame.

use super::{plan, SAVED};

/// r0 is lost in calls; r1 and r2 are saved by one instruction.
fn paired(saved_anyway: u32) -> String {
    format!(
        "reg r0\nreg r1 saved 1 paired 1\nreg r2 saved 2 paired 1\nsaved-anyway 0 {saved_anyway}\n\
         class g r0 r1 r2\nmask m r1 r2\n"
    )
}

#[test]
fn two_cheap_ranges_share_a_pair_of_saved_registers() {
    // Each lives across the call and is worth 0.3 * (1 + 4) = 1.5, less than the 2 that a pair costs;
    // together they are worth 3. Saved one by one r1 and r2 cost 4.
    let text = "block b0 0.3\n  loadI 1 => %0\n  loadI 2 => %1\n  call keeps m\n  store %0, %1\n";
    assert_eq!(plan(&paired(0), text), "%0: r1\n%1: r2\n");
    let alone = "reg r0\nreg r1 saved 1\nreg r2 saved 2\nclass g r0 r1 r2\nmask m r1 r2\n";
    assert_eq!(plan(alone, text), "%0: memory\n%1: memory\n");
}

#[test]
fn ranges_that_can_be_split_share_no_saved_register_for_what_they_cost_in_memory() {
    // In memory each costs 0.3 * (1 + 4) + 0.1 * 4 = 1.9, and both more than the 2.3 of r1. In r0 up to the block with
    // the call each costs 0.1 * (1 + 4) = 0.5 only.
    let text = "block b0 0.3 -> b1 b2\n  loadI 1 => %0\n  store %0\n\
                block b1 0.1 -> b2\n  call keeps m\n  store %0\n\
                block b2 0.3 -> b3 b4\n  loadI 2 => %1\n  store %1\n\
                block b3 0.1 -> b4\n  call keeps m\n  store %1\n\
                block b4 0.3\n  ret\n";
    let expected = "%0: pieces\n  %2: r0 at i0 i1\n  %3: memory for the rest\n  start of b1: %2 => %3\n\
                    %1: pieces\n  %4: r0 at i4 i5\n  %5: memory for the rest\n  start of b3: %4 => %5\n";
    assert_eq!(plan(SAVED, text), expected);
}

#[test]
fn a_register_that_completes_a_pair_costs_nothing() {
    // 1.5 in memory: less than a pair, but the function saves one half of a pair anyway.
    let text = "block b0 0.3\n  loadI 1 => %0\n  call keeps m\n  store %0\n";
    assert_eq!(plan(&paired(1), text), "%0: r1\n");
    assert_eq!(plan(&paired(2), text), "%0: memory\n");
}

#[test]
fn a_range_waits_for_the_register_that_completes_the_pair_of_another() {
    // %0 keeps r0 up to b1. What is left is worth 0.6 * (1 + 4) = 3, more than the 2 of a pair, and has r1 in the next
    // round. %1, which lives in b2 together with it, is worth 0.5: r2 then costs nothing, if both are saved at once.
    let text = "block b0 1 -> b1 b3\n  i2i r0 => %0\n  store %0\n\
                block b1 0.6 -> b2 b4\n  call keeps m\n  store %0\n\
                block b2 0.1 -> b4\n  loadI 1 => %1\n  call keeps m\n  store %1\n  store %0\n\
                block b3 0.4 -> b4\n  call keeps m\nblock b4 1\n  ret\n";
    let cut = "%0: pieces\n  %2: r0 at i0 i1\n  %3: later for the rest\n  start of b1: %2 => %3\n";
    assert_eq!(plan(&paired(0), text), format!("{cut}%1: later\n"));
    let alone = "reg r0\nreg r1 saved 1\nreg r2 saved 2\nclass g r0 r1 r2\nmask m r1 r2\n";
    assert_eq!(plan(alone, text), format!("{cut}%1: memory\n"));
    // What is left is worth 0.4 * 5 = 2, not the 2.3 of a pair: with the 0.6 of %1 it is, not with 0.25 (E255).
    let colder = |of_b2| text.replace("b1 0.6", "b1 0.4").replace("b2 0.1", of_b2);
    assert_eq!(plan(&paired(0), &colder("b2 0.12")), format!("{cut}%1: later\n"));
    assert_eq!(plan(&paired(0), &colder("b2 0.05")), format!("{cut}%1: memory\n"));
}

#[test]
fn a_range_is_handed_to_a_register_that_is_saved_anyway_instead_of_having_one_more_saved() {
    // %0 has r1 up to i4, and %1 lives from i2 to i7, across the second call: in r2 for 2, or in r0 up to the call
    // and then in r1, for a copy at 0.2.
    let text =
        "block b0 1\n  loadI 1 => %0\n  call keeps m\n  loadI 2 => %1\n  store %1\n  store %0\n  \
                store %1\n  call keeps m\n  store %1\n  ret\n";
    let machine = "reg r0\nreg r1 saved 1\nreg r2 saved 2\nclass g r0 r1 r2\nmask m r1 r2\n";
    let expected = "%0: r1\n%1: pieces\n  %2: r0 at i2 i3 i5\n  %3: r1 for the rest\n  \
                    before i6: %2 => %3\n";
    assert_eq!(plan(machine, text), expected);
    // The second of a pair is saved for nothing.
    assert_eq!(plan(&paired(0), text), "%0: r1\n%1: r2\n");
}

#[test]
fn the_first_spill_slot_costs_what_makes_room_for_it() {
    // 1.5 in memory, and 0.65 * 2 for room on the stack: more than the 2 of a pair.
    let text = "block b0 0.3\n  loadI 1 => %0\n  call keeps m\n  store %0\n";
    let first = paired(0) + "first-slot 1\n";
    assert_eq!(plan(&first, text), "%0: r1\n");
    // Two that are not worth a pair each, with a register for one of them only: a slot is needed anyway.
    let one = "reg r0\nreg r1 saved 1 paired 1\nsaved-anyway 0 0\nclass g r0 r1\nmask m r1\nfirst-slot 1\n";
    let text = "block b0 0.3\n  loadI 1 => %0\n  loadI 2 => %1\n  call keeps m\n  store %0, %1\n";
    assert_eq!(plan(one, text), "%0: memory\n%1: memory\n");
    // What is recomputed needs no slot.
    let text = "block b0 0.3\n  loadI 1 => %0\n  call keeps m\n  store %0\n";
    let recomputed = format!("range %0 g remat\n{text}");
    assert_eq!(plan(&first, &recomputed), "%0: memory\n");
}

#[test]
fn one_more_save_takes_the_place_of_the_padding_beside_an_even_number() {
    // 1.5 in memory, and 0.75 * 2 for padding: more than the 2 of r1. Beside an odd number there is no padding.
    let text = "block b0 0.3\n  loadI 1 => %0\n  call keeps m\n  store %0\n";
    let padded = "reg r0\nreg r1 saved 1\nclass g r0 r1\nmask m r1\npads-even-saves\n";
    let beside = |saves: u32| format!("{padded}saved-anyway {saves}\n");
    assert_eq!(plan(&beside(0), text), "%0: r1\n");
    assert_eq!(plan(&beside(1), text), "%0: memory\n");
    assert_eq!(plan(&beside(2), text), "%0: r1\n");
    // To recompute it once costs 0.3 * 0.65, and the register a copy or more.
    assert_eq!(plan(padded, &format!("range %0 g remat\n{text}")), "%0: memory\n");
    // A slot takes the place of the padding too, and one of the two needs one. What is recomputed needs none.
    let two = "block b0 0.3\n  loadI 1 => %0\n  loadI 2 => %1\n  call keeps m\n  store %0, %1\n";
    assert_eq!(plan(padded, two), "%0: memory\n%1: memory\n");
    assert_eq!(plan(padded, &format!("range %1 g remat\n{two}")), "%0: r1\n%1: memory\n");
}

#[test]
fn a_range_waits_for_the_next_round_if_others_may_need_the_first_spill_slot() {
    // %0 is split where the frame begins; where its rest goes is decided in the next round, and %1, which lives
    // beside it, cannot share its register. %1 costs 0.1 * (1 + 4) = 0.5 in memory, with a slot of its own
    // 0.65 * (0.5 + 0.1) = 0.39 more, and 0.6 in r1.
    let first = format!("{SAVED}first-slot 1\n");
    let text = "block b0 1 -> b1 b3\n  loadI 1 => %0\n  store %0\n\
                block b1 0.5 -> b2\n  call keeps m\n  store %0\n\
                block b2 0.1 -> b3\n  loadI 2 => %1\n  call keeps m\n  store %1\n  store %0\n\
                block b3 1\n  ret\n";
    assert!(plan(&first, text).contains("%1: later\n"), "{}", plan(&first, text));
    assert!(plan(SAVED, text).contains("%1: memory\n"), "{}", plan(SAVED, text));
    // Of two such ranges one needs a slot whatever the next round does: both go to memory now.
    let two = text.replace("loadI 2 => %1\n", "loadI 2 => %1\n  loadI 3 => %2\n");
    let two = two.replace("store %1\n", "store %1, %2\n");
    assert!(plan(&first, &two).contains("%1: memory\n%2: memory\n"), "{}", plan(&first, &two));
}

#[test]
fn a_saved_register_costs_what_the_part_with_a_frame_is_executed() {
    // Only b1 needs a frame, so r1 is saved and restored 0.2 times: 0.4, against 0.2 * (1 + 4) = 1 in
    // memory. With a call in b0 the whole function has the frame, and r1 costs 2.
    let cold =
        "block b1 0.2 -> b2\n  loadI 1 => %0\n  call keeps m\n  store %0\nblock b2 1\n  ret\n";
    let text = format!("block b0 1 -> b1 b2\n{cold}");
    assert_eq!(plan(SAVED, &text), "%0: r1\n");
    let text = format!("block b0 1 -> b1 b2\n  call keeps m\n{cold}");
    assert_eq!(plan(SAVED, &text), "%0: memory\n");
}

#[test]
fn a_range_that_begins_before_the_frame_is_split_there() {
    // r1 for all of %0 means saving in b0: 2. A copy where the frame begins makes it twice 0.5 and
    // 0.2 * 0.5: 1.1; memory there costs 0.5 * (1 + 4) = 2.5. i0 is the load in b0.
    let text = "block b0 1 -> b1 b2\n  loadI 1 => %0\n  store %0\n\
                block b1 0.5 -> b2\n  call keeps m\n  store %0\nblock b2 1\n  ret\n";
    let expected = "%0: pieces\n  %1: r0 at i0 i1\n  %2: later for the rest\n  \
                    start of b1: %1 => %2\n";
    assert_eq!(plan(SAVED, text), expected);
}

#[test]
fn a_register_outside_the_frame_costs_the_copies_of_others_that_want_it() {
    // r1 costs 2.3 for all of %0 and 2.3 * 0.9 for b1, with a copy of 0.2 * 0.9 where the frame begins: 2.25.
    // Outside the frame %0 would have r0, which %1 wants for the call: its copy is worth 0.2 * 0.9.
    let text = |reg| {
        format!(
            "range %1 h\nblock b0 1 -> b1 b2\n  loadI 1 => %0\n  load %0 => %1\n  cbr %0\n\
             block b1 0.9\n  i2i %1 => {reg}\n  call {reg} keeps m\n  store %0\n  ret\n\
             block b2 0.1\n  ret\n"
        )
    };
    let machine = "reg r0\nreg r1 saved 1\nreg r2\nclass g r0 r1\nclass h r0 r2\nmask m r1\n";
    assert_eq!(plan(machine, &text("r0")), "%0: r1\n%1: r0\n");
    // i0 and i1 are the loads, i2 ends b0.
    let expected = "%0: pieces\n  %2: r0 at i0 i1 i2\n  %3: later for the rest\n  \
                    start of b1: %2 => %3\n%1: r2\n";
    assert_eq!(plan(machine, &text("r2")), expected);
}

#[test]
fn a_larger_frame_saves_what_is_saved_anyway_more_often() {
    // In r1 for all of it %0 makes the frame the whole function's, which costs 2.3 instead of 0.95 * 2.3 for
    // b1, with a copy there 2.375. If the frame saves one more register whatever is assigned, that is saved
    // more often too, for 0.05 * 2.3.
    let text = "block b0 1 -> b1 b2\n  loadI 1 => %0\n  store %0\n\
                block b1 0.95 -> b2\n  call keeps m\n  store %0\nblock b2 1\n  ret\n";
    assert_eq!(plan(SAVED, text), "%0: r1\n");
    let expected = "%0: pieces\n  %1: r0 at i0 i1\n  %2: later for the rest\n  \
                    start of b1: %1 => %2\n";
    assert_eq!(plan(&format!("{SAVED}saved-anyway 1\n"), text), expected);
}

#[test]
fn what_is_outside_the_frame_waits_if_it_is_not_where_its_copies_are() {
    // As above, but %0 comes in r2, which is taken when b2 reads it. Outside the frame it could have r0
    // throughout for a copy at the entry; which part is best kept in r2 is decided in the next round.
    let machine = "reg r0\nreg r1 saved 1\nreg r2\nclass g r0 r1 r2\nmask m r1\n";
    let text = "block b0 1 -> b1 b2\n  i2i r2 => %0\n  store %0\n\
                block b1 0.5\n  call keeps m\n  store %0\n  ret\n\
                block b2 0.5\n  loadI 1 => r2\n  store %0, r2\n  ret\n";
    let expected = "%0: pieces\n  %1: later at i0 i1 i6\n  %2: later for the rest\n  \
                    start of b1: %1 => %2\n";
    assert_eq!(plan(machine, text), expected);
    // The next round: in b2 it leaves for r0 before r2 is taken, 0.5 * 0.2 instead of 0.2 at the entry.
    let text = "range %0 g split\nblock b0 1 -> b1 b2\n  i2i r2 => %0\n  store %0\n\
                block b1 0.5\n  ret\nblock b2 0.5\n  loadI 1 => r2\n  store %0, r2\n  ret\n";
    let expected =
        "%0: pieces\n  %1: r2 at i0 i1\n  %2: r0 for the rest\n  start of b2: %1 => %2\n";
    assert_eq!(plan(machine, text), expected);
}

#[test]
fn a_range_that_leaves_the_frame_is_split_there_too() {
    // In b1 r1 costs 0.4, and the copies 0.2 * 0.2 * 2 = 0.08; a store and a reload there cost 1, though
    // nothing there refers to %0. i0 is the load in b0, i1 reads it, i3 does in b2.
    let text = "block b0 1 -> b1 b2\n  loadI 1 => %0\n  store %0\n\
                block b1 0.2 -> b2\n  call keeps m\nblock b2 1\n  store %0\n";
    let expected = "%0: pieces\n  %1: r0 at i0 i1 i3\n  %2: later for the rest\n  \
                    start of b1: %1 => %2\n  end of b1: %2 => %1\n";
    assert_eq!(plan(SAVED, text), expected);
}

#[test]
fn what_is_cheaper_in_memory_is_not_split_around_the_frame() {
    // The frame is that of b1 to b3, where r0 is lost only in b2: a store and a reload around the call
    // there are 0.01 * (1 + 4) = 0.05, and r1 for b1 to b3 costs 2 * 0.5. i0 is the load, i1 reads it, i5
    // does in b3.
    let machine = "reg r0\nreg r1 saved 1\nclass g r0 r1\nmask m r1\nmask n r0 r1\n";
    let text = "block b0 1 -> b1 b4\n  loadI 1 => %0\n  store %0\n\
                block b1 0.5 -> b2 b3\n  call keeps n\nblock b2 0.01 -> b3\n  call keeps m\n\
                block b3 0.5 -> b4\n  call keeps n\n  store %0\nblock b4 1\n  ret\n";
    let expected = "%0: pieces\n  %1: r0 at i0 i1 i5\n  %2: memory for the rest\n  \
                    start of b2: %1 => %2\n  end of b2: %2 => %1\n";
    assert_eq!(plan(machine, text), expected);
}

/// %0 lives across calls in b2 and b3, behind b1; `other` is where b1 goes beside these, and `last` what
/// b4 does, to which all lead.
fn plan_around_two_calls(other: &str, last: &str) -> String {
    let text = format!(
        "block b0 1 -> b1 b4\nblock b1 0.2 -> b2 b3{other}\n\
         block b2 0.1 -> b4\n  loadI 1 => %0\n  call keeps m\n  store %0\n\
         block b3 0.1 -> b4\n  loadI 2 => %0\n  call keeps m\n  store %0\nblock b4 1\n{last}  ret\n"
    );
    plan(SAVED, &text)
}

#[test]
fn the_block_that_returns_is_split_for_the_frame() {
    // With a block in front of b4 for b2 and b3 the frame is executed 0.2 times and r1 costs 0.4, less than
    // 2 * 0.1 * (1 + 4) = 1 in memory. With b4 in the frame it would be the whole function's.
    assert_eq!(plan_around_two_calls("", "  returns\n"), "%0: r1\n");
    assert_eq!(plan_around_two_calls("", ""), "%0: memory\n");
    // From b1 a way without a frame leads to b4, so that LLVM has to be told that b1 needs one.
    assert_eq!(plan_around_two_calls(" b4", "  returns\n"), "%0: r1\nb1: needs a frame\n");
}

#[test]
fn the_marked_block_is_above_what_leads_past_it_to_the_paths_behind() {
    // Both calls are behind b2, from which b6 leads to b7 too. But b6 is entered from b3 as well: the frame has to begin
    // in b1, and r1 costs 2 * 0.2, less than 1 in memory.
    let text = "block b0 1 -> b1 b7\nblock b1 0.2 -> b2 b3\nblock b2 0.15 -> b4 b5 b6\n\
                block b3 0.05 -> b6\n\
                block b4 0.1 -> b7\n  loadI 1 => %0\n  call keeps m\n  store %0\n\
                block b5 0.1 -> b7\n  loadI 2 => %0\n  call keeps m\n  store %0\n\
                block b6 0.05 -> b7\nblock b7 1\n  returns\n  ret\n";
    assert_eq!(plan(SAVED, text), "%0: r1\nb1: needs a frame\n");
    // Without a way past b1 the frame is the whole function's.
    assert_eq!(plan(SAVED, &text.replace("-> b1 b7", "-> b1")), "%0: memory\n");
}

#[test]
fn what_may_touch_the_stack_behind_the_frame_is_in_it() {
    // The frame is that of b1, unless b2 may touch the stack by an address that b1 computes. What does so
    // before makes no difference, except in a loop. Whole, the frame makes r1 cost 2, more than 1 in
    // memory.
    let plan = |loops: &str, first: &str, last: &str| {
        let text = format!(
            "{loops}block b0 1 -> b1\nblock b1 {first}block b2 0.2 -> b3\n  loadI 1 => %0\n  \
             call keeps m\n  store %0\nblock b3 1\n{last}  ret\n"
        );
        plan(SAVED, &text)
    };
    assert_eq!(plan("", "1 -> b2 b3\n  touches\n", ""), "%0: r1\n");
    assert_eq!(plan("", "1 -> b2 b3\n", "  touches\n"), "%0: memory\n");
    assert_eq!(plan("loop l0\n", "1 in l0 -> b1 b2 b3\n", ""), "%0: r1\n");
    assert_eq!(plan("loop l0\n", "1 in l0 -> b1 b2 b3\n  touches\n", ""), "%0: memory\n");
}

#[test]
fn a_part_with_two_ways_out_has_no_frame_of_its_own() {
    // b1 and b2 call. From b1 the function ends in b2 or in b3, so there is no one place for the
    // restores but the frame of the whole function: r1 costs 2, more than 0.2 * (1 + 4) = 1 in memory.
    let text = "block b0 1 -> b1 b4\nblock b1 0.2 -> b2 b3\n  loadI 1 => %0\n  call keeps m\n  \
                store %0\nblock b2 0.1\n  call keeps m\n  ret\nblock b3 0.1\n  ret\n\
                block b4 0.8\n  ret\n";
    assert_eq!(plan(SAVED, text), "%0: memory\n");
}

#[test]
fn a_range_leaves_the_frame_in_front_of_a_branch() {
    // The call in b1 needs a frame there, for which r1 costs 0.5 * 1.15 twice, and two copies 0.1 each: 1.35. Memory behind
    // b0 costs a store and a reload, 0.5 * 1 + 0.25 * 4 = 1.5. b2 alone reads the copy at b1's end (E258).
    let text = |other: &str| {
        format!(
            "block b0 1 -> b1 b3\n  loadI 1 => %0\n  store %0\n  cbr\n\
             block b1 0.5 -> b2 b4\n  call keeps m\n  cbr\nblock b2 0.25\n  store %0\n  ret\n\
             block b3 0.5 -> {other}\n  nop\n  cbr\nblock b4 0.5\n  ret\n"
        )
    };
    let pieces = "%0: pieces\n  %1: r0 at i0 i1 i5\n  %2: later for the rest\n  \
                  start of b1: %1 => %2\n  end of b1: %2 => %1\n";
    assert_eq!(plan(SAVED, &text("b4")), pieces);
    // Where b2 is entered from b3 too.
    assert_eq!(plan(SAVED, &text("b2 b4")), pieces);
}

#[test]
fn spill_code_outside_the_frame_makes_the_frame_larger() {
    // The call in b1 needs a frame there, for which r1 costs 0.5 * 1.15 twice, and two copies 0.1 each: 1.35. Memory
    // behind b0 costs a store and a reload, 0.5 * 1 + 0.05 * 4 = 0.7. Both blocks behind b1 return: with a reload in b2
    // the frame is the whole function's, and the register that is saved anyway is saved twice as often, for 1.15 more.
    let text = "block b0 1 -> b1 b3\n  loadI 1 => %0\n  store %0\n  cbr\n\
                block b1 0.5 -> b2 b4\n  call keeps m\n  cbr\nblock b2 0.05\n  store %0\n  ret\n\
                block b3 0.5 -> b4\n  nop\n  cbr\nblock b4 0.95\n  ret\n";
    let saved_anyway = |count: u32| format!("{SAVED}saved-anyway {count}\n");
    let around_frame = "%0: pieces\n  %1: r0 at i0 i1 i5\n  %2: later for the rest\n  \
                        start of b1: %1 => %2\n  end of b1: %2 => %1\n";
    assert_eq!(plan(&saved_anyway(1), text), around_frame);
    let behind_b0 =
        "%0: pieces\n  %1: r0 at i0 i1\n  %2: memory for the rest\n  start of b1: %1 => %2\n";
    assert_eq!(plan(&saved_anyway(0), text), behind_b0);
}

#[test]
fn a_register_that_is_saved_already_comes_before_the_other_one_of_its_pair() {
    // r1 is taken while %0 lives, which has r2. r1 would cost nothing for %1, but r2 is free too.
    let text =
        "block b0 1\n  loadI 3 => r1\n  loadI 1 => %0\n  call keeps m\n  store %0\n  store r1\n  \
                loadI 2 => %1\n  call keeps m\n  store %1\n  ret\n";
    assert_eq!(plan(&paired(0), text), "%0: r2\n%1: r2\n");
}
