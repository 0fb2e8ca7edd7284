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
//! spilled is one more sink of the flow; so the price of one more gap is found from the flow so far. A gap
//! that takes a whole block is no node of the flow until it is spilled: the value is in a register there if it
//! is on both sides.

mod flow_nodes;
mod network;
mod out;
pub mod priced;
#[cfg(test)]
mod tests;
mod use_gaps;

use crate::analysis::insertion_points::InsertionPoints;
use crate::analysis::references::{Reference, References};
use crate::model::function::{Block, Function};
use crate::model::index::{index_type, Idx, Span};
use crate::model::index_set::IndexSet;
use crate::model::point::{Point, Segment};
use crate::solver::max_flow::{Changes, MaxFlow, Scratch, INFINITE};
use crate::solver::source_side::{Left, SourceSide};
use flow_nodes::FlowNodes;
use network::CostNetwork;
use out::NodeGaps;
use std::num::NonZeroU32;
use std::rc::Rc;
pub use use_gaps::UseGaps;

/// The liveness of the range in one block.
#[derive(Clone, Copy, Debug)]
pub struct BlockLiveness {
    /// The block.
    pub block: Block,
    /// The edge bundle at its beginning, if the range is live there.
    pub entry: Option<PlacementNode>,
    /// The edge bundle at its end, if the range is live there.
    pub exit: Option<PlacementNode>,
    /// Which of the range's references are in it.
    references: Span,
    /// Its use gaps: one before its first reference if the range is live in, and one behind each
    /// reference behind which it is live.
    gaps: Span,
    /// Whether its last reference is the result of a call, behind the last insertion point.
    ends_with_late_result: bool,
}

impl BlockLiveness {
    /// Its use gaps, in order.
    pub fn gaps(&self) -> impl DoubleEndedIterator<Item = UseGap> + use<> {
        (self.gaps.start..self.gaps.end).map(UseGap)
    }

    /// Of all references to the range those within the block.
    pub fn references<'r>(&self, all: &'r [Reference]) -> &'r [Reference] {
        &all[self.references.range()]
    }
}

/// A node of the placement: an edge bundle, or a use gap that may have to be out of registers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct PlacementNode(NonZeroU32);

impl Idx for PlacementNode {
    fn new(number: usize) -> Self {
        Self(NonZeroU32::MIN.saturating_add(number as u32))
    }

    fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

index_type! {
    /// A stretch of a block in which the range is live and no instruction refers to it.
    UseGap "g";
}

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
#[derive(PartialEq, Eq, Debug)]
pub struct Locations {
    in_register: IndexSet<PlacementNode>,
    stale: IndexSet<PlacementNode>,
}

impl Locations {
    fn of(gaps: &UseGaps, flow: &MaxFlow, flow_nodes: &FlowNodes, side: &SourceSide) -> Self {
        let nodes = gaps.node_count as usize;
        let mut of = Self { in_register: IndexSet::new(nodes), stale: IndexSet::new(nodes) };
        for node in (0..nodes).map(PlacementNode::new) {
            if side.contains_at(flow, flow_nodes.in_register(node)) {
                of.in_register.insert(node);
            }
            if side.contains_at(flow, flow_nodes.stale(node)) {
                of.stale.insert(node);
            }
        }
        of
    }

    /// Whether it is in a register.
    pub fn in_register(&self, node: PlacementNode) -> bool {
        self.in_register.contains(node)
    }

    /// Whether memory holds it.
    pub fn in_memory(&self, node: PlacementNode) -> bool {
        !self.stale.contains(node)
    }
}

/// How far a range leaves registers that must be out of them at some points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// As far as its loads and stores cost least.
    Cheapest,
    /// Only where it must. Memory is not said to hold it anywhere else.
    WhereForced,
}

/// One range with the points at which it must be out of registers.
#[derive(Debug)]
pub struct SpillCut {
    gaps: Rc<UseGaps>,
    extent: Extent,
    flow: MaxFlow,
    nodes: FlowNodes,
    /// Where the value is in a register and where memory does not hold it, if it is out of registers somewhere.
    side: Option<SourceSide>,
    /// The gaps of each node, once a range is out of registers and leaves them elsewhere too.
    node_gaps: Option<NodeGaps>,
}

/// Nodes at which the value was taken out of registers, with what that changed in the flow.
#[derive(Debug)]
pub struct Forced {
    nodes: Vec<PlacementNode>,
    changes: Changes,
}

impl Forced {
    /// How much changed: a measure of the time that it takes to undo it.
    pub fn changes(&self) -> usize {
        self.changes.len()
    }

    /// The nodes in the order in which the value was taken out there.
    pub fn nodes(&self) -> &[PlacementNode] {
        &self.nodes
    }
}

/// What the locations were before the value left registers at some nodes more.
#[derive(Debug)]
pub struct LocationsBefore(Option<Left>);

impl SpillCut {
    /// The range as it is, in a register everywhere.
    pub fn of(
        function: &Function,
        references: &References,
        gaps: Rc<UseGaps>,
        extent: Extent,
    ) -> Self {
        let network = match extent {
            Extent::Cheapest => CostNetwork::without_live_through(&gaps),
            Extent::WhereForced => CostNetwork::new(&gaps),
        };
        let (flow, nodes) = network.build(function, references.of(gaps.vreg));
        Self { gaps, extent, flow, nodes, side: None, node_gaps: None }
    }

