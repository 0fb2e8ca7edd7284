//! `regalloc-limit compare` from the outside: what it prints, where to, and its exit status.

use super::common::{input, llvm_prefix_variable, plugin, run, scratch};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The command with the plugin of this test run, to be completed with inputs and options.
fn compare(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_regalloc-limit"));
    command.args(["compare", "--plugin"]).arg(plugin()).args(arguments);
    command
}

fn pressure() -> PathBuf {
    input("compare/pressure.c")
}

/// The output as JSON, with everything that depends on the clock taken out.
fn json(command: &mut Command) -> serde_json::Value {
    let (status, stdout, stderr) = run(command.args(["--format", "json"]));
    assert_eq!((status, stderr.as_str()), (Some(0), ""));
    let mut report: serde_json::Value = serde_json::from_str(&stdout).expect("well-formed");
    for comparison in report["comparisons"].as_array_mut().expect("a list") {
        let comparison = comparison.as_object_mut().expect("an object");
        assert!(comparison.remove("allocation_seconds").is_some());
        assert!(comparison.remove("codegen_seconds").is_some());
    }
    report
}

#[test]
fn functions_are_compared_for_each_target() {
    let mut command = compare(&["--alloc", "limit", "--alloc", "basic"]);
    let report = json(command.args(["--target", "x86-64,riscv64"]).arg(pressure()));
    let keys: Vec<_> = report["comparisons"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|c| format!("{} {} {}", c["target"], c["allocator"], c["functions"]).replace('"', ""))
        .collect();
    assert_eq!(keys, ["riscv64 limit 3", "riscv64 basic 3", "x86-64 limit 3", "x86-64 basic 3"]);
    let rows = report["functions"].as_array().expect("a list");
    let names: Vec<_> = rows.iter().map(|row| row["function"].as_str().expect("a name")).collect();
    assert_eq!(names, ["calls", "leaf", "twenty", "calls", "leaf", "twenty"]);
    for row in rows {
        for score in row["scores"].as_array().expect("a list") {
            assert_eq!(score["pressured"], row["function"] == "twenty", "{row}");
            assert!(score["code_bytes"].as_u64().is_some_and(|bytes| bytes > 0), "{row}");
        }
    }
}

#[test]
fn two_runs_differ_in_times_only() {
    let command = || compare(&["--alloc", "limit", "--alloc", "pbqp"]);
    let once = json(command().args(["--jobs", "1"]).arg(pressure()));
    assert_eq!(once, json(command().args(["--jobs", "2"]).arg(pressure())));
}

#[test]
fn an_allocator_compared_with_itself_is_equal() {
    let report = json(compare(&["--alloc", "again=greedy"]).arg(pressure()));
    let comparison = &report["comparisons"][0];
    for metric in ["move_cost", "move_cost_pressured", "instructions", "instructions_pressured"] {
        assert_eq!(comparison[metric], 1.0, "{metric}");
    }
    assert_eq!(comparison["text_bytes"]["this"], comparison["text_bytes"]["base"]);
    assert_eq!((&comparison["better"], &comparison["worse"]), (&0.into(), &0.into()));
}

#[test]
fn functions_left_to_the_last_resort_are_counted_below_the_table() {
    // What spills takes two rounds: one alone leaves it to the last resort.
    for (allocator, line) in [
        ("one=limit -limit-set max_rounds=1", Some("one on x86-64: 1 function left to the last")),
        ("limit", None),
    ] {
        let mut command = compare(&["--alloc", allocator, "--target", "x86-64"]);
        let (status, stdout, stderr) = run(command.arg(pressure()));
        assert_eq!((status, stderr.as_str()), (Some(0), ""));
        let found = stdout.lines().find(|line| line.contains("last resort"));
        let is_right = match line {
            Some(line) => found.is_some_and(|found| found.starts_with(line)),
            None => found.is_none(),
        };
        assert!(is_right, "{allocator}: {stdout}");
    }
}

#[test]
fn a_failure_is_a_cell_and_a_line() {
    // With one register of each class no allocator can compile a sum.
    let failing = ["--alloc", "one=greedy -stress-regalloc=1", "--alloc", "basic"];
    let report = json(compare(&failing).arg(pressure()));
    let failures = report["failures"].as_array().expect("a list");
    assert_eq!((failures.len(), &failures[0]["allocator"]), (1, &"one".into()));
    let reason = failures[0]["reason"].as_str().expect("a reason");
    assert!(reason.contains("ran out of registers"), "{reason}");
    let comparisons = &report["comparisons"];
    assert_eq!(
        (&comparisons[0]["functions"], &comparisons[0]["failed_inputs"]),
        (&0.into(), &1.into())
    );
    assert_eq!(comparisons[1]["functions"], 3);
}

