//! `regalloc-limit execute` on two small programs: they run, and what they execute is counted.

use super::common::{plugin, run, scratch};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

/// The command for RISC-V 64, to be completed.
fn execute(cache: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_regalloc-limit"));
    command.args(["execute", "--quiet", "--target", "riscv64", "--plugin"]).arg(plugin());
    command.arg("--cache").arg(cache).args(arguments);
    command
}

/// The lines of the CSV form: program, allocator, count, ratio, failure.
fn fields(csv: &str) -> Vec<Vec<&str>> {
    csv.lines().skip(1).map(|line| line.split(',').skip(1).collect()).collect()
}

#[test]
fn programs_run_and_their_instructions_are_counted() {
    let cache = scratch("execute-cache");
    let choice = ["--project", "bzip2,expat", "--format", "csv", "--alloc", "limit"];
    let (status, csv, errors) = run(execute(&cache, &choice).args(["--alloc", "basic"]));
    assert_eq!((status, errors.as_str()), (Some(0), ""), "{csv}");
    let rows = fields(&csv);
    let keys: Vec<_> = rows.iter().map(|row| format!("{} {}", row[0], row[1])).collect();
    let expected = ["greedy", "limit", "basic"].map(|name| format!("bzip2 {name}"));
    assert_eq!(keys[..3], expected);
    assert_eq!(keys.len(), 6);
    for row in &rows {
        // Each program handles several hundred kilobytes, and none takes a minute.
        let count: u64 = row[2].parse().expect("a count");
        assert!((10_000_000..5_000_000_000).contains(&count), "{row:?}");
        let ratio: f64 = row[3].parse().expect("a ratio");
        assert!((0.8..1.6).contains(&ratio), "{row:?}");
        assert_eq!(row[4], "");
    }
    let ratio = |at: usize| rows[at][3].parse::<f64>().expect("a ratio");
    assert!(ratio(2) > ratio(1), "basic spills more than limit in bzip2: {csv}");
    let again = run(&mut execute(&cache, &choice)).1;
    let without_basic = rows.iter().filter(|row| row[1] != "basic").cloned().collect::<Vec<_>>();
    assert_eq!(fields(&again), without_basic, "two runs give the same figures");

    // An emulator in which every program fails.
    let emulator = cache.join("bin/qemu-riscv64");
    std::fs::create_dir_all(cache.join("bin")).expect("the folder is writable");
    std::fs::write(&emulator, "#!/bin/sh\nexit 3\n").expect("the folder is writable");
    std::fs::set_permissions(&emulator, PermissionsExt::from_mode(0o755)).expect("it is ours");
    let path = std::env::var("PATH").expect("there is a path");
    let mut command = execute(&cache, &["--project", "bzip2", "--alloc", "basic"]);
    command.env("PATH", format!("{}:{path}", cache.join("bin").display()));
    let (status, table, _) = run(&mut command);
    assert_eq!(status, Some(1), "{table}");
    assert!(table.contains("the program: failed with status 3"), "{table}");
}

#[test]
fn what_cannot_be_run_is_an_error() {
    let cache = scratch("execute-nothing");
    let (status, _, errors) = run(&mut execute(&cache, &["--project", "imgui"]));
    assert_eq!(status, Some(2));
    assert!(errors.contains("'imgui' is no program; those are brotli, bzip2, "), "{errors}");
    let mut command = execute(&cache, &[]);
    let (status, _, errors) = run(command.args(["--target", "s390x-linux-gnu"]));
    assert_eq!(status, Some(2));
    assert!(errors.contains("'s390x-linux-gnu' cannot be run"), "{errors}");
}
