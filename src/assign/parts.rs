//! The stretches of a range that a region may take or leave, with the bundles at their ends.

use super::live_blocks::{LiveBlock, LiveBlocks};
use super::state::State;
use crate::analysis::bundles::{Bundle, Bundles};
use crate::analysis::references::Reference;
use crate::model::function::{Block, BlockData, VReg};
use crate::model::point::Segment;
use crate::placement::min_cut::Node;

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
}

/// The parts of a range, and how many bundles they touch.
pub struct Parts<'a> {
    /// The parts in layout order.
    pub items: Vec<Part<'a>>,
    /// The references between parts, which touch no end of their block.
    pub inner: Vec<&'a [Reference]>,
    /// The bundles that the parts touch; they are the network's nodes from 2 on.
    pub nodes: usize,
}

impl<'a> Parts<'a> {
    /// Cuts the range at block boundaries.
    pub fn of(state: &State<'a>, bundles: &Bundles, vreg: VReg, live: &LiveBlocks) -> Self {
        let ends = |b: &LiveBlock| {
            let entry = b.live_in.then(|| bundles.entry(b.block));
            [entry, b.live_out.then(|| bundles.exit(b.block))]
        };
        let mut nodes: Vec<Bundle> = live.blocks().flat_map(ends).flatten().collect();
        nodes.sort_unstable();
        nodes.dedup();
        let node = |bundle: Bundle| 2 + nodes.binary_search(&bundle).expect("every end is a node");
        let (mut items, mut inner) = (Vec::new(), Vec::new());
        for block in live.blocks() {
            let data = &state.function.blocks[block.block];
            let references = live.references(state, vreg, block);
            let segments = live.segments(state, vreg, block);
            let last = segments.len() - 1;
            for (number, segment) in segments.enumerate() {
                let point = |r: &Reference| state.function.insts[r.inst].point;
                let from = references.partition_point(|r| point(r).dead() < segment.start);
                let to = references.partition_point(|r| point(r).base() < segment.end);
                let entry =
                    (number == 0 && block.live_in).then(|| node(bundles.entry(block.block)));
                let exit =
                    (number == last && block.live_out).then(|| node(bundles.exit(block.block)));
                let references = &references[from..to.max(from)];
                if entry.is_none() && exit.is_none() {
                    inner.push(references);
                } else {
                    items.push(Part {
                        block: data,
                        number: block.block,
                        segment,
                        entry,
                        exit,
                        references,
                    });
                }
            }
        }
        Self { items, inner, nodes: nodes.len() }
    }
}
