//! What the article does with commands that are of no use.

use super::code::{insert, successors, Command, Temp, ZERO};
use super::model::{vreg, Code};
use regalloc_limit::analysis::liveness::Liveness;
use regalloc_limit::model::function::Inst;

/// Removes commands until none is left without use.
pub fn clean(code: &mut Code) {
    loop {
        let count = code.commands.len();
        simplify(&mut code.commands);
        remove_dead(code);
        remove_idle_memory(code);
        remove_saved_stores(code);
        if code.commands.len() == count {
            return;
        }
    }
}

/// Keeps the commands that are marked; jumps to others lead to the next one that stays.
pub fn retain(commands: &mut Vec<Command>, keep: &[bool]) {
    *commands =
        insert(commands, |at| (Vec::new(), keep[at].then(|| commands[at].clone()), Vec::new()));
}

/// Jumps to jumps lead where those lead; what cannot be reached, and jumps to the next command, go.
pub fn simplify(commands: &mut Vec<Command>) {
    for at in 0..commands.len() {
        // A chain that is longer than the program goes round in circles.
        for _ in 0..commands.len() {
            let Some(target) = commands[at].target() else { break };
            let Command::Jz { condition: ZERO, target: further } = commands[target] else { break };
            if let Command::Jz { target, .. } = &mut commands[at] {
                *target = further;
            }
        }
    }
    let flow = successors(commands);
    let mut reached = vec![false; commands.len()];
    let mut work = vec![0];
    while let Some(at) = work.pop() {
        if !std::mem::replace(&mut reached[at], true) {
            work.extend(&flow[at]);
        }
    }
    let next = |at: usize| (at + 1..reached.len()).find(|&later| reached[later]);
    let idle = |at: usize| {
        let jumps = matches!(commands[at], Command::Jz { .. });
        jumps && commands[at].target() == next(at)
    };
    let keep: Vec<bool> = (0..commands.len()).map(|at| reached[at] && !idle(at)).collect();
    retain(commands, &keep);
}

/// A command goes whose result nobody reads; `input` stays, which the person at the keyboard sees.
fn remove_dead(code: &mut Code) {
    let function = code.function().function;
    let live = Liveness::compute(&function);
    let is_dead = |(at, command): (usize, &Command)| {
        let point = function.insts[Inst(at as u32)].point;
        let is_read = |to: Temp| {
            live.vregs[vreg(to)].iter().any(|s| s.start <= point.register() && s.end > point.dead())
        };
        let result = command.writes().filter(|_| !matches!(command, Command::Input(_)));
        result.is_some_and(|to| !is_read(to))
    };
    let keep: Vec<bool> = code.commands.iter().enumerate().map(|each| !is_dead(each)).collect();
    retain(&mut code.commands, &keep);
}

/// Loads and stores of a temporary go that nothing but loads and stores names.
fn remove_idle_memory(code: &mut Code) {
    let is_memory =
        |command: &Command| matches!(command, Command::Load { .. } | Command::Store { .. });
    let names = |command: &Command| command.reads().into_iter().chain(command.writes());
    let mut used = vec![false; code.temps.len()];
    for command in code.commands.iter().filter(|command| !is_memory(command)) {
        names(command).for_each(|temp| used[temp] = true);
    }
    let keep = |command: &Command| !is_memory(command) || names(command).any(|temp| used[temp]);
    let keep: Vec<bool> = code.commands.iter().map(keep).collect();
    retain(&mut code.commands, &keep);
}

/// Stores go of what memory holds already. Forward over all paths: a temporary is unsaved behind a
/// command that computes it, until it is stored; a load leaves it saved.
fn remove_saved_stores(code: &mut Code) {
    let flow = successors(&code.commands);
    let width = code.temps.len();
    let mut unsaved = vec![vec![false; width]; code.commands.len()];
    let mut work: Vec<usize> = (0..code.commands.len()).rev().collect();
    while let Some(at) = work.pop() {
        let mut behind = unsaved[at].clone();
        match code.commands[at] {
            Command::Store { from, .. } => behind[from] = false,
            Command::Load { to, .. } => behind[to] = false,
            _ => code.commands[at].writes().into_iter().for_each(|to| behind[to] = true),
        }
        for &next in &flow[at] {
            let grows = (0..width).any(|temp| behind[temp] && !unsaved[next][temp]);
            if grows {
                (0..width).for_each(|temp| unsaved[next][temp] |= behind[temp]);
                work.push(next);
            }
        }
    }
    let is_idle = |(at, command): (usize, &Command)| match *command {
        Command::Store { from, .. } => !unsaved[at][from],
        _ => false,
    };
    let keep: Vec<bool> = code.commands.iter().enumerate().map(|each| !is_idle(each)).collect();
    retain(&mut code.commands, &keep);
}
