//! The command `regalloc-limit compare`, as a user runs it.
#![cfg(all(feature = "plugin", feature = "cli"))]

mod common;

use common::{plugin, scratch};
use std::path::Path;
use std::process::{Command, Output};

const LOOP: &str = "define i32 @sum(ptr %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %s = phi i32 [ 0, %entry ], [ %t, %loop ]
  %a = getelementptr i32, ptr %p, i32 %i
  %x = load i32, ptr %a
  %t = add i32 %s, %x
  %j = add i32 %i, 1
  %c = icmp slt i32 %j, %n
  br i1 %c, label %loop, label %end
end:
  ret i32 %t
}
";

fn compare(arguments: &[&str], input: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_regalloc-limit"))
        .arg("compare")
        .args(["--plugin".as_ref(), plugin().as_os_str()])
        .args(arguments)
        .arg(input)
        .output()
        .expect("the command starts")
}

#[test]
fn every_allocator_has_its_row_and_two_runs_print_the_same() {
    let input = scratch("compare").join("sum.ll");
    std::fs::write(&input, LOOP).expect("the target directory is writable");
    let run = || compare(&["--format", "csv", "--alloc", "limit", "--alloc", "basic"], &input);
    let first = run();
    let text = String::from_utf8_lossy(&first.stdout);
    for allocator in ["greedy", "limit", "basic"] {
        assert!(text.contains(&format!(",sum,{allocator},")), "{allocator} in {text}");
    }
    assert_eq!(first.stdout, run().stdout);
}

#[test]
fn an_allocator_that_llc_refuses_is_one_line_and_exit_status_2() {
    let input = scratch("compare-refused").join("sum.ll");
    std::fs::write(&input, LOOP).expect("the target directory is writable");
    let output = compare(&["--alloc", "bad=limit -no-such-option"], &input);
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("'bad'") && text.contains("-no-such-option"), "{text}");
    assert_eq!(text.trim_end().lines().count(), 1, "{text}");
}

#[test]
fn a_missing_input_is_one_line_and_exit_status_2() {
    let output = compare(&["--alloc", "limit"], Path::new("no/such/file.ll"));
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(text.trim_end().lines().count(), 1, "{text}");
    assert!(text.contains("no/such/file.ll"), "{text}");
}
