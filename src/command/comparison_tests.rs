//! Comparisons of hand-made scores, with the figures worked out by hand.

use super::*;
use crate::score::Count;
use crate::timing::Times;

fn score(move_cost: f64, instructions: f64, pressured: bool) -> Score {
    let instructions = Count { in_text: 1, weighted: instructions };
    Score { move_cost, pressured, instructions, ..Score::default() }
}

fn run(functions: &[(&str, Score)], allocation: f64, text_bytes: u64) -> Run {
    let scores = functions.iter().map(|(name, score)| (name.to_string(), score.clone())).collect();
    Run { scores, times: Times { allocation, total: 10.0 }, text_bytes, last_resort: 1 }
}

fn unit(input: &str, cells: Result<Vec<Cell>, String>) -> Unit {
    Unit { target: "t".into(), project: "p".into(), input: input.into(), cells }
}

fn names() -> Vec<String> {
    ["greedy", "limit"].map(String::from).into()
}

/// One input with four functions; the base spills in `a`, the other one in `b`.
fn two_runs() -> Unit {
    let base = run(
        &[
            ("a", score(7.0, 100.0, true)),
            ("b", score(0.0, 50.0, false)),
            ("c", score(3.0, 10.0, false)),
            ("only-base", score(9.0, 9.0, true)),
        ],
        2.0,
        100,
    );
    let limit = run(
        &[
            ("a", score(1.0, 50.0, false)),
            ("b", score(1.0, 100.0, true)),
            ("c", score(3.0, 10.0, false)),
        ],
        3.0,
        50,
    );
    unit("i", Ok(vec![Ok(base), Ok(limit)]))
}

fn close(value: Option<f64>, expected: f64) {
    let value = value.expect("there are functions");
    assert!((value - expected).abs() < 1e-12, "{value} is not {expected}");
}

#[test]
fn means_and_counts() {
    let [result] = &compare("t", &names(), &[two_runs()])[..] else { panic!("one comparison") };
    // (1+1)/(7+1) = 1/4, (1+1)/(0+1) = 2 and 1: their product is 1/2.
    close(result.move_cost, 0.5f64.powf(1.0 / 3.0));
    // a and b are pressured, each with one of the two allocators.
    close(result.move_cost_pressured, 0.5f64.sqrt());
    close(result.instructions, 1.0);
    close(result.instructions_pressured, 1.0);
    assert_eq!((result.functions, result.pressured), (3, 2));
    assert_eq!((result.better, result.worse, result.last_resort), (1, 1, 1));
    // b, whose I doubles, and a, whose I halves; neither has an instruction of a kind.
    assert_eq!(result.longer, 1);
    let others = &result.causes[3];
    assert_eq!((others.longer.functions, others.shorter.functions), (1, 1));
    assert_eq!((&others.worst[0].function[..], others.worst[0].ratio), ("b", 2.0));
    close(result.allocation_seconds.ratio(), 1.5);
    close(result.text_bytes.ratio(), 0.5);
    let worst = &result.worst[0];
    assert_eq!((worst.function.as_str(), worst.ratio, result.worst.len()), ("b", 2.0, 1));
}

#[test]
fn a_failed_input_gives_no_credit() {
    let cheap = run(&[("f", score(0.0, 1.0, false))], 0.5, 1);
    let units = [
        two_runs(),
        unit("crashed", Ok(vec![Ok(cheap.clone()), Err("crashed with signal 11".into())])),
        unit("base-crashed", Ok(vec![Err("timed out".into()), Ok(cheap)])),
    ];
    let results = compare("t", &names(), &units);
    let without = compare("t", &names(), &units[..1]);
    assert_eq!(results[0].failed_inputs, 2);
    assert_eq!(
        Comparison { failed_inputs: 0, ..results.into_iter().next().expect("one") },
        without[0]
    );
    let failures = failures(&names(), &units);
    let found: Vec<_> =
        failures.iter().map(|f| (f.input.as_str(), f.allocator.as_deref())).collect();
    assert_eq!(found, [("crashed", Some("limit")), ("base-crashed", Some("greedy"))]);
}

#[test]
fn an_input_that_all_refuse_is_named_once() {
    let refusal = || Err("llc: error: x.ll:1:1: expected type".to_owned());
    let units = [
        unit("malformed", Ok(vec![refusal(), refusal()])),
        unit("no-c", Err("x.c:1:1: error: no".into())),
        unit("slow", Ok(vec![Err("timed out".into()), Err("timed out".into())])),
    ];
    let failures = failures(&names(), &units);
    let found: Vec<_> =
        failures.iter().map(|f| (f.input.as_str(), f.allocator.as_deref())).collect();
    let slow = [("slow", Some("greedy")), ("slow", Some("limit"))];
    assert_eq!(found, [("malformed", None), ("no-c", None), slow[0], slow[1]]);
}

#[test]
fn the_ten_worst_are_named_in_order() {
    let functions: Vec<String> = (0..12).map(|index| format!("f{index:02}")).collect();
    let base: Vec<_> = functions.iter().map(|f| (f.as_str(), score(1.0, 1.0, false))).collect();
    let limit: Vec<_> = functions
        .iter()
        .enumerate()
        .map(|(index, f)| (f.as_str(), score(2.0 + index as f64, 1.0, false)))
        .collect();
    let units = [unit("i", Ok(vec![Ok(run(&base, 1.0, 1)), Ok(run(&limit, 1.0, 1))]))];
    let worst = &compare("t", &names(), &units)[0].worst;
    let named: Vec<_> = worst.iter().map(|worst| worst.function.as_str()).collect();
    let expected: Vec<_> = functions[2..].iter().rev().map(String::as_str).collect();
    assert_eq!(named, expected);
}

#[test]
fn rows_are_sorted_and_have_gaps_where_an_allocator_failed() {
    let one = || run(&[("z", score(1.0, 1.0, false)), ("a", score(1.0, 1.0, false))], 1.0, 1);
    let units = [
        unit("second", Ok(vec![Ok(one()), Err("timed out".into())])),
        unit("first", Ok(vec![Ok(one()), Ok(one())])),
    ];
    let rows = rows(&units);
    let keys: Vec<_> = rows.iter().map(|r| (r.input.as_str(), r.function.as_str())).collect();
    assert_eq!(keys, [("first", "a"), ("first", "z"), ("second", "a"), ("second", "z")]);
    assert!(rows[0].scores[1].is_some() && rows[3].scores[1].is_none());
}