    /// The range cut into gaps.
    pub fn gaps(&self) -> &Rc<UseGaps> {
        &self.gaps
    }

    /// Expected price of the loads and stores, per execution of the function; at least
    /// [`INFINITE`] if too much is asked.
    pub fn price(&self) -> f64 {
        self.flow.value()
    }

    /// The arcs of its flow network: a measure of the memory that it takes.
    pub fn arcs(&self) -> usize {
        self.flow.arcs()
    }

    /// No node yet.
    pub fn start_forcing(&self) -> Forced {
        // Mostly one, and one more at each end of a block.
        Forced { nodes: Vec::with_capacity(4), changes: self.flow.start_changes() }
    }

    /// Takes the value out of registers in the gap around `at`. Returns false if it is not live there,
    /// is referred to there, cannot be moved in time, or the price reaches `limit`; and then nothing
    /// is known about it until that is undone.
    pub fn spill_around(
        &mut self,
        function: &Function,
        references: &References,
        at: Point,
        limit: f64,
        scratch: &mut Scratch,
        forced: &mut Forced,
    ) -> bool {
        let gaps = Rc::clone(&self.gaps);
        let Some(gap) = gaps.around(at) else { return false };
        let gap_points = gaps.points(gap);
        let liveness = gaps.block_of(gap);
        let block_points = function.blocks[liveness.block].points;
        let points = InsertionPoints::of(function, gaps.vreg);
        let (first, last) =
            (points.block_start(liveness.block).at, points.block_end(liveness.block).at);
        // Behind the last insertion point the value stays where it was.
        let all = liveness.references(references.of(gaps.vreg));
        let is_late = |r: &Reference| points.is_behind_last(r.inst);
        let ends_block = gap_points.end == block_points.end;
        if at >= last && (!ends_block || all.last().is_some_and(is_late)) {
            return false;
        }
        let Some(node) = gaps.node(gap) else { return false };
        let mut force = |node| self.force(node, limit, scratch, forced);
        force(node);
        let is_early = at < first && gap_points.start == block_points.start;
        liveness.entry.filter(|_| is_early).into_iter().for_each(&mut force);
        liveness.exit.filter(|_| at >= last).into_iter().for_each(&mut force);
        self.price() < limit
    }

    /// Takes the value out of registers at nodes, whatever that costs.
    pub fn spill_at(&mut self, nodes: &[PlacementNode], scratch: &mut Scratch) -> Forced {
        let mut forced = self.start_forcing();
        for &node in nodes {
            self.force(node, INFINITE, scratch, &mut forced);
        }
        forced
    }

    fn force(
        &mut self,
        node: PlacementNode,
        limit: f64,
        scratch: &mut Scratch,
        forced: &mut Forced,
    ) {
        forced.nodes.push(node);
        let sink = self.nodes.sink(&mut self.flow, node);
        self.flow.add_sink(sink, limit, scratch, &mut forced.changes);
    }

    /// Undoes what was forced last.
    pub fn undo(&mut self, forced: &mut Forced) {
        self.flow.undo(&mut forced.changes);
    }

    /// Forces again what was undone.
    pub fn redo(&mut self, forced: &mut Forced) {
        self.flow.redo(&mut forced.changes);
    }

    /// Brings the locations up to what was forced last, or to all that was if they are not known yet. Returns what
    /// they were before, and the points at which the value left registers by that, sorted and disjoint.
    pub fn locate(
        &mut self,
        function: &Function,
        forced: &Forced,
    ) -> (LocationsBefore, Vec<Segment>) {
        let Self { gaps, flow, nodes, .. } = self;
        let forced_nodes = || forced.nodes.iter().flat_map(|&at| nodes.nodes_of(at));
        let Some(side) = &mut self.side else {
            let side = match self.extent {
                Extent::Cheapest => SourceSide::of(flow),
                Extent::WhereForced => {
                    let mut side = SourceSide::all(flow);
                    side.take_out_all(forced_nodes());
                    side
                }
            };
            let out = gaps.out_of_registers(function, flow, nodes, &side);
            self.side = Some(side);
            return (LocationsBefore(None), out);
        };
        let left = match self.extent {
            Extent::Cheapest => side.shrink(flow, &forced.changes),
            Extent::WhereForced => side.take_out_all(forced_nodes()),
        };
        let node_gaps = self.node_gaps.get_or_insert_with(|| NodeGaps::of(gaps));
        let out = gaps.newly_out(function, flow, nodes, side, &left, node_gaps);
        (LocationsBefore(Some(left)), out)
    }

    /// Makes the locations again what they were.
    pub fn restore(&mut self, before: LocationsBefore) {
        match (before.0, &mut self.side) {
            (Some(left), Some(side)) => side.restore(left),
            _ => self.side = None,
        }
    }

    /// Where the value is, if it is out of registers somewhere.
    pub fn locations(&self) -> Option<Locations> {
        let side = self.side.as_ref()?;
        Some(Locations::of(&self.gaps, &self.flow, &self.nodes, side))
    }
}
