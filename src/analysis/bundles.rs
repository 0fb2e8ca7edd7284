//! Edge bundles of a live range: the block boundaries at which its value has to be in one place.
//!
//! No code can be put on an edge, so the end of a block and the beginnings of all its successors have to
//! agree on where a value is. An edge bundle is a class of such boundaries (LLVM's `EdgeBundles`). Edges on which
//! the range is not live unite nothing: where many blocks go to one that does not need the value, as to a common
//! way out, LLVM's bundles, which are the same for all ranges, make one class of all their ends.

use super::live_blocks::LiveBlocks;
use crate::model::function::{Block, Function};
use crate::model::index::IndexVec;

/// Finds the bundles of one range after the other.
#[derive(Debug)]
pub struct Bundles {
    /// Per block at whose beginning the range is live that boundary; none outside of `of_range`.
    beginnings: IndexVec<Block, Option<u32>>,
    classes: Classes,
}

/// The bundles at the ends of a block; none where the range is not live.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BlockEnds {
    /// The one at its beginning.
    pub entry: Option<u32>,
    /// The one at its end.
    pub exit: Option<u32>,
}

/// The bundles of a range, numbered in the order of its blocks.
#[derive(Debug)]
pub struct RangeBundles {
    /// Per block of the range those at its ends.
    pub ends: Vec<BlockEnds>,
    /// How many there are.
    pub count: usize,
}

impl Bundles {
    /// For the ranges of a function.
    pub fn new(function: &Function) -> Self {
        let beginnings = IndexVec::filled(None, function.blocks.len());
        Self { beginnings, classes: Classes::default() }
    }

    /// The bundles of the range that is live in these blocks.
    pub fn of_range(&mut self, function: &Function, live: &LiveBlocks) -> RangeBundles {
        let classes = &mut self.classes;
        classes.restart(2 * live.blocks().len());
        let boundaries = || live.blocks().zip((0..).step_by(2));
        for (block, entry) in boundaries().filter(|(block, _)| block.live_in) {
            self.beginnings[block.block] = Some(entry);
        }
        for (block, entry) in boundaries().filter(|(block, _)| block.live_out) {
            let successors = function.successors_of(block.block).iter();
            for next in successors.filter_map(|&successor| self.beginnings[successor]) {
                classes.unite(entry + 1, next);
            }
        }
        live.blocks().for_each(|block| self.beginnings[block.block] = None);
        let mut count = 0;
        let mut number =
            |is_live: bool, boundary: u32| is_live.then(|| classes.number(boundary, &mut count));
        let ends = boundaries().map(|(block, entry)| BlockEnds {
            entry: number(block.live_in, entry),
            exit: number(block.live_out, entry + 1),
        });
        RangeBundles { ends: ends.collect(), count: count as usize }
    }
}

/// Union-find; the smallest member represents a class, so that numbers do not depend on the order of edges.
#[derive(Debug, Default)]
struct Classes {
    parent: Vec<u32>,
    /// Per representative the number of its class.
    numbers: Vec<u32>,
}

impl Classes {
    /// Each of `0..len` is a class.
    fn restart(&mut self, len: usize) {
        self.parent.clear();
        self.parent.extend(0..len as u32);
        self.numbers.resize(len, 0);
    }

    fn find(&mut self, mut item: u32) -> u32 {
        while self.parent[item as usize] != item {
            let parent = self.parent[item as usize];
            self.parent[item as usize] = self.parent[parent as usize];
            item = parent;
        }
        item
    }

    fn unite(&mut self, a: u32, b: u32) {
        let (a, b) = (self.find(a), self.find(b));
        self.parent[a.max(b) as usize] = a.min(b);
    }

    /// The number of a member's class. Members are asked for in order, the first one of a class takes the next number.
    fn number(&mut self, item: u32, count: &mut u32) -> u32 {
        let root = self.find(item);
        if root == item {
            self.numbers[item as usize] = *count;
            *count += 1;
        }
        self.numbers[root as usize]
    }
}
