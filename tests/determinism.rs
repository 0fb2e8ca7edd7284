//! The same input gives the same object file: in every run, with and without address randomisation,
//! and whatever the number of linker threads.
//!
//! A decision that depends on an address or on the time differs from run to run, but not in every
//! run: so there are several.
#![cfg(feature = "plugin")]

mod common;

use common::{input, llvm_tool, plugin, scratch, succeed};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs with randomised addresses; one more has none.
const RUNS: usize = 4;

/// The variable that names a folder of IR for the test of a whole corpus.
const CORPUS: &str = "DETERMINISM_CORPUS";

/// A program, started with the same addresses in every run if `fixed`.
fn program(name: &Path, fixed: bool) -> Command {
    if !fixed {
        return Command::new(name);
    }
    let mut command = Command::new("setarch");
    command.arg("--addr-no-randomize").arg(name);
    command
}

/// Whether this machine lets a process switch off the randomisation of its addresses, which some
/// containers do not.
fn can_fix_addresses() -> bool {
    let tried = program(Path::new("true"), true).output();
    let can = tried.is_ok_and(|output| output.status.success());
    if !can {
        eprintln!("skipped without address randomisation: setarch is not allowed here");
    }
    can
}

/// Makes a file several times, each time by the command that `make` gives for the path, and
/// compares all that comes out. The first argument of `make` says whether addresses are fixed.
fn is_the_same_every_time(folder: &Path, name: &str, make: impl Fn(bool, &Path) -> Command) {
    let mut first: Option<Vec<u8>> = None;
    let fixed = can_fix_addresses().then_some(true);
    for (number, fixed) in [false; RUNS].into_iter().chain(fixed).enumerate() {
        let output = folder.join(format!("{number}.o"));
        succeed(&mut make(fixed, &output));
        let bytes = std::fs::read(&output).expect("it was just written");
        assert!(!bytes.is_empty(), "{name} is empty");
        match &first {
            None => first = Some(bytes),
            Some(first) => {
                assert!(*first == bytes, "run {number} of {name} differs from the first")
            }
        }
    }
}

fn clang(fixed: bool) -> Command {
    let mut command = program(&llvm_tool("clang++"), fixed);
    command.env_remove("REGALLOC_LIMIT").args(["-x", "c++", "-O2", "-w"]);
    command
}

#[test]
fn object_files_are_the_same_in_every_run() {
    let plugin = format!("-fplugin={}", plugin().display());
    let cases = [
        ("everything.cpp", "x86_64-linux-gnu", ""),
        ("everything.cpp", "aarch64-linux-gnu", ""),
        ("everything.cpp", "riscv64-linux-gnu", ""),
        ("compare/pressure.c", "x86_64-linux-gnu", "-mllvm -stress-regalloc=5"),
        ("compare/pressure.c", "s390x-linux-gnu", "-mllvm -stress-regalloc=5"),
    ];
    for (number, (source, target, flags)) in cases.into_iter().enumerate() {
        let folder = scratch(&format!("determinism{number}"));
        is_the_same_every_time(&folder, source, |fixed, output| {
            let mut command = clang(fixed);
            command.arg(&plugin).args(["-mllvm", "-regalloc=limit", "-c"]);
            command.arg(format!("--target={target}")).args(flags.split_whitespace());
            command.arg(input(source)).arg("-o").arg(output);
            command
        });
    }
}

#[test]
fn thin_lto_is_the_same_with_any_number_of_threads() {
    let folder = scratch("determinism-lto");
    let mut objects: Vec<PathBuf> = Vec::new();
    for source in ["everything.cpp", "compare/pressure.c"] {
        let object = folder.join(format!("{}.bc", objects.len()));
        let mut compile = clang(false);
        compile.args(["-flto=thin", "-fPIC", "-c"]).arg(input(source)).arg("-o").arg(&object);
        succeed(&mut compile);
        objects.push(object);
    }
    let link = |threads: usize| {
        let output = folder.join(format!("{threads}.so"));
        let mut link = Command::new(llvm_tool("clang++"));
        link.args(["-O2", "-flto=thin", "-fuse-ld=lld", "-shared"]).args(&objects);
        link.arg(format!("-Wl,-mllvm,-load={},-mllvm,-regalloc=limit", plugin().display()));
        link.arg(format!("-Wl,--threads={threads},--thinlto-jobs={threads}"));
        succeed(link.arg("-o").arg(&output));
        std::fs::read(&output).expect("it was just linked")
    };
    let alone = link(1);
    for threads in [2, 4, 8, 8, 8] {
        assert!(alone == link(threads), "{threads} threads give another library than one");
    }
}

