//! The reasons for what is done to small functions, each worked out by hand.

use super::{Description, Event, Log, Phase, RangeName, Record, Why};
use crate::allocate::Session;
use crate::model::function::VReg;
use crate::model::text::parse;
use crate::options::Settings;
use crate::validity::{generate, next_round};

/// The session of a function after its last round, with a log.
fn session(text: &str, settings: &[&str]) -> Session {
    let mut all = Settings::default();
    settings.iter().for_each(|setting| all.set(setting).unwrap());
    let mut session = Session::new(&all);
    session.keep_log();
    let program = parse(text).unwrap();
    let regs = program.names.regs.enumerate().map(|(reg, name)| {
        let number = program.function.machine.regs[reg].name;
        (number, name.clone())
    });
    session.describe(Description {
        regs: regs.collect(),
        classes: program.names.classes.iter().cloned().collect(),
        ..Description::default()
    });
    let _ = session.run(program.function, next_round);
    session
}

fn log(text: &str, settings: &[&str]) -> Log {
    session(text, settings).log().expect("there is a log").clone()
}

/// The text without the rounds in which nobody had to leave a register.
fn text(function: &str) -> String {
    log(&format!("reg r0\nreg r1\nclass g r0 r1\nfunction f\n{function}"), &[]).text()
}

/// %0 is read behind the loop only. In the loop, which is executed ten times, %1 and %2 need both registers.
const AROUND: &str = "loop l0\nblock b0 1 -> b1\n  loadI 1 => %0\n  jump\n\
    block b1 10 in l0 -> b1 b2\n  loadI 2 => %1\n  loadI 3 => %2\n  store %1, %2\n  cbr\n\
    block b2 1\n  store %0\n  store %0\n  ret\n";

#[test]
fn a_range_leaves_around_a_loop() {
    // A store in b0 and a load in b2 at 1.005 each: 1.005 + 4.02. Nothing could have left instead, as i4 reads
    // both %1 and %2.
    let expected = "\
round 0
  limit: g holds 3 of 2 behind i3
  limit: g holds 3 of 2 at i4
  loops: g is 1 over behind i3: %0 5.025
  loops: %0 leaves behind i3 for 5.025
  limit: %0 is cut (pressure, 5.025): %4, rest %3; %3 => %4 at i6
round 1
  assign: %0 in r0
  assign: %1 in r0
  assign: %2 in r1
  assign: %3 in r0
  assign: %4 in r0
  assign: %5 in r0
";
    assert_eq!(text(AROUND), expected);
}

const TWO: &str = "reg r0\nreg r1\nclass g r0 r1\nfunction f\n";

#[test]
fn a_range_that_finds_no_register_goes_to_memory_beside_those_that_cost_more() {
    // %2 is read once; to keep %0 or %1 in memory costs a store and two loads, each times 1.005.
    let function = format!(
        "{TWO}block b0 1\n  loadI 1 => %0\n  loadI 2 => %1\n  loadI 3 => %2\n  store %0, %1\n  \
         store %0, %1\n  store %2\n  ret\n"
    );
    let log = log(&function, &["limit_pressure=false"]);
    let first = log.text();
    let memory = first.lines().find(|line| line.contains("to memory"));
    let expected = "  assign: %2 goes to memory (no register, 5.025), others %0 9.045, %1 9.045";
    assert_eq!(memory, Some(expected), "{first}");
}

/// The line of the text that says that %0 is cut.
fn cut(function: &str) -> String {
    let text = log(function, &["limit_pressure=false"]).text();
    let cut = text.lines().find(|line| line.contains("%0 is cut"));
    cut.unwrap_or_else(|| panic!("{text}")).to_owned()
}

