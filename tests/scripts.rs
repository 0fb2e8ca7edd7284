//! Runs the unit tests of the Python scripts, so that `cargo test` covers them.

use std::path::Path;
use std::process::Command;

#[test]
fn llvm_codegen_tests() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let output = Command::new("python3")
        .args(["-m", "unittest", "discover", "--start-directory"])
        .arg(root.join("tests/llvm_codegen_tests"))
        .env("PYTHONPATH", root.join("scripts"))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .expect("python3 runs");
    let report = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{report}");
    assert!(!report.contains("Ran 0 tests"), "{report}");
}
