//! The paths to the block in which a function returns, by the blocks in front of it.

use crate::analysis::dominators::Dominators;
use crate::analysis::graph::Graph;
use crate::model::function::{Block, BlockData, Function};
use crate::model::index::{Idx, IndexVec};

/// Blocks in front of the one that returns: as many as a word has bits to tell them apart.
const MOST: usize = u64::BITS as usize;

/// Which of the blocks in front of the one that returns each block reaches.
#[derive(Debug)]
pub struct ReturnPaths {
    /// The block that returns.
    pub to: Block,
    /// All blocks in front of it.
    pub all: u64,
    reached: IndexVec<Block, Reach>,
}

/// What a block reaches.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Reach {
    /// The blocks in front of the one that returns, as bits.
    pub paths: u64,
    /// The nearest block that all paths to them and to the block itself pass; none if no path leads to it.
    pub top: Option<Block>,
}

impl ReturnPaths {
    /// The paths to the block that returns, if that can be split. `order` has the blocks behind a
    /// block before it, but for loops; `before` and `after` say what the paths to and from blocks
    /// pass.
    pub fn of(
        function: &Function,
        order: &[Block],
        before: &Dominators,
        after: &Dominators,
    ) -> Option<Self> {
        let to = function.blocks.enumerate().find(|(_, data)| data.splittable_return)?.0;
        let in_front: Vec<Block> = function.predecessors_of(to).take(MOST + 1).collect();
        if !(2..=MOST).contains(&in_front.len()) || !after.is_above(to, Block::new(0)) {
            return None;
        }
        // Where the frame begins in the first block, nothing is gained.
        let needs = |data: &BlockData| data.needs_frame || data.may_touch_stack;
        let mut dirty = function.blocks.enumerate().filter(|(_, data)| needs(data));
        let top = dirty.try_fold(None, |top: Option<Block>, (block, _)| {
            let top = top.map_or(Some(block), |top| before.common(top, block));
            top.filter(|&top| top != Block::new(0)).map(Some)
        });
        top?;
        let all = u64::MAX >> (MOST - in_front.len());
        let mut paths = IndexVec::filled(0, function.blocks.len());
        in_front.iter().enumerate().for_each(|(path, &block)| paths[block] = 1 << path);
        spread(function, order, &mut paths);
        paths[to] = all;
        let mut reached = IndexVec::filled(Reach::default(), function.blocks.len());
        // Those that reach the same mostly stand together.
        let (mut last, mut last_top) = (0, None);
        for &block in order {
            if paths[block] != last {
                last = paths[block];
                let set = in_front.iter().enumerate().filter(|(path, _)| last >> path & 1 == 1);
                let tops = set.map(|(_, &block)| Some(block));
                last_top = tops.reduce(|a, b| before.common(a?, b?)).flatten();
            }
            let top = last_top.and_then(|top| before.common(block, top));
            reached[block] = Reach { paths: last, top };
        }
        Some(Self { to, all, reached })
    }

    /// What a block reaches.
    pub fn from(&self, block: Block) -> Reach {
        self.reached[block]
    }
}

/// Adds to the bits of each block those of all blocks that can be reached from it. Two sweeps in `order`
/// do without loops, and mostly with them; where loops are deep or have several entries, only what still
/// changes is looked at again.
fn spread(function: &Function, order: &[Block], bits: &mut IndexVec<Block, u64>) {
    let grows = |bits: &mut IndexVec<Block, u64>, block: Block| {
        let next = function.successors_of(block).iter();
        let sum = next.fold(bits[block], |sum, &next| sum | bits[next]);
        std::mem::replace(&mut bits[block], sum) != sum
    };
    for &block in order {
        grows(bits, block);
    }
    let mut grown: Vec<Block> = order.iter().copied().filter(|&block| grows(bits, block)).collect();
    if grown.is_empty() {
        return;
    }
    let before = Graph::of(function).reversed();
    while let Some(block) = grown.pop() {
        let before = before.next(block.0).iter().map(|&before| Block(before));
        grown.extend(before.filter(|&before| grows(bits, before)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::text::parse;
    use crate::validity::choices::Choices;

    #[test]
    fn bits_spread_as_far_as_by_sweeps_until_nothing_changes() {
        let mut choices = Choices::from_seed(17);
        let mut again = 0;
        for _ in 0..200 {
            let blocks = 3 + choices.below(12);
            let mut text = String::from("reg r0\nclass g r0\nfunction f\n");
            for block in 0..blocks {
                let next: String =
                    (0..choices.below(3)).map(|_| format!(" b{}", choices.below(blocks))).collect();
                let arrow = if next.is_empty() { "" } else { " ->" };
                text += &format!("block b{block} 1{arrow}{next}\n");
            }
            let function = parse(&text).unwrap().function;
            let order: Vec<Block> = function.blocks.indices().rev().collect();
            let own = order.iter().map(|_| 1 << choices.below(64) & choices.below(u64::MAX));
            let own: IndexVec<Block, u64> = own.collect();
            let mut expected = own.clone();
            let mut sweeps = 0;
            loop {
                let known = expected.clone();
                for &block in &order {
                    for &next in function.successors_of(block) {
                        expected[block] |= expected[next];
                    }
                }
                sweeps += 1;
                if known == expected {
                    break;
                }
            }
            again += usize::from(sweeps > 2);
            let mut bits = own;
            spread(&function, &order, &mut bits);
            assert!(bits == expected, "{text}");
        }
        assert!(again > 20, "{again} graphs need more than two sweeps");
    }
}
