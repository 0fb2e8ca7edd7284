//! What LIMIT tells the log beside its decisions.

use super::candidates;
use super::exchange;
use super::limiter::Limiter;
use super::pressure_map::Peak;
use super::spill_set::Spilled;
use crate::analysis::pressure::{Cell, Pressure};
use crate::analysis::register_sets::RegSet;
use crate::log::{Alternative, Event, SplitReason, Why, OTHERS};
use crate::model::function::VReg;
use crate::model::index::IndexVec;
use crate::model::point::{Point, Segment};
use crate::options::Context;
use crate::placement::SpilledRange;
use crate::plan::Split;
use crate::solver::max_flow::INFINITE;
use std::collections::BTreeMap;

/// Ranges that are priced at the hottest cell of each one that left registers: those that cost least in memory.
const PRICED_OTHERS: usize = 8;

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
pub fn memory(context: Context, range: &SpilledRange, others: &Alternatives) {
    let vreg = range.gaps.vreg;
    context.note(|| Event::Memory {
        range: vreg,
        why: Why::Pressure,
        price: range.price,
        recomputed: i32::from(context.function.vregs[vreg].rematerialisable),
        others: others.instead_of(vreg),
    });
}

/// Notes that a range is in registers in part.
pub fn split(context: Context, split: &Split, price: f64, others: &Alternatives) {
    context.note(|| {
        let reason = SplitReason {
            others: others.instead_of(split.vreg),
            ..SplitReason::new(Why::Pressure, price)
        };
        split.event(context.function, reason, |_| None)
    });
}

/// The cells that are over capacity before anything leaves registers, if there is a log.
#[derive(Default)]
pub struct OverCells {
    /// Per set in layout order.
    of_set: Vec<(RegSet, Vec<Cell>)>,
}

impl OverCells {
    /// None if there is no log.
    pub fn of(context: Context, pressure: &Pressure) -> Self {
        if !context.is_logged() {
            return Self::default();
        }
        let cells = |set| (set, pressure.over(set).to_vec());
        Self { of_set: pressure.sets.indices().map(cells).collect() }
    }

    /// The cell that is executed most of those at which the range is out of registers, of several the one
    /// that is most over capacity.
    fn hottest(&self, limiter: &Limiter, spilled: &Spilled) -> Option<Peak> {
        let function = limiter.context.function;
        let class = function.vregs[spilled.vreg].class;
        let takes = |of: &&(RegSet, Vec<Cell>)| limiter.pressure().taken(class, of.0) > 0;
        let mut hottest: Option<((f64, i32), Peak)> = None;
        for (set, cells) in self.of_set.iter().filter(takes) {
            for &Segment { start, end } in &spilled.out {
                let first = cells.partition_point(|cell| cell.at < start);
                for &Cell { at, excess } in cells[first..].iter().take_while(|cell| cell.at < end) {
                    let heat = (function.blocks[function.block_at(at)].frequency, excess);
                    if hottest.is_none_or(|(known, _)| heat > known) {
                        hottest = Some((heat, Peak { set: *set, at, excess }));
                    }
                }
            }
        }
        hottest.map(|(_, peak)| peak)
    }
}

/// What could have left registers in the stead of the ranges that did, if there is a log.
#[derive(Default)]
pub struct Alternatives {
    of_range: BTreeMap<VReg, Vec<Alternative>>,
}

impl Alternatives {
    /// For each spilled range, what it would cost to have it in registers throughout, when all is decided: the
    /// ranges that cost least at the hottest cell at which it is not, each with what must leave beside it. As
    /// long as the budget lasts.
    pub fn of(limiter: &mut Limiter, over: &OverCells) -> Self {
        if !limiter.context.is_logged() {
            return Self::default();
        }
        limiter.allow(limiter.context.options.relax_steps_per_inst);
        let peak = |spilled: &Spilled| Some((spilled.vreg, over.hottest(limiter, spilled)?));
        let peaks: Vec<(VReg, Peak)> = limiter.spills().iter().filter_map(peak).collect();
        let mut all = Self::default();
        for (vreg, peak) in peaks {
            if limiter.is_exhausted() {
                break;
            }
            all.of_range.insert(vreg, instead(limiter, vreg, peak));
        }
        all
    }

    fn instead_of(&self, vreg: VReg) -> Vec<Alternative> {
        self.of_range.get(&vreg).cloned().unwrap_or_default()
    }
}

/// The cheapest that could leave at the peak instead of the range.
fn instead(limiter: &mut Limiter, vreg: VReg, peak: Peak) -> Vec<Alternative> {
    let mut at_peak: Vec<(f64, VReg)> = Vec::new();
    for range in candidates::cheapest(limiter, peak, PRICED_OTHERS, |other| other != vreg) {
        let offer = limiter.offer(range, &[peak.at], INFINITE / 2.0);
        at_peak.extend(offer.map(|offer| (offer.price, range)));
    }
    at_peak.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let cheapest = at_peak.into_iter().take(OTHERS);
    let mut found: Vec<Alternative> = cheapest
        .filter_map(|(_, range)| exchange::alternative(limiter, vreg, range, peak))
        .collect();
    Alternative::keep_cheapest(&mut found);
    found
}
