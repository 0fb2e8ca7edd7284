//! The spill cut of a live range: where it is best in a register and where in memory, if it must be out
//! of registers in some of its use gaps.
//!
//! Two facts hold or not at each node of the range: the value is in a register, and memory holds it. One
//! of them always does, unless the value can be rematerialised. Where the first begins to hold without a
//! definition there is a reload; where the second begins to hold there is a store. A definition makes the
//! first true and the second false. Each price depends on two facts at most, so a minimum cut finds the
//! cheapest loads and stores together. Code placement by EARLIEST (Morgan 1998, 11.8) sees no frequencies.
//!
//! The nodes are edge bundles, and those use gaps that may have to be out of registers. A gap that is
//! spilled is one more sink of the flow; so the price of one more gap is found from the flow so far.

mod network;
mod use_gaps;

use crate::analysis::bundles::Bundles;
use crate::analysis::insertion_points::InsertionPoints;
use crate::analysis::live_blocks::{LiveBlock, LiveBlocks};
use crate::analysis::references::{Reference, References};
use crate::cost::Prices;
use crate::model::function::{Fate, Function, Inst, VReg};
use crate::model::index::Span;
use crate::model::point::{covers, merge, Point, Segment};
use crate::solver::max_flow::{MaxFlow, Node, Scratch};
use network::CostNetwork;
use std::rc::Rc;
use use_gaps::UseGaps;

/// The liveness of the range in one block.
#[derive(Clone, Copy, Debug)]
pub struct BlockLiveness {
    /// The block, with its references.
    pub live: LiveBlock,
    /// The edge bundle at its beginning, if the range is live there.
    pub entry: Option<PlacementNode>,
    /// The edge bundle at its end, if the range is live there.
    pub exit: Option<PlacementNode>,
    /// Its use gaps: one before its first reference if the range is live in, and one behind each
    /// reference behind which it is live.
    gaps: Span,
    /// Whether its last reference is the result of a call, behind the last insertion point.
    ends_with_late_result: bool,
}

/// A node of the placement: an edge bundle, or a use gap that may have to be out of registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlacementNode(u32);

impl PlacementNode {
    /// The node of the flow that is on the source's side if the value is in a register.
    fn in_register(self) -> Node {
        1 + 2 * self.0 as usize
    }

    /// The node of the flow that is on the source's side if memory does not hold the value.
    fn stale(self) -> Node {
        2 + 2 * self.0 as usize
    }
}

/// A stretch of a block in which the range is live and no instruction refers to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UseGap(u32);

/// A reference with the use gaps on either side, if the value is live there.
#[derive(Clone, Copy, Debug)]
pub struct ReferenceInGaps {
    /// The reference.
    pub reference: Reference,
    /// The gap that ends with it.
    pub before: Option<UseGap>,
    /// The gap that begins with it.
    pub after: Option<UseGap>,
}

/// Where the value is at all nodes.
#[derive(Debug)]
pub struct Locations {
    source_side: Vec<bool>,
}

impl Locations {
    /// Whether it is in a register.
    pub fn in_register(&self, node: PlacementNode) -> bool {
        self.source_side[node.in_register()]
    }

    /// Whether memory holds it.
    pub fn in_memory(&self, node: PlacementNode) -> bool {
        !self.source_side[node.stale()]
    }
}

/// One range with the points at which it must be out of registers.
#[derive(Clone, Debug)]
pub struct SpillCut {
    /// The range.
    pub vreg: VReg,
    gaps: Rc<UseGaps>,
    flow: MaxFlow,
    prices: Prices,
    /// The nodes at which it must be out of registers.
    spilled: Vec<PlacementNode>,
}

impl SpillCut {
    /// The range as it is, in a register everywhere; none if it cannot be split. It may have to be out of
    /// registers only in gaps with a point of `over_capacity`, which is sorted.
    pub fn of(
        function: &Function,
        references: &References,
        bundles: &mut Bundles,
        vreg: VReg,
        prices: Prices,
        over_capacity: &[Point],
    ) -> Option<Self> {
        let data = &function.vregs[vreg];
        if data.fate == Fate::Register || data.hints_only || !data.lane_ranges.is_empty() {
            return None;
        }
        let all = references.of(vreg);
        let live = LiveBlocks::of(function, function.live(vreg), all);
        bundles.start_numbering();
        let mut gaps = UseGaps::with_capacity(live.blocks().len(), all.len());
        let points = InsertionPoints::of(function);
        for &block in live.blocks() {
            let ends_with_late_result = late_result(points, block.references(all))?;
            let (entry, exit) = (bundles.entry(block.block), bundles.exit(block.block));
            let mut node = |bundle| PlacementNode(bundles.number(bundle) as u32);
            let entry = block.live_in.then(|| node(entry));
            let exit = block.live_out.then(|| node(exit));
            let liveness = BlockLiveness {
                live: block,
                entry,
                exit,
                gaps: Span::default(),
                ends_with_late_result,
            };
            gaps.blocks.push(liveness);
        }
        gaps.node_count = bundles.numbered() as u32;
        for block in 0..gaps.blocks.len() {
            gaps.add_gaps(function, function.live(vreg), all, block, over_capacity);
        }
        gaps.mark_recomputable(function, prices.recomputable(function));
        let flow = CostNetwork::new(&gaps, prices).build(function, all);
        Some(Self { vreg, gaps: Rc::new(gaps), flow, prices, spilled: Vec::new() })
    }

