//! Allocates p-code to a few registers with the steps of the article, made with the core.

use super::clean::{clean, retain, simplify};
use super::code::{Command, Temp, ZERO};
use super::model::{vreg, Code};
use super::spill::carry_out;
use super::versions::split_versions;
use regalloc_limit::assign::assign;
use regalloc_limit::limit::limit;
use regalloc_limit::model::function::VReg;
use regalloc_limit::model::index::{Idx, IndexVec};
use regalloc_limit::model::machine::Reg;
use regalloc_limit::options::Settings;
use regalloc_limit::plan::Decision;

/// The rounds after which the example gives up.
const ROUNDS: u32 = 64;

/// The commands on so many registers.
///
/// # Errors
///
/// That so many registers do not suffice.
pub fn allocate(commands: &[Command], registers: usize) -> Result<Vec<Command>, String> {
    let mut code = Code::new(commands.to_vec(), registers);
    while code.round < ROUNDS {
        clean(&mut code);
        split_versions(&mut code);
        let function = code.function().function;
        let settings = Settings::default();
        let context = settings.on(&function);
        let limited = if code.round == 0 { limit(context) } else { None };
        match limited.map_or_else(|| assign(context), Decision::Edit) {
            Decision::Edit(edit) => carry_out(&mut code, &function, &edit),
            Decision::Assign(allocation) => {
                return Ok(with_registers(&code, &allocation.registers))
            }
            Decision::Failed(_) => return Err(format!("{registers} registers do not suffice")),
        }
    }
    Err(format!("no end after {ROUNDS} rounds"))
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