#[test]
fn a_split_of_assignment_costs_its_copies_and_the_rest_is_apart() {
    // The call in b2 preserves no register. The piece leaves for it by one copy, 0.2 * 1.005; the rest is read
    // once, in b3, which costs a load in memory: 4 * 1.005.
    let function = "reg r0\nclass g r0\nmask m\nfunction f\nloop l0\nblock b0 1 -> b1\n  \
                    loadI 1 => %0\nblock b1 100 in l0 -> b1 b2\n  add %0, 1 => %0\n  cbr %0\n\
                    block b2 1 -> b3\n  call keeps m\n  jump\nblock b3 1\n  store %0\n";
    let expected =
        "  assign: 1. %0 is cut (no register, 0.201): %1 in r0, rest %2 or 4.02 in memory; \
                    %1 => %2 at the start of b2";
    assert_eq!(cut(function), expected);
}

#[test]
fn a_handover_has_a_reason_of_its_own_and_no_rest() {
    // r1 is taken from i0 to i4, r0 from i5 on: one copy in front of i5, 0.2 * 1.005.
    let function = "block b0 1\n  loadI 5 => r1\n  loadI 1 => %0\n  store %0\n  store %0\n  \
                    store r1\n  loadI 6 => r0\n  store %0\n  store %0\n  store r0\n";
    let expected = "  assign: 1. %0 is cut (handover, 0.201): %1 in r0, rest %2; %1 => %2 at i5";
    assert_eq!(cut(&format!("{TWO}{function}")), expected);
}

#[test]
fn a_range_that_leaves_for_pressure_is_held_against_all_that_would_have_to_leave_instead() {
    // %0 is live where %1 and %3 need both registers, and where %2 and %4 do: it leaves for a store and a load at
    // 1.005 each. If it stayed, %1 would have to leave at the first place, and %2 at the second, for as much each.
    let function =
        "block b0 1\n  loadI 1 => %0\n  loadI 2 => %1\n  loadI 3 => %3\n  store %3\n  store %1\n  \
                    loadI 4 => %2\n  loadI 5 => %4\n  store %4\n  store %2\n  store %0\n  ret\n";
    let text = text(function);
    let memory = text.lines().find(|line| line.contains("to memory"));
    let expected = "  limit: %0 goes to memory (pressure, 5.025), others %1 with %2 10.05";
    assert_eq!(memory, Some(expected), "{text}");
}

#[test]
fn what_cannot_leave_everywhere_where_a_range_does_is_no_alternative() {
    // Three are live from i2 to i5. %0 leaves up to i4, %2 for good. At i3 %1 could leave, but %2 cannot be in a
    // register at i4, which reads %0 and %1.
    let function = "block b0 1\n  loadI 1 => %0\n  loadI 2 => %1\n  loadI 3 => %2\n  nop\n  \
                    store %0, %1\n  store %0, %1\n  store %2\n  ret\n";
    let text = text(function);
    let memory = text.lines().find(|line| line.contains("to memory"));
    assert_eq!(memory, Some("  limit: %2 goes to memory (pressure, 5.025)"), "{text}");
    assert!(text
        .contains("%0 is cut (pressure, 5.025): %4, rest %3; %3 => %4 at i4, others %1 5.025\n"));
}

#[test]
fn what_the_pressure_pass_decides_is_logged_also_if_that_is_nothing() {
    let mut session = Session::new(&Settings::default());
    session.keep_log();
    let fits = parse(&format!("{TWO}block b0 1\n  loadI 1 => %0\n  store %0\n  ret\n")).unwrap();
    assert!(session.limit_pressure(&mut fits.function.clone()).is_none());
    assert_eq!(session.log().map(Log::text).as_deref(), Some(""));
    let over = parse(&format!("{TWO}{AROUND}")).unwrap();
    let edit = session.limit_pressure(&mut over.function.clone());
    assert!(edit.is_some());
    let text = session.log().expect("there is a log").text();
    assert!(text.contains("loops: %0 leaves behind i3 for 5.025\n"), "{text}");
}

