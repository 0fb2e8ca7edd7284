//! Plans on random functions, carried out and judged without the allocator's own bookkeeping.
//!
//! A plan is carried out on the function: references are renamed, moves inserted, and liveness is
//! computed afresh. What is then live at the same time must not share a unit, and no piece may be
//! read where it was never written. An instruction that needs a small class must have a range of it, and
//! with the clean-up carried out everything must read what it read before. Values that can be recomputed
//! have no licence: where a piece is read, it or memory holds the value on every path, as if nothing were
//! ever recomputed. So a client may recompute what it can, and is right if it cannot.
//!
//! `cargo test` judges plans this way for some thousand seeds, `regalloc-limit fuzz --kind core`
//! for as long as one likes, and `tests/libfuzzer/` lets libFuzzer choose the functions.

mod carry_out;
pub mod choices;
pub mod generate;
mod graph;
mod narrow;
pub mod plain;
pub mod reduce;
mod rounds;
#[cfg(test)]
mod tests;
mod walk;
mod webs;

use crate::allocate::Session;
use crate::analysis::liveness::Liveness;
use crate::assign;
use crate::model::function::{Fate, Function, Inst, InstKind, Name, Operand, VReg};
use crate::model::index::Idx;
use crate::model::machine::Reg;
use crate::model::point::{overlap, Point, Segment};
use crate::model::text::{parse, TextError};
use crate::options::{Effort, Options, Settings};
use crate::placement::Placement;
use crate::plan::{Decision, Edit, Place, Split};
use carry_out::{carry_out, Order};
use narrow::Needs;
pub use rounds::next_round;

/// What is wrong with a plan; nothing if it is right.
pub fn faults(function: &Function, decision: &Decision) -> Vec<String> {
    let mut faults = Vec::new();
    let splits = decision.edit().map_or(&[][..], |edit| &edit.splits);
    let after = carry_out(function, splits, Order::AtOnce);
    let live = Liveness::compute(&after);
    let machine = &after.machine;
    let held: Vec<(VReg, Reg)> = match decision {
        Decision::Edit(edit) => registers_of(edit).collect(),
        Decision::Assign(allocation) => {
            allocation.registers.enumerate().map(|(vreg, &reg)| (vreg, reg)).collect()
        }
        Decision::Failed(_) => return faults,
    };
    for (vreg, data) in function.vregs.enumerate() {
        let place = decision.edit().map(|edit| edit.places[vreg]);
        if data.fate == Fate::Register && !matches!(place, None | Some(Place::Register(_))) {
            faults.push(format!("{vreg:?} must have a register but is {place:?}"));
        }
    }
    for (number, &(vreg, reg)) in held.iter().enumerate() {
        let mine = &live.vregs[vreg];
        if !machine.order(after.vregs[vreg].class).contains(&reg) {
            faults.push(format!("{vreg:?}: {reg:?} is not of its class"));
        }
        for &(other, other_reg) in &held[..number] {
            if machine.overlap(reg, other_reg) && overlap(mine, &live.vregs[other]) {
                faults.push(format!("{vreg:?} and {other:?} share {reg:?}"));
            }
        }
        for part in machine.units_of(reg) {
            let fixed = &live.units[part.unit];
            if overlap(mine, fixed) && !shares_value(&after, vreg, reg, mine, fixed) {
                faults.push(format!("{vreg:?} meets a fixed value in {reg:?}"));
            }
        }
        for &(point, mask) in &machine.clobbers {
            let crosses = mine.iter().any(|s| s.start <= point && point < s.end);
            if crosses && !machine.preserves(mask, reg) {
                faults.push(format!("{vreg:?} loses {reg:?} at {point:?}"));
            }
        }
    }
    faults.extend(values_lost(&after, splits));
    faults
}

/// The ranges and pieces that an edit leaves in registers.
fn registers_of(edit: &Edit) -> impl Iterator<Item = (VReg, Reg)> + '_ {
    edit.places.enumerate().filter_map(|(vreg, place)| match place {
        Place::Register(reg) => Some((vreg, *reg)),
        _ => None,
    })
}

/// The reads of old values in any of the split ranges.
fn values_lost(after: &Function, splits: &[Split]) -> Vec<String> {
    splits.iter().flat_map(|split| stale_reads(after, split)).collect()
}