fn add_ir(folder: &Path, files: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("{}: {error}; set {CORPUS}", folder.display()));
    for entry in entries {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            add_ir(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "bc" || extension == "ll") {
            files.push(path);
        }
    }
}

fn corpus_folder() -> PathBuf {
    let default = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/corpus");
    std::env::var_os(CORPUS).map_or(default, PathBuf::from)
}

/// The IR of the corpus, in a fixed order.
fn corpus() -> Vec<PathBuf> {
    let folder = corpus_folder();
    let mut files = Vec::new();
    add_ir(&folder, &mut files);
    files.sort();
    assert!(!files.is_empty(), "no .bc and no .ll in {}", folder.display());
    files
}

/// What the bitcode of a corpus does not say itself: the features of RISC-V 64.
fn features(file: &Path) -> Option<&'static str> {
    let is_riscv = file.components().any(|part| part.as_os_str() == "riscv64");
    is_riscv.then_some("-mattr=+m,+a,+f,+d,+c")
}

#[test]
#[ignore = "takes hours; needs a folder of IR, by default what `regalloc-limit corpus` keeps"]
fn the_whole_corpus() {
    let files = corpus();
    let output = scratch("determinism-corpus");
    for file in &files {
        is_the_same_every_time(&output, &file.display().to_string(), |fixed, object| {
            let mut llc = program(&llvm_tool("llc"), fixed);
            llc.arg("-load").arg(plugin()).args(["-O2", "-regalloc=limit", "-filetype=obj"]);
            if let Some(features) = features(file) {
                llc.args([features, "-target-abi=lp64d"]);
            }
            llc.arg(file).arg("-o").arg(object);
            llc
        });
    }
    println!("{} files, each the same in every run", files.len());
}

/// Links the files of each project into one object file, whose code the linker generates in
/// parallel. A project is a folder within one of a target, as `regalloc-limit corpus` keeps them.
#[test]
#[ignore = "takes an hour; needs a folder of IR, by default what `regalloc-limit corpus` keeps"]
fn the_whole_corpus_with_any_number_of_threads() {
    let depth = corpus_folder().components().count() + 2;
    let mut projects: BTreeMap<PathBuf, Vec<PathBuf>> = BTreeMap::new();
    for file in corpus() {
        projects.entry(file.components().take(depth).collect()).or_default().push(file);
    }
    for (project, files) in &projects {
        let output = scratch("determinism-threads");
        let mut objects: Vec<PathBuf> = Vec::new();
        for file in files {
            let object = output.join(format!("{}.bc", objects.len()));
            let mut summarise = Command::new(llvm_tool("opt"));
            summarise.args(["-module-summary", "-thinlto-bc"]).arg(file).arg("-o").arg(&object);
            succeed(&mut summarise);
            objects.push(object);
        }
        let link = |threads: usize| {
            let linked = output.join(format!("{threads}.o"));
            let mut link = Command::new(llvm_tool("ld.lld"));
            // The IR is optimised already. Programs of one project may each have a `main`.
            link.args(["-r", "--allow-multiple-definition", "--lto-O0", "--lto-CGO2"]);
            link.arg(format!("--threads={threads}")).arg(format!("--thinlto-jobs={threads}"));
            link.arg("-mllvm").arg(format!("-load={}", plugin().display()));
            link.args(["-mllvm", "-regalloc=limit"]).args(&objects);
            if let Some(features) = features(project) {
                link.args(["-mllvm", features]);
            }
            succeed(link.arg("-o").arg(&linked));
            std::fs::read(&linked).expect("it was just linked")
        };
        let alone = link(1);
        for threads in [2, 8] {
            let same = alone == link(threads);
            assert!(same, "{threads} threads give another {} than one", project.display());
        }
    }
    println!("{} projects, each the same with any number of threads", projects.len());
}
