//! Where one range is best kept in a register and where in memory, if it must not be in a register at
//! some points.
//!
//! Two facts hold or not at each place of the range: the value is in a register, and memory holds it.
//! One of them always does. That the first begins to hold without a definition is a reload, that the
//! second does is a store; a definition makes the first true and the second false. Each price depends
//! on two facts at most, so a minimum cut finds the cheapest loads and stores together, where code
//! placement by EARLIEST (Morgan 1998, 11.8) sees no frequencies. Within a block the choice is forced,
//! so the facts at block boundaries are the only nodes.

use super::min_cut::{Network, Node, FIRST, FORBIDDEN, SINK, SOURCE};
use crate::analysis::bundles::Bundles;
use crate::analysis::live_blocks::{LiveBlock, LiveBlocks};
use crate::analysis::references::{Prices, Reference, References};
use crate::model::function::{Fate, Function, VReg};
use crate::model::point::{merge, Point, Segment};

/// A stretch of a block in which the range is live and nobody refers to it.
#[derive(Clone, Copy, Debug)]
pub struct Gap {
    /// From after a reference or the block's beginning to before a reference or the block's end.
    pub points: Segment,
    /// Whether the value must be out of registers somewhere in it.
    pub is_out: bool,
}

/// What is known of the range in one block.
#[derive(Clone, Copy, Debug)]
pub struct Stay {
    /// The block, with its references.
    pub live: LiveBlock,
    /// The first of its gaps: before its first reference if it is live in, else after that.
    pub gaps: u32,
    /// The bundle at its beginning, if the range is live there.
    pub entry: Option<u32>,
    /// The bundle at its end, if the range is live there.
    pub exit: Option<u32>,
}

/// A reference with the gaps before and after it, if the value is live there.
#[derive(Clone, Copy, Debug)]
pub struct Visit {
    /// The reference.
    pub reference: Reference,
    /// The gap that ends with it.
    pub before: Option<usize>,
    /// The gap that begins with it.
    pub after: Option<usize>,
}

/// Where the value is at the bundles; a node's facts stand at its number.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// Expected price of the loads and stores, per execution of the function.
    pub price: f64,
    /// Whether it is in a register.
    pub in_register: Vec<bool>,
    /// Whether memory holds it.
    pub in_memory: Vec<bool>,
}

/// One range with the points at which it must not be in a register.
#[derive(Clone, Debug)]
pub struct Residency {
    /// The range.
    pub vreg: VReg,
    /// Its blocks in layout order.
    pub stays: Vec<Stay>,
    /// Its gaps in layout order.
    pub gaps: Vec<Gap>,
    /// Per bundle whether the value must be out of registers there.
    bundle_out: Vec<bool>,
    prices: Prices,
}

impl Residency {
    /// The range as it is, in a register everywhere; none if it cannot be taken apart.
    pub fn of(
        function: &Function,
        references: &References,
        bundles: &mut Bundles,
        vreg: VReg,
    ) -> Option<Self> {
        let data = &function.vregs[vreg];
        if data.fate == Fate::Register || data.hints_only || !data.lane_ranges.is_empty() {
            return None;
        }
        let all = references.of(vreg);
        let live = LiveBlocks::of(function, function.live(vreg), all);
        bundles.start_numbering();
        let mut residency = Self {
            vreg,
            stays: Vec::with_capacity(live.blocks().len()),
            gaps: Vec::with_capacity(live.blocks().len()),
            bundle_out: Vec::new(),
            prices: Prices::of(function, vreg),
        };
        for &block in live.blocks() {
            let data = &function.blocks[block.block];
            let point = |r: &Reference| function.insts[r.inst].point.base();
            let is_fixed = |r: &Reference| {
                point(r) < data.first_split || r.writes && point(r) >= data.last_split
            };
            if block.references(all).iter().any(is_fixed) {
                return None;
            }
            let entry = block.live_in.then(|| bundles.number(bundles.entry(block.block)) as u32);
            let exit = block.live_out.then(|| bundles.number(bundles.exit(block.block)) as u32);
            let gaps = residency.gaps.len() as u32;
            residency.stays.push(Stay { live: block, gaps, entry, exit });
            residency.add_gaps(function, &block, block.references(all));
        }
        residency.bundle_out = vec![false; bundles.numbered()];
        Some(residency)
    }

