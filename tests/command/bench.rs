//! `regalloc-limit bench` from the outside: times on inputs, growth, and an allocator that fails.

use super::common::{input, llvm_major, llvm_tool, plugin, run, scratch, succeed};
use std::process::Command;

/// The command with the smallest functions, one run each.
fn bench(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_regalloc-limit"));
    command.args(["bench", "--runs", "1", "--plugin"]).arg(plugin()).args(arguments);
    command
}

const KINDS: [&str; 4] =
    ["straight line", "loop nests", "interpreter switch", "calls and landing pads"];

#[test]
fn growth_has_a_row_for_each_function_and_allocator() {
    // With one register of each class no allocator can compile a sum.
    let allocators = ["--alloc", "basic", "--alloc", "one=greedy -stress-regalloc=1"];
    let table = succeed(bench(&["--largest", "2200"]).args(allocators));
    for kind in KINDS {
        for (allocator, cells) in [("greedy", 2), ("basic", 2), ("one", 0)] {
            let of_both = format!("{kind}  {allocator}");
            let is_row = |line: &&str| {
                let words: Vec<_> = line.split_whitespace().collect();
                words.join(" ").contains(&format!("{kind} {allocator} -"))
            };
            let row = table.lines().find(is_row).unwrap_or_else(|| panic!("{of_both}: {table}"));
            let times = row.split_whitespace().filter(|word| word.parse::<f64>().is_ok());
            assert_eq!(times.count(), cells, "{row}");
            assert_eq!(row.contains("failure"), cells == 0, "a failure is a cell: {row}");
        }
        let reason = format!("{kind} with one at 1.");
        let line = table.lines().find(|line| line.starts_with(&reason)).expect("a line");
        assert!(line.contains("ran out of registers"), "{line}");
    }
}

#[test]
fn only_the_kinds_that_are_named_are_generated() {
    let arguments = ["--largest", "1000", "--shape", "interpreter", "--alloc", "basic"];
    let table = succeed(&mut bench(&arguments));
    let has = |kind: &&str| table.contains(kind);
    assert_eq!(KINDS.iter().copied().filter(has).collect::<Vec<_>>(), ["interpreter switch"]);
}

#[test]
fn times_on_inputs_leave_out_what_an_allocator_does_not_compile() {
    let one = ["--alloc", "basic", "--alloc", "one=greedy -stress-regalloc=1"];
    let arguments = ["--largest", "0", "--format", "json", "--target", "x86-64,riscv64"];
    let text = succeed(bench(&arguments).args(one).arg(input("compare/pressure.c")));
    let report: serde_json::Value = serde_json::from_str(&text).expect("well-formed");
    let sums = report["inputs"]["sums"].as_array().expect("a list");
    let counts = sums.iter().map(|sum| (sum["inputs"].as_u64(), sum["failed_inputs"].as_u64()));
    let (whole, failed) = ((Some(0), Some(0)), (Some(0), Some(1)));
    assert_eq!(counts.collect::<Vec<_>>(), [whole, whole, failed, whole, whole, failed]);
    assert_eq!(report["inputs"]["failures"].as_array().map(Vec::len), Some(2));
    assert_eq!(report["growth"].as_array().map(Vec::len), Some(0));
}

/// The command with the counting of instructions.
fn count(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_regalloc-limit"));
    command.args(["bench", "--count-instructions", "--target", "x86-64", "--plugin"]).arg(plugin());
    command.args(arguments).arg(input("compare/pressure.c"));
    command
}

#[test]
fn instructions_are_counted_per_input_and_allocator() {
    let text = succeed(&mut count(&["--format", "json", "--alloc", "limit", "--alloc", "basic"]));
    let report: serde_json::Value = serde_json::from_str(&text).expect("well-formed");
    let counts = report["instructions"]["counts"].as_array().expect("a list");
    let names: Vec<_> = counts.iter().filter_map(|count| count["allocator"].as_str()).collect();
    assert_eq!(names, ["greedy", "limit", "basic"]);
    for count in counts {
        let instructions = count["instructions"].as_u64().expect("a number");
        assert!(instructions > 100_000, "the pass and not only its call: {count}");
    }
    let table = succeed(&mut count(&["--alloc", "greedy"]));
    assert!(table.contains("sum of 1"), "{table}");
}

#[test]
fn without_valgrind_one_line_says_what_to_install() {
    let tools = scratch("bench-without-valgrind");
    for tool in ["llc", "clang"] {
        let link = tools.join(format!("{tool}-{}", llvm_major()));
        std::os::unix::fs::symlink(llvm_tool(tool), link).expect("new");
    }
    let (status, _, message) = run(count(&["--alloc", "limit"]).env("PATH", &tools));
    assert_eq!(status, Some(2), "{message}");
    assert!(message.contains("apt-get install valgrind"), "{message}");
    assert_eq!(message.lines().count(), 1, "{message}");
}

#[test]
fn without_inputs_there_is_nothing_to_count() {
    let mut command = bench(&[]);
    command.args(["--largest", "0"]);
    let (status, _, message) = run(&mut command);
    assert_eq!(status, Some(2), "{message}");
    assert!(message.contains("or leave out --largest 0"), "{message}");
    let mut command = Command::new(env!("CARGO_BIN_EXE_regalloc-limit"));
    command.args(["bench", "--count-instructions", "--plugin"]).arg(plugin());
    let (status, _, message) = run(&mut command);
    assert_eq!(status, Some(2), "{message}");
    assert!(message.ends_with("nothing to measure: name inputs, or --corpus\n"), "{message}");
}

#[test]
fn curves_go_into_the_page_of_a_comparison() {
    let folder = scratch("bench-growth");
    let (growth, page) = (folder.join("growth.json"), folder.join("page.html"));
    let to_file = ["--alloc", "basic", "--largest", "1000", "--format", "json", "--output"];
    succeed(bench(&to_file).arg(&growth));
    let mut compare = Command::new(env!("CARGO_BIN_EXE_regalloc-limit"));
    compare.args(["compare", "--alloc", "basic", "--format", "html", "--plugin"]).arg(plugin());
    compare.arg("--growth").arg(&growth).arg("--output").arg(&page);
    succeed(compare.arg(input("compare/pressure.c")));
    let text = std::fs::read_to_string(page).expect("written");
    for kind in KINDS {
        assert!(text.contains(&format!("<figcaption>{kind}, ")), "{kind}");
    }
}
