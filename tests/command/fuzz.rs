//! `regalloc-limit fuzz` from the outside: what it finds, what it keeps, and its exit status.

use super::common::{llvm_prefix_variable, llvm_tool, plugin, run, scratch};
use std::os::unix::fs::{symlink, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::Command;

fn fuzz(arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_regalloc-limit"));
    command.args(["fuzz", "--plugin"]).arg(plugin()).args(arguments.split_whitespace());
    command
}

/// What was printed without how long it took.
fn without_times(text: &str) -> Vec<String> {
    let is_time = |line: &&str| line.ends_with(" second") || line.ends_with(" seconds");
    text.lines().filter(|line| !is_time(line)).map(str::to_owned).collect()
}

/// A folder with LLVM's tools, in which `llc` is the given script.
fn tools_with_llc(folder: &Path, script: &str) -> PathBuf {
    let bin = folder.join("bin");
    std::fs::create_dir_all(&bin).expect("writable");
    for tool in ["clang", "opt", "llvm-stress", "llvm-reduce", "llvm-extract", "llvm-nm"] {
        symlink(llvm_tool(tool), bin.join(tool)).expect("writable");
    }
    let llc = bin.join("llc");
    std::fs::write(&llc, script).expect("writable");
    let executable = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(&llc, executable).expect("writable");
    folder.to_owned()
}

/// Allocators that cannot allocate a shuffled vector, but for greedy, which takes everything.
const FAILS_ON_SHUFFLE: &str = r#"#!/bin/sh
case "$*" in
  *-regalloc=greedy*) exit 0 ;;
