//! The CMake package: a small project is configured, built and run with it.
#![cfg(feature = "plugin")]

mod common;

use common::{input, llvm_tool, plugin, scratch, succeed};
use std::process::Command;

#[test]
fn a_project_compiles_and_links_with_limit() {
    let build = scratch("cmake");
    let root = env!("CARGO_MANIFEST_DIR");
    succeed(
        Command::new("cmake")
            .env_remove("REGALLOC_LIMIT")
            .args(["-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-S"])
            .arg(input("cmake-project"))
            .arg("-B")
            .arg(&build)
            .arg(format!("-DCMAKE_CXX_COMPILER={}", llvm_tool("clang++").display()))
            .arg(format!("-DCMAKE_ASM_COMPILER={}", llvm_tool("clang").display()))
            .arg(format!("-DREGALLOC_LIMIT_CMAKE={root}/cmake"))
            .arg(format!("-DREGALLOC_LIMIT_PLUGIN={}", plugin().display()))
            .arg(format!("-DPROGRAM={}", input("everything.cpp").display())),
    );
    succeed(Command::new("cmake").arg("--build").arg(&build));
    let printed = succeed(&mut Command::new(build.join("compiled")));
    assert_eq!(printed, succeed(&mut Command::new(build.join("linked"))));
    assert!(printed.contains(' '), "the programs print something: {printed}");
    for report in ["clang.json", "lld.json"] {
        let text = std::fs::read_to_string(build.join(report)).expect("limit reports");
        assert!(text.contains("\"function\":\"main\""), "{report}:\n{text}");
    }
    let checked =
        succeed(Command::new("cmake").arg("--build").arg(&build).args(["--target", "check-limit"]));
    assert!(checked.contains("Passed"), "{checked}");
}
