use super::*;
use crate::model::text::parse;
use crate::options::Settings;

fn distance_of(text: &str, rounds: u32) -> Option<Distance> {
    let function = parse(text).unwrap().function;
    distance(Settings::default().on(&function), rounds)
}

/// One register. %0 and %1 are live at 8: one of them has to leave, for a store and a load.
const ONE_LEAVES: &str = "reg r0\nclass g r0\nfunction f\nblock b0 1\n  loadI 1 => %0\n  \
                          loadI 2 => %1\n  store %1\n  store %0\n  ret\n";

#[test]
fn one_range_that_has_to_leave_is_the_bound() {
    let Distance { cost, bound } = distance_of(ONE_LEAVES, 50).unwrap();
    assert_eq!(cost, 5.0);
    assert!((4.99..=5.0).contains(&bound), "{bound}");
}

#[test]
fn what_fits_has_no_distance() {
    assert_eq!(
        distance_of(&ONE_LEAVES.replace("reg r0\nclass g r0", "reg r0\nreg r1\nclass g r0 r1"), 50),
        None
    );
}

#[test]
fn no_rounds_say_nothing() {
    assert_eq!(distance_of(ONE_LEAVES, 0).unwrap().bound, 0.0);
}

#[test]
fn the_result_of_an_instruction_cannot_leave_where_it_is_written() {
    // One register too few where i2 writes %2, which is live out of the loop alone. %0 or %1 leaves for
    // the loop's next round, which costs a load each time (40) and a store; not %2, which is not there yet.
    let text = "reg r0\nreg r1\nclass g r0 r1\nfunction f\nloop l0\nblock b0 0.5 -> b1\n  \
                loadI 1 => %0\n  loadI 2 => %1\n  jump\n\
                block b1 10 in l0 -> b1 b2\n  store %0\n  neg %1 => %2\n  jump\n\
                block b2 0.5\n  store %2\n  ret\n";
    let Distance { cost, bound } = distance_of(text, 100).unwrap();
    assert!(bound > 40.0 && bound <= cost, "{bound} {cost}");
}
