//! Things in groups, one after the other in one table.

use super::index::{Idx, IndexVec};
use std::ops::Range;

/// Things that each belong to something that has an index.
#[derive(Clone, Debug)]
pub struct Grouped<I: Idx, T> {
    /// Per group where it ends in `items`; it begins where the one before it ends.
    ends: IndexVec<I, u32>,
    items: Vec<T>,
}

impl<I: Idx, T: Copy> Grouped<I, T> {
    /// Puts the pairs into as many groups with a counting sort, which keeps the order within each.
    pub fn new(pairs: &[(I, T)], groups: usize) -> Self {
        let mut ends = IndexVec::filled(0, groups);
        for &(group, _) in pairs {
            ends[group] += 1;
        }
        let mut start = 0;
        for group in ends.indices() {
            start += std::mem::replace(&mut ends[group], start);
        }
        let mut items = pairs.first().map_or(Vec::new(), |&(_, any)| vec![any; pairs.len()]);
        for &(group, item) in pairs {
            items[ends[group] as usize] = item;
            ends[group] += 1;
        }
        Self { ends, items }
    }

    /// The indices of all groups.
    pub fn groups(&self) -> impl Iterator<Item = I> + use<I, T> {
        self.ends.indices()
    }

    /// What belongs to a group.
    pub fn of(&self, group: I) -> &[T] {
        &self.items[self.range(group)]
    }

    /// The same, to change it.
    pub fn of_mut(&mut self, group: I) -> &mut [T] {
        let range = self.range(group);
        &mut self.items[range]
    }

    fn range(&self, group: I) -> Range<usize> {
        let before = group.index().checked_sub(1);
        let start = before.map_or(0, |before| self.ends[I::new(before)]);
        start as usize..self.ends[group] as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::function::VReg;

    #[test]
    fn each_group_has_its_own_in_their_order() {
        let pairs = [(2, 'a'), (0, 'b'), (2, 'c'), (3, 'd'), (0, 'e')].map(|(v, c)| (VReg(v), c));
        let grouped = Grouped::new(&pairs, 5);
        let groups: Vec<&[char]> = grouped.groups().map(|group| grouped.of(group)).collect();
        assert_eq!(groups, [&['b', 'e'][..], &[], &['a', 'c'], &['d'], &[]]);
        assert!(Grouped::<VReg, char>::new(&[], 1).of(VReg(0)).is_empty());
    }
}
