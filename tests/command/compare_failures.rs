//! `regalloc-limit compare` with an `llc` that crashes, hangs, or is interrupted.

use super::common::{input, llvm_prefix_variable, llvm_tool, plugin, scratch};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A prefix of LLVM whose `llc` does what the script says with basic, and is the real one with
/// all other allocators and files. `2200.bc` is a function that `bench` generates.
fn prefix(folder: &Path, script: &str) -> PathBuf {
    let bin = folder.join("bin");
    std::fs::create_dir_all(&bin).expect("the folder is writable");
    let llc = llvm_tool("llc");
    let text = format!(
        "#!/bin/sh\ncase \"$*\" in *-regalloc=basic*pressure.ll*|*-regalloc=basic*2200.bc*) {script};; esac\nexec {} \"$@\"\n",
        llc.display()
    );
    let path = bin.join("llc");
    std::fs::write(&path, text).expect("the folder is writable");
    std::fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).expect("it is ours");
    folder.to_owned()
}

/// The command on `pressure.c` as IR, with basic beside greedy and PBQP.
fn compare(folder: &Path, script: &str) -> Command {
    let source = folder.join("pressure.ll");
    let mut clang = Command::new(llvm_tool("clang"));
    clang.args(["-O2", "-S", "-emit-llvm", "-o"]).arg(&source);
    super::common::succeed(clang.arg(input("compare/pressure.c")));
    let mut command = Command::new(env!("CARGO_BIN_EXE_regalloc-limit"));
    command.args(["compare", "--alloc", "basic", "--alloc", "pbqp", "--plugin"]).arg(plugin());
    command.env(llvm_prefix_variable(), prefix(folder, script)).arg(source);
    command
}

fn output(command: &mut Command) -> String {
    let output = command.output().expect("the command was built");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("all output is text")
}

/// The line of the summary about an allocator, as words.
fn line<'a>(table: &'a str, allocator: &str) -> Vec<&'a str> {
    let mut lines = table.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    lines.find(|words| words.get(1) == Some(&allocator)).expect("there is a line")
}

#[test]
fn a_crash_costs_the_allocator_its_input_only() {
    let table = output(&mut compare(&scratch("compare-crash"), "kill -SEGV $$"));
    let basic = line(&table, "basic");
    assert_eq!((basic[2], basic.last()), ("0", Some(&"1")), "{table}");
    assert_eq!(line(&table, "pbqp")[2], "3", "{table}");
    assert!(table.contains("crashed with signal 11"), "{table}");
}

#[test]
fn a_time_out_costs_the_allocator_its_input_only() {
    let mut command = compare(&scratch("compare-timeout"), "sleep 300");
    let started = Instant::now();
    let table = output(command.args(["--timeout", "2"]));
    assert!(table.contains("timed out"), "{table}");
    assert_eq!(line(&table, "pbqp")[2], "3", "{table}");
    assert!(started.elapsed() < Duration::from_secs(60));
}

/// What a benchmark writes, and its exit status, when Ctrl-C comes while the `llc` of one file hangs.
fn interrupted_benchmark(folder: &Path, arguments: &[&str]) -> (Option<i32>, Option<String>) {
    let (child_file, result) = (folder.join("child"), folder.join("result.json"));
    let script = format!("sleep 300 & echo $! > {}; wait", child_file.display());
    let mut bench = Command::new(env!("CARGO_BIN_EXE_regalloc-limit"));
    bench.args(["bench", "--alloc", "basic", "--format", "json", "--plugin"]).arg(plugin());
    bench.env(llvm_prefix_variable(), prefix(folder, &script));
    bench.args(arguments).arg("--output").arg(&result).stderr(Stdio::piped());
    let running = bench.spawn().expect("the command was built");
    let grandchild = wait_for(&child_file);
    let interrupt = Command::new("kill").args(["-INT", &running.id().to_string()]).status();
    assert!(interrupt.expect("there is kill").success());
    let output = Child::wait_with_output(running).expect("it ends");
    assert!(has_ended(&grandchild));
    (output.status.code(), std::fs::read_to_string(result).ok())
}

