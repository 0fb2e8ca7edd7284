//! The blocks that a range is live in, with its segments and references there.

use super::references::Reference;
use crate::model::function::{Block, Function};
use crate::model::index::Span;
use crate::model::point::Segment;

/// A block in which a range is live.
#[derive(Clone, Copy, Debug)]
pub struct LiveBlock {
    /// The block.
    pub block: Block,
    /// Whether the range is live at its beginning.
    pub live_in: bool,
    /// Whether the range is live at its end.
    pub live_out: bool,
    /// The segments that reach into the block.
    segments: Span,
    /// Which of the range's references are in it.
    pub(crate) references: Span,
}

/// The blocks of one range in layout order.
#[derive(Debug)]
pub struct LiveBlocks {
    blocks: Vec<LiveBlock>,
}

impl LiveBlocks {
    /// Cuts a range at block boundaries, given where it is live and its references in order.
    pub fn of(function: &Function, live: &[Segment], references: &[Reference]) -> Self {
        let mut blocks = Vec::with_capacity(live.len() + references.len());
        let (mut segment, mut reference) = (0, 0);
        while segment < live.len() {
            let mut block = function.block_at(live[segment].start);
            loop {
                let points = function.blocks[block].points;
                let first = segment;
                let mut end = segment;
                while live.get(end).is_some_and(|s| s.start < points.end) {
                    end += 1;
                }
                let first_reference = reference;
                while references
                    .get(reference)
                    .is_some_and(|r| function.insts[r.inst].block <= block)
                {
                    reference += 1;
                }
                blocks.push(LiveBlock {
                    block,
                    live_in: live[first].start <= points.start,
                    live_out: live[end - 1].end >= points.end,
                    segments: Span::since(first, end),
                    references: Span::since(first_reference, reference),
                });
                segment = end - 1;
                if live[segment].end <= points.end {
                    segment += 1;
                    break;
                }
                block = Block(block.0 + 1);
            }
        }
        Self { blocks }
    }

    /// The blocks in layout order.
    pub fn blocks(&self) -> impl ExactSizeIterator<Item = &LiveBlock> {
        self.blocks.iter()
    }

    /// Whether the range is live at the beginning of a block.
    pub fn is_live_in(&self, block: Block) -> bool {
        let found = self.blocks.binary_search_by_key(&block, |of| of.block);
        found.is_ok_and(|number| self.blocks[number].live_in)
    }

    /// The executions of the block that is executed least: no copy in the range executes less.
    pub fn least_frequency(&self, function: &Function) -> f64 {
        let frequencies = self.blocks.iter().map(|block| function.blocks[block.block].frequency);
        frequencies.fold(f64::INFINITY, f64::min)
    }

    /// The segments within a block of the range that is live over `live`.
    pub fn segments<'s>(
        function: &Function,
        live: &'s [Segment],
        block: &LiveBlock,
    ) -> impl ExactSizeIterator<Item = Segment> + Clone + use<'s> {
        let points = function.blocks[block.block].points;
        live[block.segments.range()].iter().map(move |segment| Segment {
            start: segment.start.max(points.start),
            end: segment.end.min(points.end),
        })
    }
}

impl LiveBlock {
    /// Of all references to the range those within the block.
    pub fn references<'r>(&self, all: &'r [Reference]) -> &'r [Reference] {
        &all[self.references.range()]
    }
}
