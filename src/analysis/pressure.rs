//! Register pressure: where more is live than the machine has registers for.
//!
//! The capacity of a point is not one number (Morgan 1998, 11.5, has one): registers taken by fixed
//! values are not there, and what lives across a call fits only registers that the call preserves.

use super::fixed_copies::FixedCopies;
use super::register_sets::{RegSet, RegSets};
use crate::model::function::{Function, VReg};
use crate::model::index::IndexVec;
use crate::model::machine::{Class, Reg};
use crate::model::point::{segment_around, Point};

/// An instruction or block boundary at which a set is over its capacity.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell {
    /// The base point of the instruction, its register slot, or the point where the block begins.
    pub at: Point,
    /// By how many registers.
    pub excess: i32,
}

/// The cells over capacity, per set in layout order.
#[derive(Debug)]
pub struct Pressure {
    /// The bounds.
    pub sets: RegSets,
    over: IndexVec<RegSet, Vec<Cell>>,
}

/// The registers taken at a point, per set.
struct Taken {
    /// Values that are live, per class.
    live: IndexVec<Class, i32>,
    /// By those and by fixed registers, less the capacity.
    excess: IndexVec<RegSet, i32>,
}

impl Taken {
    fn nothing(sets: &RegSets) -> Self {
        let free: Vec<i32> = sets.indices().map(|set| -sets.capacity(set)).collect();
        Self { live: IndexVec::filled(0, sets.classes()), excess: IndexVec::from(free) }
    }

    fn apply(&mut self, sets: &RegSets, change: Change) {
        match change {
            Change::Live(class, sign) => {
                self.live[class] += sign;
                for &(set, count) in sets.taken_by(class) {
                    self.excess[set] += sign * count;
                }
            }
            Change::Fixed(set, sign) => self.excess[set] += sign,
        }
    }
}

/// What changes at a point.
#[derive(Clone, Copy)]
enum Change {
    /// A value of the class begins (1) or ends (-1) to be live.
    Live(Class, i32),
    /// A fixed register begins or ends to take one of the set.
    Fixed(RegSet, i32),
}

impl Pressure {
    /// One sweep over the function, forward, with the points at which something changes in order.
    pub fn of(function: &Function) -> Self {
        let sets = RegSets::of(function);
        let over = IndexVec::filled(Vec::new(), sets.len());
        let mut pressure = Self { sets, over };
        pressure.sweep(function);
        pressure
    }

    /// Whether some set is over its capacity somewhere.
    pub fn is_over(&self) -> bool {
        self.over.iter().any(|cells| !cells.is_empty())
    }

    /// The cells at which the set is over its capacity, in layout order.
    pub fn over(&self, set: RegSet) -> &[Cell] {
        &self.over[set]
    }

    fn sweep(&mut self, function: &Function) {
        let mut changes = self.changes(function);
        changes.sort_by_key(|change| change.0);
        let clobbers = &function.machine.clobbers;
        let preserved = self.sets.preserved(&function.machine);
        let crossing = self.sets.taken_across_calls(&function.machine);
        let (mut change, mut clobber) = (0, 0);
        let mut taken = Taken::nothing(&self.sets);
        let mut peak = taken.excess.clone();
        let bases = cells(function);
        for (number, &at) in bases.iter().enumerate() {
            let end = bases.get(number + 1).copied().unwrap_or(Point(u32::MAX));
            peak.clone_from(&taken.excess);
            loop {
                let next = changes.get(change).map(|c| c.0).filter(|&point| point < end);
                let call = clobbers.get(clobber).map(|c| c.0).filter(|&point| point < end);
                let Some(point) = next.into_iter().chain(call).min() else { break };
                while let Some(&(_, what)) = changes.get(change).filter(|c| c.0 == point) {
                    taken.apply(&self.sets, what);
                    change += 1;
                }
                if point == at {
                    // What ends where the cell begins is not in it.
                    peak.clone_from(&taken.excess);
                }
                for set in self.sets.indices() {
                    peak[set] = peak[set].max(taken.excess[set]);
                }
                while let Some(&(_, mask)) = clobbers.get(clobber).filter(|c| c.0 == point) {
                    let mut across = IndexVec::filled(0, self.sets.len());
                    for (class, &live) in taken.live.enumerate().filter(|of| *of.1 > 0) {
                        for &(set, count) in &crossing[mask][class] {
                            across[set] += live * count;
                        }
                    }
                    for set in self.sets.indices() {
                        peak[set] = peak[set].max(across[set] - preserved[mask][set]);
                    }
                    clobber += 1;
                }
            }
            for set in self.sets.indices().filter(|&set| peak[set] > 0) {
                self.over[set].push(Cell { at, excess: peak[set] });
            }
        }
    }

