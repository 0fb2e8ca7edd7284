//! `regalloc-limit results`: one document of what other commands wrote as JSON.

use super::common::{input, plugin, scratch, succeed};
use std::path::{Path, PathBuf};
use std::process::Command;

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_regalloc-limit"));
    command.args(arguments);
    command
}

/// What a command writes as JSON, in a file of the folder.
fn written(folder: &Path, name: &str, arguments: &[&str]) -> PathBuf {
    let file = folder.join(name);
    let mut command = command(arguments);
    command.args(["--alloc", "basic", "--alloc", "other=pbqp", "--format", "json", "--output"]);
    succeed(command.arg(&file).arg("--plugin").arg(plugin()));
    file
}

#[test]
fn the_document_has_the_tables_and_commands_of_all_files() {
    let folder = scratch("results");
    let pressure = input("compare/pressure.c");
    let pressure = pressure.to_str().expect("a text");
    let compare = written(&folder, "compare.json", &["compare", "--target", "x86-64", pressure]);
    let arguments = ["bench", "--largest", "1000", "--shape", "interpreter", "--runs", "1"];
    let bench = written(&folder, "bench.json", &arguments);
    let mut results = command(&["results", "--state", "commit 1234567"]);
    let document = succeed(results.args([&compare, &bench]));
    assert!(document.starts_with("# Results\n"), "{document}");
    for wanted in [
        "commit 1234567, with ",
        "\n## Ratios to greedy\n",
        // Where the figures went, and by which plugin, does not change them.
        "\nregalloc-limit bench --largest 1000 --shape interpreter --runs 1 --alloc basic \
         --alloc other=pbqp\n",
        "\n## Growth\n",
        "| interpreter switch | basic",
    ] {
        assert!(document.contains(wanted), "no '{wanted}' in {document}");
    }
    let short = succeed(command(&["results", "--short"]).arg(&compare));
    let rows: Vec<&str> = short.lines().collect();
    assert_eq!(rows.len(), 3, "{short}");
    assert!(rows[2].starts_with("| x86-64 ") && rows[2].contains(" ("), "{short}");
}

#[test]
fn a_file_of_something_else_is_named() {
    let folder = scratch("results-foreign");
    let file = folder.join("foreign.json");
    std::fs::write(&file, "{}").expect("writable");
    let output = command(&["results"]).arg(&file).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("foreign.json was not written by regalloc-limit"), "{errors}");
}