#[test]
fn an_input_that_none_compiles_is_left_out() {
    let folder = scratch("compare-left-out");
    let bad = folder.join("bad.c");
    std::fs::write(&bad, "int f( {").expect("the folder is writable");
    let arguments = ["--alloc", "basic", "--format", "json"];
    let (status, stdout, stderr) = run(compare(&arguments).arg(bad).arg(pressure()));
    assert_eq!(status, Some(0), "{stderr}");
    assert!(stderr.contains("1 input is left out, first") && stderr.contains("bad.c"), "{stderr}");
    let report: serde_json::Value = serde_json::from_str(&stdout).expect("well-formed");
    let (basic, failure) = (&report["comparisons"][0], &report["failures"][0]);
    assert_eq!((&basic["functions"], &basic["failed_inputs"]), (&3.into(), &1.into()));
    assert!(failure["allocator"].is_null(), "{failure}");
}

#[test]
fn a_table_goes_to_a_pipe_without_colours_and_progress() {
    let (status, stdout, stderr) = run(compare(&["--alloc", "basic"]).arg(pressure()));
    assert_eq!((status, stderr.as_str()), (Some(0), ""));
    assert!(stdout.starts_with("Ratios to greedy\n"), "{stdout}");
    let row = stdout.lines().find(|line| line.contains(" basic ")).expect("a row");
    let words: Vec<_> = row.split_whitespace().take(4).collect();
    assert_eq!(words, ["input", "basic", "3", "1"], "functions and those under pressure");
    assert!(!stdout.contains('\u{1b}'), "{stdout}");
}

/// What a terminal of so many columns shows, the progress included.
fn on_a_terminal(columns: u32, variables: &str, options: &str) -> String {
    let own = env!("CARGO_BIN_EXE_regalloc-limit");
    let (plugin, input) = (plugin(), pressure());
    let words = format!(
        "stty cols {columns}; {variables} {own} compare --alloc basic {options} --plugin {} {}",
        plugin.display(),
        input.display()
    );
    let (status, shown, _) = run(Command::new("script").args(["-qec", &words, "/dev/null"]));
    assert_eq!(status, Some(0), "{shown}");
    shown
}

#[test]
fn a_terminal_sees_progress_and_colours_unless_told_otherwise() {
    let shown = on_a_terminal(200, "TERM=xterm", "");
    assert!(shown.contains("compiling [") && shown.contains("left:"), "{shown}");
    assert!(shown.contains("\u{1b}[38;5;9m"), "a ratio above 1 is red: {shown}");
    let quiet = on_a_terminal(200, "TERM=xterm NO_COLOR=1", "--quiet");
    assert!(quiet.starts_with("Ratios to greedy") && !quiet.contains('\u{1b}'), "{quiet}");
    let row = quiet.lines().find(|line| line.contains("basic") && line.contains("1.00"));
    assert!(row.is_some_and(|row| row.split_whitespace().count() > 13), "{quiet}");
}

#[test]
fn a_narrow_terminal_has_a_column_for_each_allocator() {
    let shown = on_a_terminal(80, "TERM=xterm NO_COLOR=1", "--alloc pbqp --quiet");
    let line = shown.lines().find(|line| line.trim_start().starts_with("functions "));
    let words: Vec<_> = line.expect("a line").split_whitespace().collect();
    assert_eq!(words, ["functions", "3", "3"], "{shown}");
    assert!(shown.lines().skip(4).all(|line| line.trim_end().len() <= 80), "{shown}");
}

#[test]
fn other_forms_and_the_filter() {
    let (_, csv, _) = run(compare(&["--alloc", "basic", "--format", "csv"]).arg(pressure()));
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines.len(), 1 + 3 * 2, "{csv}");
    let columns = lines[0].split(',').count();
    assert!(lines.iter().all(|line| line.split(',').count() == columns), "{csv}");
    let filter = ["--alloc", "basic", "--format", "markdown", "--filter", "tw"];
    let (_, markdown, _) = run(compare(&filter).arg(pressure()));
    assert!(markdown.contains("| basic     |         1 |         1 |"), "{markdown}");
}

