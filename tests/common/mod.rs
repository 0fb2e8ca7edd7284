//! What several test binaries need: where the plugin and LLVM's tools are.

use std::path::PathBuf;
use std::process::Command;

/// The plugin that Cargo built for this test run, beside the test binary.
pub fn plugin() -> PathBuf {
    let test = std::env::current_exe().expect("a test knows its own path");
    let plugin = test.with_file_name("libregalloc_limit.so");
    assert!(plugin.exists(), "no plugin at {}", plugin.display());
    plugin
}

/// The path of a tool of LLVM 22, found the way `build.rs` finds LLVM.
pub fn llvm_tool(name: &str) -> PathBuf {
    if let Some(prefix) = std::env::var_os("LLVM_SYS_221_PREFIX") {
        return PathBuf::from(prefix).join("bin").join(name);
    }
    let output = ["llvm-config-22", "llvm-config"]
        .into_iter()
        .find_map(|config| Command::new(config).arg("--bindir").output().ok())
        .expect("llvm-config-22 runs; scripts/setup installs it");
    PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()).join(name)
}
