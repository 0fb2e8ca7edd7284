//! `regalloc-limit explain`: the line, the register set, the variables and the other allocator.

use super::common::{input, llvm_tool, plugin, run, scratch, succeed};
use serde_json::Value;
use std::process::Command;

pub fn explain(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_regalloc-limit"));
    command.arg("explain").args(arguments).args(["--target", "x86-64", "--plugin"]).arg(plugin());
    command
}

pub fn sixteen(line: &str) -> String {
    format!("{}{line}", input("explain/sixteen.c").display())
}

/// The lines of the loop in `sixteen.c`.
const LOOP: std::ops::RangeInclusive<u64> = 7..=11;

fn line_of(region: &Value) -> u64 {
    region["line"].as_u64().expect("a line")
}

fn names(list: &Value) -> Vec<&str> {
    list.as_array().expect("a list").iter().filter_map(|item| item["name"].as_str()).collect()
}

#[test]
fn the_loop_is_over_the_fifteen_registers_and_names_its_variables() {
    let text = succeed(&mut explain(&[&sixteen(""), "--format", "json", "--all"]));
    let value: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(value["schema"], 1);
    let functions = value["functions"].as_array().expect("a list");
    assert_eq!(functions.len(), 1, "leaf has nothing to explain");
    let function = &functions[0];
    assert_eq!((&function["name"], &function["line"]), (&"sixteen".into(), &2.into()));
    let region = &function["regions"][0];
    assert!(LOOP.contains(&line_of(region)), "{region}");
    assert_eq!((&region["depth"], &region["loop_line"]), (&1.into(), &7.into()));
    let strip = &region["strips"][0];
    assert_eq!((&strip["class"], &strip["capacity"]), (&"GR64".into(), &15.into()));
    let held = strip["held"].as_u64().expect("a number") as usize;
    assert!(held > 15, "{strip}");
    let (kept, gone) = (names(&region["registers"]), names(&region["memory"]));
    assert_eq!(kept.len() + gone.len(), held, "each value is in a register or in memory");
    assert!(kept.len() <= 15 && !gone.is_empty(), "{region}");
    let variables = "abcdefghijklmoqrnx".split("").filter(|name| !name.is_empty());
    let known: Vec<&str> = variables.collect();
    assert!(gone.iter().all(|name| known.contains(name)), "{gone:?}");
    let shares: f64 = function["regions"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|region| region["share"].as_f64().expect("a number"))
        .sum();
    assert!(shares > 0.95 && shares < 1.0001, "the regions have the function's cost: {shares}");
}

#[test]
fn text_fits_eighty_columns_and_has_no_colour_in_a_pipe() {
    let text = succeed(&mut explain(&[&sixteen(":8"), "--alloc", "greedy"]));
    assert!(text.contains("sixteen.c:8, executed "), "{text}");
    assert!(!text.contains("sixteen.c:9,"), "only the line that is named: {text}");
    assert!(text.contains(" of 15\n"), "{text}");
    assert!(text.contains("| a += b * x, b ^= c + a"), "the source: {text}");
    assert!(text.contains("\n  greedy: "), "{text}");
    assert!(!text.contains('\x1b'), "{text}");
    let longest = text.lines().map(|line| line.chars().count()).max();
    assert!(longest <= Some(80), "{longest:?}: {text}");
}

#[test]
fn limit_with_other_flags_is_shown_beside_it() {
    let other = "high=limit -limit-effort=high";
    let text = succeed(&mut explain(&[&sixteen(""), "--alloc", other]));
    assert!(text.contains("\n  limit: ") && text.contains("\n  high: "), "{text}");
}

#[test]
fn machine_code_is_explained_with_its_source() {
    let folder = scratch("explain-mir");
    let (ir, mir) = (folder.join("x.ll"), folder.join("x.mir"));
    let mut clang = Command::new(llvm_tool("clang"));
    clang.args(["--target=x86_64-linux-gnu", "-O2", "-g", "-S", "-emit-llvm", "-o"]).arg(&ir);
    succeed(clang.arg(input("explain/sixteen.c")));
    let mut llc = Command::new(llvm_tool("llc"));
    succeed(llc.args(["-O2", "-stop-before=greedy", "-o"]).arg(&mir).arg(&ir));
    let path = mir.display().to_string();
    let text = succeed(&mut explain(&[&path, "--format", "json"]));
    let value: Value = serde_json::from_str(&text).expect("JSON");
    let region = &value["functions"][0]["regions"][0];
    assert_eq!(region["strips"][0]["capacity"], 15, "{region}");
    assert!(!names(&region["memory"]).is_empty(), "{region}");
    let code = std::fs::read_to_string(input("explain/sixteen.c")).expect("it can be read");
    let line = code.lines().nth(line_of(region) as usize - 1).expect("the file has it");
    assert_eq!(region["source"], line.trim(), "{region}");
}

#[test]
fn what_cannot_be_explained_is_an_error_of_one_line() {
    let cases: [(&[&str], &str); 7] = [
        (&[&sixteen(""), "--function", "nosuch"], "'nosuch'"),
        (&[&sixteen(""), "--alloc", "pbqp"], "not 'pbqp'"),
        (&[&sixteen(""), "--alloc", "nosuch"], "not 'nosuch'"),
        (&[&sixteen(""), "--alloc", "limit"], "limit with other flags"),
        (&[&sixteen(":0")], "no line 0"),
        (&[&sixteen(":999")], "no line 999"),
        (&[&sixteen(""), "--output", "/nosuch/page.html"], "cannot write /nosuch/page.html"),
    ];
    for (arguments, expected) in cases {
        let (status, _, error) = run(&mut explain(arguments));
        assert_eq!(status, Some(2), "{arguments:?}");
        assert_eq!(error.lines().count(), 1, "{error}");
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn where_nothing_is_to_be_explained_the_dearest_lines_are_named() {
    let text = succeed(&mut explain(&[&sixteen(":2")]));
    let all = succeed(&mut explain(&[&sixteen(""), "--format", "json", "--all"]));
    let value: Value = serde_json::from_str(&all).expect("JSON");
    let regions = value["functions"][0]["regions"].as_array().expect("a list");
    let [first, second, third] = [0, 1, 2].map(|place| line_of(&regions[place]));
    let end = format!(
        ": everything fits and no value is in memory on line 2; the dearest lines are {first}, {second} and {third}"
    );
    assert!(text.trim_end().ends_with(&end), "{text}");
    let text = succeed(&mut explain(&[&sixteen(""), "--function", "leaf"]));
    let end = ": everything fits and no value is in memory in functions named 'leaf'";
    assert!(text.trim_end().ends_with(end), "{text}");
}