    /// The blocks of the range in layout order.
    pub fn blocks(&self) -> &[BlockLiveness] {
        &self.gaps.blocks
    }

    /// The gaps of a block, in order.
    pub fn gaps_of(&self, block: &BlockLiveness) -> impl DoubleEndedIterator<Item = UseGap> {
        gaps_of(block)
    }

    /// The references in a block with the gaps on either side, in order; `all` are the range's.
    pub fn references<'s>(
        &'s self,
        function: &'s Function,
        all: &'s [Reference],
        block: &'s BlockLiveness,
    ) -> impl Iterator<Item = ReferenceInGaps> + 's {
        self.gaps.references(function, all, block)
    }

    /// The node of a gap; none if the value is surely in a register there.
    pub fn node(&self, gap: UseGap) -> Option<PlacementNode> {
        self.gaps.node(gap)
    }

    /// Expected price of the loads and stores, per execution of the function; at least
    /// [`INFINITE`](crate::solver::max_flow::INFINITE) if too much is asked.
    pub fn price(&self) -> f64 {
        self.flow.value()
    }

    /// The arcs of its flow network: a measure of the memory that it takes.
    pub fn arcs(&self) -> usize {
        self.flow.arcs()
    }

    /// The cheapest locations.
    pub fn cheapest(&self) -> Locations {
        Locations { source_side: self.flow.source_side() }
    }

    /// The locations with the value out of registers only where it must be. Memory is not said to hold it
    /// anywhere else.
    pub fn only_where_forced(&self) -> Locations {
        let mut source_side = vec![true; PlacementNode(self.gaps.node_count).in_register()];
        for node in &self.spilled {
            source_side[node.in_register()] = false;
            source_side[node.stale()] = false;
        }
        Locations { source_side }
    }

    /// Whether memory is given with the value: it can be rematerialised anywhere.
    pub fn is_rematerialised(&self) -> bool {
        self.prices.write == 0.0
    }

    /// Whether a block ends with a definition behind its last insertion point.
    pub fn has_late_result(&self) -> bool {
        self.blocks().iter().any(|block| block.ends_with_late_result)
    }

    /// Whether what an instruction leaves in the range can be rematerialised, be it in memory or not.
    pub fn is_recomputable_after(&self, function: &Function, inst: Inst) -> bool {
        let at = function.insts[inst].point.dead();
        self.is_rematerialised() || covers(self.prices.recomputable(function), at)
    }

    /// The points of the gap around `at`.
    pub fn gap_around(&self, at: Point) -> Option<Segment> {
        self.gaps.around(at).map(|gap| self.gaps.points(gap))
    }

    /// Takes the value out of registers in the gap around `at`. Returns false if it is not live there,
    /// is referred to there, cannot be moved in time, or the price reaches `limit`; and then nothing
    /// is known about it any more.
    pub fn spill_around(
        &mut self,
        function: &Function,
        references: &References,
        at: Point,
        limit: f64,
        scratch: &mut Scratch,
    ) -> bool {
        let Some(gap) = self.gaps.around(at) else { return false };
        let gap_points = self.gaps.points(gap);
        let liveness = *self.gaps.block_of(gap);
        let block = liveness.live.block;
        let block_points = function.blocks[block].points;
        let points = InsertionPoints::of(function);
        let (first, last) = (points.block_start(block).at, points.block_end(block).at);
        // Behind the last insertion point the value stays where it was.
        let all = liveness.live.references(references.of(self.vreg));
        let is_late = |r: &Reference| points.is_behind_last(r.inst);
        let ends_block = gap_points.end == block_points.end;
        if at >= last && (!ends_block || all.last().is_some_and(is_late)) {
            return false;
        }
        let Some(node) = self.gaps.node(gap) else { return false };
        let spilled = &mut self.spilled;
        let mut force = |node: PlacementNode| {
            spilled.push(node);
            self.flow.add_sink(node.in_register(), limit, scratch);
        };
        force(node);
        let is_early = at < first && gap_points.start == block_points.start;
        liveness.entry.filter(|_| is_early).into_iter().for_each(&mut force);
        liveness.exit.filter(|_| at >= last).into_iter().for_each(&mut force);
        self.price() < limit
    }

    /// Where the value is out of registers, sorted and disjoint.
    pub fn out_of_registers(&self, function: &Function, locations: &Locations) -> Vec<Segment> {
        let insertion = InsertionPoints::of(function);
        let mut out = Vec::new();
        for block in self.blocks() {
            let block_points = function.blocks[block.live.block].points;
            for gap in self.gaps_of(block) {
                if self.node(gap).is_none_or(|node| locations.in_register(node)) {
                    continue;
                }
                let mut points = self.gaps.points(gap);
                let held = |node: Option<PlacementNode>| {
                    node.is_some_and(|node| locations.in_register(node))
                };
                if points.start == block_points.start && held(block.entry) {
                    points.start = insertion.block_start(block.live.block).at;
                }
                if points.end == block_points.end && held(block.exit) {
                    points.end = insertion.block_end(block.live.block).at;
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

/// Whether the last of a block's references is the result of a call behind the last insertion point.
/// None if the value cannot be moved before or behind one of the others.
fn late_result(points: InsertionPoints, references: &[Reference]) -> Option<bool> {
    let is_late_result = |r: &Reference| r.writes && points.after_late_result(r.inst).is_some();
    let ends_with_one = references.last().is_some_and(is_late_result);
    let mut others = references[..references.len() - usize::from(ends_with_one)].iter();
    let is_movable = |r: &Reference| {
        points.before(r.inst).is_some() && (!r.writes || points.after(r.inst).is_some())
    };
    others.all(is_movable).then_some(ends_with_one)
}

fn gaps_of(block: &BlockLiveness) -> impl DoubleEndedIterator<Item = UseGap> + use<> {
    (block.gaps.start..block.gaps.end).map(UseGap)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::text::parse;
    use crate::options::Settings;
    use crate::solver::max_flow::INFINITE;

    /// %0 is defined at 4, and b0 ends at 12. It is not used in b1, from 12 to 24, which is executed ten
    /// times, and used in b2 at 28.
    const LOOP: &str = "reg r0\nclass g r0\nfunction f\nloop l0\nblock b0 1 -> b1\n  loadI 1 => %0\n  \
                        jump\nblock b1 10 in l0 -> b1 b2\n  nop\n  cbr\nblock b2 1\n  store %0\n  ret\n";

    /// Takes %0 out of registers around each of the points: the price after each, and the cut.
    fn spill(text: &str, at: &[u32]) -> (Vec<Option<f64>>, SpillCut) {
        let function = &parse(text).unwrap().function;
        let references = References::collect(function);
        let at: Vec<Point> = at.iter().map(|&at| Point(at)).collect();
        let mut over = at.clone();
        over.sort_unstable();
        let prices = Prices::of(Settings::default().on(function), VReg(0));
        let bundles = &mut Bundles::compute(function);
        let mut cut = SpillCut::of(function, &references, bundles, VReg(0), prices, &over).unwrap();
        assert_eq!(cut.price(), 0.0);
        let scratch = &mut Scratch::default();
        let mut price = |&at: &Point| {
            let known = cut.clone();
            let done = cut.spill_around(function, &references, at, INFINITE / 2.0, scratch);
            if !done {
                cut = known;
            }
            done.then(|| cut.price())
        };
        let prices = at.iter().map(&mut price).collect();
        (prices, cut)
    }

    #[test]
    fn each_gap_adds_what_it_needs_beside_those_before() {
        // Out in b1: one store (1) and one load (4). Nothing more in front of the use in b2, nor from the
        // definition on.
        let (prices, cut) = spill(LOOP, &[16, 24, 8]);
        assert_eq!(prices, [5.0, 5.0, 5.0].map(Some));
        assert!(!cut.is_rematerialised() && !cut.has_late_result());
    }

    #[test]
    fn no_range_is_out_of_registers_where_an_instruction_refers_to_it() {
        // At 5 %0 is not live yet, and 28 is its use.
        assert_eq!(spill(LOOP, &[5, 28]).0, [None, None]);
    }

    #[test]
    fn a_range_is_out_between_the_insertion_points_at_which_it_moves() {
        let function = parse(LOOP).unwrap().function;
        let (_, cut) = spill(LOOP, &[16]);
        // The cheapest cut has as much as possible in memory: from the definition to the use.
        let cheapest = cut.out_of_registers(&function, &cut.cheapest());
        assert_eq!(cheapest, [Segment { start: Point(4).dead(), end: Point(28) }]);
        // In a register at both ends of b1, and out between its two insertion points, up to its `cbr`.
        let forced = cut.out_of_registers(&function, &cut.only_where_forced());
        assert_eq!(forced, [Segment { start: Point(13), end: Point(20) }]);
    }
}
