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

use super::flow::{Builder, Flow, Node, Room, FORBIDDEN, SOURCE};
use crate::analysis::bundles::Bundles;
use crate::analysis::live_blocks::{LiveBlock, LiveBlocks};
use crate::analysis::references::{Prices, Reference, References};
use crate::model::function::{Fate, Function, Inst, VReg};
use crate::model::point::{covers, merge, segment_around, Point, Segment};
use std::ops::Range;
use std::rc::Rc;

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

/// A range cut into the gaps between its references.
#[derive(Debug, Default)]
struct Shape {
    stays: Vec<Stay>,
    /// Per gap its points: from after a reference or the block's beginning to before a reference or
    /// the block's end.
    gaps: Vec<Segment>,
    /// Per gap the place that it is; none between references of a block where the value is surely in
    /// a register.
    places: Vec<Option<Place>>,
    /// How many places there are: first the bundles that the range touches.
    place_count: u32,
    /// Per place whether the value can be recomputed all over it; empty if at none.
    recomputable: Vec<bool>,
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
    cut: Flow,
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
        (vreg, over): (VReg, &[Point]),
    ) -> Option<Self> {
        let data = &function.vregs[vreg];
        if data.fate == Fate::Register || data.hints_only || !data.lane_ranges.is_empty() {
            return None;
        }
        let all = references.of(vreg);
        let live = LiveBlocks::of(function, function.live(vreg), all);
        bundles.start_numbering();
        let mut shape =
            Shape { stays: Vec::with_capacity(live.blocks().len()), ..Shape::default() };
        for &block in live.blocks() {
            let data = &function.blocks[block.block];
            let point = |r: &Reference| function.insts[r.inst].point.base();
            let is_fixed = |r: &Reference| {
                point(r) < data.first_split || r.writes && point(r) >= data.last_split
            };
            if block.references(all).iter().any(is_fixed) {
                return None;
            }
            let (entry, exit) = (bundles.entry(block.block), bundles.exit(block.block));
            let mut place = |bundle| Place(bundles.number(bundle) as u32);
            let entry = block.live_in.then(|| place(entry));
            let exit = block.live_out.then(|| place(exit));
            shape.stays.push(Stay { live: block, gaps: 0, entry, exit });
        }
        shape.place_count = bundles.numbered() as u32;
        for stay in 0..shape.stays.len() {
            shape.add_gaps(function, function.live(vreg), all, (stay, over));
        }
        shape.mark_recomputable(function, function.recomputable(vreg));
        let prices = Prices::of(function, vreg);
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

    /// Expected price of the loads and stores, per execution of the function; at least [`FORBIDDEN`]
    /// if too much is asked.
    pub fn price(&self) -> f64 {
        self.cut.price()
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

    /// Whether what an instruction leaves in the range can be recomputed, be it in memory or not.
    pub fn is_recomputable_after(&self, function: &Function, inst: Inst) -> bool {
        let at = function.insts[inst].point.dead();
        self.is_rematerialised() || covers(function.recomputable(self.vreg), at)
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
        room: &mut Room,
    ) -> bool {
        let number = self.shape.gaps.partition_point(|gap| gap.end <= at);
        let Some(&points) = self.shape.gaps.get(number).filter(|gap| gap.start <= at) else {
            return false;
        };
        let stay = *self.shape.stay_of(number);
        let block = &function.blocks[stay.live.block];
        let all = stay.live.references(references.of(self.vreg));
        // Behind the last place for copies the value stays where it was.
        let is_late = |r: &Reference| function.insts[r.inst].point.base() >= block.last_split;
        let ends_block = points.end == block.points.end;
        if at >= block.last_split && (!ends_block || all.last().is_some_and(is_late)) {
            return false;
        }
        let Some(place) = self.shape.place(Gap(number as u32)) else { return false };
        let forced = &mut self.forced;
        let mut force = |place: Place| {
            forced.push(place);
            self.cut.force(place.in_register(), limit, room);
        };
        force(place);
        let is_early = at < block.first_split && points.start == block.points.start;
        stay.entry.filter(|_| is_early).into_iter().for_each(&mut force);
        stay.exit.filter(|_| at >= block.last_split).into_iter().for_each(&mut force);
        self.price() < limit
    }

    /// Where the value is out of registers if it is in one at the places that `is_in` says, sorted and
    /// disjoint.
    pub fn out(&self, function: &Function, is_in: impl Fn(Place) -> bool) -> Vec<Segment> {
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
                    points.start = block.first_split;
                }
                if points.end == block.points.end && held(stay.exit) {
                    points.end = block.last_split;
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

impl Shape {
    /// Cuts a stay at its references. Where nothing has to leave registers, a gap at an end of the
    /// block is the same place as the boundary, and one between references is none: fewer places make
    /// a smaller network.
    fn add_gaps(
        &mut self,
        function: &Function,
        live: &[Segment],
        all: &[Reference],
        (stay, mut over): (usize, &[Point]),
    ) {
        let Stay { live: block, entry, exit, .. } = self.stays[stay];
        self.stays[stay].gaps = self.gaps.len() as u32;
        let points = function.blocks[block.block].points;
        let mut add = |shape: &mut Self, start: Point, end: Point, boundary: Option<Place>| {
            over = &over[over.partition_point(|&at| at < start)..];
            let may_leave = over.first().is_some_and(|&at| at < end);
            let place = if may_leave { Some(shape.new_place()) } else { boundary };
            shape.gaps.push(Segment { start, end });
            shape.places.push(place);
        };
        let mut start = entry.map(|entry| (points.start, Some(entry)));
        for reference in block.references(all) {
            let point = function.insts[reference.inst].point;
            if let Some((start, boundary)) = start {
                add(self, start, point.base(), boundary);
            }
            start = covers(live, point.dead()).then_some((point.dead(), None));
        }
        if let Some((start, boundary)) = start {
            add(self, start, points.end, boundary.or(exit));
        }
    }

    /// Finds the places where the value can be recomputed, which it can in `segments`.
    fn mark_recomputable(&mut self, function: &Function, segments: &[Segment]) {
        if segments.is_empty() {
            return;
        }
        self.recomputable = vec![true; self.place_count as usize];
        for stay in 0..self.stays.len() {
            let Stay { live, entry, exit, .. } = self.stays[stay];
            let points = function.blocks[live.block].points;
            let last = Point(points.end.0 - 1);
            for (place, at) in [(entry, points.start), (exit, last)] {
                if let Some(place) = place.filter(|_| !covers(segments, at)) {
                    self.recomputable[place.0 as usize] = false;
                }
            }
            for gap in self.gaps_of(stay) {
                let points = self.gaps[gap as usize];
                let around = segment_around(segments, points.start);
                let is_within = around.is_some_and(|segment| points.end <= segment.end);
                if let Some(place) = self.places[gap as usize].filter(|_| !is_within) {
                    self.recomputable[place.0 as usize] = false;
                }
            }
        }
    }

    fn is_recomputable(&self, place: Place) -> bool {
        self.recomputable.get(place.0 as usize).is_some_and(|&is| is)
    }

    fn new_place(&mut self) -> Place {
        self.place_count += 1;
        Place(self.place_count - 1)
    }

    fn gaps_of(&self, stay: usize) -> Range<u32> {
        let end = self.stays.get(stay + 1).map_or(self.gaps.len() as u32, |next| next.gaps);
        self.stays[stay].gaps..end
    }

    fn stay_of(&self, gap: usize) -> &Stay {
        &self.stays[self.stays.partition_point(|stay| stay.gaps as usize <= gap) - 1]
    }

    fn place(&self, gap: Gap) -> Option<Place> {
        self.places[gap.0 as usize]
    }

    fn visits<'s>(
        &'s self,
        function: &'s Function,
        all: &'s [Reference],
        stay: usize,
    ) -> impl Iterator<Item = Visit> + 's {
        let points = |gap: u32| self.gaps[gap as usize];
        let mut gaps = self.gaps_of(stay).peekable();
        self.stays[stay].live.references(all).iter().map(move |&reference| {
            let point = function.insts[reference.inst].point;
            let before = gaps.next_if(|&gap| points(gap).end == point.base());
            let after =
                gaps.peek().copied().filter(|&gap| points(gap).start.base() == point.base());
            Visit { reference, before: before.map(Gap), after: after.map(Gap) }
        })
    }
}

/// The prices of all places as a network.
struct Terms<'s> {
    shape: &'s Shape,
    prices: Prices,
    network: Builder,
}

