//! `regalloc-limit gallery`: the page of public complaints, as far as it needs no network.

use super::common::{plugin, succeed};
use std::process::Command;

fn gallery(case: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_regalloc-limit"));
    command.args(["gallery", "--case", case, "--plugin"]).arg(plugin());
    command
}

#[test]
fn a_section_has_the_figures_of_each_target() {
    let page = succeed(&mut gallery("cold-calls"));
    assert!(page.contains("\n## Calls that are nearly never made\n"), "{page}");
    assert!(page.contains("https://github.com/llvm/llvm-project/issues/150737"), "{page}");
    for target in ["x86-64", "aarch64", "riscv64"] {
        let mut rows = page.lines().filter(|line| line.starts_with(&format!("| {target}")));
        assert!(rows.next().is_some_and(|row| row.contains(" push ")), "{target}: {page}");
    }
}

#[test]
fn a_section_says_why_values_are_where_they_are() {
    let page = succeed(&mut gallery("cold-calls"));
    // The unlikely calls are crossed in memory, since a saved register would cost each call of the function.
    assert!(page.contains("\n`explain`:\n\n```\npush (cold-calls.c:"), "{page}");
    assert!(page.contains(", callee-saved registers,\n"), "{page}");
    assert!(page.contains("in memory with limit and not with greedy:  r  value\n"), "{page}");
}

#[test]
fn an_allocator_that_fails_is_named() {
    let page = succeed(&mut gallery("inline-asm"));
    assert!(page.contains("For x86-64 greedy fails: "), "{page}");
    assert!(!page.contains("limit fails"), "{page}");
}

#[test]
fn a_name_of_no_case_is_an_error() {
    let output = gallery("nosuch").output().expect("the command runs");
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(error.lines().count(), 1, "{error}");
    assert!(error.contains("'nosuch'"), "{error}");
}
