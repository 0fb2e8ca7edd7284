//! Which nodes of the flow stand for the nodes of a placement.

use super::{PlacementNode, UseGaps};
use crate::model::index::Idx;
use crate::solver::max_flow::{MaxFlow, Node, Spot};

/// Per placement node two of the flow: whether the value is in a register there, and whether memory does not
/// hold it. A live-through gap only divides arcs between those of its block's boundaries, so it has none before
/// it is forced.
#[derive(Debug)]
pub(super) struct FlowNodes {
    /// How many placement nodes have theirs from the beginning, in order.
    direct: usize,
    /// The live-through gaps that divide no arc and have theirs from the beginning too, in order.
    undividing: Vec<(PlacementNode, Node)>,
    /// The live-through gaps that got theirs since, in order of these.
    forced: Vec<(Node, PlacementNode)>,
}

impl FlowNodes {
    /// All have theirs from the beginning.
    pub(super) fn all(gaps: &UseGaps) -> Self {
        let direct = gaps.node_count as usize;
        Self { direct, undividing: Vec::new(), forced: Vec::new() }
    }

    /// All but the live-through gaps.
    pub(super) fn without_live_through(gaps: &UseGaps) -> Self {
        Self { direct: gaps.first_through as usize, ..Self::all(gaps) }
    }

    /// How many placement nodes have theirs from the beginning, without live-through gaps unless all have.
    pub(super) fn direct(&self) -> usize {
        self.direct
    }

    /// The nodes of the flow that there are in the beginning, the source among them.
    pub(super) fn count(&self) -> usize {
        1 + 2 * self.direct
    }

    /// Whether a node has none from the beginning.
    pub(super) fn is_lazy(&self, node: PlacementNode) -> bool {
        node.index() >= self.direct
    }

    /// Notes the first of the two nodes of a live-through gap that divides no arc. Gaps come in order.
    pub(super) fn note_undividing(&mut self, gap: PlacementNode, first: Node) {
        self.undividing.push((gap, first));
    }

    /// What is on the source's side if the value is in a register at the node.
    pub(super) fn in_register(&self, node: PlacementNode) -> Spot {
        self.spot(node, 0)
    }

    /// The node of the flow for whether the value is in a register at the node, if there is one now.
    #[inline]
    pub(super) fn node_now(&self, flow: &MaxFlow, node: PlacementNode) -> Option<Node> {
        match self.in_register(node) {
            Spot::Node(node) => Some(node),
            Spot::Middle(pair) | Spot::Beside(pair) => flow.dividing(pair),
        }
    }

    /// What is on the source's side if memory does not hold the value at the node.
    pub(super) fn stale(&self, node: PlacementNode) -> Spot {
        self.spot(node, 1)
    }

    /// The nodes of the flow for a placement node that has them from the beginning.
    pub(super) fn nodes_of(&self, node: PlacementNode) -> [Node; 2] {
        [0, 1].map(|offset| self.direct_node(node, offset))
    }

    /// The first or second of them.
    #[inline]
    pub(super) fn direct_node(&self, node: PlacementNode, offset: usize) -> Node {
        match self.spot(node, offset) {
            Spot::Node(node) => node,
            Spot::Middle(_) | Spot::Beside(_) => unreachable!("it divides an arc"),
        }
    }

    /// The first or second of a placement node's.
    #[inline]
    fn spot(&self, node: PlacementNode, offset: usize) -> Spot {
        match node.index() < self.direct {
            true => Spot::Node(1 + 2 * node.index() + offset),
            false => self.spot_of_live_through(node, offset),
        }
    }

    fn spot_of_live_through(&self, gap: PlacementNode, offset: usize) -> Spot {
        match self.undividing.binary_search_by_key(&gap, |&(gap, _)| gap) {
            Ok(found) => Spot::Node(self.undividing[found].1 + offset),
            Err(before) => {
                let pair = gap.index() - self.direct - before;
                if offset == 0 {
                    Spot::Middle(pair)
                } else {
                    Spot::Beside(pair)
                }
            }
        }
    }

    /// The node of the flow that becomes a sink if the value is to be out of registers at the node.
    pub(super) fn sink(&mut self, flow: &mut MaxFlow, node: PlacementNode) -> Node {
        match self.in_register(node) {
            Spot::Node(sink) => sink,
            Spot::Middle(pair) | Spot::Beside(pair) => {
                let nodes = flow.nodes();
                let sink = flow.middle(pair);
                if flow.nodes() > nodes {
                    self.forced.push((sink, node));
                }
                sink
            }
        }
    }

    /// The placement node that has this node of the flow for whether the value is in a register.
    pub(super) fn with_register(&self, flow: Node) -> Option<PlacementNode> {
        if flow < self.count() {
            return (flow % 2 == 1).then(|| PlacementNode::new(flow / 2));
        }
        let undividing = self.undividing.binary_search_by_key(&flow, |&(_, first)| first);
        let forced = self.forced.binary_search_by_key(&flow, |&(first, _)| first);
        let undividing = undividing.ok().map(|found| self.undividing[found].0);
        undividing.or_else(|| Some(self.forced[forced.ok()?].1))
    }
}
