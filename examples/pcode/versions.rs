//! Version splitting: each connected web of a temporary's values gets a name of its own, and a name
//! that nothing uses any more goes.

use super::code::{successors, Temp, ZERO};
use super::model::{vreg, Code};
use regalloc_limit::analysis::liveness::Liveness;
use regalloc_limit::model::function::Inst;

/// Classes of places: a place is a temporary before (even) or behind (odd) a command.
struct Places {
    parent: Vec<usize>,
    width: usize,
}

impl Places {
    fn at(&self, command: usize, behind: bool, temp: Temp) -> usize {
        (2 * command + usize::from(behind)) * self.width + temp
    }

    fn class(&self, mut place: usize) -> usize {
        while self.parent[place] != place {
            place = self.parent[place];
        }
        place
    }

    fn unite(&mut self, a: usize, b: usize) {
        let (a, b) = (self.class(a), self.class(b));
        self.parent[a.max(b)] = a.min(b);
    }
}

/// Gives every web a name.
pub fn split_versions(code: &mut Code) {
    let function = code.function().function;
    let live = Liveness::compute(&function);
    let is_live = |at: usize, temp: Temp| {
        let point = function.insts[Inst(at as u32)].point;
        live.vregs[vreg(temp)].iter().any(|s| s.start <= point && point < s.end)
    };
    let (count, width) = (code.commands.len(), code.temps.len());
    let mut places = Places { parent: (0..2 * count * width).collect(), width };
    for (at, next) in successors(&code.commands).into_iter().enumerate() {
        for temp in 1..width {
            let behind = places.at(at, true, temp);
            if code.commands[at].writes() != Some(temp) {
                places.unite(behind, places.at(at, false, temp));
            }
            for next in next.iter().copied().filter(|&next| is_live(next, temp)) {
                places.unite(behind, places.at(next, false, temp));
            }
        }
    }
    let mut names: Vec<Option<Temp>> = vec![None; places.parent.len()];
    let mut temps = vec![code.temps[ZERO]];
    for (at, command) in code.commands.iter_mut().enumerate() {
        let mut name = |temp, behind| {
            let class = places.class(places.at(at, behind, temp));
            *names[class].get_or_insert_with(|| {
                temps.push(code.temps[temp]);
                temps.len() - 1
            })
        };
        let read: Vec<(Temp, Temp)> =
            command.reads().into_iter().map(|temp| (temp, name(temp, false))).collect();
        let written = command.writes().map(|temp| name(temp, true));
        let of = |temp| read.iter().find(|pair| pair.0 == temp).map_or(temp, |pair| pair.1);
        command.rename(of, |temp| written.unwrap_or(temp));
    }
    code.temps = temps;
}
