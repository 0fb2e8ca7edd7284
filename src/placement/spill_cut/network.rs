//! What it costs to have a range in a register or in memory at each node, as a flow network.

use super::flow_nodes::FlowNodes;
use super::priced::Charge;
use super::use_gaps::UseGaps;
use super::{BlockLiveness, PlacementNode, ReferenceInGaps, UseGap};
use crate::analysis::references::Reference;
use crate::cost::Prices;
use crate::model::function::Function;
use crate::model::index::Idx;
use crate::model::point::Point;
use crate::solver::max_flow::{FlowBuilder, MaxFlow, Node, INFINITE, SOURCE};

/// The prices of the loads and stores of a range as capacities.
pub(super) struct CostNetwork<'s> {
    gaps: &'s UseGaps,
    prices: Prices,
    network: FlowBuilder,
    nodes: FlowNodes,
}

impl<'s> CostNetwork<'s> {
    /// All placement nodes are nodes of the flow.
    pub(super) fn new(gaps: &'s UseGaps) -> Self {
        Self::of(gaps, FlowNodes::all(gaps), 0)
    }

    /// Live-through gaps, most nodes of a range that lives through much code, are none until they are forced.
    pub(super) fn without_live_through(gaps: &'s UseGaps) -> Self {
        Self::of(gaps, FlowNodes::without_live_through(gaps), 0)
    }

    /// A network in which the value pays for registers. What is charged flows to a node of its own, the
    /// [`sink`](Self::sink).
    pub(super) fn with_charges(gaps: &'s UseGaps, charges: &[Charge]) -> Self {
        let mut of = Self::of(gaps, FlowNodes::all(gaps), usize::from(!charges.is_empty()));
        for charge in charges {
            of.network.add(of.in_register(charge.node), Self::sink(gaps), charge.price);
        }
        of
    }

    fn of(gaps: &'s UseGaps, nodes: FlowNodes, sinks: usize) -> Self {
        let direct = nodes.direct();
        let pairs = 5 * direct + 2 * (gaps.node_count as usize - direct);
        let network = FlowBuilder::new(nodes.count() + sinks, pairs);
        let mut of = Self { gaps, prices: gaps.prices, network, nodes };
        (0..direct).map(PlacementNode::new).for_each(|node| of.require_a_place(node));
        of
    }

    /// The value has to be in a register or in memory at a node, unless it can be rematerialised.
    fn require_a_place(&mut self, node: PlacementNode) {
        if self.prices.write > 0.0 && !self.gaps.is_recomputable(node) {
            self.network.add(self.stale(node), self.in_register(node), INFINITE);
        }
    }

    fn in_register(&self, node: PlacementNode) -> Node {
        self.nodes.direct_node(node, 0)
    }

    fn stale(&self, node: PlacementNode) -> Node {
        self.nodes.direct_node(node, 1)
    }

    /// The node to which the charges flow.
    pub(super) fn sink(gaps: &UseGaps) -> Node {
        1 + 2 * gaps.node_count as usize
    }

