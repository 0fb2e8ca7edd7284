//! Every host that has to load the plugin builds a program through it, and the program is run.
//!
//! That it runs proves little: each test also shows that limit allocated it, by the report or, in
//! hosts that parse options before they load plugins, by the pass pipeline.
#![cfg(feature = "plugin")]

mod common;

use common::{input, llvm_major, llvm_tool, llvm_version, plugin, scratch, succeed};
use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// How a pipeline printed by -debug-pass=Structure names the allocator.
const PASS: &str = "LIMIT Register Allocator";

fn clang() -> Command {
    let mut command = Command::new(llvm_tool("clang++"));
    command.env_remove("REGALLOC_LIMIT");
    command
}

/// What the test program prints when LLVM's own allocator compiled it.
fn expected(directory: &Path) -> String {
    let program = directory.join("expected");
    succeed(clang().arg("-O1").arg(input("everything.cpp")).arg("-o").arg(&program));
    succeed(&mut Command::new(program))
}

/// The functions in a report, after checking that the core allocated all of them.
fn allocated(report: &Path) -> usize {
    let text = std::fs::read_to_string(report).expect("limit writes its report");
    for line in text.lines() {
        assert!(line.contains("\"last_resort\":null"), "limit gave up: {line}");
    }
    text.lines().count()
}

/// Compiles and links the test program with `flags` and a report, runs it, and checks both.
fn builds_and_runs(test: &str, flags: &[String], report_flag: &str) {
    let directory = scratch(test);
    let (program, report) = (directory.join("program"), directory.join("report.json"));
    succeed(
        clang()
            .args(flags)
            .args(format!("{report_flag}-limit-report={}", report.display()).split(' '))
            .arg(input("everything.cpp"))
            .arg("-o")
            .arg(&program),
    );
    assert_eq!(succeed(&mut Command::new(program)), expected(&directory), "{flags:?}");
    assert!(allocated(&report) > 0, "{flags:?}: limit allocated nothing");
}

fn split(flags: &str) -> Vec<String> {
    let plugin = plugin();
    flags.split(' ').map(|flag| flag.replace('@', &plugin.display().to_string())).collect()
}

#[test]
fn clang_at_every_level_in_every_way() {
    let ways = ["-fplugin=@", "-Xclang -load -Xclang @", "-fpass-plugin=@"];
    for (number, way) in ways.iter().enumerate() {
        for level in ["-O1", "-O2", "-O3", "-Os", "-Oz"] {
            let flags = split(&format!("{level} {way} -mllvm -regalloc=limit"));
            builds_and_runs(&format!("clang{number}{level}"), &flags, "-mllvm ");
        }
    }
}

#[test]
fn plugin_with_all_symbols_bound_at_load() {
    let directory = scratch("bind-now");
    let object = directory.join("program.o");
    succeed(
        clang()
            .env("LD_BIND_NOW", "1")
            .args(split("-O2 -c -fplugin=@ -mllvm -regalloc=limit"))
            .arg(input("everything.cpp"))
            .arg("-o")
            .arg(object),
    );
}

#[test]
fn lld_full_and_thin_lto() {
    for lto in ["-flto", "-flto=thin"] {
        let flags = format!("-O2 {lto} -fuse-ld=lld -Wl,-mllvm,-load=@ -Wl,-mllvm,-regalloc=limit");
        builds_and_runs(&format!("lld{lto}"), &split(&flags), "-Wl,-mllvm,");
    }
}

#[test]
fn lld_with_pass_plugin_by_environment() {
    for lto in ["-flto", "-flto=thin"] {
        let directory = scratch(&format!("lld-environment{lto}"));
        let program = directory.join("program");
        let passes = succeed(
            clang()
                .env("REGALLOC_LIMIT", "1")
                .args(split(&format!("-O2 {lto} -fuse-ld=lld -Wl,--load-pass-plugin=@")))
                .arg("-Wl,-mllvm,-debug-pass=Structure")
                .arg(input("everything.cpp"))
                .arg("-o")
                .arg(&program),
        );
        assert!(passes.contains(PASS), "{lto}: limit is not in the pipeline:\n{passes}");
        assert_eq!(succeed(&mut Command::new(program)), expected(&directory));
    }
}

