//! Ranges that few instructions keep in a small class, such as the registers left to a tail call.
//!
//! If no register of that class survives a call that the range lives across, or more ranges live somewhere
//! than the class has registers, a range would be in memory there for the sake of these instructions alone.
//! They get a copy of their own instead, and the rest may have any register that the larger class has.

use crate::analysis::insertion_points::InsertionPoints;
use crate::analysis::pressure::Pressure;
use crate::analysis::references::{Reference, References};
use crate::analysis::register_sets::RegSet;
use crate::cost::Prices;
use crate::log::{SplitReason, Why};
use crate::model::function::{Fate, Function, VReg, Widening};
use crate::model::machine::{Class, Mask};
use crate::model::point::{covers, Point, Segment};
use crate::options::Context;
use crate::plan::{Builder, Edit, Purpose, Split};
use crate::split::SplitEditor;

/// The copies that let ranges be in registers across calls, and where their small class has too few; none if there are
/// none. `over` is the pressure, if it is over capacity anywhere. Nothing else may be decided before the copies are
/// carried out, since they change classes.
pub fn widen(context: Context, over: Option<&Pressure>) -> Option<Edit> {
    let function = context.function;
    let is_worth_it = |widening: &&Widening| {
        may_widen(function, widening.vreg)
            && (survives_calls(function, widening)
                || over.is_some_and(|pressure| is_crowded(function, pressure, widening)))
    };
    let wide: Vec<&Widening> = function.widenings.iter().filter(is_worth_it).collect();
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

/// Whether the range has no lanes of its own, and was not decided on before.
fn may_widen(function: &Function, vreg: VReg) -> bool {
    let data = &function.vregs[vreg];
    function.lane_ranges_of(vreg).is_empty() && !data.hints_only && data.fate == Fate::Free
}

/// Whether the range lives across a call that preserves a register of the larger class, but none of
/// the smaller one.
fn survives_calls(function: &Function, widening: &Widening) -> bool {
    let class = function.vregs[widening.vreg].class;
    let gains = |mask: &Mask| {
        !has_preserved(function, class, *mask) && has_preserved(function, widening.class, *mask)
    };
    let calls = |&segment: &Segment| function.machine.calls_within(segment);
    let mut crossed = function.live(widening.vreg).iter().flat_map(calls).peekable();
    if crossed.peek().is_none() {
        return false;
    }
    // There are far more calls than masks, and mostly none of these tells the classes apart.
    let masks: Vec<Mask> = function.machine.masks.indices().filter(gains).collect();
    !masks.is_empty() && crossed.any(|call| masks.contains(&call.1))
}

/// Whether the range lives where the smaller class is over its capacity, and the larger one is not.
fn is_crowded(function: &Function, pressure: &Pressure, widening: &Widening) -> bool {
    let sets_of = |class: Class| pressure.sets.taken_by(class).iter().map(|taken| taken.set);
    let is_over = |set: RegSet, at: Point| {
        pressure.over(set).binary_search_by_key(&at, |cell| cell.at).is_ok()
    };
    let live = function.live(widening.vreg);
    let mut smaller = sets_of(function.vregs[widening.vreg].class)
        .filter(|&set| sets_of(widening.class).all(|larger| larger != set));
    smaller.any(|set| {
        let mut over = pressure.over(set).iter().map(|cell| cell.at).filter(|&at| covers(live, at));
        over.any(|at| sets_of(widening.class).all(|larger| !is_over(larger, at)))
    })
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
    for &Reference { inst, reads, writes, .. } in all.iter().filter(is_narrow) {
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
