//! The stretches of a range that a region may take or leave, with the bundles at their ends.

use super::problem::{Outside, Terms};
use super::state::State;
use crate::analysis::bundles::Bundles;
use crate::analysis::live_blocks::LiveBlocks;
use crate::analysis::references::Reference;
use crate::model::function::{Block, BlockData, VReg};
use crate::model::point::Segment;
use crate::solver::max_flow::Node;
use crate::solver::min_cut::FIRST;

/// A stretch of the range within one block that touches an end of the block.
pub struct Part<'a> {
    /// The block's data.
    pub block: &'a BlockData,
    /// The block.
    pub number: Block,
    /// The stretch.
    pub segment: Segment,
    /// Where the value is at the block's beginning, if the part reaches it.
    pub entry: Option<Node>,
    /// Where it is at the block's end, if the part reaches it.
    pub exit: Option<Node>,
    /// The references in the stretch.
    pub references: &'a [Reference],
    /// What the references cost if the value is outside the register, per execution of the
    /// function.
    pub price: f64,
}

/// The parts of a range, and how many bundles they touch.
pub struct Parts<'a> {
    /// The parts in layout order.
    pub items: Vec<Part<'a>>,
    /// Per part what it costs if the register is free for all of it.
    pub clear: Vec<Terms>,
    /// What the references between parts cost, which touch no end of their block and stay outside.
    pub inner_price: f64,
    /// The bundles that the parts touch; they are the network's nodes from 2 on.
    pub nodes: usize,
}

impl<'a> Parts<'a> {
    /// Cuts the range at block boundaries.
    pub fn of(
        state: &State<'a>,
        bundles: &mut Bundles,
        vreg: VReg,
        live: &LiveBlocks,
        outside: Outside,
    ) -> Self {
        bundles.start_numbering();
        let mut items = Vec::with_capacity(live.blocks().len());
        let mut inner_price = 0.0;
        for block in live.blocks() {
            let data = &state.function.blocks[block.block];
            let references = block.references(state.references.of(vreg));
            let segments = LiveBlocks::segments(state.function, state.ranges.live(vreg), block);
            let last = segments.len() - 1;
            for (number, segment) in segments.enumerate() {
                let point = |r: &Reference| state.function.insts[r.inst].point;
                let from = references.partition_point(|r| point(r).dead() < segment.start);
                let to = references.partition_point(|r| point(r).base() < segment.end);
                let entry = (number == 0 && block.live_in)
                    .then(|| FIRST + bundles.number(bundles.entry(block.block)));
                let exit = (number == last && block.live_out)
                    .then(|| FIRST + bundles.number(bundles.exit(block.block)));
                let references = &references[from..to.max(from)];
                let price = outside.sum(state, references);
                if entry.is_none() && exit.is_none() {
                    inner_price += price;
                } else {
                    items.push(Part {
                        block: data,
                        number: block.block,
                        segment,
                        entry,
                        exit,
                        references,
                        price,
                    });
                }
            }
        }
        let clear = items.iter().map(|part| Terms::clear(state, outside, part)).collect();
        Self { items, clear, inner_price, nodes: bundles.numbered() }
    }
}
