//! Programs of a few steps, one per thing an allocator does rightly or wrongly.

use super::*;
use crate::model::index::Span;
use crate::validity::choices::Choices;

/// Reads `block TO TO!` (an edge with `!` leaves at a throw) and steps of pairs: `write l0=v1`,
/// `read l0=v1`, `hold l0=v1`, `either l0=v1 l1=v0 l0=v0 l1=v1` (half or half), `clobber l0`, `move l1=l0`, `alias v1=v0`, `undefine v0`, `throw`. A step's place
/// is its line.
fn program(text: &str) -> Program {
    let number = |word: &str| word[1..].parse::<u32>().unwrap();
    let mut program = Program { values: 100, locations: 10, ..Program::default() };
    for (line, words) in text.lines().map(|line| line.split_whitespace()).enumerate() {
        let words: Vec<&str> = words.collect();
        if words[0] == "block" {
            let start = program.edges.len();
            for word in &words[1..] {
                let exit = if word.ends_with('!') { Exit::Throw } else { Exit::End };
                let to = Block(number(word.trim_end_matches('!')));
                program.edges.push(Edge { to, exit });
            }
            let edges = Span::since(start, program.edges.len());
            let steps = Span::since(program.steps.len(), program.steps.len());
            program.blocks.push(program::BlockSteps { steps, edges });
            continue;
        }
        let start = program.pairs.len();
        for word in &words[1..] {
            let (a, b) = word.split_once('=').unwrap_or((word, "x0"));
            program.pairs.push((number(a), number(b)));
        }
        let span = Span::since(start, program.pairs.len());
        let step = match words[0] {
            "read" => Step::Read(span),
            "either" => {
                let half = (span.start + span.end) / 2;
                let first = Span { start: span.start, end: half };
                Step::ReadEither { first, second: Span { start: half, end: span.end } }
            }
            "write" => Step::Write(span),
            "hold" => Step::Hold(span),
            "clobber" => Step::Clobber(span),
            "move" => Step::Move(span),
            "alias" => Step::Alias(span),
            "undefine" => Step::Undefine(span),
            "throw" => Step::Throw,
            other => panic!("{other}"),
        };
        program.steps.push((Place(line as u32), step));
        let last = program.blocks.len() - 1;
        program.blocks[Block(last as u32)].steps.end += 1;
    }
    program
}

/// The lines of the reads that fail, each with the line after which the value was lost.
fn faults(text: &str) -> Vec<(u32, Option<u32>)> {
    let faults = check(&program(text));
    faults.iter().map(|f| (f.place.0, f.path.lost_at.map(|place| place.0))).collect()
}

const RIGHT: [(u32, Option<u32>); 0] = [];

#[test]
fn a_spill_and_a_reload_bring_the_value_back() {
    let text = "block\nwrite l0=v0\nmove l5=l0\nclobber l0\nmove l1=l5\nread l1=v0";
    assert_eq!(faults(text), RIGHT);
}

#[test]
fn a_missing_reload_is_found_where_the_register_was_lost() {
    let text = "block\nwrite l0=v0\nmove l5=l0\nclobber l0\nread l0=v0";
    assert_eq!(faults(text), [(4, Some(3))]);
}

#[test]
fn a_missing_store_is_found_at_the_read_behind_the_reload() {
    // l1 is not where v0 is since v0 was written to l0.
    let text = "block\nwrite l0=v0\nmove l1=l5\nread l1=v0";
    assert_eq!(faults(text), [(3, Some(1))]);
}

#[test]
fn a_slot_is_stale_once_the_value_was_written_again() {
    let text = "block\nwrite l0=v0\nmove l5=l0\nwrite l0=v0\nmove l1=l5\nread l1=v0";
    assert_eq!(faults(text), [(5, Some(1))]);
}

#[test]
fn registers_may_be_swapped_at_once_but_not_one_after_the_other() {
    let both = "block\nwrite l0=v0 l1=v1\nmove l0=l1 l1=l0\nread l0=v1 l1=v0";
    assert_eq!(faults(both), RIGHT);
    let in_turn = "block\nwrite l0=v0 l1=v1\nmove l0=l1\nmove l1=l0\nread l0=v1 l1=v0";
    assert_eq!(faults(in_turn), [(4, Some(1))]);
}

#[test]
fn operands_may_be_exchanged_as_a_whole() {
    let text = "block\nwrite l0=v0 l1=v1\neither l0=v1 l1=v0 l0=v0 l1=v1";
    assert_eq!(faults(text), RIGHT);
    let half = "block\nwrite l0=v0 l1=v2 l2=v1\neither l0=v1 l1=v0 l0=v0 l1=v1";
    assert_eq!(faults(half), [(2, Some(1)), (2, Some(1))]);
}

