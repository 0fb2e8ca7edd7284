//! Where one range is best kept in a register and where in memory, if it must not be in a register at
//! some points.
//!
//! Two facts hold or not at each place of the range: the value is in a register, and memory holds it.
//! One of them always does, but where the value can be recomputed. That the first begins to hold
//! without a definition is a reload, that the second does is a store; a definition makes the first true
//! and the second false. Each price depends on two facts at most, so a minimum cut finds the cheapest
//! loads and stores together, where code placement by EARLIEST (Morgan 1998, 11.8) sees no frequencies.
//! The nodes are the facts at block boundaries and in those stretches between references from which the
//! value may have to leave.

mod shape;
mod terms;

use crate::analysis::bundles::Bundles;
use crate::analysis::insertion_points::InsertionPoints;
use crate::analysis::live_blocks::{LiveBlock, LiveBlocks};
use crate::analysis::references::{Reference, References};
use crate::cost::Prices;
use crate::model::function::{Fate, Function, Inst, VReg};
use crate::model::point::{covers, merge, Point, Segment};
use crate::solver::max_flow::{MaxFlow, Node, Scratch};
use shape::Shape;
use std::rc::Rc;
use terms::Terms;

/// What is known of the range in one block.
#[derive(Clone, Copy, Debug)]
pub struct Stay {
    /// The block, with its references.
    pub live: LiveBlock,
    /// The first of its gaps: before its first reference if it is live in, else after that.
    gaps: u32,
    /// The place at its beginning, if the range is live there.
    pub entry: Option<Place>,
    /// The place at its end, if the range is live there.
    pub exit: Option<Place>,
    /// Whether its last reference is the result of a call, behind the last place for copies.
    ends_late: bool,
}

/// Where the value can be in a register or not: a bundle of block boundaries, or a gap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place(u32);

impl Place {
    /// The node on the source's side if the value is in a register here.
    fn in_register(self) -> Node {
        1 + 2 * self.0 as usize
    }

    /// The node on the source's side if memory does not hold the value here.
    fn stale(self) -> Node {
        2 + 2 * self.0 as usize
    }
}

/// A stretch of a block in which the range is live and nobody refers to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gap(u32);

/// A reference with the gaps before and after it, if the value is live there.
#[derive(Clone, Copy, Debug)]
pub struct Visit {
    /// The reference.
    pub reference: Reference,
    /// The gap that ends with it.
    pub before: Option<Gap>,
    /// The gap that begins with it.
    pub after: Option<Gap>,
}

/// Where the value is at all places.
#[derive(Debug)]
pub struct Choice {
    side: Vec<bool>,
}

impl Choice {
    /// Whether it is in a register.
    pub fn in_register(&self, place: Place) -> bool {
        self.side[place.in_register()]
    }

    /// Whether memory holds it.
    pub fn in_memory(&self, place: Place) -> bool {
        !self.side[place.stale()]
    }
}

/// One range with the points at which it must not be in a register.
#[derive(Clone, Debug)]
pub struct Residency {
    /// The range.
    pub vreg: VReg,
    shape: Rc<Shape>,
    cut: MaxFlow,
    prices: Prices,
    /// The places where it must be out of registers.
    forced: Vec<Place>,
}

impl Residency {
    /// The range as it is, in a register everywhere; none if it cannot be taken apart. It may have to
    /// leave registers only around the points `over`, which are sorted.
    pub fn of(
        function: &Function,
        references: &References,
        bundles: &mut Bundles,
        (vreg, prices, over): (VReg, Prices, &[Point]),
    ) -> Option<Self> {
        let data = &function.vregs[vreg];
        if data.fate == Fate::Register || data.hints_only || !data.lane_ranges.is_empty() {
            return None;
        }
        let all = references.of(vreg);
        let live = LiveBlocks::of(function, function.live(vreg), all);
        bundles.start_numbering();
        let mut shape = Shape::with_capacity(live.blocks().len(), all.len());
        let points = InsertionPoints::of(function);
        for &block in live.blocks() {
            let in_block = block.references(all);
            let is_fixed = |r: &Reference| {
                points.before(r.inst).is_none() || r.writes && points.after(r.inst).is_none()
            };
            let is_late_result =
                |r: &Reference| r.writes && points.after_late_result(r.inst).is_some();
            let ends_late = in_block.last().is_some_and(is_late_result);
            let movable = in_block.len() - usize::from(ends_late);
            if in_block[..movable].iter().any(is_fixed) {
                return None;
            }
            let (entry, exit) = (bundles.entry(block.block), bundles.exit(block.block));
            let mut place = |bundle| Place(bundles.number(bundle) as u32);
            let entry = block.live_in.then(|| place(entry));
            let exit = block.live_out.then(|| place(exit));
            shape.stays.push(Stay { live: block, gaps: 0, entry, exit, ends_late });
        }
        shape.place_count = bundles.numbered() as u32;
        for stay in 0..shape.stays.len() {
            shape.add_gaps(function, function.live(vreg), all, (stay, over));
        }
        shape.mark_recomputable(function, prices.recomputable(function));
        let cut = Terms::new(&shape, prices).price(function, all);
        Some(Self { vreg, shape: Rc::new(shape), cut, prices, forced: Vec::new() })
    }

