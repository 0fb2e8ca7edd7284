//! What it costs to have a range in a register or in memory at each node, as a flow network.

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
    /// Whether gaps that take a whole block are suppressed.
    suppresses: bool,
}

impl<'s> CostNetwork<'s> {
    pub(super) fn new(gaps: &'s UseGaps) -> Self {
        Self::with_charges(gaps, &[])
    }

    /// A network in which the value pays for registers. What is charged flows to a node of its own, the
    /// [`sink`](Self::sink).
    pub(super) fn with_charges(gaps: &'s UseGaps, charges: &[Charge]) -> Self {
        let prices = gaps.prices;
        let nodes = gaps.node_count as usize;
        let sinks = usize::from(!charges.is_empty());
        let mut network = FlowBuilder::new(1 + 2 * nodes + sinks, 5 * nodes + charges.len());
        for charge in charges {
            network.add(charge.node.in_register(), Self::sink(gaps), charge.price);
        }
        // A value that can be rematerialised need be neither in a register nor in memory.
        if prices.write > 0.0 {
            let nodes = (0..nodes).map(PlacementNode::new);
            for node in nodes.filter(|&node| !gaps.is_recomputable(node)) {
                network.add(node.stale(), node.in_register(), INFINITE);
            }
        }
        Self { gaps, prices, network, suppresses: false }
    }

    /// Suppresses the gaps that take a whole block, for as long as they are not forced: most nodes of a range that
    /// lives through much code. The value is then in a register there if it is on both sides.
    pub(super) fn suppress_gaps_between_blocks(&mut self) {
        self.suppresses = true;
    }

    /// The node to which the charges flow.
    pub(super) fn sink(gaps: &UseGaps) -> Node {
        1 + 2 * gaps.node_count as usize
    }

    /// Adds the prices of all blocks; `all` are the range's references.
    pub(super) fn build(mut self, function: &Function, all: &[Reference]) -> MaxFlow {
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
            let is_referenced = !block.references(all).is_empty();
            if self.suppresses && !is_referenced && load_at_start == load_at_end {
                first.into_iter().for_each(|gap| self.suppress(block, gap, load_at_start, store));
            }
        }
        self.network.finish()
    }

    /// Suppresses the gap of a block without references, if it is a node of its own. Where memory must hold the value
    /// because of the gap alone, that would be lost.
    fn suppress(&mut self, block: &BlockLiveness, gap: PlacementNode, load: f64, store: f64) {
        let (Some(entry), Some(exit)) = (block.entry, block.exit) else { return };
        let is_free = |node| self.gaps.is_recomputable(node);
        let is_lost = !is_free(gap) && (is_free(entry) || is_free(exit));
        if gap != entry && gap != exit && !is_lost && load > 0.0 {
            self.network.suppress(gap.in_register());
            if store > 0.0 {
                self.network.suppress(gap.stale());
            }
        }
    }

    /// The value can be loaded and stored, for these prices, on the way from one node to the other.
    fn add_passage(&mut self, from: PlacementNode, to: PlacementNode, load: f64, store: f64) {
        self.network.add(to.in_register(), from.in_register(), load);
        self.network.add(from.stale(), to.stale(), store);
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
        let reference = in_gaps.reference;
        let store = match reference.writes {
            true => self.prices.write_for(function, &reference) * frequency,
            false => self.prices.write * frequency,
        };
        let node = |gap: Option<UseGap>| gap.and_then(|gap| self.gaps.node(gap));
        let (before, after) = (node(in_gaps.before), node(in_gaps.after));
        if let Some(before) = before.filter(|_| reference.reads) {
            let load = self.prices.read_for(function, &reference) * frequency;
            self.network.add(SOURCE, before.in_register(), load);
        }
        let unchanged_since = unchanged_since.filter(|_| !reference.writes);
        let Some(after) = after else { return unchanged_since };
        let before = unchanged_since.map_or(SOURCE, PlacementNode::stale);
        self.network.add(before, after.stale(), store);
        Some(after)
    }
}
