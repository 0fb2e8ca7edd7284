//! Register pressure: where more ranges are live than the machine has registers for.
//!
//! Morgan (1998, 11.5) has one number as the capacity of all points. Here registers that fixed values take
//! do not count, and a range that lives across a call fits only registers that the call preserves.

mod bound;
#[cfg(any(test, debug_assertions))]
mod recount;

use super::fixed_copies;
use super::register_sets::{RegSet, RegSets, SetUse};
use crate::model::function::{Function, VReg};
use crate::model::index::{index_type, Idx, IndexVec};
use crate::model::index_set::IndexSet;
use crate::model::machine::{Class, Mask, Reg};
use crate::model::point::{segment_around, Point, Segment};
pub use bound::surely_fits;

/// A cell at which a set is over its capacity. Cells divide the function: one begins where an instruction
/// reads, one where it writes, and one at the beginning of each block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell {
    /// Where it begins: the base point of an instruction, its register slot, or a block's first point.
    pub at: Point,
    /// By how many registers the set is over its capacity, at the worst point of the cell.
    pub excess: i32,
}

/// The cells over capacity, per set in layout order.
#[derive(Debug)]
pub struct Pressure {
    /// The register sets, each of which bounds the pressure.
    pub sets: RegSets,
    over: IndexVec<RegSet, Vec<Cell>>,
}

/// The registers taken at a point.
struct Taken {
    /// Per class how many of its ranges are live.
    live: IndexVec<Class, i32>,
    /// Per set the registers that these and fixed values take, less the capacity.
    excess: IndexVec<RegSet, i32>,
    /// How many sets are over capacity.
    over: usize,
}

impl Taken {
    fn nothing(sets: &RegSets) -> Self {
        let free: Vec<i32> = sets.indices().map(|set| -sets.capacity(set)).collect();
        Self { live: IndexVec::filled(0, sets.classes()), excess: IndexVec::from(free), over: 0 }
    }

    fn apply(&mut self, sets: &RegSets, change: Change) {
        let sign = if change.begins() { 1 } else { -1 };
        match change.of() {
            ChangeOf::Range(class) => {
                self.live[class] += sign;
                for &SetUse { set, registers } in sets.taken_by(class) {
                    self.add(set, sign * registers);
                }
            }
            ChangeOf::Fixed(set) => self.add(set, sign),
        }
    }

    fn add(&mut self, set: RegSet, registers: i32) {
        let excess = &mut self.excess[set];
        self.over -= usize::from(*excess > 0);
        *excess += registers;
        self.over += usize::from(*excess > 0);
    }
}

/// What begins or ends to take registers at a point: one number, which is sorted faster than a tuple.
/// From the top the point, whether it begins, whether it is a fixed value, and its class or set.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Change(u64);

/// What a change is one of.
enum ChangeOf {
    /// A range of the class.
    Range(Class),
    /// A fixed value in a register of the set.
    Fixed(RegSet),
}

impl Change {
    const BEGINS: u64 = 1 << 31;
    const IS_FIXED: u64 = 1 << 30;

    fn new(at: Point, begins: bool, of: ChangeOf) -> Self {
        let begins = if begins { Self::BEGINS } else { 0 };
        let of = match of {
            ChangeOf::Range(class) => class.index() as u64,
            ChangeOf::Fixed(set) => Self::IS_FIXED | set.index() as u64,
        };
        Self(u64::from(at.0) << 32 | begins | of)
    }

    fn point(self) -> Point {
        Point((self.0 >> 32) as u32)
    }

    fn begins(self) -> bool {
        self.0 & Self::BEGINS != 0
    }

    fn of(self) -> ChangeOf {
        let number = (self.0 & (Self::IS_FIXED - 1)) as usize;
        if self.0 & Self::IS_FIXED != 0 {
            ChangeOf::Fixed(RegSet::new(number))
        } else {
            ChangeOf::Range(Class::new(number))
        }
    }
}

impl Pressure {
    /// One forward sweep over the points at which something changes.
    pub fn of(function: &Function) -> Self {
        let sets = RegSets::of(function);
        let over = IndexVec::filled(Vec::new(), sets.len());
        let mut pressure = Self { sets, over };
        pressure.sweep(function);
        #[cfg(debug_assertions)]
        recount::check(function, &pressure);
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
        changes.sort_unstable();
        let mut changes = changes.into_iter().peekable();
        let mut calls = Calls::of(function, &self.sets);
        let mut taken = Taken::nothing(&self.sets);
        let mut cells = Cells::of(function);
        let mut point = Point(0);
        loop {
            while let Some(change) = changes.next_if(|change| change.point() <= point) {
                taken.apply(&self.sets, change);
            }
            let over = &mut self.over;
            let mut raise = |set, excess, end| {
                cells.raise(&mut over[set], excess, Segment { start: point, end });
            };
            calls.visit(point, &taken, &self.sets, |set, excess| {
                raise(set, excess, Point(point.0 + 1));
            });
            let next =
                changes.peek().map(|change| change.point()).into_iter().chain(calls.next()).min();
            if taken.over > 0 {
                let end = next.unwrap_or(Point(u32::MAX));
                let over = taken.excess.enumerate().filter(|of| *of.1 > 0);
                over.for_each(|(set, &excess)| raise(set, excess, end));
            }
            let Some(next) = next else { return };
            point = next;
        }
    }

