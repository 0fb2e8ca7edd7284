//! P-code as a function of the core: by way of the core's text form, which shows what is allocated.

use super::code::{successors, Command, Temp, ZERO};
use regalloc_limit::analysis::liveness::Liveness;
use regalloc_limit::model::function::{Fate, VReg};
use regalloc_limit::model::point::Segment;
use regalloc_limit::model::text::{parse, Program};
use std::fmt::Write;

/// Points from one instruction of a text to the next.
const STEP: u32 = 4;

/// What is known of a temporary beside the commands that name it.
#[derive(Clone, Copy, Debug)]
pub struct Data {
    /// The temporary of the program whose value it holds: their values share a slot of memory.
    pub home: Temp,
    /// What may become of it.
    pub fate: Fate,
    /// The register that it got in an earlier round, counted from 0.
    pub assigned: Option<usize>,
}

/// A program that is being allocated.
#[derive(Clone, Debug)]
pub struct Code {
    /// Its commands.
    pub commands: Vec<Command>,
    /// Its temporaries; the first stands for the constant 0.
    pub temps: Vec<Data>,
    /// The registers that there are.
    pub registers: usize,
}

/// A temporary as the core numbers it.
pub fn vreg(temp: Temp) -> VReg {
    VReg(temp as u32 - 1)
}

/// The temporary of the core's number.
pub fn temp(vreg: VReg) -> Temp {
    vreg.0 as Temp + 1
}

/// First positions of the blocks, and at last the end of the list.
fn starts(commands: &[Command]) -> Vec<usize> {
    let mut starts = vec![0, commands.len()];
    for (at, command) in commands.iter().enumerate() {
        if command.target().is_some() || !command.goes_on() {
            starts.push(at + 1);
        }
        starts.extend(command.target());
    }
    starts.sort_unstable();
    starts.dedup();
    starts
}

/// First and last block of each loop, outer ones first: a jump back closes a loop of the blocks
/// between, as in all code that was structured in its source.
fn loops(blocks: &[Vec<usize>]) -> Vec<(usize, usize)> {
    let mut loops: Vec<(usize, usize)> = Vec::new();
    for (from, successors) in blocks.iter().enumerate() {
        for &to in successors.iter().filter(|&&to| to <= from) {
            match loops.iter_mut().find(|known| known.0 == to) {
                Some(known) => known.1 = from,
                None => loops.push((to, from)),
            }
        }
    }
    loops.sort_unstable_by_key(|&(first, last)| (first, std::cmp::Reverse(last)));
    loops
}

impl Code {
    /// A program before its allocation: each of its temporaries is its own home.
    pub fn new(commands: Vec<Command>, registers: usize) -> Self {
        let of = |command: &Command| command.reads().into_iter().chain(command.writes()).max();
        let last = commands.iter().filter_map(of).max().unwrap_or(ZERO);
        let data = |home| Data { home, fate: Fate::Free, assigned: None };
        Self { commands, temps: (0..=last).map(data).collect(), registers }
    }

    /// The function: its registers are all in one class, its instructions are the commands in their
    /// order, and it knows where its temporaries are live. What one command computes and the next
    /// reads is as short as it can be: it must have a register.
    pub fn function(&self) -> Program {
        let text = self.text();
        let mut program = parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let function = &mut program.function;
        let live = Liveness::compute(function);
        for vreg in function.vregs.indices() {
            // Temporaries have other numbers in each round, and keep their fates themselves.
            function.vregs[vreg].name = None;
            let is_short = |s: &Segment| s.end.base().0 <= s.start.base().0 + STEP;
            if live.vregs[vreg].iter().all(is_short) {
                function.vregs[vreg].fate = Fate::Register;
            }
        }
        program
    }

    fn text(&self) -> String {
        let starts = starts(&self.commands);
        let block_at = |at: &usize| starts.binary_search(at).unwrap_or_else(|after| after - 1);
        let flow = successors(&self.commands);
        let ends = starts[1..].iter().map(|end| flow[end - 1].iter().map(block_at).collect());
        let blocks: Vec<Vec<usize>> = ends.collect();
        let loops = loops(&blocks);
        let names: String = (1..=self.registers).map(|register| format!(" r{register}")).collect();
        let mut text: String =
            (1..=self.registers).map(|register| format!("reg r{register}\n")).collect();
        let _ = writeln!(text, "class g{names}\nfunction game");
        for (number, &(first, last)) in loops.iter().enumerate() {
            let parent = loops[..number].iter().rposition(|&(f, l)| f <= first && last <= l);
            let parent = parent.map_or(String::new(), |parent| format!(" in l{parent}"));
            let _ = writeln!(text, "loop l{number}{parent}");
        }
        for (number, data) in self.temps.iter().enumerate().skip(1) {
            let fate = match data.fate {
                Fate::Free => "",
                Fate::Split => " split",
                Fate::Register => " register",
            };
            let at =
                data.assigned.map_or(String::new(), |register| format!(" at r{}", register + 1));
            let _ = writeln!(text, "range %{} g{fate}{at}", vreg(number).0);
        }
        for (block, successors) in blocks.iter().enumerate() {
            let around = |&(first, last): &(usize, usize)| first <= block && block <= last;
            let depth = loops.iter().filter(|region| around(region)).count();
            let innermost = loops.iter().rposition(around);
            let region = innermost.map_or(String::new(), |number| format!(" in l{number}"));
            let arrow = if successors.is_empty() { "" } else { " ->" };
            let to: String = successors.iter().map(|to| format!(" b{to}")).collect();
            let _ = writeln!(text, "block b{block} {}{region}{arrow}{to}", 10u32.pow(depth as u32));
            for command in &self.commands[starts[block]..starts[block + 1]] {
                let _ = writeln!(text, "  {}", line(command));
            }
        }
        text
    }
}

/// A command as an instruction of the text form.
fn line(command: &Command) -> String {
    let name = |temp: Temp| match temp {
        ZERO => "0".to_owned(),
        temp => format!("%{}", vreg(temp).0),
    };
    let opcode = match command {
        _ if command.copies().is_some() => "i2i".to_owned(),
        Command::Mov { .. } => "loadI".to_owned(),
        Command::Compute { kind, .. } => format!("{kind:?}").to_lowercase(),
        Command::EchoText(_) => "text".to_owned(),
        Command::Echo(_) => "echo".to_owned(),
        Command::Input(_) => "input".to_owned(),
        Command::Load { .. } => "load".to_owned(),
        Command::Store { .. } => "store".to_owned(),
        Command::Jz { condition: ZERO, .. } => "jump".to_owned(),
        Command::Jz { .. } => "cbr".to_owned(),
        Command::Hlt => "ret".to_owned(),
    };
    let reads: Vec<String> = command.reads().into_iter().map(name).collect();
    let writes = command.writes().map_or(String::new(), |to| format!(" => {}", name(to)));
    format!("{opcode} {}{writes}", reads.join(", "))
}
