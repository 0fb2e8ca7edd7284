//! Sets of things that have an index.

use super::index::Idx;
use std::marker::PhantomData;

/// A set of indices, one bit each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexSet<I> {
    words: Vec<u64>,
    index: PhantomData<fn(I) -> I>,
}

impl<I> Default for IndexSet<I> {
    fn default() -> Self {
        Self { words: Vec::new(), index: PhantomData }
    }
}

impl<I: Idx> IndexSet<I> {
    /// The empty set of indices below `len`.
    pub fn new(len: usize) -> Self {
        Self { words: vec![0; len.div_ceil(64)], index: PhantomData }
    }

    /// Takes every member out.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Whether it is a member.
    pub fn contains(&self, item: I) -> bool {
        self.words[item.index() / 64] >> (item.index() % 64) & 1 != 0
    }

    /// Makes it a member; whether it was none.
    pub fn insert(&mut self, item: I) -> bool {
        let is_new = !self.contains(item);
        self.words[item.index() / 64] |= 1 << (item.index() % 64);
        is_new
    }

    /// Takes it out; whether it was a member.
    pub fn remove(&mut self, item: I) -> bool {
        let was_member = self.contains(item);
        self.words[item.index() / 64] &= !(1 << (item.index() % 64));
        was_member
    }

    /// The members in order.
    pub fn iter(&self) -> impl Iterator<Item = I> + '_ {
        members(self.words.iter().copied())
    }
}

/// What has its bit set in words, in order.
pub fn members<I: Idx>(words: impl Iterator<Item = u64>) -> impl Iterator<Item = I> {
    words.enumerate().flat_map(|(number, word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(I::new(64 * number + bit))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::function::Block;

    #[test]
    fn members_come_in_order_and_go() {
        let mut set = IndexSet::new(130);
        assert!([129, 64, 63, 0].into_iter().all(|block| set.insert(Block(block))));
        assert!(!set.insert(Block(64)));
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, 63, 64, 129].map(Block));
        assert!(set.remove(Block(63)) && !set.remove(Block(63)));
        assert!(set.contains(Block(64)) && !set.contains(Block(63)));
        set.clear();
        assert_eq!(set.iter().next(), None);
    }
}
