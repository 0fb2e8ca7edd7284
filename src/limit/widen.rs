//! Ranges that few instructions keep in a small class, such as the registers left to a tail call.
//!
//! If no register of that class survives a call that the range lives across, the range would be in
//! memory there for the sake of these instructions alone. They get a copy of their own instead, and
//! the rest may have any register that the larger class has.

use crate::analysis::references::{Prices, Reference, References, COPY};
use crate::model::function::{Fate, Function, VReg, Widening};
use crate::model::machine::{Class, Mask};
use crate::model::point::covers;
use crate::plan::{Move, Place, Plan, Site, Split};

/// The copies that let ranges survive calls in registers. Nothing else may be decided before they
/// are carried out, since they change classes.
pub fn widen(function: &Function) -> Plan {
    let wide = function.widenings.iter().filter(|widening| is_worth_it(function, widening));
    let wide: Vec<&Widening> = wide.collect();
    if wide.is_empty() {
        return Plan::default();
    }
    let references = References::collect(function);
    let places = vec![Some(Place::Later); function.vregs.len()];
    let mut plan = Plan { places, ..Plan::default() };
    for widening in wide {
        let Some(split) = split(function, &references, widening, plan.places.len()) else {
            continue;
        };
        plan.places[split.vreg.0 as usize] = Some(Place::Pieces);
        plan.places.extend([Some(Place::Later), Some(Place::Later)]);
        plan.splits.push(split);
    }
    plan
}

/// Whether the range lives across a call that preserves a register of the larger class, but none of
/// the smaller one.
fn is_worth_it(function: &Function, widening: &Widening) -> bool {
    let data = &function.vregs[widening.vreg];
    let is_whole = function.lane_ranges_of(widening.vreg).is_empty() && !data.hints_only;
    let gains = |mask| {
        !has_preserved(function, data.class, mask) && has_preserved(function, widening.class, mask)
    };
    let live = function.live(widening.vreg);
    let mut clobbers = function.machine.clobbers.iter();
    is_whole
        && data.fate == Fate::Free
        && clobbers.any(|&(at, mask)| covers(live, at) && gains(mask))
}

fn has_preserved(function: &Function, class: Class, mask: Mask) -> bool {
    let machine = &function.machine;
    machine.order(class).iter().any(|&reg| machine.preserves(mask, reg))
}

/// Cuts the range off the instructions that need the smaller class; none if there is no place for
/// a copy, or the copies cost more than memory would. The pieces are numbered from `next`.
fn split(
    function: &Function,
    references: &References,
    widening: &Widening,
    next: usize,
) -> Option<Split> {
    let vreg = widening.vreg;
    let (remainder, piece) = (VReg(next as u32), VReg(next as u32 + 1));
    let all = references.of(vreg);
    let is_narrow = |r: &&Reference| widening.narrow.binary_search(&r.inst).is_ok();
    let mut split =
        Split { vreg, remainder, pieces: vec![piece], renames: Vec::new(), moves: Vec::new() };
    let mut copies = 0.0;
    for &Reference { inst, reads, writes } in all.iter().filter(is_narrow) {
        let data = &function.insts[inst];
        let block = &function.blocks[data.block];
        let is_late = data.point.base() >= block.last_split;
        if data.point.base() < block.first_split || is_late && writes {
            return None;
        }
        split.renames.push((inst, piece));
        if reads {
            let site = if is_late { Site::BlockEnd(data.block) } else { Site::Before(inst) };
            split.moves.push(Move { site, from: remainder, to: piece });
            copies += COPY * block.frequency;
        }
        if writes {
            split.moves.push(Move { site: Site::After(inst), from: piece, to: remainder });
            copies += COPY * block.frequency;
        }
    }
    (copies < Prices::of(function, vreg).sum(function, all)).then_some(split)
}
