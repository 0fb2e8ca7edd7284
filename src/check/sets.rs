//! Sets of values, each kept once and named by a number, so that states are flat and equal sets
//! compare by their numbers.

use super::program::Value;
use std::collections::BTreeMap;

/// A set of values, by its number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Set(u32);

/// The set of no value.
pub const EMPTY: Set = Set(0);

/// All sets that occurred.
#[derive(Debug)]
pub struct Sets {
    members: Vec<Box<[Value]>>,
    numbers: BTreeMap<Box<[Value]>, Set>,
}

impl Sets {
    /// The empty set alone.
    pub fn new() -> Self {
        Self { members: vec![Box::default()], numbers: BTreeMap::from([(Box::default(), EMPTY)]) }
    }

    /// The members in order.
    pub fn members(&self, set: Set) -> &[Value] {
        &self.members[set.0 as usize]
    }

    /// The set of these values.
    pub fn of(&mut self, mut values: Vec<Value>) -> Set {
        values.sort_unstable();
        values.dedup();
        if values.is_empty() {
            return EMPTY;
        }
        if let Some(&known) = self.numbers.get(values.as_slice()) {
            return known;
        }
        let set = Set(self.members.len() as u32);
        self.members.push(values.clone().into());
        self.numbers.insert(values.into(), set);
        set
    }

    /// Whether the value is a member.
    pub fn contains(&self, set: Set, value: Value) -> bool {
        self.members(set).binary_search(&value).is_ok()
    }

    /// The members for which `keep` holds.
    pub fn filter(&mut self, set: Set, keep: impl Fn(Value) -> bool) -> Set {
        let members = self.members(set);
        if members.iter().all(|&value| keep(value)) {
            return set;
        }
        let kept = members.iter().copied().filter(|&value| keep(value)).collect();
        self.of(kept)
    }

    /// The members of both.
    pub fn intersection(&mut self, a: Set, b: Set) -> Set {
        if a == b {
            return a;
        }
        let kept = self.members(a).iter().copied().filter(|&v| self.contains(b, v)).collect();
        self.of(kept)
    }

    /// The set and more values.
    pub fn with(&mut self, set: Set, more: &[Value]) -> Set {
        let all = [self.members(set), more].concat();
        self.of(all)
    }
}
