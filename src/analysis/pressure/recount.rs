//! Pressure counted afresh at each point: slow, to compare the sweep with. The tests do so on random
//! functions, builds with debug assertions on every small function that they allocate.

use super::{cells, end_of_sharing, Cell, Pressure};
use crate::analysis::fixed_copies;
use crate::analysis::register_sets::{RegSet, RegSets, SetUse};
use crate::model::function::{Block, Function, VReg};
use crate::model::index::{Idx, IndexVec};
use crate::model::machine::{Mask, Reg};
use crate::model::point::{covers, Point};

/// Instructions of the largest function that is compared without being asked for: the time grows with
/// the square.
#[cfg(debug_assertions)]
const SMALL: usize = 150;

/// Compares the sweep of a small function. Panics where it differs.
#[cfg(debug_assertions)]
pub fn check(function: &Function, pressure: &Pressure) {
    if function.insts.len() > SMALL {
        return;
    }
    if let Some((set, counted)) = first_difference(function, pressure) {
        let swept = pressure.over(set);
        panic!("{set:?} is said to be over at {swept:?}, point by point it is at {counted:?}");
    }
}

/// The first set that is over its capacity at other cells or by other numbers than the sweep found, and
/// what was counted.
pub fn first_difference(function: &Function, pressure: &Pressure) -> Option<(RegSet, Vec<Cell>)> {
    let sets = &pressure.sets;
    let count = Count {
        function,
        sets,
        copies: fixed_copies::of_whole_ranges(function).collect(),
        preserved: sets.preserved(&function.machine),
    };
    let mut counted = sets.indices().map(|set| (set, count.over(set)));
    counted.find(|(set, counted)| pressure.over(*set) != counted)
}

/// What is the same for all sets and points.
struct Count<'f> {
    function: &'f Function,
    sets: &'f RegSets,
    /// Those between whole ranges and fixed registers.
    copies: Vec<(VReg, Point, Reg)>,
    preserved: IndexVec<Mask, IndexVec<RegSet, i32>>,
}

impl Count<'_> {
    /// The cells at which the set is over its capacity, in layout order.
    fn over(&self, set: RegSet) -> Vec<Cell> {
        let function = self.function;
        let starts = cells(function);
        let end = function.blocks[Block::new(function.blocks.len() - 1)].points.end;
        let ends = starts[1..].iter().copied().chain([end]);
        let excess = |point| self.excess_at(set, Point(point));
        let peak = |(&at, end): (&Point, Point)| Cell {
            at,
            excess: (at.0..end.0).map(excess).max().unwrap_or(0),
        };
        starts.iter().zip(ends).map(peak).filter(|cell| cell.excess > 0).collect()
    }

    /// By how much the set is over capacity at one point.
    fn excess_at(&self, set: RegSet, at: Point) -> i32 {
        let Self { function, sets, copies, preserved } = self;
        let machine = &function.machine;
        let of_set = |taken: &[SetUse]| {
            taken.iter().filter(|taken| taken.set == set).map(|taken| taken.registers).sum::<i32>()
        };
        let takes = |vreg: VReg| of_set(sets.taken_by(function.vregs[vreg].class));
        let live: Vec<VReg> =
            function.vregs.indices().filter(|&vreg| covers(function.live(vreg), at)).collect();
        let fixed = sets.fixed(machine, set).filter(|taken| covers(taken, at)).count() as i32;
        let shared = copies.iter().filter(|&&(vreg, from, reg)| {
            let end = end_of_sharing(function, vreg, from, reg);
            takes(vreg) > 0
                && sets.contains(machine, set, reg)
                && from <= at
                && end.is_some_and(|end| at < end)
        });
        let taken: i32 = live.iter().map(|&vreg| takes(vreg)).sum();
        let plain = taken + fixed - shared.count() as i32 - sets.capacity(set);
        let across = |mask: Mask| {
            let classes = live.iter().map(|&vreg| function.vregs[vreg].class);
            classes.map(|class| of_set(sets.taken_across_calls(mask, class))).sum::<i32>()
        };
        let calls = machine.clobbers.iter().filter(|clobber| clobber.0 == at);
        calls.map(|&(_, mask)| across(mask) - preserved[mask][set]).fold(plain, i32::max)
    }
}
