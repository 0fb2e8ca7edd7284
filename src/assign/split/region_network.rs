//! Region split's network: the cheapest choice of the blocks that one given register holds a range in.
//!
//! At each edge bundle the value is in the register or outside. What a choice costs per block is a sum
//! of terms in one or two bundles, so a minimum cut finds the best choice for all bundles: the
//! optimum of what greedy's `SpillPlacement` approximates. Within a block the register may be taken
//! for a stretch; the value then leaves before the stretch and comes back after it.
//!
//! Weakness: references between two stretches that take the register in one block stay outside.

mod extent;

use super::super::assignment::Assignment;
use super::block_costs::{BlockCosts, Outside};
use super::region_blocks::{taken_within, RegionBlocks};
use crate::analysis::insertion_points::InsertionPoints;
use crate::model::function::Function;
use crate::model::point::Segment;
use crate::solver::max_flow::{Scratch, SOURCE};
use crate::solver::min_cut::{Network, SINK};

/// The choice for one register.
pub struct RegionNetwork<'s, 'a> {
    assignment: &'s Assignment<'a>,
    function: &'a Function,
    points: InsertionPoints<'a>,
    outside: Outside,
    region: &'s RegionBlocks<'a>,
    /// Per block the stretch for which the register is taken.
    taken: Vec<Option<Segment>>,
    costs: Vec<BlockCosts>,
    /// Price of the references that are outside whatever is chosen.
    outside_anyway: f64,
    /// What a choice has to cost less than.
    limit: f64,
}

impl<'s, 'a> RegionNetwork<'s, 'a> {
    /// Prices all blocks, given the segments in which the register is taken; none if each choice surely costs `limit`
    /// or more.
    pub fn below(
        limit: f64,
        assignment: &'s Assignment<'a>,
        outside: Outside,
        region: &'s RegionBlocks<'a>,
        interfering: &[Segment],
    ) -> Option<Self> {
        let mut network = Self {
            assignment,
            function: assignment.function(),
            points: region.points,
            outside,
            region,
            taken: Vec::with_capacity(region.blocks.len()),
            costs: Vec::with_capacity(region.blocks.len()),
            outside_anyway: region.inner_price,
            limit,
        };
        // Where the register is free, holding the value throughout costs nothing.
        let mut bound = network.outside_anyway;
        let mut ahead = interfering;
        for (block, &free) in region.blocks.iter().zip(&region.free_costs) {
            let taken = taken_within(&mut ahead, block.segment);
            let costs = match taken {
                None => free,
                Some(taken) => {
                    let (costs, outside_anyway) =
                        BlockCosts::taken(assignment, outside, block, region.points, taken);
                    network.outside_anyway += outside_anyway;
                    bound += outside_anyway + costs.least(block);
                    costs
                }
            };
            if bound >= limit {
                return None;
            }
            network.taken.push(taken);
            network.costs.push(costs);
        }
        Some(network)
    }

    /// The least price, and per node whether the value is in the register there; none if the price
    /// is the limit or more.
    pub fn solve(&self, scratch: &mut Scratch) -> Option<(f64, Vec<bool>)> {
        let mut network = Network::new(self.region.nodes, self.costs.len());
        for (block, costs) in self.region.blocks.iter().zip(&self.costs) {
            if let Some(entry) = block.entry {
                network.add(SOURCE, entry, costs.entry_out);
                network.add(entry, SINK, costs.entry_in);
            }
            if let Some(exit) = block.exit {
                network.add(SOURCE, exit, costs.exit_out);
                network.add(exit, SINK, costs.exit_in);
            }
            if let (Some(entry), Some(exit)) = (block.entry, block.exit) {
                network.add_pair(entry, exit, costs.leaves, costs.enters);
            }
        }
        let (price, in_register) = network.solve(self.limit - self.outside_anyway, scratch)?;
        Some((price + self.outside_anyway, in_register))
    }
}