impl<'s> Terms<'s> {
    fn new(shape: &'s Shape, prices: Prices) -> Self {
        let places = shape.place_count as usize;
        let mut network = Builder::new(1 + 2 * places, 5 * places);
        // A value that can be recomputed need be neither in a register nor in memory.
        if prices.write > 0.0 {
            let places = (0..places as u32).map(Place);
            for place in places.filter(|&place| !shape.is_recomputable(place)) {
                network.add(place.stale(), place.in_register(), FORBIDDEN);
            }
        }
        Self { shape, prices, network }
    }

    fn price(mut self, function: &Function, all: &[Reference]) -> Flow {
        for (number, stay) in self.shape.stays.iter().enumerate() {
            let frequency = function.blocks[stay.live.block].frequency;
            let mut gaps = self.shape.gaps_of(number).map(Gap);
            let first = gaps.next().and_then(|gap| self.shape.place(gap));
            let points = function.blocks[stay.live.block].points;
            let read_at = |at| self.prices.read_at(function, at) * frequency;
            let at_ends = (read_at(points.start), read_at(Point(points.end.0 - 1)));
            if let (Some(entry), Some(first)) = (stay.entry, first) {
                self.passes(entry, first, (at_ends.0, frequency));
            }
            let mut memory_as_at = stay.entry.and(first);
            for visit in self.shape.visits(function, all, number) {
                memory_as_at = self.refers(function, &visit, memory_as_at, frequency);
            }
            let last = gaps.next_back().map_or(first, |gap| self.shape.place(gap));
            if let (Some(last), Some(exit)) = (last, stay.exit) {
                self.passes(last, exit, (at_ends.1, frequency));
            }
        }
        self.network.finish()
    }

