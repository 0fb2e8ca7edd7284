//! Random functions whose spill cost can be computed exactly: nested loops, one class of a few
//! registers, and nothing but plain instructions with as many operands as the class has registers
//! at most. Each web of values has a name of its own.

use super::choices::Choices;
use super::graph::Graph;
use super::webs::split_webs;
use crate::model::text::{parse, print};
use std::fmt::Write;

/// The function that a seed gives: the same text for the same seed.
pub fn from_seed(seed: u64) -> String {
    let choices = &mut Choices::from_seed(seed);
    let registers = 2 + choices.below(3);
    let ranges = registers + 1 + choices.below(4);
    let blocks = 2 + choices.below(6);
    let graph = loop {
        let graph = Graph::with_loops(choices, blocks);
        if !graph.loop_lines().is_empty() {
            break graph;
        }
    };
    let body: Vec<String> = (0..blocks).map(|_| instructions(choices, ranges)).collect();
    let frequencies: Vec<f64> = (0..blocks).map(|b| graph.frequency(choices, b)).collect();
    let text = |entry: &str| {
        let names: String = (0..registers).map(|reg| format!(" r{reg}")).collect();
        let mut text: String = (0..registers).map(|reg| format!("reg r{reg}\n")).collect();
        let _ = writeln!(text, "class g{names}\nfunction f\n{}", graph.loop_lines().trim_end());
        (0..ranges).for_each(|range| text += &format!("range %{range} g\n"));
        for (block, instructions) in body.iter().enumerate() {
            let _ = write!(text, "block b{block} {}", frequencies[block]);
            if let Some(innermost) = graph.innermost(block as u64, block as u64) {
                let _ = write!(text, " in l{innermost}");
            }
            for (number, to) in graph.successors[block].iter().enumerate() {
                let _ = write!(text, "{}b{to}", if number == 0 { " -> " } else { " " });
            }
            text += "\n";
            text += if block == 0 { entry } else { "" };
            text += instructions;
        }
        text
    };
    // What is read before it is written, gets a value first.
    let unwritten = parse(&text("  nop\n")).expect("the text is well formed").function;
    let is_live = |range: &u64| {
        let live = unwritten.live(crate::model::function::VReg(*range as u32));
        live.first().is_some_and(|s| s.start == unwritten.blocks.iter().as_slice()[0].points.start)
    };
    let entry: String =
        (0..ranges).filter(is_live).map(|range| format!("  loadI {range} => %{range}\n")).collect();
    let text = text(if entry.is_empty() { "  nop\n" } else { &entry });
    let mut program = parse(&text).expect("the text is well formed");
    split_webs(&mut program.function);
    print(&program)
}

fn instructions(choices: &mut Choices, ranges: u64) -> String {
    let mut text = String::new();
    for _ in 0..choices.below(6) {
        let (a, b, c) = (choices.below(ranges), choices.below(ranges), choices.below(ranges));
        let _ = match choices.below(5) {
            0 => writeln!(text, "  loadI 1 => %{c}"),
            1 => writeln!(text, "  store %{a}"),
            2 => writeln!(text, "  neg %{a} => %{c}"),
            3 => writeln!(text, "  add %{a}, 1 => %{a}"),
            _ => writeln!(text, "  add %{a}, %{b} => %{c}"),
        };
    }
    match choices.chance(50) {
        true => text + &format!("  cbr %{}\n", choices.below(ranges)),
        false => text + "  jump\n",
    }
}
