//! What several test binaries need: where the plugin and LLVM's tools are.
#![allow(dead_code, reason = "no test binary uses all of it")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The plugin that Cargo built for this test run, beside the test binary.
pub fn plugin() -> PathBuf {
    let test = std::env::current_exe().expect("a test knows its own path");
    let plugin = test.with_file_name("libregalloc_limit.so");
    assert!(plugin.exists(), "no plugin at {}", plugin.display());
    plugin
}

/// The minor version of LLVM that the plugin belongs to.
pub fn llvm_version() -> &'static str {
    include_str!("../../cpp/llvm-version").trim()
}

/// Its major version.
pub fn llvm_major() -> &'static str {
    llvm_version().split('.').next().expect("a version has parts")
}

/// The variable that names the folder of that LLVM.
pub fn llvm_prefix_variable() -> String {
    format!("LLVM_SYS_{}_PREFIX", llvm_version().replace('.', ""))
}

/// The path of a tool of LLVM, found the way `build.rs` finds LLVM.
pub fn llvm_tool(name: &str) -> PathBuf {
    if let Some(prefix) = std::env::var_os(llvm_prefix_variable()) {
        return PathBuf::from(prefix).join("bin").join(name);
    }
    let output = [format!("llvm-config-{}", llvm_major()), "llvm-config".to_owned()]
        .iter()
        .find_map(|config| Command::new(config).arg("--bindir").output().ok())
        .expect("llvm-config runs; scripts/setup installs it");
    PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()).join(name)
}

/// Runs a command that has to succeed; both its outputs as one text.
pub fn succeed(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text).into_owned();
    assert!(output.status.success(), "{command:?} failed: {}\n{text}", output.status);
    text
}

/// The exit status of a command, its standard output and its standard error.
pub fn run(command: &mut Command) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = command.output().expect("the command was built");
    let text = |bytes| String::from_utf8(bytes).expect("all output is text");
    (status.code(), text(stdout), text(stderr))
}

/// The document at a path after its scripts have run, as Chromium writes it, with a profile in the folder.
pub fn shown_by_browser(address: &str, folder: &Path) -> String {
    let mut browser = Command::new("chromium");
    browser.args(["--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=5000"]);
    browser.arg("--window-size=1280,720");
    browser.arg(format!("--user-data-dir={}", folder.join("profile").display()));
    browser.arg("--dump-dom").arg(format!("file://{address}"));
    let output = browser.output().expect("chromium runs; scripts/setup installs it");
    assert!(output.status.success(), "{browser:?}");
    String::from_utf8(output.stdout).expect("the page is UTF-8")
}

/// A fresh directory for the files of one test.
pub fn scratch(test: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("the target directory is writable");
    path
}

/// A file of `tests/inputs`, which is at the top of the repository, whichever package a test is of.
pub fn input(name: &str) -> PathBuf {
    let inputs = |folder: &Path| folder.join("tests/inputs");
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let found = package.ancestors().map(inputs).find(|folder| folder.is_dir());
    found.expect("it is in the repository").join(name)
}
