//! Ranges that few instructions keep in a small class, such as the registers left to a tail call.
//!
//! If no register of that class survives a call that the range lives across, the range would be in
//! memory there for the sake of these instructions alone. They get a copy of their own instead, and
//! the rest may have any register that the larger class has.

use crate::analysis::insertion_points::InsertionPoints;
use crate::analysis::references::{Reference, References};
use crate::cost::Prices;
use crate::log::{SplitReason, Why};
use crate::model::function::{Fate, Function, VReg, Widening};
use crate::model::machine::{Class, Mask};
use crate::options::Context;
use crate::plan::{Builder, Edit, Purpose, Split};
use crate::split::SplitEditor;

/// The copies that let ranges survive calls in registers; none if there are none. Nothing else may be
/// decided before they are carried out, since they change classes.
pub fn widen(context: Context) -> Option<Edit> {
    let function = context.function;
    let wide = function.widenings.iter().filter(|widening| is_worth_it(function, widening));
    let wide: Vec<&Widening> = wide.collect();
    if wide.is_empty() {
        return None;
    }
    let references = References::collect(function);
    let mut plan = Builder::new(function);
    for widening in wide {
        let Some((split, price)) = split(context, &references, widening, plan.names()) else {
            continue;
        };
        let event = || split.event(function, SplitReason::new(Why::SmallClass, price), |_| None);
        if context.decide_if(event) {
            plan.add_split(split);
        }
    }
    plan.edit(Purpose::Widen)
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
    let mut crossed = live.iter().flat_map(|segment| {
        let calls = function.machine.calls_from(segment.start).iter();
        calls.take_while(|call| call.0 < segment.end).map(|call| call.1)
    });
    is_whole && data.fate == Fate::Free && crossed.any(gains)
}

fn has_preserved(function: &Function, class: Class, mask: Mask) -> bool {
    let machine = &function.machine;
    machine.order(class).iter().any(|&reg| machine.preserves(mask, reg))
}

/// Cuts the range off the instructions that need the smaller class, for a price; none if there is no insertion point
/// for a copy, or the copies cost more than memory would.
fn split(
    context: Context,
    references: &References,
    widening: &Widening,
    [remainder, piece]: [VReg; 2],
) -> Option<(Split, f64)> {
    let Context { function, costs, .. } = context;
    let vreg = widening.vreg;
    let all = references.of(vreg);
    let points = InsertionPoints::of(function, vreg);
    let is_narrow = |r: &&Reference| widening.narrow.binary_search(&r.inst).is_ok();
    let mut editor = SplitEditor::new(vreg);
    editor.add_piece(piece);
    let mut copies = 0.0;
    for &Reference { inst, reads, writes } in all.iter().filter(is_narrow) {
        let frequency = function.blocks[function.insts[inst].block].frequency;
        let before = points.before(inst)?;
        let after = points.after(inst);
        if writes && after.is_none() {
            return None;
        }
        editor.rename(inst, piece);
        if reads {
            editor.enter(piece, before);
            copies += costs.copy * frequency;
        }
        if let Some(after) = after.filter(|_| writes) {
            editor.leave(piece, after);
            copies += costs.copy * frequency;
        }
    }
    (copies < Prices::of(context, vreg).sum(function, all))
        .then(|| (editor.finish(remainder), copies))
}
