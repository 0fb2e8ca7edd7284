//! What the subcommands do where their output goes to a full disk, or nobody reads it.

use super::common::{input, plugin, run, scratch};
use std::fs::OpenOptions;
use std::process::{Command, Stdio};

/// The quick ones, each with its folder for what it keeps.
fn commands(test: &str) -> Vec<Command> {
    let folder = scratch(test);
    let compared = folder.join("compared.json");
    let own = |words: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_regalloc-limit"));
        command.args(words.split(' '));
        command
    };
    let with_plugin = |words: &str| {
        let mut command = own(words);
        command.arg("--plugin").arg(plugin());
        command
    };
    let pressure = input("compare/pressure.c");
    let mut compare = with_plugin("compare --alloc basic");
    compare.arg(&pressure);
    let mut written = with_plugin("compare --alloc basic --format json");
    let (status, _, stderr) = run(written.arg(&pressure).arg("--output").arg(&compared));
    assert_eq!(status, Some(0), "{stderr}");
    let mut results = own("results");
    results.arg(compared);
    let mut bench = with_plugin("bench --runs 1 --largest 0 --alloc basic");
    bench.arg(&pressure);
    let mut explain = with_plugin("explain");
    explain.arg(input("explain/sixteen.c"));
    let mut fuzz = with_plugin("fuzz --kind core --count 1");
    fuzz.arg("--keep").arg(folder);
    vec![compare, results, bench, explain, fuzz]
}

#[test]
fn a_full_disk_is_an_error_of_one_line() {
    for mut command in commands("output-full") {
        let full = OpenOptions::new().write(true).open("/dev/full").expect("there is one");
        let (status, _, stderr) = run(command.stdout(full));
        assert_eq!(status, Some(2), "{command:?}: {stderr}");
        let expected = "regalloc-limit: error: cannot write to standard output: No space left";
        assert!(stderr.starts_with(expected), "{command:?}: {stderr}");
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
    }
}

#[test]
fn a_closed_pipe_is_none() {
    for mut command in commands("output-closed") {
        let (reader, writer) = std::io::pipe().expect("there is room");
        drop(reader);
        let (status, _, stderr) = run(command.stdout(Stdio::from(writer)));
        assert_eq!((status, stderr.as_str()), (Some(0), ""), "{command:?}");
    }
}
