//! Carries a plan out on p-code: pieces get their commands, moves are put between them, and what is
//! in memory is loaded before each command that reads it and stored behind each that writes it.

use super::code::{insert, Command, Temp, ZERO};
use super::model::{temp, vreg, Code, Data};
use regalloc_limit::model::function::{Fate, Function, Inst};
use regalloc_limit::model::index::Idx;
use regalloc_limit::plan::{Edit, Move, Place, Site};

/// The program after the edit of one round.
pub fn carry_out(code: &mut Code, function: &Function, edit: &Edit) {
    code.temps.resize(edit.places.len() + 1, code.temps[ZERO]);
    for split in &edit.splits {
        let home = code.temps[temp(split.vreg)].home;
        for &piece in split.pieces.iter().chain([&split.remainder]) {
            let fate = if piece == split.remainder { Fate::Free } else { Fate::Split };
            code.temps[temp(piece)].home = home;
            code.temps[temp(piece)].fate = fate;
        }
    }
    for (vreg, place) in edit.places.enumerate() {
        let held = match place {
            Place::Register(reg) => Some(reg.index()),
            _ => None,
        };
        code.temps[temp(vreg)].assigned = held;
    }
    for at in 0..code.commands.len() {
        let inst = Inst::new(at);
        let piece = |from: Temp| {
            let split = edit.splits.iter().find(|split| temp(split.vreg) == from);
            split.map_or(from, |split| {
                let renamed = split.renames.iter().find(|rename| rename.0 == inst);
                temp(renamed.map_or(split.remainder, |rename| rename.1))
            })
        };
        code.commands[at].rename(piece, piece);
    }
    let moves: Vec<Move> = edit.splits.iter().flat_map(|split| split.moves.clone()).collect();
    let commands = std::mem::take(&mut code.commands);
    let list = insert(&commands, |at| around(code, function, edit, &moves, &commands[at], at));
    code.commands = list;
}

fn is_in_memory(edit: &Edit, of: Temp) -> bool {
    edit.is_in_memory(vreg(of))
}

/// The move as a copy, a load or a store.
fn command_of(code: &Code, edit: &Edit, step: &Move) -> Command {
    let (from, to) = (temp(step.from), temp(step.to));
    let slot = code.temps[from].home;
    match (is_in_memory(edit, from), is_in_memory(edit, to)) {
        (true, _) => Command::Load { to, slot },
        (_, true) => Command::Store { from, slot },
        _ => Command::copy(to, from),
    }
}

/// What stands before a command, the command, and what stands behind it.
fn around(
    code: &mut Code,
    function: &Function,
    edit: &Edit,
    moves: &[Move],
    command: &Command,
    at: usize,
) -> (Vec<Command>, Option<Command>, Vec<Command>) {
    let place = |step: &Move| place_of(function, step.site);
    let mut here: Vec<&Move> = moves.iter().filter(|step| place(step).0 == at).collect();
    here.sort_by_key(|step| place(step).1);
    let made = |order: &dyn Fn(Order) -> bool| -> Vec<Command> {
        let chosen = here.iter().filter(|step| order(place(step).1));
        chosen.map(|step| command_of(code, edit, step)).collect()
    };
    let mut before = made(&|order| order < Order::Behind);
    let behind_all = made(&|order| order >= Order::Behind);
    let (mut command, mut behind) = (command.clone(), Vec::new());
    // One short range for all that the command does with a temporary in memory.
    let mut short: Vec<(Temp, Temp)> = Vec::new();
    let named: Vec<Temp> = command.reads().into_iter().chain(command.writes()).collect();
    for of in named.into_iter().filter(|&of| is_in_memory(edit, of)) {
        if short.iter().all(|pair| pair.0 != of) {
            let fate = Fate::Register;
            code.temps.push(Data { fate, assigned: None, ..code.temps[of] });
            short.push((of, code.temps.len() - 1));
        }
    }
    let of = |of: Temp| short.iter().find(|pair| pair.0 == of).map_or(of, |pair| pair.1);
    for &(long, to) in &short {
        let slot = code.temps[to].home;
        if command.reads().contains(&long) {
            before.push(Command::Load { to, slot });
        }
        if command.writes() == Some(long) {
            behind.push(Command::Store { from: to, slot });
        }
    }
    command.rename(of, of);
    behind.extend(behind_all);
    (before, Some(command), behind)
}

/// Where several moves stand between the same two commands: what leaves a register goes before what
/// enters one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Order {
    BlockStart,
    BlockEnd,
    Before,
    Behind,
    BlockEndBehind,
}

/// The position of the command next to which a move stands, and the order there.
fn place_of(function: &Function, site: Site) -> (usize, Order) {
    match site {
        Site::BlockStart(block) => (function.blocks[block].insts.start as usize, Order::BlockStart),
        // No command of p-code throws, so that both are the same place.
        Site::BlockEnd(block) | Site::BeforeTerminators(block) => {
            let data = &function.blocks[block];
            let mut insts = data.insts.range();
            match insts.find(|&inst| function.insts[Inst::new(inst)].point >= data.last_split) {
                Some(terminator) => (terminator, Order::BlockEnd),
                None => (data.insts.end as usize - 1, Order::BlockEndBehind),
            }
        }
        Site::Before(inst) => (inst.index(), Order::Before),
        Site::After(inst) => (inst.index(), Order::Behind),
    }
}