    /// Adds the prices of all blocks; `all` are the range's references.
    pub(super) fn build(mut self, function: &Function, all: &[Reference]) -> (MaxFlow, FlowNodes) {
        for block in self.gaps.blocks() {
            let data = &function.blocks[block.block];
            let (frequency, points) = (data.frequency, data.points);
            let store = self.prices.write * frequency;
            let mut gaps = block.gaps();
            let first = gaps.next().and_then(|gap| self.gaps.node(gap));
            let load_at = |at| self.prices.read_at(function, at) * frequency;
            let (mut load_at_start, load_at_end) =
                (load_at(points.start), load_at(Point(points.end.0 - 1)));
            // A piece from the block's beginning to one reference is spilled with the remainder that it is
            // a copy of: the value is then rematerialised at the reference if it can be, or else loaded there.
            if let ([only], None) = (block.references(all), block.exit) {
                load_at_start = self.prices.read_for(function, only) * frequency;
            }
            if let Some(gap) = first.filter(|&gap| self.nodes.is_lazy(gap)) {
                let load = (load_at_start == load_at_end).then_some(load_at_start);
                if self.add_divisible_passage(block, gap, load, store) {
                    continue;
                }
                let in_register = self.network.add_node();
                self.network.add_node();
                self.nodes.note_undividing(gap, in_register);
                self.require_a_place(gap);
            }
            if let (Some(entry), Some(first)) = (block.entry, first) {
                self.add_passage(entry, first, load_at_start, store);
            }
            let mut unchanged_since = block.entry.and(first);
            for reference in self.gaps.references(function, all, block) {
                unchanged_since =
                    self.add_reference(function, &reference, unchanged_since, frequency);
            }
            let last = gaps.next_back().map_or(first, |gap| self.gaps.node(gap));
            if let (Some(last), Some(exit)) = (last, block.exit) {
                self.add_passage(last, exit, load_at_end, store);
            }
        }
        (self.network.finish(), self.nodes)
    }

    /// A passage through a live-through block that its gap may divide, if it would only do that and loads cost the same
    /// at both ends. Where memory must hold the value because of the gap alone, that would be lost. Returns
    /// whether it is such a passage.
    fn add_divisible_passage(
        &mut self,
        block: &BlockLiveness,
        gap: PlacementNode,
        load: Option<f64>,
        store: f64,
    ) -> bool {
        let (Some(entry), Some(exit)) = (block.entry, block.exit) else { return false };
        let Some(load) = load.filter(|&load| load > 0.0) else { return false };
        let is_free = |node| self.gaps.is_recomputable(node);
        let is_linked = store > 0.0 && !is_free(gap);
        if is_linked && (is_free(entry) || is_free(exit)) {
            return false;
        }
        let stale = (store > 0.0).then(|| (self.stale(entry), self.stale(exit), store));
        let in_register = (self.in_register(exit), self.in_register(entry), load);
        self.network.add_divisible(in_register, stale, is_linked);
        true
    }

    /// The value can be loaded and stored, for these prices, on the way from one node to the other.
    fn add_passage(&mut self, from: PlacementNode, to: PlacementNode, load: f64, store: f64) {
        self.network.add(self.in_register(to), self.in_register(from), load);
        self.network.add(self.stale(from), self.stale(to), store);
    }

    /// The value is in a register at a reference; a definition leaves memory with another value. The
    /// range was not written since `unchanged_since`, so memory holds before the reference what it holds
    /// there. Returns the same for what follows the reference.
    fn add_reference(
        &mut self,
        function: &Function,
        in_gaps: &ReferenceInGaps,
        unchanged_since: Option<PlacementNode>,
        frequency: f64,
    ) -> Option<PlacementNode> {
        let node = |gap: Option<UseGap>| gap.and_then(|gap| self.gaps.node(gap));
        let (before, after) = (node(in_gaps.before), node(in_gaps.after));
        // What an instruction takes in is in no register behind it. In a gap without a node the value stays in one.
        let stays = in_gaps.after.is_some() && after.is_none();
        let reference = Reference { folds: in_gaps.reference.folds && !stays, ..in_gaps.reference };
        let store = match reference.writes {
            true => self.prices.write_for(function, &reference) * frequency,
            false => self.prices.write * frequency,
        };
        if let Some(before) = before.filter(|_| reference.reads) {
            let load = self.prices.read_for(function, &reference) * frequency;
            self.network.add(SOURCE, self.in_register(before), load);
        }
        let unchanged_since = unchanged_since.filter(|_| !reference.writes);
        let Some(after) = after else { return unchanged_since };
        if let Some(before) = before.filter(|_| reference.folds) {
            let more = self.prices.read - self.prices.read_for(function, &reference);
            self.network.add(self.in_register(after), self.in_register(before), more * frequency);
        }
        let before = unchanged_since.map_or(SOURCE, |node| self.stale(node));
        self.network.add(before, self.stale(after), store);
        Some(after)
    }
}
