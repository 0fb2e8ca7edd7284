//! Where a value is out of registers.

use super::flow_nodes::FlowNodes;
use super::{BlockLiveness, PlacementNode, UseGap, UseGaps};
use crate::analysis::insertion_points::InsertionPoints;
use crate::model::function::Function;
use crate::model::index::Idx;
use crate::model::index_set::IndexSet;
use crate::model::point::{merge, Segment};
use crate::solver::max_flow::MaxFlow;
use crate::solver::source_side::{Left, SourceSide};

/// Per node the gaps in which its location decides where the value is out of registers: its own gaps, and those at
/// the block boundaries that it stands for.
#[derive(Debug)]
pub(super) struct NodeGaps {
    /// Per node where its gaps begin in `gaps`; one more entry for the end of all.
    first: Vec<u32>,
    gaps: Vec<UseGap>,
    /// Memory of `newly_out`: the nodes that left, and the gaps that have to be looked at again.
    left: IndexSet<PlacementNode>,
    changed: IndexSet<UseGap>,
}

impl NodeGaps {
    pub(super) fn of(all: &UseGaps) -> Self {
        let mut pairs: Vec<(PlacementNode, UseGap)> =
            Vec::with_capacity(all.len() + 2 * all.blocks().len());
        for block in all.blocks() {
            pairs.extend(block.entry.zip(block.gaps().next()));
            pairs.extend(block.gaps().filter_map(|gap| Some((all.node(gap)?, gap))));
            pairs.extend(block.exit.zip(block.gaps().next_back()));
        }
        let mut first = vec![0; all.node_count as usize + 1];
        pairs.iter().for_each(|(node, _)| first[node.index()] += 1);
        let mut end = 0;
        for count in &mut first {
            end += *count;
            *count = end;
        }
        let mut gaps = vec![UseGap(0); pairs.len()];
        for (node, gap) in pairs {
            let place = &mut first[node.index()];
            *place -= 1;
            gaps[*place as usize] = gap;
        }
        let (left, changed) = (IndexSet::new(first.len()), IndexSet::new(all.len()));
        Self { first, gaps, left, changed }
    }

    /// Notes that a node left the source's side.
    fn note(&mut self, node: PlacementNode) {
        self.left.insert(node);
        let (start, end) = (self.first[node.index()], self.first[node.index() + 1]);
        for &gap in &self.gaps[start as usize..end as usize] {
            self.changed.insert(gap);
        }
    }
}

impl UseGaps {
    /// Where the value is out of registers, sorted and disjoint.
    pub(super) fn out_of_registers(
        &self,
        function: &Function,
        flow: &MaxFlow,
        nodes: &FlowNodes,
        side: &SourceSide,
    ) -> Vec<Segment> {
        let in_register = |node| Some(side.contains(nodes.node_now(flow, node)?));
        let mut out = Vec::new();
        for block in self.blocks() {
            out.extend(
                block.gaps().filter_map(|gap| self.out_in(function, block, gap, in_register)),
            );
        }
        merge(&mut out);
        // It is kept as long as the range is out, and there are far fewer than gaps.
        out.shrink_to_fit();
        out
    }

    /// Where it is out of registers now and was not before some nodes left the source's side; sorted and disjoint.
    pub(super) fn newly_out(
        &self,
        function: &Function,
        flow: &MaxFlow,
        nodes: &FlowNodes,
        side: &SourceSide,
        left: &Left,
        node_gaps: &mut NodeGaps,
    ) -> Vec<Segment> {
        let newly = left.nodes().filter_map(|node| nodes.with_register(node));
        newly.for_each(|node| node_gaps.note(node));
        let in_register = |node| Some(side.contains(nodes.node_now(flow, node)?));
        let was_in_register = |node| Some(in_register(node)? || node_gaps.left.contains(node));
        let mut out = Vec::new();
        for gap in node_gaps.changed.iter() {
            let block = self.block_of(gap);
            let Some(now) = self.out_in(function, block, gap, in_register) else { continue };
            match self.out_in(function, block, gap, was_in_register) {
                Some(before) => {
                    out.push(Segment { end: before.start, ..now });
                    out.push(Segment { start: before.end, ..now });
                }
                None => out.push(now),
            }
        }
        out.retain(|points| !points.is_empty());
        merge(&mut out);
        node_gaps.left.clear();
        node_gaps.changed.clear();
        out
    }

    /// Where it is out of registers in a gap. Of a live-through gap that is no node of the flow now `in_register` does
    /// not know; the value is in a register there if it is on both sides.
    fn out_in(
        &self,
        function: &Function,
        block: &BlockLiveness,
        gap: UseGap,
        in_register: impl Fn(PlacementNode) -> Option<bool>,
    ) -> Option<Segment> {
        let held = |node: Option<PlacementNode>| node.and_then(&in_register) == Some(true);
        let on_both_sides = || held(block.entry) && held(block.exit);
        if in_register(self.node(gap)?).unwrap_or_else(on_both_sides) {
            return None;
        }
        let insertion = InsertionPoints::of(function, self.vreg);
        let block_points = function.blocks[block.block].points;
        let mut points = self.points(gap);
        if points.start == block_points.start && held(block.entry) {
            points.start = insertion.block_start(block.block).at;
        }
        if points.end == block_points.end && held(block.exit) {
            points.end = insertion.block_end(block.block).at;
        }
        Some(points).filter(|points| !points.is_empty())
    }
}