#[test]
fn mixed_optimised_and_unoptimised_code() {
    for by_environment in [false, true] {
        let directory = scratch(&format!("mixed-{by_environment}"));
        for level in ["-O0", "-O2"] {
            let program = directory.join(format!("program{level}"));
            let mut compile = clang();
            compile.args(split(&format!("{level} -fplugin=@ -mllvm -debug-pass=Structure")));
            if by_environment {
                compile.env("REGALLOC_LIMIT", "1");
            } else {
                compile.args(["-mllvm", "-limit-default"]);
            }
            let passes = succeed(compile.arg(input("everything.cpp")).arg("-o").arg(&program));
            assert_eq!(passes.contains(PASS), level == "-O2", "{level}:\n{passes}");
            assert_eq!(succeed(&mut Command::new(program)), expected(&directory));
        }
    }
}

/// The flags of a whole build reach clang's assembler too, which loads no plugin and refuses options that it does not
/// know.
#[test]
fn flags_of_a_whole_build_assemble_too() {
    let directory = scratch("whole-build");
    for source in ["everything.cpp", "cmake-project/empty.s"] {
        let mut compile = clang();
        compile.env("REGALLOC_LIMIT", "1").args(split("-O2 -fplugin=@ -c -o"));
        succeed(compile.arg(directory.join("object")).arg(input(source)));
    }
}

/// Why rustc cannot be a host here, if it cannot: its LLVM is another one or linked into it.
fn rustc_refuses() -> Option<String> {
    let version = succeed(Command::new("rustc").arg("-vV"));
    if !version.contains(&format!("LLVM version: {}", llvm_version())) {
        return Some(format!("rustc's LLVM is not {}", llvm_version()));
    }
    let root = succeed(Command::new("rustc").args(["--print", "sysroot"]));
    let shared = std::fs::read_dir(PathBuf::from(root.trim()).join("lib"))
        .expect("rustc has a library directory")
        .flatten()
        .any(|entry| entry.file_name().to_string_lossy().starts_with("libLLVM"));
    (!shared).then(|| "rustc has no shared libLLVM".to_owned())
}

#[test]
fn rustc_by_environment() {
    if let Some(reason) = rustc_refuses() {
        // Past the capture of a test's output, so that it is seen although the test passes.
        let _ = writeln!(std::io::stderr(), "skipped: rustc_by_environment: {reason}");
        return;
    }
    let directory = scratch("rustc");
    for (level, optimised) in [("-Copt-level=0", false), ("-Copt-level=2", true)] {
        let program = directory.join("program");
        let passes = succeed(
            Command::new("rustc")
                .env("RUSTC_BOOTSTRAP", "1")
                .env("REGALLOC_LIMIT", "1")
                .arg(format!("-Zllvm-plugins={}", plugin().display()))
                .args([level, "-Cllvm-args=-debug-pass=Structure", "-o"])
                .arg(&program)
                .arg(input("hello.rs")),
        );
        assert_eq!(passes.contains(PASS), optimised, "{level}:\n{passes}");
        let printed = succeed(&mut Command::new(&program));
        assert_eq!(printed, "{\"a\": 3, \"is\": 2, \"rose\": 3}\ntrue 5.177\n");
    }
}

#[test]
fn c_interface() {
    let directory = scratch("c-interface");
    let file = |name: &str| directory.join(name);
    let flags = |flag| succeed(Command::new(llvm_tool("llvm-config")).args(flag));
    let (include, library) = (flags(["--includedir"]), flags(["--libdir"]));
    succeed(
        Command::new(llvm_tool("clang"))
            .arg(input("capi.c"))
            .arg(format!("-I{}", include.trim()))
            .arg(format!("-L{}", library.trim()))
            .arg(format!("-lLLVM-{}", llvm_major()))
            .arg("-o")
            .arg(file("host")),
    );
    succeed(
        clang()
            .args(["-O2", "-S", "-emit-llvm"])
            .arg(input("everything.cpp"))
            .arg("-o")
            .arg(file("program.ll")),
    );
    succeed(Command::new(file("host")).env_remove("REGALLOC_LIMIT").arg(plugin()).args([
        file("report.json"),
        file("program.ll"),
        file("program.o"),
    ]));
    succeed(clang().arg(file("program.o")).arg("-o").arg(file("program")));
    assert_eq!(succeed(&mut Command::new(file("program"))), expected(&directory));
    assert!(allocated(&file("report.json")) > 0);
}