    /// The value can be loaded, for the price `load`, and stored on the way from one place to the other.
    fn passes(&mut self, from: Place, to: Place, (load, frequency): (f64, f64)) {
        self.network.add(to.in_register(), from.in_register(), load);
        self.network.add(from.stale(), to.stale(), self.prices.write * frequency);
    }

    /// The value is in a register at a reference; a definition leaves memory with another. Unless
    /// something was written since, memory holds before the reference what it holds at
    /// `memory_as_at`; returns the same for what follows.
    fn refers(
        &mut self,
        function: &Function,
        visit: &Visit,
        memory_as_at: Option<Place>,
        frequency: f64,
    ) -> Option<Place> {
        let store = self.prices.write * frequency;
        let place = |gap: Option<Gap>| gap.and_then(|gap| self.shape.place(gap));
        let (before, after) = (place(visit.before), place(visit.after));
        if let Some(before) = before.filter(|_| visit.reference.reads) {
            let at = function.insts[visit.reference.inst].point.base();
            let load = self.prices.read_at(function, at) * frequency;
            self.network.add(SOURCE, before.in_register(), load);
        }
        let unchanged = memory_as_at.filter(|_| !visit.reference.writes);
        let Some(after) = after else { return unchanged };
        self.network.add(unchanged.map_or(SOURCE, Place::stale), after.stale(), store);
        Some(after)
    }
}
