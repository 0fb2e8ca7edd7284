//! What LIMIT tells the log beside its decisions.

use super::limiter::Limiter;
use crate::analysis::pressure::{Cell, Pressure};
use crate::analysis::register_sets::RegSet;
use crate::log::{Event, Why};
use crate::model::index::IndexVec;
use crate::model::point::Point;
use crate::options::Context;
use crate::placement::SpilledRange;

/// Notes the cells over capacity, with what is held there.
pub fn cells_over(context: Context, pressure: &Pressure) {
    if !context.is_logged() {
        return;
    }
    for set in pressure.sets.indices() {
        for (&Cell { at, excess }, held) in
            pressure.over(set).iter().zip(held(context, pressure, set))
        {
            context.note(|| Event::Over { set, at, held, capacity: held - excess });
        }
    }
}

/// The registers that ranges take of a set at each of its cells over capacity.
fn held(context: Context, pressure: &Pressure, set: RegSet) -> Vec<i32> {
    let function = context.function;
    let classes = function.machine.classes.indices();
    let taken = |class| {
        let uses = pressure.sets.taken_by(class).iter();
        uses.filter(|of| of.set == set).map(|of| of.registers).sum()
    };
    let taken: IndexVec<_, i32> = classes.map(taken).collect();
    let mut changes: Vec<(Point, i32)> = Vec::new();
    for (vreg, data) in function.vregs.enumerate().filter(|of| taken[of.1.class] > 0) {
        for segment in function.live(vreg) {
            changes.push((segment.start, taken[data.class]));
            changes.push((segment.end, -taken[data.class]));
        }
    }
    changes.sort_unstable();
    let mut changes = changes.into_iter().peekable();
    let mut now = 0;
    let at_cell = |cell: &Cell| {
        // The cell in which an instruction reads ends with what it writes early.
        let last = if cell.at == cell.at.base() { cell.at.early() } else { cell.at };
        while let Some((_, change)) = changes.next_if(|change| change.0 <= last) {
            now += change;
        }
        now
    };
    pressure.over(set).iter().map(at_cell).collect()
}

/// Notes that a search stopped because its budget was used up.
pub fn exhausted(limiter: &Limiter) {
    if limiter.is_exhausted() {
        limiter.context.note(|| Event::Exhausted {});
    }
}

/// Notes that a range is nowhere in a register.
pub fn memory(context: Context, range: &SpilledRange) {
    let vreg = range.gaps.vreg;
    context.note(|| Event::Memory {
        range: vreg,
        why: Why::Pressure,
        price: range.price,
        recomputed: i32::from(context.function.vregs[vreg].rematerialisable),
        others: Vec::new(),
    });
}
