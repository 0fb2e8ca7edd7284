//! The p-code program of an article on register allocation for a small compiler, allocated to four
//! registers with this crate's core: `cargo run --example pcode --no-default-features`.
//!
//! The program guesses a number between 0 and 1000. It is executed on as many registers as it likes,
//! on four as the article allocates them, and on four as the core does. All have to print the same.

pub mod allocate;
mod clean;
pub mod code;
mod model;
pub mod parse;
pub mod run;
mod spill;
mod versions;

use regalloc_limit::analysis::liveness::Liveness;
use regalloc_limit::model::text::print;
use std::cmp::Ordering;

/// The registers that the article has.
const REGISTERS: usize = 4;

/// The program on registers without number, and as the article's allocator leaves it.
pub const PROGRAM: &str = include_str!("guess.pcode");
pub const ARTICLE: &str = include_str!("article.pcode");

pub fn main() -> Result<(), String> {
    let program = parse::parse(PROGRAM)?;
    let article = parse::parse(ARTICLE)?;
    let model = model::Code::new(program.clone(), REGISTERS).function();
    println!("The program as the core sees it:\n\n{}", print(&model));
    println!("Commands at which each temporary is needed:");
    let live = Liveness::compute(&model.function);
    for (vreg, segments) in live.vregs.enumerate() {
        let needs = |point| segments.iter().any(|s| s.start <= point && point < s.end);
        let count = model.function.insts.iter().filter(|inst| needs(inst.point)).count();
        println!("  {vreg:?} {count}");
    }
    let ours = allocate::allocate(&program, REGISTERS)?;
    println!("\nOn {REGISTERS} registers:\n");
    ours.iter().enumerate().for_each(|(at, command)| println!("{at:02x} {}", command.text(at)));
    println!("\n{:<24}{:>10}{:>10}{:>16}", "", "commands", "executed", "loads, stores");
    let answers = answers(700);
    let mut outputs = Vec::new();
    for (name, commands) in
        [("as compiled", &program), ("the article", &article), ("this core", &ours)]
    {
        let run = run::run(commands, &answers)?;
        println!("{name:<24}{:>10}{:>10}{:>16}", commands.len(), run.executed, run.memory);
        outputs.push(run.output);
    }
    if outputs.iter().any(|output| *output != outputs[0]) {
        return Err("the programs do not print the same".to_owned());
    }
    println!("\nAll print the same:\n\n{}", outputs[0]);
    Ok(())
}

/// The answers of a person who thinks of a number: 1 where the guess has to become less, 2 where it
/// has to become more, 3 where it is right.
pub fn answers(number: i64) -> Vec<i64> {
    let (mut least, mut most) = (0, 1000);
    let mut answers = Vec::new();
    while least <= most {
        let guess = (least + most) / 2;
        match guess.cmp(&number) {
            Ordering::Greater => {
                answers.push(1);
                most = guess - 1;
            }
            Ordering::Less => {
                answers.push(2);
                least = guess + 1;
            }
            Ordering::Equal => {
                answers.push(3);
                break;
            }
        }
    }
    answers
}