    fn add_gaps(&mut self, function: &Function, block: &LiveBlock, references: &[Reference]) {
        let points = function.blocks[block.block].points;
        let live = function.live(self.vreg);
        let is_live = |point: Point| {
            let after = live.partition_point(|segment| segment.end <= point);
            live.get(after).is_some_and(|segment| segment.start <= point)
        };
        let mut start = block.live_in.then_some(points.start);
        for reference in references {
            let point = function.insts[reference.inst].point;
            if let Some(start) = start {
                let points = Segment { start, end: point.base() };
                self.gaps.push(Gap { points, is_out: false });
            }
            start = is_live(point.dead()).then_some(point.dead());
        }
        if let Some(start) = start {
            self.gaps.push(Gap { points: Segment { start, end: points.end }, is_out: false });
        }
    }

    /// The number of the gap around a point; none if the value is not live there, is referred to
    /// there, or cannot be moved in time.
    pub fn gap_at(&self, function: &Function, references: &References, at: Point) -> Option<usize> {
        let number = self.gaps.partition_point(|gap| gap.points.end <= at);
        let gap = self.gaps.get(number).filter(|gap| gap.points.start <= at)?;
        let stay = self.stay_of(number);
        let block = &function.blocks[stay.live.block];
        let last = stay.live.references(references.of(self.vreg)).last();
        // Behind the last place for copies the value stays where it was.
        let stuck = last.is_some_and(|r| function.insts[r.inst].point.base() >= block.last_split);
        (at < block.last_split || !stuck && gap.points.end == block.points.end).then_some(number)
    }

    /// The points of the gap around `at`, or of the next one.
    pub fn gap_around(&self, at: Point) -> Segment {
        self.gaps[self.gaps.partition_point(|gap| gap.points.end <= at)].points
    }

    fn stay_of(&self, gap: usize) -> &Stay {
        &self.stays[self.stays.partition_point(|stay| stay.gaps as usize <= gap) - 1]
    }

    /// Takes the value out of registers in the gap around `at`.
    pub fn take_out(&mut self, function: &Function, gap: usize, at: Point) {
        self.gaps[gap].is_out = true;
        let stay = *self.stay_of(gap);
        let block = &function.blocks[stay.live.block];
        let points = self.gaps[gap].points;
        if let Some(entry) = stay.entry.filter(|_| points.start == block.points.start) {
            self.bundle_out[entry as usize] |= at < block.first_split;
        }
        if let Some(exit) = stay.exit.filter(|_| points.end == block.points.end) {
            self.bundle_out[exit as usize] |= at >= block.last_split;
        }
    }

    /// The gaps of a stay.
    pub fn gaps_of(&self, stay: usize) -> std::ops::Range<usize> {
        let end = self.stays.get(stay + 1).map_or(self.gaps.len(), |next| next.gaps as usize);
        self.stays[stay].gaps as usize..end
    }

    /// The references of a stay with the gaps beside them, in order; `all` are the range's.
    pub fn visits<'s>(
        &'s self,
        function: &'s Function,
        all: &'s [Reference],
        stay: usize,
    ) -> impl Iterator<Item = Visit> + 's {
        let mut gaps = self.gaps_of(stay).peekable();
        self.stays[stay].live.references(all).iter().map(move |&reference| {
            let point = function.insts[reference.inst].point;
            let before = gaps.next_if(|&gap| self.gaps[gap].points.end == point.base());
            let after = gaps.peek().copied();
            let after = after.filter(|&gap| self.gaps[gap].points.start == point.dead());
            Visit { reference, before, after }
        })
    }

    /// Where the value is out of registers, sorted and disjoint.
    pub fn out(&self, function: &Function, choice: &Choice) -> Vec<Segment> {
        let mut out = Vec::new();
        for (number, stay) in self.stays.iter().enumerate() {
            let block = &function.blocks[stay.live.block];
            for gap in &self.gaps[self.gaps_of(number)] {
                let mut points = gap.points;
                let mut is_out = gap.is_out;
                if let Some(entry) = stay.entry.filter(|_| points.start == block.points.start) {
                    if choice.in_register[entry as usize] {
                        points.start = block.first_split;
                    } else {
                        is_out = true;
                    }
                }
                if let Some(exit) = stay.exit.filter(|_| points.end == block.points.end) {
                    if choice.in_register[exit as usize] {
                        points.end = block.last_split;
                    } else {
                        is_out = true;
                    }
                }
                if is_out && points.start < points.end {
                    out.push(points);
                }
            }
        }
        merge(&mut out);
        out
    }

    /// Whether memory is given with the value: it can be recomputed anywhere.
    pub fn is_rematerialised(&self) -> bool {
        self.prices.write == 0.0
    }

    /// The cheapest choice; none if too much is asked.
    pub fn solve(&self, function: &Function, references: &References) -> Option<Choice> {
        let nodes = self.bundle_out.len();
        let mut terms = Terms::new(nodes, self.prices);
        for stay in 0..self.stays.len() {
            terms.add(self, function, references.of(self.vreg), stay);
        }
        for (node, _) in self.bundle_out.iter().enumerate().filter(|out| *out.1) {
            terms.network.add(in_register(node), SINK, FORBIDDEN);
        }
        let (price, side) = terms.network.solve(FORBIDDEN / 2.0)?;
        let price = price + terms.anyway;
        Some(Choice {
            price,
            in_register: (0..nodes).map(|node| side[in_register(node)]).collect(),
            in_memory: (0..nodes).map(|node| !side[stale(node)]).collect(),
        })
    }
}

