use super::super::limit;
use super::*;
use crate::log::{Event, Log};
use crate::model::text::{parse, print_edit};
use crate::options::{Effort, Options, Settings};

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

/// Three registers, and four values behind i3 and at i4.
const PEAKS: &str = "reg r0\nreg r1\nreg r2\nclass g r0 r1 r2\nfunction f\nloop l0\nblock b0 1 -> b1\n  \
                     loadI 0 => %0\n  loadI 1 => %1\n  loadI 2 => %2\n  loadI 1 => %3\n  cbr %2\n\
                     block b1 5 in l0 -> b1\n  add %0, 1 => %0\n  add %1, %3 => %3\n  store %3\n  cbr %0\n";

/// The plan for that function with an effort, and what the log says of prices if `most` optional decisions are made.
fn plan_for_peaks(effort: Effort, most: u32) -> (String, Option<(f64, f64)>) {
    let program = parse(PEAKS).unwrap();
    let settings =
        Settings { options: Options { effort, ..Options::default() }, ..Settings::default() };
    let mut log = Log::counting(most);
    log.keep();
    let context = Context { log: Some(&log), ..settings.on(&program.function) };
    let edit = print_edit(&program, &limit(context).unwrap());
    let prices = log.records().into_iter().find_map(|record| match record.event {
        Event::Prices { before, price, .. } => Some((before, price)),
        _ => None,
    });
    (edit, prices)
}

#[test]
fn prices_find_what_leaves_at_two_peaks_at_once() {
    // Behind i3 any of %0 to %2 leaves for a store and a load (5), and the first does. At i4 it then has to leave
    // as well, and is stored (5) and loaded (20) in each of five rounds: 1 + 5 + 20 in sum. %1 is only read in the
    // loop: 1 + 20.
    let first =
        "%0: pieces\n  %5: later at i5 i8\n  %4: memory for the rest\n  before i5: %4 => %5\n  \
                 end of b1: %5 => %4\n%1: later\n%2: later\n%3: later\n";
    let cheaper = "%0: later\n%1: memory\n%2: later\n%3: later\n";
    assert_eq!(plan_for_peaks(Effort::Normal, u32::MAX), (first.to_owned(), None));
    assert_eq!(plan_for_peaks(Effort::High, u32::MAX), (cheaper.to_owned(), Some((26.0, 21.0))));
    // It is an optional decision.
    assert_eq!(plan_for_peaks(Effort::High, 0), (first.to_owned(), None));
}