esac
for input; do
  case "$input" in
    *.ll | *.bc | /tmp/*) [ -f "$input" ] && grep -qs ' shufflevector ' "$input" && {
      echo "LLVM ERROR: no register for the shuffle in function 'f17'" >&2
      exit 1
    } ;;
  esac
done
"#;

#[test]
fn a_failure_is_found_kept_and_reduced() {
    let folder = scratch("fuzz-reduced");
    let tools = tools_with_llc(&folder, FAILS_ON_SHUFFLE);
    let keep = folder.join("keep");
    let mut command =
        fuzz("--kind llvm-stress --target x86-64 --seed 14 --count 1 --alloc basic --no-check");
    command.env(llvm_prefix_variable(), &tools).arg("--keep").arg(&keep);
    let (status, stdout, stderr) = run(&mut command);
    assert_eq!((status, stderr.as_str()), (Some(1), ""), "{stdout}");
    assert!(stdout.contains("FAILED llvm-stress"), "{stdout}");
    assert!(stdout.contains("no register for the shuffle"), "{stdout}");
    let mut kept: Vec<PathBuf> = std::fs::read_dir(&keep)
        .expect("made")
        .map(|entry| entry.expect("readable").path())
        .collect();
    kept.sort();
    let case = kept.first().expect("a failure is kept");
    let read = |name: &str| std::fs::read_to_string(case.join(name)).expect("it is kept");
    let (whole, reduced) = (read("program.ll"), read("reduced.ll"));
    let instructions = |text: &str| text.lines().filter(|line| line.starts_with("  ")).count();
    assert!(instructions(&whole) > 20, "{whole}");
    assert!(instructions(&reduced) <= 3 && reduced.contains(" shufflevector "), "{reduced}");
    assert!(read("failure.txt").contains("--kind llvm-stress --seed"));
    // The script that is kept shows the failure again.
    let again = Command::new(case.join("reproduce.sh")).output().expect("it can be run");
    assert!(!again.status.success());
    let said = String::from_utf8_lossy(&again.stderr).into_owned();
    assert!(said.contains("no register for the shuffle"), "{said}");
}

#[test]
fn what_greedy_fails_on_as_well_is_no_failure() {
    let folder = scratch("fuzz-both");
    let tools = tools_with_llc(&folder, "#!/bin/sh\necho 'LLVM ERROR: tired' >&2\nexit 1\n");
    let mut command = fuzz("--kind llvm-stress --target x86-64,systemz --count 2");
    command.env(llvm_prefix_variable(), &tools).arg("--keep").arg(folder.join("keep"));
    let (status, stdout, _) = run(&mut command);
    assert_eq!(status, Some(0), "{stdout}");
    assert!(stdout.contains("skipped 2 times: llvm-stress systemz: greedy: LLVM ERROR: tired"));
}

/// A checker that refuses the code of all allocators, and an allocator that never fails.
const CHECKER_REFUSES: &str = r#"#!/bin/sh
case "$*" in
  *-limit-check*)
    echo "error: limit-check: in function 'f0', RET reads %7 from EAX" >&2
    exit 1
    ;;
esac
"#;

#[test]
fn what_the_checker_says_of_the_code_of_llvms_allocators_is_its_own_failure() {
    let folder = scratch("fuzz-checker");
    let tools = tools_with_llc(&folder, CHECKER_REFUSES);
    let keep = folder.join("keep");
    let mut command = fuzz("--kind ir --target x86-64 --seed 3 --count 1");
    command.env(llvm_prefix_variable(), &tools).arg("--keep").arg(&keep);
    let (status, stdout, _) = run(&mut command);
    assert_eq!(status, Some(1), "{stdout}");
    for allocator in ["greedy", "basic"] {
        let line = format!("FAILED ir 3 x86-64-checker-{allocator}: limit-check: in function 'f0'");
        assert!(stdout.contains(&line), "{stdout}");
        // The kept command is the one that fails, with the allocator whose code is refused.
        let script = keep.join(format!("ir-3-x86-64-checker-{allocator}/reproduce.sh"));
        let script = std::fs::read_to_string(script).expect("it is kept");
        assert!(script.contains(&format!("-regalloc={allocator} ")), "{script}");
    }
    // Nothing is known of limit then.
    assert!(!stdout.contains("FAILED ir 3 x86-64:"), "{stdout}");
    assert!(stdout.contains("skipped 1 time: ir x86-64: limit-check"), "{stdout}");
}

/// A checker that crashes, on every allocator's code.
const CHECKER_CRASHES: &str = r#"#!/bin/sh
case "$*" in
  *-limit-check*) kill -SEGV $$ ;;
esac
"#;

#[test]
fn a_checker_that_crashes_is_a_failure_of_its_own() {
    let folder = scratch("fuzz-checker-crashes");
    let tools = tools_with_llc(&folder, CHECKER_CRASHES);
    let mut command = fuzz("--kind ir --target x86-64 --seed 3 --count 1");
    command.env(llvm_prefix_variable(), &tools).arg("--keep").arg(folder.join("keep"));
    let (status, stdout, _) = run(&mut command);
    assert_eq!(status, Some(1), "{stdout}");
    assert!(
        stdout.contains("FAILED ir 3 x86-64-checker-greedy: crashed with signal 11"),
        "{stdout}"
    );
}

#[test]
fn every_allocator_is_checked_on_what_the_generator_writes() {
    let folder = scratch("fuzz-allocators");
    let log = folder.join("log");
    let script = format!("#!/bin/sh\necho \"$*\" >> {}\n", log.display());
    let tools = tools_with_llc(&folder, &script);
    let mut command = fuzz("--kind ir --count 1");
    command.env(llvm_prefix_variable(), &tools).arg("--keep").arg(folder.join("keep"));
    let (status, stdout, stderr) = run(&mut command);
    assert_eq!((status, stderr.as_str()), (Some(0), ""), "{stdout}");
    let log = std::fs::read_to_string(log).expect("llc was run");
    let lines = |word: &str| log.lines().filter(|line| line.contains(word)).count();
    for allocator in ["greedy", "basic", "limit"] {
        assert!(lines(&format!("-regalloc={allocator}")) >= 35, "{log}");
    }
    assert_eq!(lines("-limit-check"), log.lines().count());
    assert!(lines("-stress-regalloc=") > 20, "half of the runs have few registers: {log}");
}

#[test]
fn the_same_seed_gives_the_same_result() {
    let keep = scratch("fuzz-same");
    let session = || {
        let mut command =
            fuzz("--kind llvm-stress,ir,core --target x86-64,win64 --seed 9 --count 2");
        let (status, stdout, stderr) = run(command.arg("--keep").arg(&keep));
        assert_eq!((status, stderr.as_str()), (Some(0), ""), "{stdout}");
        without_times(&stdout)
    };
    let lines = session();
    assert!(
        lines.iter().any(|line| line.starts_with("core                2        2")),
        "{lines:?}"
    );
    assert_eq!(lines, session());
}

#[test]
fn a_time_ends_the_session() {
    let keep = scratch("fuzz-time");
    let (status, stdout, _) = run(fuzz("--kind core --time 4s").arg("--keep").arg(&keep));
    assert_eq!(status, Some(0), "{stdout}");
    let row = stdout.lines().find(|line| line.starts_with("core")).expect("a row");
    let seeds: u64 = row.split_whitespace().nth(1).and_then(|n| n.parse().ok()).expect("a number");
    assert!(seeds > 5, "{stdout}");
}

#[test]
fn what_cannot_be_used_is_said_in_one_line() {
    let refused = |command: &mut Command, words: &[&str]| {
        let (status, _, stderr) = run(command);
        assert_eq!(status, Some(2), "{stderr}");
        assert!(words.iter().all(|word| stderr.contains(word)), "{stderr} says {words:?}");
    };
    refused(&mut fuzz("--kind poetry"), &["poetry", "llvm-stress"]);
    refused(&mut fuzz("--time soon"), &["'soon' is no time", "10m"]);
    refused(&mut fuzz("--target z80"), &["z80", "hexagon"]);
    refused(&mut fuzz("--count 1 --keep /proc/nowhere"), &["cannot use /proc/nowhere", "--keep"]);
    let mut no_llvm = fuzz("--kind llvm-stress --count 1");
    no_llvm.env(llvm_prefix_variable(), "/nonexistent").arg("--keep").arg(scratch("fuzz-none"));
    refused(&mut no_llvm, &["cannot run /nonexistent/bin/llvm-stress", "scripts/setup"]);
    let mut bad_plugin = Command::new(env!("CARGO_BIN_EXE_regalloc-limit"));
    bad_plugin
        .args("fuzz --kind ir --target x86-64 --count 1 --plugin /dev/null --keep".split(' '));
    bad_plugin.arg(scratch("fuzz-bad-plugin"));
    refused(&mut bad_plugin, &["cannot load the plugin /dev/null: ", "cargo build --release"]);
}
