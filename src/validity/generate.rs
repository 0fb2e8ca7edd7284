//! Random functions in the core's text form, on random machines.
//!
//! Every range is written in the first block, so that none is read before it is written; what
//! follows is free: loops that are entered at their head only and are declared, or any edges at
//! all; calls that can throw and their landing pads; assembly that can jump; results in fixed
//! registers; registers that are lost; operands that are tied, which is the same range read and
//! written; parts of pairs; ranges that must have a register; ranges that few instructions keep in a
//! small class; constants that can be recomputed; accesses to spill slots.

use super::choices::Choices;
use super::graph::Graph;
use std::fmt::Write;

#[path = "instructions.rs"]
mod instructions;

/// The functions that a seed gives: the same text for the same seed.
pub fn from_seed(seed: u64) -> String {
    generate(&mut Choices::from_seed(seed))
}

/// The function that a fuzzer's bytes describe; any bytes describe one.
pub fn from_bytes(bytes: &[u8]) -> String {
    generate(&mut Choices::from_bytes(bytes))
}

fn generate(choices: &mut Choices) -> String {
    let machine = Machine::choose(choices);
    let mut writer = Writer::new(choices, machine);
    writer.blocks();
    writer.text()
}

/// What the writer has to know of the machine whose lines it has written.
struct Machine {
    text: String,
    singles: u64,
    has_pairs: bool,
}

impl Machine {
    /// Two to eight registers, the upper ones callee-saved; pairs of neighbours, which may overlap;
    /// a class of some of the registers only; a mask that keeps the saved ones and one that keeps
    /// nothing.
    fn choose(choices: &mut Choices) -> Machine {
        let singles = [4, 2, 3, 4, 6, 8][choices.below(6) as usize];
        let first_saved = 1 + choices.below(singles);
        let mut text = String::new();
        for reg in 0..singles {
            let saved = match reg.checked_sub(first_saved) {
                Some(group) => format!(" saved {}", group + 1),
                None => String::new(),
            };
            let cost = if choices.chance(20) { " cost 1" } else { "" };
            let _ = writeln!(text, "reg r{reg}{saved}{cost}");
        }
        let step = if choices.chance(30) { 1 } else { 2 };
        let pairs: Vec<u64> = (0..singles - 1).step_by(step).collect();
        for first in &pairs {
            let _ = writeln!(text, "reg d{first} of r{first} r{}", first + 1);
        }
        let list = |letter: char, numbers: &[u64]| -> String {
            numbers.iter().map(|number| format!(" {letter}{number}")).collect()
        };
        let all: Vec<u64> = (0..singles).collect();
        let _ = writeln!(text, "class g{}", list('r', &all));
        let narrow = choices.below(singles);
        let _ = writeln!(text, "class h{}", list('r', &all[narrow as usize..]));
        let _ = writeln!(text, "class p{}", list('d', &pairs));
        let _ = writeln!(text, "class c{}", list('r', &all[..first_saved as usize]));
        for (part, offset) in [("lo", 0), ("hi", 1)] {
            let halves = pairs.iter().map(|first| format!(" d{first}=r{}", first + offset));
            let _ = writeln!(text, "part {part}{}", halves.collect::<String>());
        }
        let kept: Vec<u64> = (first_saved..singles).collect();
        let kept_pairs: Vec<u64> = pairs.iter().copied().filter(|d| kept.contains(d)).collect();
        let _ = writeln!(text, "mask m0{}{}\nmask m1", list('r', &kept), list('d', &kept_pairs));
        Machine { text, singles, has_pairs: choices.chance(60) }
    }
}

/// How a block ends that an abnormal edge leaves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Abnormal {
    /// A call that can throw; r0 holds the exception in the landing pad.
    Throws,
    /// Assembly that can jump and writes a range.
    Jumps,
}

struct Writer<'c, 'b> {
    choices: &'c mut Choices<'b>,
    machine: Machine,
    /// Of the long ranges the first are pairs.
    pairs: u64,
    ranges: u64,
    /// The next short range, which must have a register.
    next_short: u64,
    /// Those of the ranges that could be of a larger class.
    wide: Vec<u64>,
    loops: String,
    declared: String,
    body: String,
}

