//! The use gaps of a live range, with the nodes that they and the block boundaries are.

use super::{BlockLiveness, PlacementNode, ReferenceInGaps, UseGap};
use crate::analysis::bundles::Bundles;
use crate::analysis::insertion_points::InsertionPoints;
use crate::analysis::live_blocks::LiveBlocks;
use crate::analysis::references::{Reference, References};
use crate::cost::Prices;
use crate::model::function::{Fate, Function, Inst, VReg};
use crate::model::index::{Idx, Span};
use crate::model::point::{covers, segment_around, Point, Segment};
use crate::model::search::count_before;

/// The number of a live-through gap until all others have theirs.
const LIVE_THROUGH: usize = u32::MAX as usize - 1;

/// A range cut into the gaps between its references.
#[derive(Debug)]
pub struct UseGaps {
    /// The range.
    pub vreg: VReg,
    pub(super) prices: Prices,
    blocks: Vec<BlockLiveness>,
    /// Per gap its points: from behind a reference or the block's beginning to before a reference or the
    /// block's end. Behind what is only read it begins where the instruction writes.
    points: Vec<Segment>,
    /// Per gap its node; none between references of a block where the value is surely in a register.
    nodes: Vec<Option<PlacementNode>>,
    /// How many nodes there are: first the bundles that the range touches, then gaps beside references, and last
    /// those that take a whole block.
    pub(super) node_count: u32,
    /// The number of the first gap that takes a whole block: the range is live-through there.
    pub(super) first_through: u32,
    /// Per node whether the value can be rematerialised all over it; empty if at none.
    recomputable: Vec<bool>,
}

