//! Real programs, compiled once with greedy and once with limit, give the same output.
//!
//! Their sources are published crates that Cargo downloads, the same ones that `scripts/demo` shows.
//! Each program runs natively on x86-64, there also with eight registers of each class only, and
//! under QEMU on AArch64 and RISC-V 64.
#![cfg(feature = "plugin")]

mod common;

use common::{llvm_tool, plugin, scratch, succeed};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// A machine to compile for and to run on.
struct Machine {
    /// Its name in the names of files.
    name: &'static str,
    compile: &'static [&'static str],
    /// The emulator, if the programs do not run natively.
    run: Option<&'static str>,
}

const X86_64: Machine = Machine { name: "x86-64", compile: &[], run: None };
const X86_64_CROWDED: Machine =
    Machine { name: "x86-64-8", compile: &["-mllvm", "-stress-regalloc=8"], run: None };
const AARCH64: Machine = Machine {
    name: "aarch64",
    compile: &["--target=aarch64-linux-gnu", "-static"],
    run: Some("qemu-aarch64"),
};
const RISCV64: Machine = Machine {
    name: "riscv64",
    compile: &["--target=riscv64-linux-gnu", "-static"],
    run: Some("qemu-riscv64"),
};

/// A program and how to run it. Paths of sources are relative to the crate's folder.
struct Program {
    name: &'static str,
    /// The crate and the path of the folder within it, of which the names begin like this.
    folder: [&'static str; 2],
    sources: &'static [&'static str],
    /// The program's own main file, relative to `scripts/demo-programs`.
    driver: Option<&'static str>,
    flags: &'static [&'static str],
    arguments: &'static [&'static str],
}

const PROGRAMS: [Program; 8] = [
    Program {
        name: "bzip2",
        folder: ["bzip2-sys-", "bzip2-"],
        sources: &[
            "bzip2.c",
            "blocksort.c",
            "huffman.c",
            "crctable.c",
            "randtable.c",
            "compress.c",
            "decompress.c",
            "bzlib.c",
        ],
        driver: None,
        flags: &[],
        arguments: &["-9", "-c", "-k", "suffixes.cpp"],
    },
    Program {
        name: "lua",
        folder: ["lua-src-", "lua-5.4"],
        sources: &["*.c"],
        driver: Some("lua.c"),
        flags: &["-DLUA_USE_POSIX"],
        arguments: &["program.lua"],
    },
    Program {
        name: "sqlite",
        folder: ["libsqlite3-sys-", "sqlite3"],
        sources: &["sqlite3.c"],
        driver: Some("sqlite.c"),
        flags: &["-DSQLITE_THREADSAFE=0", "-DSQLITE_OMIT_LOAD_EXTENSION"],
        arguments: &["queries.sql"],
    },
    Program {
        name: "suffixes",
        folder: ["esaxx-rs-", "src"],
        sources: &[],
        driver: Some("suffixes.cpp"),
        flags: &["-lstdc++"],
        arguments: &["suffixes.cpp"],
    },
    Program {
        name: "lz4",
        folder: ["lz4-sys-", "liblz4"],
        sources: &["lib/*.c"],
        driver: Some("../../benches/corpus/drivers/lz4.c"),
        flags: &[],
        arguments: &[],
    },
    Program {
        name: "quickjs",
        folder: ["libquickjs-sys-", "embed/quickjs"],
        sources: &["quickjs.c", "libregexp.c", "libunicode.c", "cutils.c", "libbf.c"],
        driver: Some("../../benches/corpus/drivers/quickjs.c"),
        flags: &["-D_GNU_SOURCE", "-DCONFIG_BIGNUM", "-DCONFIG_VERSION=\"0\""],
        arguments: &[],
    },
    Program {
        name: "zlib",
        folder: ["libz-sys-", "src/zlib"],
        sources: &["*.c"],
        driver: Some("../../benches/corpus/drivers/zlib.c"),
        flags: &["-DHAVE_UNISTD_H", "-DSTDC"],
        arguments: &[],
    },
    Program {
        name: "zstd",
        folder: ["zstd-sys-", "zstd/lib"],
        sources: &["common/*.c", "compress/*.c", "decompress/*.c"],
        driver: Some("../../benches/corpus/drivers/zstd.c"),
        flags: &["-DZSTD_DISABLE_ASM"],
        arguments: &[],
    },
];

fn drivers() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/demo-programs")
}

/// The folder with the sources of all crates, downloaded by the first test that asks.
fn sources() -> &'static Path {
    static SOURCES: OnceLock<PathBuf> = OnceLock::new();
    SOURCES.get_or_init(|| {
        let sources = Path::new(env!("CARGO_TARGET_TMPDIR")).join("program-sources");
        let manifest = drivers().join("Cargo.toml");
        succeed(
            Command::new("cargo")
                .args(["vendor", "--quiet", "--locked", "--versioned-dirs", "--manifest-path"])
                .arg(manifest)
                .arg(&sources)
                .stdout(Stdio::null()),
        );
        sources
    })
}

/// The one entry of a folder whose name begins like this.
fn entry(folder: &Path, prefix: &str) -> PathBuf {
    let entries = std::fs::read_dir(folder).expect("the sources are there");
    let matches = |path: &PathBuf| {
        path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(prefix))
    };
    let mut found: Vec<PathBuf> =
        entries.map(|entry| entry.expect("readable").path()).filter(matches).collect();
    found.sort();
    found.into_iter().next().unwrap_or_else(|| panic!("no {prefix}* in {}", folder.display()))
}