    /// The blocks of the range in layout order.
    pub fn stays(&self) -> &[Stay] {
        &self.shape.stays
    }

    /// The gaps of a stay, in order.
    pub fn gaps_of(&self, stay: usize) -> impl DoubleEndedIterator<Item = Gap> + use<> {
        self.shape.gaps_of(stay).map(Gap)
    }

    /// The references of a stay with the gaps beside them, in order; `all` are the range's.
    pub fn visits<'s>(
        &'s self,
        function: &'s Function,
        all: &'s [Reference],
        stay: usize,
    ) -> impl Iterator<Item = Visit> + 's {
        self.shape.visits(function, all, stay)
    }

    /// A gap as a place; none if the value is in a register there whatever is chosen.
    pub fn place(&self, gap: Gap) -> Option<Place> {
        self.shape.place(gap)
    }

    /// Expected price of the loads and stores, per execution of the function; at least
    /// [`INFINITE`](crate::solver::max_flow::INFINITE) if too much is asked.
    pub fn price(&self) -> f64 {
        self.cut.value()
    }

    /// The cheapest choice.
    pub fn choice(&self) -> Choice {
        Choice { side: self.cut.source_side() }
    }

    /// Whether it must be out of registers at a place.
    pub fn is_forced(&self, place: Place) -> bool {
        self.forced.contains(&place)
    }

    /// Whether memory is given with the value: it can be recomputed anywhere.
    pub fn is_rematerialised(&self) -> bool {
        self.prices.write == 0.0
    }

    /// Whether a block ends with a definition behind its last place for copies.
    pub fn has_late_result(&self) -> bool {
        self.stays().iter().any(|stay| stay.ends_late)
    }

    /// Whether what an instruction leaves in the range can be recomputed, be it in memory or not.
    pub fn is_recomputable_after(&self, function: &Function, inst: Inst) -> bool {
        let at = function.insts[inst].point.dead();
        self.is_rematerialised() || covers(self.prices.recomputable(function), at)
    }

    /// The points of the gap around `at`.
    pub fn points_around(&self, at: Point) -> Option<Segment> {
        let number = self.shape.gaps.partition_point(|gap| gap.end <= at);
        self.shape.gaps.get(number).copied().filter(|gap| gap.start <= at)
    }

    /// Takes the value out of registers in the gap around `at`. Returns false if it is not live there,
    /// is referred to there, cannot be moved in time, or the price reaches `limit`; and then nothing
    /// is known about it any more.
    pub fn take_out(
        &mut self,
        function: &Function,
        references: &References,
        (at, limit): (Point, f64),
        scratch: &mut Scratch,
    ) -> bool {
        let number = self.shape.gaps.partition_point(|gap| gap.end <= at);
        let Some(&points) = self.shape.gaps.get(number).filter(|gap| gap.start <= at) else {
            return false;
        };
        let stay = *self.shape.stay_of(number);
        let block = &function.blocks[stay.live.block];
        let all = stay.live.references(references.of(self.vreg));
        // Behind the last insertion point the value stays where it was.
        let insertion = InsertionPoints::of(function);
        let (first, last) =
            (insertion.block_start(stay.live.block).at, insertion.block_end(stay.live.block).at);
        let is_late = |r: &Reference| insertion.is_behind_last(r.inst);
        let ends_block = points.end == block.points.end;
        if at >= last && (!ends_block || all.last().is_some_and(is_late)) {
            return false;
        }
        let Some(place) = self.shape.place(Gap(number as u32)) else { return false };
        let forced = &mut self.forced;
        let mut force = |place: Place| {
            forced.push(place);
            self.cut.add_sink(place.in_register(), limit, scratch);
        };
        force(place);
        let is_early = at < first && points.start == block.points.start;
        stay.entry.filter(|_| is_early).into_iter().for_each(&mut force);
        stay.exit.filter(|_| at >= last).into_iter().for_each(&mut force);
        self.price() < limit
    }

    /// Where the value is out of registers if it is in one at the places that `is_in` says, sorted and
    /// disjoint.
    pub fn out(&self, function: &Function, is_in: impl Fn(Place) -> bool) -> Vec<Segment> {
        let insertion = InsertionPoints::of(function);
        let mut out = Vec::new();
        for (number, stay) in self.shape.stays.iter().enumerate() {
            let block = &function.blocks[stay.live.block];
            for gap in self.gaps_of(number) {
                if self.place(gap).is_none_or(&is_in) {
                    continue;
                }
                let mut points = self.shape.gaps[gap.0 as usize];
                let held = |place: Option<Place>| place.is_some_and(&is_in);
                if points.start == block.points.start && held(stay.entry) {
                    points.start = insertion.block_start(stay.live.block).at;
                }
                if points.end == block.points.end && held(stay.exit) {
                    points.end = insertion.block_end(stay.live.block).at;
                }
                if points.start < points.end {
                    out.push(points);
                }
            }
        }
        merge(&mut out);
        out
    }
}