/// One figure of `llvm-dwarfdump --statistics`.
fn statistic(statistics: &str, name: &str) -> f64 {
    let key = format!("\"{name}\":");
    let (_, rest) = statistics.split_once(&key).unwrap_or_else(|| panic!("no {name}"));
    let digits: String = rest.trim_start().chars().take_while(char::is_ascii_digit).collect();
    digits.parse().expect("a statistic is a number")
}

#[test]
fn variables_keep_their_locations() {
    let directory = scratch("debug");
    let share = |flags: &str, name: &str| {
        let object = directory.join(format!("{name}.o"));
        succeed(clang().args(split(flags)).arg(input("everything.cpp")).arg("-o").arg(&object));
        let text =
            succeed(Command::new(llvm_tool("llvm-dwarfdump")).arg("--statistics").arg(object));
        let located = statistic(&text, "#source variables with location");
        let bytes =
            statistic(&text, "sum_all_variables(#bytes in parent scope covered by DW_AT_location)");
        let all = statistic(&text, "#source variables");
        let scope = statistic(&text, "sum_all_variables(#bytes in parent scope)");
        (located / all, bytes / scope)
    };
    let greedy = share("-g -O2 -c", "greedy");
    let limit = share("-g -O2 -c -fplugin=@ -mllvm -regalloc=limit", "limit");
    assert!(limit.0 >= 0.98 * greedy.0, "variables: limit {limit:?}, greedy {greedy:?}");
    assert!(limit.1 >= 0.98 * greedy.1, "bytes: limit {limit:?}, greedy {greedy:?}");
}

/// The dynamic symbols of a shared object that `llvm-nm` lists with `flag`, without versions.
fn symbols(object: &Path, flag: &str) -> BTreeSet<String> {
    let text = succeed(Command::new(llvm_tool("llvm-nm")).args(["-D", "-j", flag]).arg(object));
    text.lines().map(|line| line.split('@').next().unwrap_or(line).to_owned()).collect()
}

/// The plugin wants LLVM's symbols weakly, so the loader would not tell that one is missing.
#[test]
fn libllvm_has_every_symbol_the_plugin_wants() {
    let library =
        PathBuf::from(succeed(Command::new(llvm_tool("llvm-config")).arg("--libdir")).trim())
            .join(format!("libLLVM.so.{}", llvm_version()));
    let offered = symbols(&library, "--defined-only");
    let wanted: Vec<String> = symbols(&plugin(), "--undefined-only")
        .into_iter()
        .filter(|name| name.contains("4llvm"))
        .collect();
    assert!(wanted.len() > 50, "the plugin uses LLVM: {wanted:?}");
    let missing: Vec<&String> = wanted.iter().filter(|name| !offered.contains(*name)).collect();
    assert!(missing.is_empty(), "not in libLLVM: {missing:?}");
}

#[test]
fn another_llvm_is_told_in_one_line_and_works_on() {
    let version = Command::new("llc-14").arg("--version").output();
    let version = version.expect("llc-14 runs; scripts/setup installs it, as llvm-14");
    assert!(version.status.success());
    let source = scratch("another-llvm").join("empty.ll");
    std::fs::write(&source, "define i32 @f(i32 %a) {\n  ret i32 %a\n}\n").expect("writable");
    let mut command = Command::new("llc-14");
    command.arg("-load").arg(plugin()).arg(&source).args(["-o", "-"]);
    let text = succeed(&mut command);
    assert_eq!(
        text.matches(&format!("built for LLVM {}, host is LLVM", llvm_version())).count(),
        1,
        "{text}"
    );
    assert!(!text.contains("undefined symbol"), "{text}");
    assert!(text.contains("f:"), "llc-14 still compiles:\n{text}");
}