impl Program {
    fn source_files(&self, folder: &Path) -> Vec<PathBuf> {
        let mut files: Vec<PathBuf> = self.driver.iter().map(|name| drivers().join(name)).collect();
        for source in self.sources {
            let Some(part) = source.strip_suffix("*.c") else {
                files.push(folder.join(source));
                continue;
            };
            let mut all: Vec<PathBuf> = std::fs::read_dir(folder.join(part))
                .expect("the sources are there")
                .map(|entry| entry.expect("readable").path())
                .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
                .collect();
            all.sort();
            files.extend(all);
        }
        files
    }

    /// Compiles the program with options of code generation and returns what it prints.
    fn output(
        &self,
        machine: &Machine,
        options: &[&str],
        folder_name: &str,
        report: Option<&Path>,
    ) -> Vec<u8> {
        let root = entry(sources(), self.folder[0]);
        let folder = self.folder[1].split('/').fold(root, |folder, name| entry(&folder, name));
        let executable = scratch(folder_name).join("run");
        let mut compile = Command::new(llvm_tool("clang"));
        compile.args(["-O2", "-w"]).arg(format!("-fplugin={}", plugin().display()));
        compile.args(options.iter().flat_map(|option| ["-mllvm", option]));
        if let Some(report) = report {
            compile.arg("-mllvm").arg(format!("-limit-report={}", report.display()));
        }
        compile.args(machine.compile).arg(format!("-I{}", folder.display()));
        compile.args(self.source_files(&folder)).args(self.flags);
        compile.args(["-lm", "-lpthread", "-o"]).arg(&executable);
        succeed(&mut compile);
        let mut run = match machine.run {
            None => Command::new(&executable),
            Some(emulator) => {
                let mut run = Command::new(emulator);
                run.arg(&executable);
                run
            }
        };
        let run = run.args(self.arguments).current_dir(drivers());
        let output =
            run.output().unwrap_or_else(|error| panic!("{run:?}: {error}; run scripts/setup"));
        assert!(output.status.success(), "{run:?}: {}", output.status);
        output.stdout
    }
}

const GREEDY: &str = "-regalloc=greedy";

fn outputs_are_equal_on<'a>(machine: &Machine, programs: impl IntoIterator<Item = &'a Program>) {
    for program in programs {
        let test = format!("{}-{}", program.name, machine.name);
        let report = scratch(&format!("{test}-report")).join("report");
        let greedy = program.output(machine, &[GREEDY], &format!("{test}-greedy"), None);
        let limit =
            program.output(machine, &["-regalloc=limit"], &format!("{test}-limit"), Some(&report));
        assert!(!greedy.is_empty(), "{} prints something", program.name);
        assert!(greedy == limit, "{} on {} differs", program.name, machine.name);
        let lines = std::fs::read_to_string(&report).expect("limit wrote its report");
        let (all, refused) =
            (lines.lines().count(), lines.lines().filter(|l| !l.contains(r#""last_resort":null"#)));
        assert!(all > 0, "limit allocated {}", program.name);
        assert_eq!(refused.collect::<Vec<_>>(), Vec::<&str>::new());
        println!("{} on {}: {all} functions, same output", program.name, machine.name);
    }
}

#[test]
fn on_x86_64() {
    outputs_are_equal_on(&X86_64, &PROGRAMS);
}

#[test]
fn on_x86_64_with_eight_registers() {
    // Greedy itself runs out of registers in sqlite3 with eight of each class.
    let small =
        PROGRAMS.iter().filter(|program| ["bzip2", "lua", "suffixes"].contains(&program.name));
    outputs_are_equal_on(&X86_64_CROWDED, small);
}

#[test]
fn on_aarch64() {
    outputs_are_equal_on(&AARCH64, &PROGRAMS);
}

#[test]
fn on_riscv64() {
    outputs_are_equal_on(&RISCV64, &PROGRAMS);
}

/// Pressure is brought under capacity in a pass of its own, with what comes behind it.
fn limit_pressure_keeps_outputs(machine: &Machine, allocators: &[&str]) {
    for program in PROGRAMS.iter().filter(|program| ["bzip2", "lua"].contains(&program.name)) {
        let folder = format!("{}-{}-pressure", program.name, machine.name);
        let expected = program.output(machine, &[GREEDY], &folder, None);
        for allocator in allocators {
            for place in ["before-scheduler", "after-scheduler"] {
                let place_option = format!("-limit-pressure-place={place}");
                let options = [*allocator, "-limit-pressure", &place_option];
                let printed = program.output(machine, &options, &folder, None);
                assert!(printed == expected, "{} on {}: {options:?}", program.name, machine.name);
            }
        }
    }
}

#[test]
fn limit_pressure_in_front_of_every_allocator() {
    let allocators = [GREEDY, "-regalloc=basic", "-regalloc=pbqp", "-regalloc=limit"];
    limit_pressure_keeps_outputs(&X86_64, &allocators);
}

#[test]
fn limit_pressure_in_front_of_greedy_with_few_registers_and_on_other_machines() {
    for machine in [&X86_64_CROWDED, &AARCH64, &RISCV64] {
        limit_pressure_keeps_outputs(machine, &[GREEDY]);
    }
}