#[test]
fn an_interrupt_of_a_benchmark_leaves_what_is_finished() {
    let folder = scratch("bench-interrupt");
    let file = |name: &str| {
        let path = folder.join(name);
        std::fs::write(&path, "define void @f() {\n  ret void\n}\n").expect("writable");
        path.display().to_string()
    };
    let (first, hangs) = (file("a.ll"), file("pressure.ll"));
    let (status, result) = interrupted_benchmark(&folder, &["--largest", "0", &hangs]);
    assert_eq!((status, result), (Some(130), None), "nothing was finished");
    std::fs::remove_file(folder.join("child")).expect("it was written");
    let (status, result) = interrupted_benchmark(&folder, &["--largest", "0", &first, &hangs]);
    let text = result.expect("an input was finished");
    let report: serde_json::Value = serde_json::from_str(&text).expect("well-formed");
    assert_eq!((status, &report["interrupted"]), (Some(130), &true.into()));
    assert_eq!(report["inputs"]["sums"][1]["inputs"], 1);
}

#[test]
fn an_interrupt_of_growth_leaves_the_sizes_that_are_finished() {
    let folder = scratch("bench-growth-interrupt");
    // The largest functions, which greedy has compiled one of when basic hangs.
    let (status, result) = interrupted_benchmark(&folder, &["--largest", "2200", "--runs", "1"]);
    let report: serde_json::Value =
        serde_json::from_str(&result.expect("a size was finished")).expect("well-formed");
    assert_eq!((status, &report["interrupted"]), (Some(130), &true.into()));
    let growth = report["growth"].as_array().expect("a list");
    let points = growth.iter().map(|growth| growth["points"].as_array().map_or(0, Vec::len));
    assert_eq!(points.collect::<Vec<_>>(), [2, 1, 1, 1, 1, 1, 1, 1]);
}

#[test]
fn an_interrupt_leaves_no_file_and_no_child() {
    let folder = scratch("compare-interrupt");
    let (child_file, result) = (folder.join("child"), folder.join("result.json"));
    let script = format!("sleep 300 & echo $! > {}; wait", child_file.display());
    let mut command = compare(&folder, &script);
    command.args(["--format", "json", "--output"]).arg(&result).stderr(Stdio::piped());
    let running = command.spawn().expect("the command was built");
    let grandchild = wait_for(&child_file);
    let interrupt = Command::new("kill").args(["-INT", &running.id().to_string()]).status();
    assert!(interrupt.expect("there is kill").success());
    let output = Child::wait_with_output(running).expect("it ends");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{stderr}");
    assert!(stderr.contains("interrupted"), "{stderr}");
    assert!(!result.exists(), "nothing is written");
    let left = std::fs::read_dir(&folder).expect("readable").flatten();
    let names: Vec<_> = left.map(|entry| entry.file_name()).collect();
    assert_eq!(names.len(), 3, "bin, child and pressure.ll only: {names:?}");
    assert!(has_ended(&grandchild), "what llc had started has ended");
}

/// The text of a file as soon as there is some.
fn wait_for(file: &Path) -> String {
    let started = Instant::now();
    while started.elapsed() < Duration::from_secs(60) {
        let text = std::fs::read_to_string(file).unwrap_or_default();
        if text.ends_with('\n') {
            return text.trim().to_owned();
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("{} is not written", file.display());
}

/// Whether a process runs; one that has ended and waits to be collected does not.
fn is_running(process: &str) -> bool {
    let state = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    !state.is_empty() && !state.contains(") Z ")
}

/// Whether a process that was killed is gone within ten seconds: a busy machine takes its time.
fn has_ended(process: &str) -> bool {
    let started = Instant::now();
    while is_running(process) && started.elapsed() < Duration::from_secs(10) {
        std::thread::sleep(Duration::from_millis(20));
    }
    !is_running(process)
}
