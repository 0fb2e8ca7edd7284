//! How LIMIT's time grows with a function's size: `cargo bench --no-default-features --bench limit --
//! 1000000`, with the largest number of instructions.
//!
//! The functions are those of `regalloc-limit bench` in the core's text form, without LLVM, whose
//! other passes take too long for functions of a million instructions.

use regalloc_limit::limit::limit;
use regalloc_limit::model::text::parse;
use regalloc_limit::options::Settings;
use regalloc_limit::plan::Edit;
use regalloc_limit::validity::choices::Choices;
use std::fmt::Write;
use std::time::{Duration, Instant};

/// Values that are live at a time.
const LIVE: u64 = 40;
/// The registers of the machine; calls preserve the second half.
const REGISTERS: u64 = 16;
/// Functions of ten sizes between a thousand instructions and a million, as many per factor of ten.
const SIZES: [u64; 10] =
    [1_000, 2_200, 4_600, 10_000, 22_000, 46_000, 100_000, 220_000, 460_000, 1_000_000];
/// Loops of a nest within each other, and the steps in the innermost.
const DEPTH: u32 = 3;
const NEST_STEPS: u64 = 20;
/// Each is measured so often; the least time counts.
const RUNS: usize = 3;

/// Writes one function.
struct Writer {
    choices: Choices<'static>,
    loops: String,
    body: String,
    /// The next loop, block and range.
    next_loop: u64,
    next_block: u64,
    next_range: u64,
}

impl Writer {
    fn new() -> Self {
        let (loops, body) = (String::new(), String::new());
        let choices = Choices::from_seed(1);
        Self { choices, loops, body, next_loop: 0, next_block: 0, next_range: 0 }
    }

    /// Begins a block at the given depth of loops; `back` is the head that it goes back to.
    fn block(&mut self, depth: u32, region: Option<u64>, back: Option<u64>, is_last: bool) {
        let block = self.next_block;
        self.next_block += 1;
        let around = region.map_or(String::new(), |region| format!(" in l{region}"));
        let head = back.map_or(String::new(), |head| format!(" b{head}"));
        let next = if is_last { String::new() } else { format!(" -> b{}{head}", block + 1) };
        self.line(&format!("block b{block} {}{around}{next}", 10u64.pow(depth)));
    }

    fn line(&mut self, line: &str) {
        self.body.push_str(line);
        self.body.push('\n');
    }

    fn range(&mut self) -> u64 {
        self.next_range += 1;
        self.next_range - 1
    }

    /// The entry block, in which all values are written.
    fn values(&mut self, is_last: bool) -> Vec<u64> {
        self.block(0, None, None, is_last);
        let values: Vec<u64> = (0..LIVE).map(|_| self.range()).collect();
        values.iter().for_each(|value| self.line(&format!("  loadI {value} => %{value}")));
        values
    }

    /// Replaces one of the values by a function of itself and another one.
    fn step(&mut self, values: &mut [u64]) {
        let (x, y) = (self.choices.below(LIVE) as usize, self.choices.below(LIVE) as usize);
        let range = self.range();
        self.line(&format!("  add %{}, %{} => %{range}", values[x], values[y]));
        values[x] = range;
    }

    /// A loop at the given depth, with those within it. The innermost changes one of the values; the
    /// others live through.
    fn nest(&mut self, depth: u32, around: Option<u64>, values: &[u64]) {
        let region = self.next_loop;
        self.next_loop += 1;
        let outer = around.map_or(String::new(), |outer| format!(" in l{outer}"));
        let _ = writeln!(self.loops, "loop l{region}{outer}");
        let innermost = depth == DEPTH;
        let head = self.next_block;
        self.block(depth, Some(region), Some(head).filter(|_| innermost), false);
        if innermost {
            let mut local = values.to_vec();
            (0..NEST_STEPS).for_each(|_| self.step(&mut local));
            let changed = self.choices.below(LIVE) as usize;
            self.line(&format!("  add %{}, %{0} => %{}", local[changed], values[changed]));
        } else {
            self.line("  jump");
            self.nest(depth + 1, Some(region), values);
            self.block(depth, Some(region), Some(head), false);
        }
        self.line("  cbr");
    }

