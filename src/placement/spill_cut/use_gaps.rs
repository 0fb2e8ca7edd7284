//! The use gaps of a live range, with the nodes that they and the block boundaries are.

use super::{gaps_of, BlockLiveness, PlacementNode, ReferenceInGaps, UseGap};
use crate::analysis::references::Reference;
use crate::model::function::Function;
use crate::model::index::Span;
use crate::model::point::{covers, segment_around, Point, Segment};

/// A range cut into the gaps between its references.
#[derive(Debug, Default)]
pub(super) struct UseGaps {
    pub(super) blocks: Vec<BlockLiveness>,
    /// Per gap its points: from behind a reference or the block's beginning to before a reference or the
    /// block's end.
    points: Vec<Segment>,
    /// Per gap its node; none between references of a block where the value is surely in a register.
    nodes: Vec<Option<PlacementNode>>,
    /// How many nodes there are: first the bundles that the range touches.
    pub(super) node_count: u32,
    /// Per node whether the value can be rematerialised all over it; empty if at none.
    recomputable: Vec<bool>,
}

impl UseGaps {
    /// No gaps yet, with space reserved for so many blocks and references.
    pub(super) fn with_capacity(blocks: usize, references: usize) -> Self {
        // A block has a gap more than it has references.
        let gaps = blocks + references;
        Self {
            blocks: Vec::with_capacity(blocks),
            points: Vec::with_capacity(gaps),
            nodes: Vec::with_capacity(gaps),
            ..Self::default()
        }
    }

    /// Adds the gaps of a block of the range that is live over `live` and has the references `all`. A gap
    /// with a point of `over_capacity`, which is sorted, is a node of its own. Any other is the same node
    /// as the boundary that it touches, and none between references: fewer nodes make a smaller network.
    pub(super) fn add_gaps(
        &mut self,
        function: &Function,
        live: &[Segment],
        all: &[Reference],
        block: usize,
        mut over_capacity: &[Point],
    ) {
        let first = self.points.len();
        let BlockLiveness { live: block_live, entry, exit, ends_with_late_result, .. } =
            self.blocks[block];
        let points = function.blocks[block_live.block].points;
        let references = block_live.references(all);
        // Nothing comes between a late result and the block's end but a store of it.
        if let Some(last) = references.last().filter(|_| ends_with_late_result) {
            let behind = function.insts[last.inst].point.dead();
            over_capacity = &over_capacity[..over_capacity.partition_point(|&at| at < behind)];
        }
        let mut add = |gaps: &mut Self, points: Segment, boundary: Option<PlacementNode>| {
            let passed = over_capacity.partition_point(|&at| at < points.start);
            over_capacity = &over_capacity[passed..];
            let may_be_spilled = over_capacity.first().is_some_and(|&at| at < points.end);
            let node = if may_be_spilled { Some(gaps.new_node()) } else { boundary };
            gaps.points.push(points);
            gaps.nodes.push(node);
        };
        let mut start = entry.map(|entry| (points.start, Some(entry)));
        for reference in references {
            let point = function.insts[reference.inst].point;
            if let Some((start, boundary)) = start {
                add(self, Segment { start, end: point.base() }, boundary);
            }
            start = covers(live, point.dead()).then_some((point.dead(), None));
        }
        if let Some((start, boundary)) = start {
            add(self, Segment { start, end: points.end }, boundary.or(exit));
        }
        self.blocks[block].gaps = Span::since(first, self.points.len());
    }

    /// Finds the nodes where the value can be rematerialised, which it can in `segments`.
    pub(super) fn mark_recomputable(&mut self, function: &Function, segments: &[Segment]) {
        if segments.is_empty() {
            return;
        }
        self.recomputable = vec![true; self.node_count as usize];
        for block in 0..self.blocks.len() {
            let BlockLiveness { live, entry, exit, gaps, .. } = self.blocks[block];
            let points = function.blocks[live.block].points;
            let last = Point(points.end.0 - 1);
            for (node, at) in [(entry, points.start), (exit, last)] {
                if let Some(node) = node.filter(|_| !covers(segments, at)) {
                    self.recomputable[node.0 as usize] = false;
                }
            }
            for gap in gaps.range() {
                let points = self.points[gap];
                let around = segment_around(segments, points.start);
                let is_within = around.is_some_and(|segment| points.end <= segment.end);
                if let Some(node) = self.nodes[gap].filter(|_| !is_within) {
                    self.recomputable[node.0 as usize] = false;
                }
            }
        }
    }

    /// Whether the value can be rematerialised all over a node.
    pub(super) fn is_recomputable(&self, node: PlacementNode) -> bool {
        self.recomputable.get(node.0 as usize).is_some_and(|&is| is)
    }

    fn new_node(&mut self) -> PlacementNode {
        self.node_count += 1;
        PlacementNode(self.node_count - 1)
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

    /// The node of a gap.
    pub(super) fn node(&self, gap: UseGap) -> Option<PlacementNode> {
        self.nodes[gap.0 as usize]
    }

    /// The references in a block with the gaps on either side, in order.
    pub(super) fn references<'s>(
        &'s self,
        function: &'s Function,
        all: &'s [Reference],
        block: &'s BlockLiveness,
    ) -> impl Iterator<Item = ReferenceInGaps> + 's {
        let mut gaps = gaps_of(block).peekable();
        block.live.references(all).iter().map(move |&reference| {
            let point = function.insts[reference.inst].point;
            let before = gaps.next_if(|&gap| self.points(gap).end == point.base());
            let follows = |gap: &UseGap| self.points(*gap).start.base() == point.base();
            let after = gaps.peek().copied().filter(follows);
            ReferenceInGaps { reference, before, after }
        })
    }
}