/// The reads of a split range's pieces where the piece does not hold the range's last value on
/// every path. Every range is written before it is read.
fn stale_reads(after: &Function, split: &Split) -> Vec<String> {
    let pieces: Vec<VReg> = split.pieces.iter().chain([&split.remainder]).copied().collect();
    let bit = |name: Name| match name {
        Name::Virtual(vreg) => pieces.iter().position(|&piece| piece == vreg).map(|n| 1u64 << n),
        Name::Fixed(_) => None,
    };
    // Per block the pieces that hold the last value at its beginning, as bits; at first all.
    let mut fresh: Vec<u64> = vec![u64::MAX; after.blocks.len()];
    fresh[0] = 0;
    let mut faults = Vec::new();
    // Sets only shrink, and the bits of all blocks bound the number of rounds.
    let mut changed = true;
    while changed {
        changed = false;
        faults.clear();
        for (block, data) in after.blocks.enumerate() {
            let mut now = fresh[block.index()];
            // What the landing pad gets, unless the range itself is written behind the call that raises.
            let (mut raised, mut is_written_late) = (None, false);
            for inst in data.insts.range().map(Inst::new) {
                if after.insts[inst].point >= data.last_split {
                    raised.get_or_insert(now);
                }
                let operands = after.operands_of(inst);
                let mut reads = operands.iter().filter(|o| o.reads).filter_map(|o| bit(o.name));
                if reads.clone().any(|read| now & read == 0) {
                    faults.push(format!("{inst:?} reads an old value of {:?}", split.vreg));
                }
                let moves = after.insts[inst].kind == InstKind::Copy && reads.next().is_some();
                for write in operands.iter().filter(|o| o.writes).filter_map(|o| bit(o.name)) {
                    now = if moves { now | write } else { write };
                    is_written_late |= raised.is_some() && !moves;
                }
            }
            for successor in &after.successors[data.successors.range()] {
                let is_pad = after.blocks[*successor].is_landing_pad;
                let there = raised.filter(|_| is_pad && !is_written_late).unwrap_or(now);
                let next = &mut fresh[successor.index()];
                changed |= *next & there != *next;
                *next &= there;
            }
        }
    }
    faults
}

/// Whether a range and a fixed value meet only from a copy between them on.
fn shares_value(
    function: &Function,
    vreg: VReg,
    reg: Reg,
    mine: &[Segment],
    fixed: &[Segment],
) -> bool {
    let is_copy = |point: Point| {
        function.insts.indices().any(|inst| {
            let operands = function.operands_of(inst);
            let [to, from] = operands else { return false };
            let register = |operand: &Operand| {
                let reg = match operand.name {
                    Name::Fixed(fixed) => fixed,
                    Name::Virtual(_) if operand.name == Name::Virtual(vreg) => reg,
                    Name::Virtual(_) => return None,
                };
                operand.part.map_or(Some(reg), |part| function.machine.parts[part][reg])
            };
            function.insts[inst].kind == InstKind::Copy
                && function.insts[inst].point.register() == point
                && register(to).is_some()
                && register(to) == register(from)
        })
    };
    let common = |a: &Segment| {
        let a = *a;
        fixed.iter().filter(move |b| b.overlaps(a)).map(move |b| b.start.max(a.start))
    };
    mine.iter().flat_map(common).all(is_copy)
}

/// Whether a virtual register is read where it may not have been written, which the oracle takes for
/// a fault of the plan.
fn reads_unwritten(function: &Function) -> bool {
    let Some(entry) = function.blocks.iter().next() else { return true };
    let start = entry.points.start;
    function.vregs.indices().any(|vreg| function.live(vreg).iter().any(|s| s.start == start))
}

/// Why the allocator fails on a function in the core's text form, in one line; none if it comes to
/// a right plan, and to the same a second time, or admits that it has none, or if the function reads
/// what it has not written. Spill code is placed both ways, and ranges ask for registers in both orders. A
/// panic of the allocator goes on to the caller.
///
/// # Errors
///
/// What is wrong with the text.
pub fn failure(text: &str) -> Result<Option<String>, TextError> {
    let function = parse(text)?.function;
    if reads_unwritten(&function) {
        return Ok(None);
    }
    let usual = Options::default();
    let all = [
        usual.clone(),
        Options { placement: Placement::Earliest, ..usual.clone() },
        Options { assign: assign::Order::ThreeSteps, ..usual.clone() },
        Options { effort: Effort::High, ..usual },
    ];
    let failure_of =
        |options| failure_in_rounds(&function, &Settings { options, ..Settings::default() });
    Ok(all.into_iter().find_map(failure_of))
}

fn failure_in_rounds(function: &Function, settings: &Settings) -> Option<String> {
    let mut session = Session::new(settings);
    let mut function = function.clone();
    let needs = Needs::of(&function);
    while session.begin_round() {
        let again = session.clone().decide(&mut function.clone());
        let decision = session.decide(&mut function.clone());
        let round = session.rounds();
        if decision != again {
            return Some(format!("round {round}: a second run gives another plan"));
        }
        let faults = match &decision {
            // Registers may still change: only the values have to be right.
            Decision::Edit(Edit { splits, .. }) => {
                values_lost(&carry_out(&function, splits, Order::OneByOne), splits)
            }
            Decision::Assign(allocation) => {
                let faults = faults(&function, &decision);
                faults.into_iter().chain(walk::changed_reads(&function, allocation)).collect()
            }
            Decision::Failed(_) => Vec::new(),
        };
        if let Some(fault) = faults.into_iter().next() {
            return Some(format!("round {round}: {fault}"));
        }
        let Decision::Edit(edit) = decision else { return None };
        let (next, applied) = next_round(&function, &edit);
        session.applied(&applied);
        function = next;
        if let Some(fault) = needs.fault(&function) {
            return Some(format!("round {round}: {fault}"));
        }
        needs.enter(&mut function);
    }
    Some(format!("no end after {} rounds", session.rounds()))
}