    /// Reads all values and ends the function.
    fn finish(mut self, values: &[u64]) -> String {
        values.iter().for_each(|value| self.line(&format!("  store %{value}")));
        self.line("  ret");
        let regs = (0..REGISTERS).map(|reg| format!("reg r{reg}\n")).collect::<String>();
        let list = |from| (from..REGISTERS).map(|reg| format!(" r{reg}")).collect::<String>();
        let machine = format!("{regs}class g{}\nmask m{}\n", list(0), list(REGISTERS / 2));
        format!("{machine}function f\n{}{}", self.loops, self.body)
    }
}

fn straight_line(instructions: u64) -> String {
    let mut writer = Writer::new();
    let mut values = writer.values(true);
    (0..instructions).for_each(|_| writer.step(&mut values));
    writer.finish(&values)
}

fn calls(instructions: u64) -> String {
    const STEPS: u64 = 10;
    let mut writer = Writer::new();
    let mut values = writer.values(true);
    for _ in 0..instructions / (STEPS + 1) {
        (0..STEPS).for_each(|_| writer.step(&mut values));
        writer.line("  call keeps m");
    }
    writer.finish(&values)
}

/// One nest of loops after the other, with values that live through them.
fn loop_nests(instructions: u64) -> String {
    let mut writer = Writer::new();
    let values = writer.values(false);
    writer.line("  jump");
    // Of each nest the steps, and one more, and a branch at the head and the foot of each loop.
    for _ in 0..instructions / (NEST_STEPS + 2 * u64::from(DEPTH)) {
        writer.nest(1, None, &values);
    }
    writer.block(0, None, None, true);
    writer.finish(&values)
}

/// The least time that LIMIT took, with its edit.
fn measure(text: &str) -> (usize, Duration, Option<Edit>) {
    let mut function = parse(text).expect("the writer writes functions").function;
    let settings = Settings::default();
    settings.costs.weigh_blocks(&mut function);
    let run = |_| {
        let start = Instant::now();
        let edit = limit(settings.on(&function));
        (start.elapsed(), edit)
    };
    let (time, edit) = (0..RUNS).map(run).min_by_key(|run| run.0).expect("it runs");
    (function.insts.len(), time, edit)
}

/// The slope of the line through the logarithms of sizes and times (least squares).
fn exponent(times: &[(usize, Duration)]) -> f64 {
    let points: Vec<(f64, f64)> =
        times.iter().map(|&(size, time)| ((size as f64).ln(), time.as_secs_f64().ln())).collect();
    let mean =
        |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / points.len() as f64;
    let (x, y) = (mean(|p| p.0), mean(|p| p.1));
    let along: f64 = points.iter().map(|p| (p.0 - x) * (p.1 - y)).sum();
    along / points.iter().map(|p| (p.0 - x).powi(2)).sum::<f64>()
}

fn main() {
    // Cargo adds `--bench`.
    let largest = std::env::args().filter_map(|word| word.parse().ok()).next().unwrap_or(100_000);
    println!(
        "| function | instructions | seconds | ranges that leave registers |\n|---|---|---|---|"
    );
    type Shape = fn(u64) -> String;
    // Liveness of the text form takes a byte for each block and range.
    let shapes: [(&str, Shape, u64); 3] = [
        ("straight line", straight_line, u64::MAX),
        ("calls", calls, u64::MAX),
        ("loop nests", loop_nests, 100_000),
    ];
    for (name, shape, most) in shapes {
        let mut times = Vec::new();
        for size in SIZES.into_iter().filter(|&size| size <= largest.min(most)) {
            let (instructions, time, edit) = measure(&shape(size));
            let left = edit.as_ref().map_or(0, Edit::in_memory);
            println!("| {name} | {instructions} | {:.4} | {left} |", time.as_secs_f64());
            times.push((instructions, time));
        }
        println!("| {name} | k = {:.2} | | |", exponent(&times));
    }
}
