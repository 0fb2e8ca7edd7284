//! Runs `lit-tests/` with the plugin of this build, so that `cargo test` runs everything.
#![cfg(feature = "plugin")]

mod common;

use std::process::Command;

#[test]
fn lit_tests_pass() {
    let root = env!("CARGO_MANIFEST_DIR");
    let output = Command::new(common::llvm_tool("lit"))
        .arg("-v")
        .arg(format!("-Dplugin={}", common::plugin().display()))
        .arg(format!("-Dexec_root={}/lit", env!("CARGO_TARGET_TMPDIR")))
        .arg(format!("{root}/lit-tests"))
        .output()
        .expect("lit runs; scripts/setup installs it with LLVM's tools");
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "lit failed:\n{text}\n{errors}");
    assert!(text.contains("Passed"), "lit ran no test:\n{text}");
}
