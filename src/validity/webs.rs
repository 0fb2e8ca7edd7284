//! Each connected web of a range's values gets a name of its own, as the shim does it: values are
//! connected that meet where control flow does, and those that one instruction reads and writes.

use crate::analysis::liveness::Liveness;
use crate::model::function::{Function, Inst, Name, VReg};
use crate::model::index::Idx;

/// A value, or what is live at a block's beginning: classes of these are webs.
struct Classes {
    parents: Vec<u32>,
}

impl Classes {
    fn add(&mut self) -> u32 {
        self.parents.push(self.parents.len() as u32);
        self.parents.len() as u32 - 1
    }

    fn find(&self, mut node: u32) -> u32 {
        while self.parents[node as usize] != node {
            node = self.parents[node as usize];
        }
        node
    }

    fn unite(&mut self, a: u32, b: u32) {
        let (a, b) = (self.find(a), self.find(b));
        self.parents[a.max(b) as usize] = a.min(b);
    }
}

/// Renames the webs; the first of a range keeps its name. Returns the others, each with its range.
pub fn split_webs(function: &mut Function) -> Vec<(VReg, VReg)> {
    let live = Liveness::compute(function);
    let mut webs = Vec::new();
    for vreg in function.vregs.indices() {
        let first = function.vregs.len();
        split_range(function, &live, vreg);
        webs.extend((first..function.vregs.len()).map(|web| (VReg::new(web), vreg)));
    }
    Liveness::compute(function).enter(function);
    webs
}

fn split_range(function: &mut Function, live: &Liveness, vreg: VReg) {
    let mut classes = Classes { parents: Vec::new() };
    let starts = |block| function.blocks.iter().as_slice()[block as usize].points.start;
    let is_live_in: Vec<bool> = (0..function.blocks.len() as u32)
        .map(|b| live.vregs[vreg].iter().any(|s| s.start <= starts(b) && starts(b) < s.end))
        .collect();
    let entries: Vec<u32> = is_live_in.iter().map(|_| classes.add()).collect();
    // The operands that name the range, each with its value.
    let mut named: Vec<(usize, u32)> = Vec::new();
    for block in function.blocks.indices() {
        let mut value = entries[block.index()];
        for inst in function.blocks[block].insts.range().map(Inst::new) {
            let span = function.insts[inst].operands;
            let own = |&number: &usize| function.operands[number].name == Name::Virtual(vreg);
            let operands: Vec<usize> = span.range().filter(own).collect();
            let reads = operands.iter().any(|&number| function.operands[number].reads);
            if !reads && !operands.is_empty() {
                value = classes.add();
            }
            named.extend(operands.into_iter().map(|number| (number, value)));
        }
        for to in function.successors_of(block).iter().filter(|to| is_live_in[to.index()]) {
            classes.unite(value, entries[to.index()]);
        }
    }
    let mut names: Vec<(u32, VReg)> = Vec::new();
    for (number, value) in named {
        let web = classes.find(value);
        let known = names.iter().find(|name| name.0 == web).map(|name| name.1);
        let name = known.unwrap_or_else(|| match names.is_empty() {
            true => vreg,
            false => function.vregs.push(function.vregs[vreg]),
        });
        if known.is_none() {
            names.push((web, name));
        }
        function.operands[number].name = Name::Virtual(name);
    }
}

#[cfg(test)]
mod tests {
    use super::split_webs;
    use crate::model::text::{parse, print};

    /// The first value of %0 dies in b0; those of b1 and b2 meet in b3 and one instruction there
    /// reads and writes.
    #[test]
    fn values_that_meet_keep_one_name() {
        let mut program = parse(
            "reg r0\nclass g r0\nfunction f\nblock b0 1 -> b1 b2\n  loadI 1 => %0\n  cbr %0\n\
             block b1 1 -> b3\n  loadI 2 => %0\n  jump\nblock b2 1 -> b3\n  loadI 3 => %0\n  jump\n\
             block b3 1\n  add %0, 1 => %0\n  store %0\n  loadI 4 => %0\n  ret %0\n",
        )
        .unwrap();
        split_webs(&mut program.function);
        let text = print(&program);
        let lines =
            ["loadI 1 => %0", "loadI 2 => %1", "loadI 3 => %1", "add %1, 1 => %1", "ret %2"];
        assert!(lines.iter().all(|line| text.contains(line)), "{text}");
    }
}
