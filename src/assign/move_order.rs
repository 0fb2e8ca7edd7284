//! The order of splits, which is that of their moves where several stand at one place.
//!
//! A range that leaves a register makes room for another one that enters it only if it moves first. So a row of
//! arguments that are passed on one place further, `r1` to `r2` and `r0` to `r1`, takes two copies in one order
//! and needs a further register in the other one.

use super::assignment::Assignment;
use crate::analysis::graph::Graph;
use crate::model::function::VReg;
use crate::model::machine::Reg;
use crate::plan::{Move, Site, Split};
use std::cell::OnceCell;

/// A move with the number of its split, the register that it reads, and the one that it writes if it can.
struct Step {
    split: u32,
    site: Site,
    from: Option<Reg>,
    to: Option<Reg>,
}

/// Puts splits in an order in which registers are left before they are entered, as far as there is one.
pub fn sort(assignment: &Assignment, splits: &mut Vec<Split>) {
    let mut steps: Vec<Step> = Vec::new();
    for (number, split) in splits.iter().enumerate() {
        let remainder = OnceCell::new();
        let entered = |to: VReg| match to == split.remainder {
            true => *remainder.get_or_init(|| wanted(assignment, split)),
            false => assignment.matrix().register(to),
        };
        let step = |&Move { site, from, to }: &Move| Step {
            split: number as u32,
            site,
            from: assignment.matrix().register(from),
            to: entered(to),
        };
        steps.extend(split.moves.iter().map(step));
    }
    steps.sort_by_key(|step| step.site);
    let machine = &assignment.function().machine;
    // Per split those that have to go before it.
    let mut before: Vec<Vec<u32>> = vec![Vec::new(); splits.len()];
    for here in
        steps.chunk_by(|a, b| a.site == b.site).filter(|here| here.len() <= MOST_AT_ONE_SITE)
    {
        for entering in here {
            let Some(to) = entering.to else { continue };
            let leaving = here.iter().filter(|step| {
                step.split != entering.split
                    && step.from.is_some_and(|from| machine.overlap(from, to))
            });
            before[entering.split as usize].extend(leaving.map(|step| step.split));
        }
    }
    if before.iter().all(Vec::is_empty) {
        return;
    }
    // A node for each split, and a root from which all are reached in their order.
    let mut graph = Graph::default();
    before.into_iter().for_each(|before| graph.add(before.into_iter()));
    let root = splits.len() as u32;
    graph.add(0..root);
    let order = graph.postorder(root).into_iter().filter(|&number| number != root);
    let mut unsorted: Vec<Option<Split>> = std::mem::take(splits).into_iter().map(Some).collect();
    splits.extend(order.filter_map(|number| unsorted[number as usize].take()));
}

/// More moves than this at one site are left in the order in which they were decided.
const MOST_AT_ONE_SITE: usize = 32;

/// The register that suits the other copies of a range best once it has left its pieces' registers; else the one that its
/// remainder has.
fn wanted(assignment: &Assignment, split: &Split) -> Option<Reg> {
    let machine = &assignment.function().machine;
    let is_held = |reg: Reg| {
        split
            .pieces
            .iter()
            .filter_map(|&piece| assignment.matrix().register(piece))
            .any(|held| machine.overlap(held, reg))
    };
    let mut hints = assignment.hints(split.vreg).into_iter();
    let hint = hints.find(|hint| hint.gain > 0.0 && !is_held(hint.reg)).map(|hint| hint.reg);
    hint.or_else(|| assignment.matrix().register(split.remainder))
}