    fn changes(&self, function: &Function) -> Vec<Change> {
        let mut changes = Vec::with_capacity(2 * function.segments.len());
        for (vreg, data) in function.vregs.enumerate() {
            for segment in function.live(vreg) {
                changes.push(Change::new(segment.start, true, ChangeOf::Range(data.class)));
                changes.push(Change::new(segment.end, false, ChangeOf::Range(data.class)));
            }
        }
        for set in self.sets.indices() {
            for segment in self.sets.fixed(&function.machine, set).flatten() {
                changes.push(Change::new(segment.start, true, ChangeOf::Fixed(set)));
                changes.push(Change::new(segment.end, false, ChangeOf::Fixed(set)));
            }
        }
        for (vreg, at, fixed) in fixed_copies::of_whole_ranges(function) {
            if let Some(end) = end_of_sharing(function, vreg, at, fixed) {
                for &SetUse { set, .. } in self.sets.taken_by(function.vregs[vreg].class) {
                    if self.sets.contains(&function.machine, set, fixed) {
                        // Of the two only the range counts while they share it.
                        changes.push(Change::new(at, false, ChangeOf::Fixed(set)));
                        changes.push(Change::new(end, true, ChangeOf::Fixed(set)));
                    }
                }
            }
        }
        changes
    }
}

/// The calls of a function in order.
struct Calls<'f> {
    ahead: &'f [(Point, Mask)],
    /// Per register mask and set how many registers of the set a call with that mask preserves.
    preserved: IndexVec<Mask, IndexVec<RegSet, i32>>,
    /// Scratch: per set the registers that live across the call in hand.
    across: IndexVec<RegSet, i32>,
}

impl<'f> Calls<'f> {
    fn of(function: &'f Function, sets: &RegSets) -> Self {
        let machine = &function.machine;
        Self {
            ahead: &machine.clobbers,
            preserved: sets.preserved(machine),
            across: IndexVec::filled(0, sets.len()),
        }
    }

    /// Where the next call is.
    fn next(&self) -> Option<Point> {
        self.ahead.first().map(|call| call.0)
    }

    /// Calls `raise` with each set of which more lives across the calls at a point than they preserve,
    /// and by how much.
    fn visit(
        &mut self,
        point: Point,
        taken: &Taken,
        sets: &RegSets,
        mut raise: impl FnMut(RegSet, i32),
    ) {
        while let Some((&(_, mask), rest)) = self.ahead.split_first().filter(|c| c.0 .0 == point) {
            self.ahead = rest;
            sets.indices().for_each(|set| self.across[set] = 0);
            for (class, &live) in taken.live.enumerate().filter(|of| *of.1 > 0) {
                for &SetUse { set, registers } in sets.taken_across_calls(mask, class) {
                    self.across[set] += live * registers;
                }
            }
            for set in sets.indices() {
                let excess = self.across[set] - self.preserved[mask][set];
                if excess > 0 {
                    raise(set, excess);
                }
            }
        }
    }
}

/// The cells of a function, made when the first is over capacity.
struct Cells<'f> {
    function: &'f Function,
    starts: Vec<Point>,
    /// The cell that was raised last or one before it.
    first: usize,
}

impl<'f> Cells<'f> {
    fn of(function: &'f Function) -> Self {
        Self { function, starts: Vec::new(), first: 0 }
    }

    /// Raises the excess of the cells with a point of the segment to at least `excess`. Segments come in the
    /// order in which they start.
    fn raise(&mut self, over: &mut Vec<Cell>, excess: i32, segment: Segment) {
        if self.starts.is_empty() {
            self.starts = cells(self.function);
        }
        while self.starts.get(self.first + 1).is_some_and(|&next| next <= segment.start) {
            self.first += 1;
        }
        for &at in self.starts[self.first..].iter().take_while(|&&at| at < segment.end) {
            match over.last_mut().filter(|last| last.at == at) {
                Some(last) => last.excess = last.excess.max(excess),
                None => over.push(Cell { at, excess }),
            }
        }
    }
}

