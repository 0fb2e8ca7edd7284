//! `regalloc-limit corpus` on two small projects: they are fetched, compiled, kept and compared.

use super::common::{plugin, scratch, succeed};
use std::process::Command;

fn command(name: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_regalloc-limit"));
    command.args([name, "--quiet", "--project", "bzip2,lz4", "--target", "riscv64"]);
    command
}

#[test]
fn projects_are_compiled_once_and_compared() {
    let cache = scratch("corpus-cache");
    let table = succeed(command("corpus").arg("--cache").arg(&cache));
    let counts = |name: &str| {
        let line = table.lines().find(|line| line.trim_start().starts_with(name));
        let words: Vec<_> = line.expect("a line").split_whitespace().rev().take(2).collect();
        words.into_iter().map(|word| word.parse::<u64>().expect("a number")).collect::<Vec<_>>()
    };
    assert_eq!(counts("bzip2")[1], 7, "files of the library: {table}");
    assert!(counts("bzip2")[0] > 20 && counts("lz4")[0] > 50, "functions: {table}");

    let bitcode = cache.join("riscv64/bzip2/blocksort.c.bc");
    let written =
        || std::fs::metadata(&bitcode).and_then(|data| data.modified()).expect("it is there");
    let first = written();
    let mut compare = command("compare");
    compare.args(["--corpus", "--alloc", "basic", "--format", "csv", "--plugin"]).arg(plugin());
    let csv = succeed(compare.arg("--cache").arg(&cache));
    assert_eq!(written(), first, "what is in the cache is not compiled again");
    assert!(csv.contains("riscv64,bzip2,bzip2/blocksort.c,BZ2_blockSort,greedy,"), "{csv}");
    assert!(csv.contains("riscv64,lz4,lz4/lib/lz4.c,LZ4_compress_default,basic,"), "{csv}");
}

#[test]
fn a_project_that_is_not_there_is_an_error() {
    let output = Command::new(env!("CARGO_BIN_EXE_regalloc-limit"))
        .args(["corpus", "--project", "nosuch"])
        .output()
        .expect("the command was built");
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("no project 'nosuch'; there are blst"), "{text}");
}