#[test]
fn a_part_that_is_not_defined_needs_no_location_to_be_copied_from() {
    // v2 consists of v0 and v1, of which only v0 is defined, and l2 is wide enough for both.
    let copy = "read l0=v0 l1=v1\nalias v2=v0 v2=v1\nmove l2=l0 l2=l1\nhold l2=v2\nread l2=v2";
    assert_eq!(faults(&format!("block\nwrite l0=v0\n{copy}")), RIGHT);
    assert_eq!(faults(&format!("block\nwrite l3=v0\n{copy}")), [(2, Some(1))]);
}

#[test]
fn a_part_that_is_not_defined_is_copied_from_where_it_was_left() {
    // v2 consists of v0 and v1, of which only v0 is defined. All of it was stored to l2 and l3, and is
    // read from there as a register of another kind, which has one place for both.
    let text = |left: &str| {
        let copy = "alias v2=v0 v2=v1\nmove l4=l2 l4=l3\nread l4=v2";
        format!("block b1\nwrite l0=v0\nundefine v1\n{left}\nmove l2=l0 l3=l1\nblock b1 b2\nclobber l0\nblock\n{copy}")
    };
    assert_eq!(faults(&text("hold l1=v1")), RIGHT);
    assert_eq!(faults(&text("clobber l1")), [(10, Some(8))]);
}

#[test]
fn a_removed_copy_gives_the_value_a_second_name() {
    // v1 is a copy of v0 that shares its register; when v1 is written elsewhere v0 stays.
    let text = "block\nwrite l0=v0\nalias v1=v0\nread l0=v0 l0=v1\nwrite l1=v1\nread l0=v0 l1=v1";
    assert_eq!(faults(text), RIGHT);
    assert_eq!(faults(&format!("{text}\nread l0=v1")), [(6, Some(4))]);
}

#[test]
fn both_ways_into_a_block_must_bring_the_value() {
    let text = |second: &str| {
        format!(
            "block b1 b2\nwrite l0=v0\nblock b3\nmove l1=l0\nblock b3\n{second}\nblock\nread l1=v0"
        )
    };
    assert_eq!(faults(&text("move l1=l0")), RIGHT);
    assert_eq!(faults(&text("clobber l1")), [(7, Some(5))]);
}

#[test]
fn a_value_lost_around_a_loop_is_traced_to_the_loop() {
    // l0 holds v0 when the loop is entered and is lost at its end.
    let text = "block b1\nwrite l0=v0\nblock b1 b2\nread l0=v0\nclobber l0\nblock";
    assert_eq!(faults(text), [(3, Some(4))]);
}

#[test]
fn what_is_stored_behind_an_invoke_is_not_there_at_its_landing_pad() {
    let late = "block b1 b2!\nwrite l0=v0\nthrow\nmove l5=l0\nblock\nread l5=v0\nblock\nread l5=v0";
    assert_eq!(faults(late), [(7, Some(1))]);
    let early =
        "block b1 b2!\nwrite l0=v0\nmove l5=l0\nthrow\nblock\nread l5=v0\nblock\nread l5=v0";
    assert_eq!(faults(early), RIGHT);
}

#[test]
fn a_value_that_is_not_defined_may_be_anywhere_until_it_is() {
    let text = "block\nundefine v0\nread l3=v0\nalias v1=v0\nread l4=v1\nwrite l0=v0\nread l4=v1";
    assert_eq!(faults(text), RIGHT);
    assert_eq!(faults(&format!("{text}\nread l3=v0")), [(7, Some(5))]);
}

#[test]
fn a_value_defined_on_one_way_only_must_be_where_that_way_left_it() {
    let text = "block b1 b2\nclobber l9\nblock b2\nwrite l0=v0\nblock\nread l0=v0";
    assert_eq!(faults(text), RIGHT);
    let elsewhere = "block b1 b2\nclobber l9\nblock b2\nwrite l0=v0\nblock\nread l1=v0";
    assert_eq!(faults(elsewhere), [(5, Some(3))]);
}

#[test]
fn a_recomputed_value_is_right_while_its_expression_is() {
    // l8 stands for the expression that v0 was computed by.
    let text = "block\nwrite l0=v0 l8=v0\nclobber l0\nmove l1=l8\nread l1=v0";
    assert_eq!(faults(text), RIGHT);
    let stale = "block\nwrite l0=v0 l8=v0\nwrite l0=v0\nmove l1=l8\nread l1=v0";
    assert_eq!(faults(stale), [(4, Some(1))]);
}

#[test]
fn lanes_that_were_exchanged_are_found() {
    let text = "block\nwrite l0=v0 l1=v1\nmove l2=l1 l3=l0\nread l2=v0 l3=v1";
    assert_eq!(faults(text), [(3, Some(1)), (3, Some(1))]);
}

#[test]
fn what_is_found_in_random_programs_is_what_their_equations_say() {
    for seed in 0..5_000 {
        let program = reference::random(&mut Choices::from_seed(seed));
        let found = check(&program).into_iter().map(|f| (f.place, f.location, f.expected));
        let expected = reference::failing(&program).into_iter().take(8);
        assert!(found.eq(expected), "seed {seed}: {program:?}");
    }
}
