//! Edge bundles: the block boundaries at which a value has to be in one place.
//!
//! No code can be put on an edge, so the end of a block and the beginnings of all its successors have to
//! agree on where a value is. An edge bundle is a class of such boundaries (LLVM's `EdgeBundles`).

use crate::model::function::{Block, Function};
use crate::model::index::{index_type, Idx, IndexVec};

index_type! {
    /// An edge bundle: a class of block boundaries.
    Bundle "e";
}

/// The bundle at each block's beginning and end.
#[derive(Debug)]
pub struct Bundles {
    entry: IndexVec<Block, Bundle>,
    exit: IndexVec<Block, Bundle>,
    /// Per bundle its number, if it has one.
    numbers: IndexVec<Bundle, Option<u32>>,
    /// The bundles that have a number.
    numbered: Vec<Bundle>,
}

impl Bundles {
    /// Unites the end of each block with the beginnings of its successors.
    pub fn compute(function: &Function) -> Self {
        let blocks = function.blocks.len();
        let mut classes = Classes::new(2 * blocks);
        for block in function.blocks.indices() {
            for successor in function.successors_of(block) {
                classes.unite(2 * block.index() + 1, 2 * successor.index());
            }
        }
        let (numbers, count) = classes.number();
        let every = |offset| (0..blocks).map(|b| numbers[2 * b + offset]).collect();
        Self {
            entry: every(0),
            exit: every(1),
            numbers: IndexVec::filled(None, count),
            numbered: Vec::new(),
        }
    }

    /// The bundle that the beginning of a block belongs to.
    pub fn entry(&self, block: Block) -> Bundle {
        self.entry[block]
    }

    /// The bundle that the end of a block belongs to.
    pub fn exit(&self, block: Block) -> Bundle {
        self.exit[block]
    }

    /// Forgets the numbers: those of another live range begin at 0 again.
    pub fn start_numbering(&mut self) {
        for bundle in self.numbered.drain(..) {
            self.numbers[bundle] = None;
        }
    }

    /// The number of a bundle in the order in which they were asked for since `start_numbering`.
    pub fn number(&mut self, bundle: Bundle) -> usize {
        let next = self.numbered.len() as u32;
        let number = *self.numbers[bundle].get_or_insert(next);
        if number == next {
            self.numbered.push(bundle);
        }
        number as usize
    }

    /// How many bundles were numbered since `start_numbering`.
    pub fn numbered(&self) -> usize {
        self.numbered.len()
    }
}

/// Union-find over `0..len`; the smallest member represents a class, so numbering is stable.
struct Classes {
    parent: Vec<u32>,
}

impl Classes {
    fn new(len: usize) -> Self {
        Self { parent: (0..len as u32).collect() }
    }

    fn find(&mut self, mut item: usize) -> usize {
        while self.parent[item] as usize != item {
            let parent = self.parent[item] as usize;
            self.parent[item] = self.parent[parent];
            item = parent;
        }
        item
    }

    fn unite(&mut self, a: usize, b: usize) {
        let (a, b) = (self.find(a), self.find(b));
        self.parent[a.max(b)] = a.min(b) as u32;
    }

    fn number(mut self) -> (Vec<Bundle>, usize) {
        let mut numbers: Vec<Bundle> = Vec::with_capacity(self.parent.len());
        let mut count = 0;
        for item in 0..self.parent.len() {
            let root = self.find(item);
            if root == item {
                numbers.push(Bundle::new(count));
                count += 1;
            } else {
                numbers.push(numbers[root]);
            }
        }
        (numbers, count)
    }
}