#[test]
fn the_line_that_keeps_a_range_alive_is_named_where_it_leaves() {
    let mut session = Session::new(&Settings::default());
    session.keep_log();
    let variable = RangeName { variable: "x".to_owned(), line: 1, last_use: 9 };
    session.describe(Description { ranges: vec![(0, variable)], ..Description::default() });
    let program = parse(&format!("{TWO}{AROUND}")).unwrap();
    let _ = session.run(program.function, next_round);
    let log = session.log().expect("there is a log");
    let leaves = "loops: %0(x) leaves behind i3 for 5.025, its last use is in line 9\n";
    assert!(log.text().contains(leaves), "{}", log.text());
    let header = "{\"range\":0,\"variable\":\"x\",\"line\":1,\"last_use\":9}";
    assert!(log.json("regalloc", "m", "f").contains(header));
}

#[test]
fn a_departure_has_the_cell_and_the_phase_that_decided_on_it() {
    let log = log(&format!("{TWO}{AROUND}"), &[]);
    let departures = log.departures();
    let [left] = departures.as_slice() else { panic!("{departures:?}") };
    assert_eq!((left.range, left.phase, left.why), (VReg(0), Phase::Loops, Why::Pressure));
    assert!((left.price - 5.025).abs() < 1e-9 && !left.recomputed);
    assert_eq!(left.others, []);
    let over = left.overload.as_ref().expect("it left for a cell");
    assert_eq!((over.inst, over.block, over.writes), (Some(3), 1, true));
    assert_eq!((over.held, over.capacity, &over.class[..]), (3, 2, "g"));
    // Nothing is over capacity in the last round.
    assert_eq!(log.overloads(), []);
}

#[test]
fn assignment_decides_on_what_finds_no_register() {
    let function =
        "block b0 1\n  loadI 1 => %0\n  loadI 2 => %1\n  loadI 3 => %2\n  store %0, %1\n  \
                    store %0, %1\n  store %2\n  ret\n";
    let log = log(&format!("{TWO}{function}"), &["limit_pressure=false"]);
    let departures = log.departures();
    let left = departures.first().expect("%2 finds no register");
    assert_eq!((left.range, left.phase, left.why), (VReg(2), Phase::Assign, Why::NoRegister));
    assert_eq!(left.overload, None);
}

#[test]
fn lines_of_json_have_the_functions_line_first() {
    let log = log(&format!("{TWO}{AROUND}"), &[]);
    let json = log.json("regalloc", "m\"1", "f");
    let lines: Vec<&str> = json.lines().collect();
    assert!(lines[0].starts_with(
        "{\"schema\":1,\"event\":\"function\",\"pass\":\"regalloc\",\"module\":\"m\\\"1\",\"function\":\"f\",\
         \"decisions\":0,\"registers\":[{\"number\":0,\"name\":\"r0\"},"
    ));
    assert_eq!(lines.len(), 1 + log.records().len());
    let leave = lines.iter().find(|line| line.contains("\"leave\"")).unwrap();
    let expected = "{\"function\":\"f\",\"number\":3,\"round\":0,\"phase\":\"loops\",\
                    \"event\":\"leave\",\"range\":0,\"at\":{\"point\":22,\"block\":1},\
                    \"price\":5.0249999999999995}";
    assert_eq!(*leave, expected);
}

#[test]
fn the_first_decisions_are_the_same_whatever_their_number_may_be() {
    let decided = |log: &Log| -> Vec<Record> {
        log.records().into_iter().filter(|record| record.decision.is_some()).collect()
    };
    let mut bounded = 0;
    for seed in 1..=60 {
        let text = generate::from_seed(seed);
        let all = log(&text, &[]);
        assert_eq!(all.decisions() as usize, decided(&all).len(), "seed {seed}");
        for most in 0..all.decisions() {
            let some = log(&text, &[&format!("max_decisions={most}")]);
            let first = &decided(&all)[..most as usize];
            assert_eq!(decided(&some), first, "seed {seed}, {most} decisions");
            bounded += 1;
        }
    }
    assert!(bounded > 100, "{bounded}");
}

#[test]
fn every_event_and_reason_is_documented() {
    let page = include_str!("../../docs/log.md");
    for name in Event::NAMES.iter().chain(Why::NAMES) {
        assert!(page.contains(&format!("| `{name}` |")), "{name} is not in docs/log.md");
    }
}
