//! `regalloc-limit bisect`: the function and the decision at which a command begins to fail.

use super::common::{input, plugin, scratch, succeed};
use std::path::Path;
use std::process::Command;

/// `llc` on a file.
fn llc(file: &Path, allocator: &str) -> String {
    let (plugin, file) = (plugin(), file.display());
    let start = format!("llc-22 -load {} -mtriple=x86_64-linux-gnu -O2", plugin.display());
    format!("{start} -regalloc={allocator} {file} -o -")
}

fn bisect(script: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_regalloc-limit"));
    command.args(["bisect", "--", "sh", "-c", script]);
    command
}

/// The functions of a file of C as IR in the folder.
fn ir(folder: &Path) -> std::path::PathBuf {
    let file = folder.join("pressure.ll");
    let mut clang = Command::new("clang-22");
    clang.args(["--target=x86_64-linux-gnu", "-O2", "-S", "-emit-llvm", "-o"]);
    succeed(clang.arg(&file).arg(input("compare/pressure.c")));
    file
}

#[test]
fn the_function_whose_code_is_not_greedys_is_found() {
    let folder = scratch("bisect");
    let file = ir(&folder);
    let greedy = folder.join("greedy.s");
    succeed(Command::new("sh").arg("-c").arg(format!(
        "{} > {}",
        llc(&file, "greedy"),
        greedy.display()
    )));
    // Good is what is the same as greedy's.
    let limit = llc(&file, "limit {llc}");
    let text = succeed(&mut bisect(&format!("{limit} | cmp -s - {}", greedy.display())));
    assert!(text.contains("Function number 1 is twenty"), "{text}");
    assert!(text.contains("Bad:  -limit-fuel=1 -limit-decisions="), "{text}");
}

#[test]
fn a_command_that_never_fails_is_an_error() {
    let output = bisect("true {llc}").output().expect("it starts");
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains("the command succeeds with limit"), "{error}");
    assert_eq!(error.lines().count(), 1, "{error}");
}