    fn changes(&self, function: &Function) -> Vec<(Point, Change)> {
        let mut changes = Vec::with_capacity(2 * function.segments.len());
        for (vreg, data) in function.vregs.enumerate() {
            for segment in function.live(vreg) {
                changes.push((segment.start, Change::Live(data.class, 1)));
                changes.push((segment.end, Change::Live(data.class, -1)));
            }
        }
        for set in self.sets.indices() {
            for segment in self.sets.fixed(&function.machine, set).flatten() {
                changes.push((segment.start, Change::Fixed(set, 1)));
                changes.push((segment.end, Change::Fixed(set, -1)));
            }
        }
        for (vreg, at, fixed) in FixedCopies::collect(function).of_whole_ranges() {
            if let Some(end) = end_of_sharing(function, vreg, at, fixed) {
                for &(set, _) in self.sets.taken_by(function.vregs[vreg].class) {
                    if self.sets.contains(&function.machine, set, fixed) {
                        changes.push((at, Change::Fixed(set, -1)));
                        changes.push((end, Change::Fixed(set, 1)));
                    }
                }
            }
        }
        changes
    }
}

/// Until when a range and the fixed register of a copy between them may be one register: from the copy
/// `at` until one of them ends. None if they are not both live behind the copy.
fn end_of_sharing(function: &Function, vreg: VReg, at: Point, fixed: Reg) -> Option<Point> {
    let machine = &function.machine;
    let of_range = segment_around(function.live(vreg), at)?.end;
    let units = machine.units_of(fixed).iter();
    let ends = units.map(|part| segment_around(machine.fixed_of(part.unit), at).map(|s| s.end));
    ends.min().flatten().map(|end| end.min(of_range))
}

/// The points at which cells begin, in order: those of the blocks and, for instructions and calls,
/// where they read and where they write.
fn cells(function: &Function) -> Vec<Point> {
    let blocks = function.blocks.iter().map(|block| block.points.start.base());
    // What an instruction reads may give its register to what the instruction writes.
    let cells_of = |point: Point| [point.base(), point.register()];
    let insts = function.insts.iter().flat_map(|inst| cells_of(inst.point));
    let calls = function.machine.clobbers.iter().flat_map(|clobber| cells_of(clobber.0));
    let mut bases: Vec<Point> = blocks.chain(insts).chain(calls).collect();
    bases.sort_unstable();
    bases.dedup();
    bases
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::function::Block;
    use crate::model::index::Idx;
    use crate::model::machine::Mask;
    use crate::model::point::covers;
    use crate::model::text::parse;
    use crate::validity::generate;

    /// By how much the set is over capacity at one point, counted afresh.
    fn excess_at(function: &Function, sets: &RegSets, set: RegSet, at: Point) -> i32 {
        let machine = &function.machine;
        let takes = |vreg: VReg| {
            let taken = sets.taken_by(function.vregs[vreg].class).iter();
            taken.filter(|taken| taken.0 == set).map(|taken| taken.1).sum::<i32>()
        };
        let live = function.vregs.indices().filter(|&vreg| covers(function.live(vreg), at));
        let live: i32 = live.map(takes).sum();
        let fixed = sets.fixed(machine, set).filter(|taken| covers(taken, at)).count() as i32;
        let copies = FixedCopies::collect(function);
        let shared = copies.of_whole_ranges().filter(|&(vreg, from, reg)| {
            let end = end_of_sharing(function, vreg, from, reg);
            takes(vreg) > 0
                && sets.contains(machine, set, reg)
                && from <= at
                && end.is_some_and(|end| at < end)
        });
        let plain = live + fixed - shared.count() as i32 - sets.capacity(set);
        let preserved = sets.preserved(machine);
        let crossing = sets.taken_across_calls(machine);
        let across = |mask: Mask| {
            let live = function.vregs.indices().filter(|&vreg| covers(function.live(vreg), at));
            let classes = live.map(|vreg| function.vregs[vreg].class);
            let taken = classes.flat_map(|class| &crossing[mask][class]);
            taken.filter(|taken| taken.0 == set).map(|taken| taken.1).sum::<i32>()
        };
        let calls = machine.clobbers.iter().filter(|clobber| clobber.0 == at);
        calls.map(|&(_, mask)| across(mask) - preserved[mask][set]).fold(plain, i32::max)
    }

    #[test]
    fn cells_over_capacity_are_those_found_point_by_point() {
        let mut over = 0;
        for seed in 1..=150 {
            let text = generate::from_seed(seed);
            let function = parse(&text).unwrap().function;
            let pressure = Pressure::of(&function);
            let starts = cells(&function);
            let end = function.blocks[Block::new(function.blocks.len() - 1)].points.end;
            for set in pressure.sets.indices() {
                let ends = starts[1..].iter().copied().chain([end]);
                let peak = |(&at, end): (&Point, Point)| Cell {
                    at,
                    excess: (at.0..end.0)
                        .map(|point| excess_at(&function, &pressure.sets, set, Point(point)))
                        .max()
                        .unwrap_or(0),
                };
                let expected: Vec<Cell> =
                    starts.iter().zip(ends).map(peak).filter(|cell| cell.excess > 0).collect();
                assert_eq!(pressure.over(set), expected, "seed {seed}, {set:?}\n{text}");
                over += expected.len();
            }
        }
        assert!(over > 500, "{over} cells say little");
    }
}
