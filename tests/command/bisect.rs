//! `regalloc-limit bisect`: the function and the decision at which a command begins to fail.

use super::common::{input, llvm_tool, plugin, run, scratch, succeed};
use std::path::Path;
use std::process::Command;

/// `llc` on a file.
fn llc(file: &Path, allocator: &str) -> String {
    let (plugin, file) = (plugin(), file.display());
    let llc = llvm_tool("llc");
    let start =
        format!("{} -load {} -mtriple=x86_64-linux-gnu -O2", llc.display(), plugin.display());
    format!("{start} -regalloc={allocator} {file} -o -")
}

fn bisect(script: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_regalloc-limit"));
    command.args(["bisect", "--", "sh", "-c", script]);
    command
}

/// A file of C as IR in the folder.
fn ir(folder: &Path, source: &Path) -> std::path::PathBuf {
    let file = folder.join("input.ll");
    let mut clang = Command::new(llvm_tool("clang"));
    clang.args(["--target=x86_64-linux-gnu", "-O2", "-S", "-emit-llvm", "-o"]);
    succeed(clang.arg(&file).arg(source));
    file
}

fn shell(script: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", script]);
    command
}

#[test]
fn the_function_whose_code_is_not_greedys_is_found() {
    let folder = scratch("bisect");
    let file = ir(&folder, &input("compare/pressure.c"));
    let greedy = folder.join("greedy.s");
    succeed(&mut shell(&format!("{} > {}", llc(&file, "greedy"), greedy.display())));
    // Good is what is the same as greedy's.
    let limit = llc(&file, "limit {llc}");
    let text = succeed(&mut bisect(&format!("{limit} | cmp -s - {}", greedy.display())));
    assert!(text.contains("Function number 1 is twenty"), "{text}");
    assert!(text.contains("Bad:  -limit-fuel=1 -limit-decisions="), "{text}");
}

#[test]
fn the_decision_from_which_on_the_code_is_bad_is_printed_with_its_reason() {
    let folder = scratch("bisect-decision");
    let gallery = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benches/gallery");
    let file = ir(&folder, &gallery.join("cold-calls.c"));
    let stores = |arguments: &str| -> u32 {
        let count = format!("{} {arguments} | grep -c Spill || true", llc(&file, "limit"));
        succeed(&mut shell(&count)).trim().parse().expect("a number")
    };
    // Bad is more stores than there are without any optional decision. These come from ranges that are cut at
    // unlikely calls, so that arguments stay where they arrive: a hint.
    let (none, all) = (stores("-limit-decisions=0"), stores(""));
    assert!(none < all, "{none} without decisions, {all} with all");
    let count = format!("{} | grep -c Spill", llc(&file, "limit {llc}"));
    let text = succeed(&mut bisect(&format!("test $({count}) -le {none}")));
    assert!(text.contains("Function number 1 is push.\nIts decision number "), "{text}");
    let reason = text.lines().find(|line| line.starts_with("  assign: "));
    assert!(reason.is_some_and(|line| line.contains(" is cut (hint, ")), "{text}");
    let bad = text.lines().find_map(|line| line.strip_prefix("Bad:")).expect("what is bad");
    let good = text.lines().find_map(|line| line.strip_prefix("Good:")).expect("what is good");
    assert!(stores(bad) > none && stores(good) <= none, "{text}");
}

#[test]
fn a_command_that_never_fails_is_an_error() {
    let (status, _, error) = run(&mut bisect("true {llc}"));
    assert_eq!(status, Some(2));
    assert!(error.contains("the command succeeds with limit"), "{error}");
    assert_eq!(error.lines().count(), 1, "{error}");
}

#[test]
fn a_command_that_is_not_there_is_the_users() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_regalloc-limit"));
    let (status, _, error) = run(command.args(["bisect", "--", "/nonexistent"]));
    assert_eq!(status, Some(2));
    assert!(error.contains("cannot run /nonexistent: "), "{error}");
    assert!(!error.contains("scripts/setup"), "it does not install that: {error}");
}
