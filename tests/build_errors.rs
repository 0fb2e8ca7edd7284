//! A missing or wrong LLVM is one clear line that says what to install.
#![cfg(feature = "plugin")]

mod common;

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

/// What Cargo prints when `llvm-config` is the given shell script, under all of its names.
fn build_with(llvm_config: &str, prefix: Option<&Path>) -> String {
    let directory = common::scratch("fake-llvm");
    for name in [format!("llvm-config-{}", common::llvm_major()), "llvm-config".to_owned()] {
        let path = directory.join(name);
        std::fs::write(&path, format!("#!/bin/sh\n{llvm_config}\n")).expect("writable");
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("ours");
    }
    let path = std::env::var("PATH").expect("PATH is set");
    let mut cargo = Command::new(std::env::var("CARGO").expect("cargo runs the tests"));
    cargo
        .args(["check", "--lib", "--locked", "--color=never", "--target-dir"])
        .arg(Path::new(env!("CARGO_TARGET_TMPDIR")).join("build-errors"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env_remove(common::llvm_prefix_variable())
        .env("PATH", format!("{}:{path}", directory.display()));
    if let Some(prefix) = prefix {
        cargo.env(common::llvm_prefix_variable(), prefix);
    }
    let output = cargo.output().expect("cargo runs");
    assert!(!output.status.success(), "the build succeeds without LLVM");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The one line that names the package and starts with `error:`.
fn error_line(text: &str) -> &str {
    text.lines().find(|line| line.starts_with("error: regalloc-limit")).unwrap_or_else(|| {
        panic!("no line of ours in:\n{text}");
    })
}

#[test]
fn each_wrong_llvm_has_its_own_line() {
    let major = common::llvm_major();
    let missing = build_with("exit 1", None);
    let says = format!("LLVM {major} not found; install it");
    assert!(error_line(&missing).contains(&says), "{missing}");
    assert!(error_line(&missing).contains(&format!("llvm-{major}-dev")), "{missing}");
    let other = build_with("echo 19.1.7", None);
    let says = format!("is LLVM 19.1.7, but this plugin is for LLVM {major}");
    assert!(error_line(&other).contains(&says), "{other}");
    let nowhere = build_with("exit 1", Some(Path::new("/no/such/prefix")));
    let says = format!("{} is set but", common::llvm_prefix_variable());
    assert!(error_line(&nowhere).contains(&says), "{nowhere}");
}