/// A range and a fixed register may share the register from a copy between them, at `at`, until one of them
/// ends. Returns where that is; none if they are not both live behind the copy.
fn end_of_sharing(function: &Function, vreg: VReg, at: Point, fixed: Reg) -> Option<Point> {
    let machine = &function.machine;
    let of_range = segment_around(function.live(vreg), at)?.end;
    let units = machine.units_of(fixed).iter();
    let ends = units.map(|part| segment_around(machine.fixed_of(part.unit), at).map(|s| s.end));
    ends.min().flatten().map(|end| end.min(of_range))
}

/// The points at which cells begin, in order: where blocks begin, and where instructions and calls read and
/// write. The function does not list an instruction that names fixed registers alone. Where a fixed value
/// begins there is such an instruction, so cells begin there too.
fn cells(function: &Function) -> Vec<Point> {
    let machine = &function.machine;
    let blocks = function.blocks.iter().map(|block| block.points.start.base());
    // What an instruction reads may give its register to what the instruction writes.
    let cells_of = |point: Point| [point.base(), point.register()];
    let insts = function.insts.iter().flat_map(|inst| cells_of(inst.point));
    let calls = machine.clobbers.iter().flat_map(|clobber| cells_of(clobber.0));
    let fixed = machine.fixed.iter().flat_map(|segment| cells_of(segment.start));
    // A set puts them into order without a sort.
    let end = function.blocks.iter().map(|block| block.points.end).max().unwrap_or(Point(0));
    let mut starts = IndexSet::new(CellStart::at(end).index() + 1);
    let all = blocks.chain(insts).chain(calls).chain(fixed);
    let count = all.filter(|&point| starts.insert(CellStart::at(point))).count();
    let mut points = Vec::with_capacity(count);
    points.extend(starts.iter().map(CellStart::point));
    points
}

index_type! {
    /// Half the number of a point at which a cell begins: all of those have even numbers.
    CellStart "c";
}

impl CellStart {
    fn at(point: Point) -> Self {
        Self(point.0 / 2)
    }

    fn point(self) -> Point {
        Point(2 * self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::function::{Block, Inst};
    use crate::model::index::Span;
    use crate::model::point::covers;
    use crate::model::text::parse;
    use crate::validity::generate;

    #[test]
    fn cells_over_capacity_are_those_found_point_by_point() {
        let mut over = 0;
        for seed in 1..=150 {
            let text = generate::from_seed(seed);
            let function = parse(&text).unwrap().function;
            let pressure = Pressure::of(&function);
            assert_eq!(
                recount::first_difference(&function, &pressure),
                None,
                "seed {seed}\n{text}"
            );
            over += pressure.over.iter().map(Vec::len).sum::<usize>();
        }
        assert!(over > 500, "{over} cells say little");
    }

    #[test]
    fn a_sweep_over_another_function_is_found() {
        let (mut shorter, mut kept) = (0, 0);
        for seed in 1..=150 {
            let function = parse(&generate::from_seed(seed)).unwrap().function;
            let pressure = Pressure::of(&function);
            let Some(peak) = pressure.over.iter().flatten().next() else { continue };
            // Without one range that is live where a set is over, something changes, if its class counts.
            let counts = |vreg: &VReg| {
                let taken = pressure.sets.taken_by(function.vregs[*vreg].class);
                covers(function.live(*vreg), peak.at)
                    && taken.iter().any(|taken| pressure.over(taken.set).contains(peak))
            };
            for vreg in function.vregs.indices().filter(counts) {
                let mut other = function.clone();
                other.vregs[vreg].live = Span::default();
                let found = recount::first_difference(&function, &Pressure::of(&other));
                shorter += usize::from(found.is_some());
                kept += usize::from(found.is_none());
            }
        }
        assert!(kept == 0 && shorter > 300, "{shorter} of {} found", shorter + kept);
    }

    /// %0 lives in 6..22, r0 is taken in 10..18 and r1 in 14..19, so that three are live from 14 on. The
    /// instructions at 8, 12 and 16 name fixed registers alone, and a shim does not list those.
    #[test]
    fn fixed_registers_make_cells_where_no_instruction_is_listed() {
        let text = "reg r0\nreg r1\nclass g r0 r1\nfunction f\nblock b0 1\n  loadI 1 => %0\n  \
                    loadI 2 => r0\n  loadI 3 => r1\n  add r0, r1 => r1\n  store %0\n";
        let mut function = parse(text).unwrap().function;
        let listed = [Inst(0), Inst(4)].map(|inst| function.insts[inst]);
        function.insts = listed.into_iter().collect();
        function.blocks[Block(0)].insts = Span { start: 0, end: 2 };
        let pressure = Pressure::of(&function);
        let over: Vec<&Cell> = pressure.over.iter().flatten().collect();
        assert_eq!(over, [&Cell { at: Point(14), excess: 1 }]);
    }
}
