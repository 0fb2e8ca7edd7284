//! Programs and ways to compile them that are not the usual ones: coroutines, naked functions, tiles, several
//! inputs in one process, and several threads that write one report.
#![cfg(feature = "plugin")]

mod common;

use common::{input, llvm_tool, plugin, scratch, succeed};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::Command;

/// clang with the plugin.
fn clang(name: &str) -> Command {
    let mut command = Command::new(llvm_tool(name));
    command.env_remove("REGALLOC_LIMIT").arg(format!("-fplugin={}", plugin().display()));
    command
}

/// The functions that the whole lines of a report name; no line may be torn, and limit allocated all.
fn functions(report: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(report).expect("limit writes its report");
    let name = |line: &str| {
        let rest = line.strip_prefix("{\"module\":\"").and_then(|rest| rest.split_once('"'));
        let rest = rest.and_then(|(_, rest)| rest.strip_prefix(",\"function\":\""));
        let (name, rest) = rest.and_then(|rest| rest.split_once('"')).expect(line);
        assert!(rest.ends_with("\"last_resort\":null}") && !rest.contains('{'), "{line}");
        name.to_owned()
    };
    text.lines().map(name).collect()
}

#[test]
fn a_coroutine_and_a_naked_function_run_as_with_greedy() {
    let folder = scratch("coroutine");
    let outputs = ["greedy", "limit"].map(|allocator| {
        let program = folder.join(allocator);
        let mut compile = clang("clang++");
        compile.args(["-std=c++20", "-O2", "-mllvm", "-limit-check", "-mllvm"]);
        compile.arg(format!("-regalloc={allocator}")).arg(input("coroutine.cpp"));
        succeed(compile.arg("-o").arg(&program));
        succeed(&mut Command::new(program))
    });
    assert_eq!(outputs[0].lines().count(), 10, "{}", outputs[0]);
    assert_eq!(outputs[0], outputs[1]);
}

/// Tiles are allocated first, by an allocator that leaves everything else alone. LLVM configures them only where no
/// allocator is named.
#[test]
fn tiles_are_followed_by_the_checker_and_run_where_there_are_any() {
    let folder = scratch("amx");
    let is_host =
        std::fs::read_to_string("/proc/cpuinfo").is_ok_and(|text| text.contains("amx_int8"));
    let outputs =
        [("greedy", None), ("limit", Some("-limit-default"))].map(|(allocator, option)| {
            let (program, report) =
                (folder.join(allocator), folder.join(format!("{allocator}.json")));
            let report_option = format!("-limit-check-report={}", report.display());
            let mut compile = clang("clang");
            compile.args(["--target=x86_64-linux-gnu", "-O2"]);
            for option in
                ["-verify-machineinstrs", "-limit-check", &report_option].into_iter().chain(option)
            {
                compile.arg("-mllvm").arg(option);
            }
            compile.args((!is_host).then_some("-c")).arg(input("amx.c")).arg("-o").arg(&program);
            succeed(&mut compile);
            let checked = std::fs::read_to_string(report).expect("the checker writes its report");
            let mut lines =
                checked.lines().filter(|line| line.contains("\"function\":\"multiply\""));
            assert!(lines.clone().count() > 0);
            assert!(
                lines.all(|line| line.contains("\"faults\":0,\"not_followed\":null")),
                "{checked}"
            );
            is_host.then(|| succeed(&mut Command::new(program)))
        });
    let reason = match &outputs[0] {
        None => "this processor has none",
        Some(output) if output == "refused\n" => "the kernel lets nobody use them",
        Some(_) => return assert_eq!(outputs[0], outputs[1]),
    };
    // Not captured, so that whoever reads the log sees what was not tried.
    let _ = writeln!(std::io::stderr(), "skipped: tiles are not run: {reason}");
}

#[test]
fn two_inputs_in_one_process_are_both_allocated() {
    let folder = scratch("two-inputs");
    let report = folder.join("report.json");
    for name in ["a", "b"] {
        let text = format!("int {name}(int x) {{ return x * 3; }}\n");
        std::fs::write(folder.join(format!("{name}.c")), text).expect("writable");
    }
    let mut compile = Command::new(llvm_tool("clang"));
    compile.current_dir(&folder).args(["-cc1", "-O2", "-emit-obj", "-load"]).arg(plugin());
    compile.args(["-mllvm", "-regalloc=limit", "-mllvm"]);
    compile.arg(format!("-limit-report={}", report.display())).args(["a.c", "b.c"]);
    succeed(&mut compile);
    assert_eq!(functions(&report), ["a", "b"]);
}

/// Threads of the linker write one report at the same time.
#[test]
fn lines_of_a_report_that_many_threads_write_are_whole() {
    let folder = scratch("report-threads");
    let mut sources = Vec::new();
    for module in 0..8 {
        let mut text = String::new();
        for number in 0..60 {
            let _ = writeln!(
                text,
                "int f{module}_{number}(int *p, int n) {{ int a = p[0], b = p[1]; \
                 while (n-- > {number}) {{ a += b * {module}; b ^= a + p[n & 3]; }} return a ^ b; }}"
            );
        }
        let source = folder.join(format!("{module}.c"));
        std::fs::write(&source, text).expect("writable");
        sources.push(source);
    }
    let ways = ["-flto=thin -Wl,--thinlto-jobs=8", "-flto -Wl,--lto-partitions=4"];
    for (number, way) in ways.into_iter().enumerate() {
        let report = folder.join(format!("{number}.json"));
        let mut link = Command::new(llvm_tool("clang"));
        link.args(way.split(' ')).args(["-O1", "-fPIC", "-shared", "-fuse-ld=lld"]);
        let load = format!("-load={}", plugin().display());
        let report_option = format!("-limit-report={}", report.display());
        for option in [&load, "-regalloc=limit", &report_option] {
            link.arg(format!("-Wl,-mllvm,{option}"));
        }
        succeed(link.args(&sources).arg("-o").arg(folder.join("library.so")));
        let functions = functions(&report);
        let names: BTreeSet<&String> = functions.iter().collect();
        assert_eq!((functions.len(), names.len()), (8 * 60, 8 * 60), "{way}");
    }
}
