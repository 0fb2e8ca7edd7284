//! Allocates p-code to a few registers with the steps of the article, made with the core.

use super::clean::{clean, retain, simplify};
use super::code::{Command, Temp, ZERO};
use super::model::{vreg, Code};
use super::spill::carry_out;
use super::versions::split_versions;
use regalloc_limit::allocate::{Applied, Refusal, Session};
use regalloc_limit::model::function::{Function, VReg};
use regalloc_limit::model::index::{Idx, IndexVec};
use regalloc_limit::model::machine::Reg;
use regalloc_limit::options::Settings;
use regalloc_limit::plan::Edit;

/// The commands on so many registers.
///
/// # Errors
///
/// That so many registers do not suffice.
pub fn allocate(commands: &[Command], registers: usize) -> Result<Vec<Command>, String> {
    let mut code = Code::new(commands.to_vec(), registers);
    let function = prepared(&mut code);
    let apply = |function: &Function, edit: &Edit| {
        carry_out(&mut code, function, edit);
        // The program itself keeps what is known of its temporaries.
        (prepared(&mut code), Applied::default())
    };
    match Session::new(&Settings::default()).run(function, apply) {
        Ok((_, allocation)) => Ok(with_registers(&code, &allocation.registers)),
        Err(Refusal::Failed(_)) => Err(format!("{registers} registers do not suffice")),
        Err(refusal) => Err(refusal.to_string()),
    }
}

/// The program without what is of no use, as the core sees it.
fn prepared(code: &mut Code) -> Function {
    clean(code);
    split_versions(code);
    code.function().function
}

/// The commands with the registers that the temporaries got. A copy within one register goes, and a
/// home in memory gets the next slot where it is first named.
fn with_registers(code: &Code, registers: &IndexVec<VReg, Reg>) -> Vec<Command> {
    let register = |temp: Temp| match temp {
        ZERO => ZERO,
        temp => registers[vreg(temp)].index() + 1,
    };
    let mut commands = code.commands.clone();
    let mut homes: Vec<Temp> = Vec::new();
    for command in &mut commands {
        command.rename(register, register);
        if let Command::Load { slot, .. } | Command::Store { slot, .. } = command {
            let known = homes.iter().position(|home| home == slot);
            *slot = 1 + known.unwrap_or_else(|| {
                homes.push(*slot);
                homes.len() - 1
            });
        }
    }
    let keep =
        |command: &Command| command.copies().is_none_or(|from| command.writes() != Some(from));
    let keep: Vec<bool> = commands.iter().map(keep).collect();
    retain(&mut commands, &keep);
    simplify(&mut commands);
    commands
}
