//! The reasons for what is done to small functions, each worked out by hand.

use super::{Description, Event, Log, Record, Why};
use crate::allocate::Session;
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
    // A store in b0 and a load in b2 at 1.005 each: 1.005 + 4.02.
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

#[test]
fn lines_of_json_have_the_functions_line_first() {
    let log = log(&format!("{TWO}{AROUND}"), &[]);
    let json = log.json("m\"1", "f");
    let lines: Vec<&str> = json.lines().collect();
    assert!(lines[0].starts_with(
        "{\"schema\":1,\"event\":\"function\",\"module\":\"m\\\"1\",\"function\":\"f\",\
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
