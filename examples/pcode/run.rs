//! Executes p-code.

use super::code::{Command, Kind, ZERO};

/// What an execution did.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Run {
    /// What it printed.
    pub output: String,
    /// The commands that were executed.
    pub executed: usize,
    /// Of them, the loads and stores.
    pub memory: usize,
}

/// Executes the commands on the numbers that a person would type.
///
/// # Errors
///
/// What went wrong: no number is left to read, a division by 0, no end in a million commands.
pub fn run(commands: &[Command], inputs: &[i64]) -> Result<Run, String> {
    let slot = |command: &Command| match *command {
        Command::Load { slot, .. } | Command::Store { slot, .. } => slot,
        _ => 0,
    };
    let named =
        commands.iter().flat_map(|command| command.reads().into_iter().chain(command.writes()));
    let mut registers = vec![0i64; named.max().unwrap_or(0) + 1];
    let mut slots = vec![0i64; commands.iter().map(slot).max().unwrap_or(0) + 1];
    let mut inputs = inputs.iter();
    let mut result = Run::default();
    let mut at = 0;
    while result.executed < 1_000_000 {
        let command = commands.get(at).ok_or("the end of the program was reached without hlt")?;
        result.executed += 1;
        at += 1;
        match *command {
            Command::Mov { to, value } => registers[to] = value,
            Command::Compute { kind, to, a, b } => {
                registers[to] = compute(kind, registers[a], registers[b])?;
            }
            Command::EchoText(ref text) => result.output += text,
            Command::Echo(from) => result.output += &registers[from].to_string(),
            Command::Input(to) => registers[to] = *inputs.next().ok_or("no number to read")?,
            Command::Load { to, slot } => {
                registers[to] = slots[slot];
                result.memory += 1;
            }
            Command::Store { from, slot } => {
                slots[slot] = registers[from];
                result.memory += 1;
            }
            Command::Jz { condition, target } if registers[condition] == 0 => at = target,
            Command::Jz { .. } => {}
            Command::Hlt => return Ok(result),
        }
        debug_assert_eq!(registers[ZERO], 0);
    }
    Err("no end after a million commands".to_owned())
}

fn compute(kind: Kind, a: i64, b: i64) -> Result<i64, String> {
    match kind {
        Kind::Add => Ok(a.wrapping_add(b)),
        Kind::Sub => Ok(a.wrapping_sub(b)),
        Kind::Div => a.checked_div(b).ok_or(format!("{a} is divided by {b}")),
        Kind::Eq => Ok(i64::from(a == b)),
        Kind::Le => Ok(i64::from(a <= b)),
    }
}