impl UseGaps {
    /// The gaps of a range; none if it cannot be split. It may have to be out of registers only in gaps with
    /// a point of `over_capacity`, which is sorted.
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
        let bundles = bundles.of_range(function, &live);
        // A block has a gap more than it has references.
        let count = live.blocks().len() + all.len();
        let mut gaps = Self {
            vreg,
            prices,
            blocks: Vec::with_capacity(live.blocks().len()),
            points: Vec::with_capacity(count),
            nodes: Vec::with_capacity(count),
            node_count: bundles.count as u32,
            first_through: 0,
            recomputable: Vec::new(),
        };
        let points = InsertionPoints::of(function, vreg);
        let node = |bundle: u32| PlacementNode::new(bundle as usize);
        for (block, ends) in live.blocks().zip(&bundles.ends) {
            let ends_with_late_result = late_result(points, block.references(all))?;
            gaps.blocks.push(BlockLiveness {
                block: block.block,
                entry: ends.entry.map(node),
                exit: ends.exit.map(node),
                references: block.references,
                gaps: Span::default(),
                ends_with_late_result,
            });
        }
        let mut over_capacity = over_capacity;
        for block in 0..gaps.blocks.len() {
            gaps.add_gaps(function, function.live(vreg), all, block, &mut over_capacity);
        }
        gaps.number_live_through();
        gaps.mark_recomputable(function, prices.recomputable(function));
        Some(gaps)
    }

    /// The blocks of the range in layout order.
    pub fn blocks(&self) -> &[BlockLiveness] {
        &self.blocks
    }

    /// Whether memory is given with the value: it can be rematerialised anywhere.
    pub fn is_rematerialised(&self) -> bool {
        self.prices.write == 0.0
    }

    /// Whether a block ends with a definition behind its last insertion point.
    pub fn has_late_result(&self) -> bool {
        self.blocks.iter().any(|block| block.ends_with_late_result)
    }

    /// Whether what an instruction leaves in the range can be rematerialised, be it in memory or not.
    pub fn is_recomputable_after(&self, function: &Function, inst: Inst) -> bool {
        let at = function.insts[inst].point.dead();
        self.is_rematerialised() || covers(self.prices.recomputable(function), at)
    }

    /// The points of the gap around `at`.
    pub fn gap_around(&self, at: Point) -> Option<Segment> {
        self.around(at).map(|gap| self.points(gap))
    }

    /// Adds the gaps of a block of the range that is live over `live` and has the references `all`. A gap
    /// with a point of `over_capacity`, which is sorted, is a node of its own. Any other is the same node
    /// as the boundary that it touches, and none between references: fewer nodes make a smaller network.
    /// Takes from `over_capacity` what lies in front of the block's last gap: no block behind needs it.
    fn add_gaps(
        &mut self,
        function: &Function,
        live: &[Segment],
        all: &[Reference],
        block: usize,
        over_capacity: &mut &[Point],
    ) {
        let first = self.points.len();
        let liveness @ BlockLiveness { entry, exit, ends_with_late_result, .. } =
            self.blocks[block];
        let points = function.blocks[liveness.block].points;
        let references = liveness.references(all);
        // Nothing comes between a late result and the block's end but a store of it.
        let late_result = references.last().filter(|_| ends_with_late_result);
        let end = late_result.map_or(points.end, |last| function.insts[last.inst].point.dead());
        let mut add = |gaps: &mut Self, points: Segment, boundary: Option<PlacementNode>| {
            let passed = count_before(over_capacity, |&at| at < points.start);
            *over_capacity = &over_capacity[passed..];
            let may_be_spilled = over_capacity.first().is_some_and(|&at| at < points.end.min(end));
            let is_through = || references.is_empty() && entry.is_some() && exit.is_some();
            let node = match may_be_spilled {
                true if is_through() => Some(PlacementNode::new(LIVE_THROUGH)),
                true => Some(gaps.new_node()),
                false => boundary,
            };
            gaps.points.push(points);
            gaps.nodes.push(node);
        };
        let mut start = entry.map(|entry| (points.start, Some(entry)));
        for reference in references {
            let point = function.insts[reference.inst].point;
            if let Some((start, boundary)) = start {
                add(self, Segment { start, end: point.base() }, boundary);
            }
            // What is only read leaves its register to what the instruction writes.
            let free = if reference.writes { point.dead() } else { point.register() };
            start = covers(live, point.dead()).then_some((free, None));
        }
        if let Some((start, boundary)) = start {
            add(self, Segment { start, end: points.end }, boundary.or(exit));
        }
        self.blocks[block].gaps = Span::since(first, self.points.len());
    }

    /// Numbers the live-through gaps, behind all other nodes.
    fn number_live_through(&mut self) {
        self.first_through = self.node_count;
        for node in self.nodes.iter_mut().flatten() {
            if node.index() == LIVE_THROUGH {
                *node = PlacementNode::new(self.node_count as usize);
                self.node_count += 1;
            }
        }
    }

    /// Finds the nodes where the value can be rematerialised, which it can in `segments`.
    fn mark_recomputable(&mut self, function: &Function, segments: &[Segment]) {
        if segments.is_empty() {
            return;
        }
        self.recomputable = vec![true; self.node_count as usize];
        for block in 0..self.blocks.len() {
            let BlockLiveness { block, entry, exit, gaps, .. } = self.blocks[block];
            let points = function.blocks[block].points;
            let last = Point(points.end.0 - 1);
            for (node, at) in [(entry, points.start), (exit, last)] {
                if let Some(node) = node.filter(|_| !covers(segments, at)) {
                    self.recomputable[node.index()] = false;
                }
            }
            for gap in gaps.range() {
                let points = self.points[gap];
                let around = segment_around(segments, points.start);
                let is_within = around.is_some_and(|segment| points.end <= segment.end);
                if let Some(node) = self.nodes[gap].filter(|_| !is_within) {
                    self.recomputable[node.index()] = false;
                }
            }
        }
    }

    /// Whether the value can be rematerialised all over a node.
    pub(super) fn is_recomputable(&self, node: PlacementNode) -> bool {
        self.recomputable.get(node.index()).is_some_and(|&is| is)
    }

    fn new_node(&mut self) -> PlacementNode {
        self.node_count += 1;
        PlacementNode::new(self.node_count as usize - 1)
    }

    /// The gap around a point.
    pub(super) fn around(&self, at: Point) -> Option<UseGap> {
        let gap = self.points.partition_point(|points| points.end <= at);
        let holds = self.points.get(gap).is_some_and(|points| points.start <= at);
        holds.then_some(UseGap(gap as u32))
    }

    /// The points of a gap.
    pub(super) fn points(&self, gap: UseGap) -> Segment {
        self.points[gap.0 as usize]
    }

    /// The block that a gap lies in.
    pub(super) fn block_of(&self, gap: UseGap) -> &BlockLiveness {
        &self.blocks[self.blocks.partition_point(|block| block.gaps.start <= gap.0) - 1]
    }

    /// The number of gaps.
    pub(super) fn len(&self) -> usize {
        self.points.len()
    }

    /// The node of a gap; none if the value is surely in a register there.
    pub fn node(&self, gap: UseGap) -> Option<PlacementNode> {
        self.nodes[gap.0 as usize]
    }

    /// The references in a block with the gaps on either side, in order; `all` are the range's.
    pub fn references<'s>(
        &'s self,
        function: &'s Function,
        all: &'s [Reference],
        block: &'s BlockLiveness,
    ) -> impl Iterator<Item = ReferenceInGaps> + 's {
        let mut gaps = block.gaps().peekable();
        block.references(all).iter().map(move |&reference| {
            let point = function.insts[reference.inst].point;
            let before = gaps.next_if(|&gap| self.points(gap).end == point.base());
            let follows = |gap: &UseGap| self.points(*gap).start.base() == point.base();
            let after = gaps.peek().copied().filter(follows);
            ReferenceInGaps { reference, before, after }
        })
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
