//! Sets of blocks.

use crate::model::function::Block;
use crate::model::index::Idx;

/// A set of blocks, one bit each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BlockSet {
    words: Vec<u64>,
}

impl BlockSet {
    /// The empty set of the blocks below `blocks`.
    pub fn new(blocks: usize) -> Self {
        Self { words: vec![0; blocks.div_ceil(64)] }
    }

    /// Takes every block out.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Whether the block is a member.
    pub fn contains(&self, block: Block) -> bool {
        self.words[block.index() / 64] >> (block.index() % 64) & 1 != 0
    }

    /// Makes the block a member; whether it was none.
    pub fn insert(&mut self, block: Block) -> bool {
        let is_new = !self.contains(block);
        self.words[block.index() / 64] |= 1 << (block.index() % 64);
        is_new
    }

    /// Takes the block out; whether it was a member.
    pub fn remove(&mut self, block: Block) -> bool {
        let was_member = self.contains(block);
        self.words[block.index() / 64] &= !(1 << (block.index() % 64));
        was_member
    }

    /// The members in order.
    pub fn iter(&self) -> impl Iterator<Item = Block> + '_ {
        self.words.iter().enumerate().flat_map(|(number, &word)| {
            let rest = std::iter::successors(Some(word), |&rest| Some(rest & rest.wrapping_sub(1)));
            rest.take_while(|&rest| rest != 0)
                .map(move |rest| Block::new(64 * number + rest.trailing_zeros() as usize))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_come_in_order_and_go() {
        let mut set = BlockSet::new(130);
        assert!([129, 64, 63, 0].into_iter().all(|block| set.insert(Block(block))));
        assert!(!set.insert(Block(64)));
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, 63, 64, 129].map(Block));
        assert!(set.remove(Block(63)) && !set.remove(Block(63)));
        assert!(set.contains(Block(64)) && !set.contains(Block(63)));
        set.clear();
        assert_eq!(set.iter().next(), None);
    }
}