impl<'c, 'b> Writer<'c, 'b> {
    fn new(choices: &'c mut Choices<'b>, machine: Machine) -> Self {
        let many = choices.chance(15);
        let ranges = 3 + choices.below(if many { 24 } else { 8 });
        let pairs = if machine.has_pairs { choices.below(3).min(ranges - 2) } else { 0 };
        let (mut declared, mut wide) = (String::new(), Vec::new());
        for range in 0..ranges {
            let class = match range < pairs {
                true => "p",
                false if choices.chance(10) => "h",
                false if choices.chance(15) => {
                    wide.push(range);
                    "c wide g"
                }
                false => "g",
            };
            let remat = if choices.chance(15) { " remat" } else { "" };
            let hint = match range >= pairs && choices.chance(10) {
                true => format!(" hints r{}", choices.below(machine.singles)),
                false => String::new(),
            };
            let _ = writeln!(declared, "range %{range} {class}{remat}{hint}");
        }
        let (loops, body) = (String::new(), String::new());
        let next_short = ranges;
        Writer { choices, machine, pairs, ranges, next_short, wide, loops, declared, body }
    }

    fn text(self) -> String {
        format!("{}function f\n{}{}{}", self.machine.text, self.loops, self.declared, self.body)
    }

    fn blocks(&mut self) {
        let many = self.choices.chance(20);
        let blocks = 1 + self.choices.below(if many { 14 } else { 6 });
        let graph = match self.choices.chance(50) {
            true => Graph::with_loops(self.choices, blocks),
            false => Graph::of_any_edges(self.choices, blocks),
        };
        self.loops = graph.loop_lines();
        // Each landing pad has one block before it, whose number this is.
        let mut pads = Vec::new();
        for block in 0..blocks {
            let mut successors = graph.successors[block as usize].clone();
            let abnormal = match self.choices.below(10) {
                0 if block + 1 < blocks => Some(Abnormal::Throws),
                1 if !successors.is_empty() => Some(Abnormal::Jumps),
                _ => None,
            };
            if abnormal == Some(Abnormal::Throws) {
                successors.push(blocks + pads.len() as u64);
                pads.push(block);
            }
            let frequency = graph.frequency(self.choices, block);
            self.block_line(block, frequency, "", graph.innermost(block, block), &successors);
            if block == 0 {
                for range in 0..self.ranges {
                    let _ = writeln!(self.body, "  loadI {range} => %{range}");
                }
            }
            self.instructions();
            self.end_of_block(abnormal);
        }
        for (number, &thrower) in pads.iter().enumerate() {
            let next = thrower + 1;
            let innermost = graph.innermost(thrower, next);
            self.block_line(blocks + number as u64, 0.1, " pad", innermost, &[next]);
            let exception = self.single();
            let _ = writeln!(self.body, "  label\n  first\n  i2i r0 => %{exception}");
            self.instructions();
        }
    }

    fn block_line(
        &mut self,
        block: u64,
        frequency: f64,
        pad: &str,
        innermost: Option<usize>,
        to: &[u64],
    ) {
        let _ = write!(self.body, "block b{block} {frequency}{pad}");
        if let Some(innermost) = innermost {
            let _ = write!(self.body, " in l{innermost}");
        }
        for (number, to) in to.iter().enumerate() {
            let _ = write!(self.body, "{}b{to}", if number == 0 { " -> " } else { " " });
        }
        self.body.push('\n');
        if to.is_empty() {
            self.body.push_str("  returns\n");
        }
    }

    /// A long range that is no pair.
    fn single(&mut self) -> u64 {
        self.pairs + self.choices.below(self.ranges - self.pairs)
    }

    /// A long range as a single register: of a pair a part.
    fn as_single(&mut self, range: u64) -> String {
        match range < self.pairs {
            true if self.choices.chance(50) => format!("%{range}.hi"),
            true => format!("%{range}.lo"),
            false => format!("%{range}"),
        }
    }

    /// A new range that must have a register.
    fn short(&mut self, class: &str) -> u64 {
        self.next_short += 1;
        let short = self.next_short - 1;
        let _ = writeln!(self.declared, "range %{short} {class} register");
        short
    }

    fn instructions(&mut self) {
        for _ in 0..self.choices.below(7) {
            self.instruction();
        }
    }
}