/// The node that is on the source's side if the value is in a register at the bundle.
fn in_register(bundle: usize) -> Node {
    FIRST + 2 * bundle
}

/// The node that is on the source's side if memory does not hold the value at the bundle.
fn stale(bundle: usize) -> Node {
    FIRST + 2 * bundle + 1
}

/// What memory holds somewhere in a block.
#[derive(Clone, Copy)]
enum Memory {
    /// The value if it did at the block's beginning.
    AsAtEntry(usize),
    /// The value.
    Valid,
    /// Another value: it was defined in the block.
    Stale,
}

/// The prices of all blocks as a network.
struct Terms {
    network: Network,
    prices: Prices,
    /// Price that every choice has.
    anyway: f64,
}

impl Terms {
    fn new(nodes: usize, prices: Prices) -> Self {
        let mut network = Network::new(2 * nodes, 4 * nodes);
        for node in 0..nodes {
            network.add(stale(node), in_register(node), FORBIDDEN);
        }
        Self { network, prices, anyway: 0.0 }
    }

    fn add(&mut self, residency: &Residency, function: &Function, all: &[Reference], stay: usize) {
        let Stay { live, entry, exit, .. } = residency.stays[stay];
        let frequency = function.blocks[live.block].frequency;
        let (load, store) = (self.prices.read * frequency, self.prices.write * frequency);
        let is_out = |gap: Option<usize>| gap.is_some_and(|gap| residency.gaps[gap].is_out);
        let (entry, exit) = (entry.map(|node| node as usize), exit.map(|node| node as usize));
        let mut memory = entry.map_or(Memory::Stale, Memory::AsAtEntry);
        let gaps = residency.gaps_of(stay);
        let untouched = live.references(all).is_empty();
        if let Some(entry) = entry {
            if is_out(Some(gaps.start)) {
                self.hold_in_memory(&mut memory, store);
            } else if let Some(exit) = exit.filter(|_| untouched) {
                self.network.add(in_register(exit), in_register(entry), load);
            } else {
                self.network.add(SOURCE, in_register(entry), load);
            }
        }
        for visit in residency.visits(function, all, stay) {
            if visit.reference.reads && is_out(visit.before) {
                self.anyway += load;
            }
            if visit.reference.writes {
                memory = Memory::Stale;
            }
            if is_out(visit.after) {
                self.hold_in_memory(&mut memory, store);
            }
        }
        let Some(exit) = exit else { return };
        if is_out(Some(gaps.end - 1)) {
            self.network.add(in_register(exit), SINK, load);
        }
        match memory {
            Memory::Stale => self.network.add(SOURCE, stale(exit), store),
            Memory::AsAtEntry(entry) => self.network.add(stale(entry), stale(exit), store),
            Memory::Valid => {}
        }
    }

    fn hold_in_memory(&mut self, memory: &mut Memory, store: f64) {
        match std::mem::replace(memory, Memory::Valid) {
            Memory::Stale => self.anyway += store,
            Memory::AsAtEntry(entry) => self.network.add(stale(entry), SINK, store),
            Memory::Valid => {}
        }
    }
}
