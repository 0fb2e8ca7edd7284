//! The spill cut when registers have a price: nothing is forced out of registers, but to be in one costs
//! something at some nodes.

use super::network::CostNetwork;
use super::{Locations, PlacementNode, UseGaps};
use crate::analysis::insertion_points::InsertionPoints;
use crate::analysis::references::References;
use crate::model::function::Function;
use crate::model::point::Point;
use crate::solver::max_flow::Scratch;
use crate::solver::source_side::SourceSide;

/// What a range pays for being in a register at a node, per execution of the function.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Charge {
    /// The node.
    pub node: PlacementNode,
    /// The price.
    pub price: f64,
}

/// What a range costs at least if it pays the charges, and the locations of which that is true.
pub fn cheapest(
    function: &Function,
    references: &References,
    gaps: &UseGaps,
    charges: &[Charge],
    scratch: &mut Scratch,
) -> (f64, Locations) {
    let network = CostNetwork::with_charges(gaps, charges);
    let (mut flow, nodes) = network.build(function, references.of(gaps.vreg));
    scratch.count(flow.arcs());
    if !charges.is_empty() {
        let mut changes = flow.start_changes();
        flow.add_sink(CostNetwork::sink(gaps), f64::INFINITY, scratch, &mut changes);
    }
    (flow.value(), Locations::of(gaps, &flow, &nodes, &SourceSide::of(&flow)))
}

impl UseGaps {
    /// The node that decides whether the value is in a register at `at`; none if it surely is, or is not live
    /// there. Before the first insertion point of a block it is where it was at the block's beginning, behind
    /// the last one where it is at the end.
    pub fn deciding_node(&self, function: &Function, at: Point) -> Option<PlacementNode> {
        let gap = self.around(at)?;
        let liveness = self.block_of(gap);
        let block = &function.blocks[liveness.block];
        let (points, insertion) = (self.points(gap), InsertionPoints::of(function, self.vreg));
        let first = insertion.block_start(liveness.block).at;
        let last = insertion.block_end(liveness.block).at;
        let boundary = if points.start == block.points.start && at < first {
            liveness.entry
        } else if points.end == block.points.end && at >= last {
            liveness.exit
        } else {
            None
        };
        boundary.or(self.node(gap))
    }
}