/// Every test for exit status 2: one line on standard error, nothing on standard output.
fn is_refused(command: &mut Command, words: &[&str]) {
    let (status, _, stderr) = run(command);
    assert_eq!(status, Some(2), "{stderr}");
    assert!(words.iter().all(|word| stderr.contains(word)), "{stderr} says {words:?}");
    assert!(!stderr.contains("panicked"), "{stderr}");
    let own = stderr.lines().filter(|line| line.starts_with("regalloc-limit: error:"));
    assert!(stderr.starts_with("error:") || own.count() == stderr.lines().count(), "{stderr}");
}

#[test]
fn what_cannot_be_used_is_said_in_one_line() {
    let folder = scratch("compare-unusable");
    let file = |name: &str, text: &str| {
        std::fs::write(folder.join(name), text).expect("the folder is writable");
        folder.join(name)
    };
    let pressure = pressure();
    is_refused(&mut compare(&["/nonexistent/x.ll"]), &["cannot read /nonexistent/x.ll"]);
    is_refused(compare(&[]).arg(file("x.txt", "")), &["x.txt is none of .ll"]);
    is_refused(compare(&[]).arg(file("bad.ll", "define void @f( {")), &["bad.ll", "expected type"]);
    is_refused(compare(&[]).arg(file("bad.c", "int f( {")), &["bad.c", "error:", "mend it"]);
    is_refused(compare(&[]).arg(file("none.ll", "")), &["nothing to compare"]);
    is_refused(compare(&["--alloc", "nosuch"]).arg(&pressure), &["nosuch", "Cannot find option"]);
    is_refused(compare(&["--alloc", "greedy"]).arg(&pressure), &["two allocators", "greedy"]);
    is_refused(compare(&["--target", "z80"]).arg(&pressure), &["z80", "is no target"]);
    is_refused(compare(&["--mcpu", "nosuch"]).arg(&pressure), &["nosuch", "-mcpu=help"]);
    is_refused(compare(&["--growth", "/nonexistent/g"]).arg(&pressure), &["cannot read"]);
    is_refused(compare(&["--growth"]).args([&pressure, &pressure]), &["bench --format json"]);
    is_refused(compare(&["--threshold", "speed=1"]).arg(&pressure), &["no metric 'speed'"]);
    is_refused(compare(&["--output", "/nonexistent/o"]).arg(&pressure), &["cannot write"]);
    let no_llvm = Path::new("/nonexistent");
    is_refused(
        compare(&[]).arg(&pressure).env(llvm_prefix_variable(), no_llvm),
        &["cannot run /nonexistent/bin/llc", "scripts/setup"],
    );
    let mut no_plugin = Command::new(env!("CARGO_BIN_EXE_regalloc-limit"));
    no_plugin.args(["compare", "--plugin", "/nonexistent/p.so"]).arg(&pressure);
    is_refused(&mut no_plugin, &["no plugin at /nonexistent/p.so", "cargo build --release"]);
    let mut bad_plugin = Command::new(env!("CARGO_BIN_EXE_regalloc-limit"));
    bad_plugin.args(["compare", "--plugin"]).args([file("p.so", "no library"), pressure.clone()]);
    is_refused(&mut bad_plugin, &["cannot load the plugin ", "p.so: ", "cargo build --release"]);
    is_refused(compare(&["--jobs", "0"]).arg(&pressure), &["--jobs", "must be at least 1"]);
}

#[test]
fn a_threshold_decides_the_exit_status() {
    let compare = |threshold: &str| {
        run(compare(&["--alloc", "basic", "--threshold", threshold]).arg(pressure()))
    };
    assert_eq!(compare("text=1000").0, Some(0));
    let (status, stdout, stderr) = compare("text=0.001");
    assert_eq!(status, Some(1));
    assert!(stdout.starts_with("Ratios"), "the result is shown all the same");
    assert!(stderr.contains("text of basic on input is"), "{stderr}");
}

#[test]
fn a_file_is_written_whole() {
    let file = scratch("compare-output").join("result.csv");
    let mut command = compare(&["--alloc", "basic", "--format", "csv", "--output"]);
    let (status, stdout, _) = run(command.arg(&file).arg(pressure()));
    assert_eq!((status, stdout.as_str()), (Some(0), ""));
    assert!(std::fs::read_to_string(file).expect("written").starts_with("target,"));
}
