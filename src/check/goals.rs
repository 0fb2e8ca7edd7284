//! Questions whose answers depend on each other: each is yes unless something says no. That is the
//! greatest solution of their equations.

use std::collections::BTreeMap;

/// No link.
const NONE: u32 = u32::MAX;

/// What a walk back to what decides a question finds.
#[derive(Clone, Copy, Debug)]
pub enum Found<Key> {
    /// The answer.
    Known(bool),
    /// A question that has the same answer.
    Same(Key),
}

/// Who knows what questions depend on.
pub trait Questions {
    /// What a question is about.
    type Key: Copy + Ord;

    /// What was asked so far.
    fn goals(&mut self) -> &mut Goals<Self::Key>;

    /// Looks at the question of a number: asks with [`ask`](Self::ask) what it depends on. Returns whether
    /// it is answered by yes as far as is known.
    fn look(&mut self, number: u32, key: Self::Key) -> bool;

    /// The answer to a question, once everything that it depends on was looked at.
    fn answer(&mut self, found: Found<Self::Key>) -> bool {
        let key = match found {
            Found::Known(known) => return known,
            Found::Same(key) => key,
        };
        self.goals().read(key, None);
        while let Some((number, key)) = self.goals().next() {
            if !self.look(number, key) {
                self.goals().refute(number);
            }
        }
        self.goals().read(key, None)
    }

    /// What is known of a question on which the one of `number` depends.
    fn ask(&mut self, number: u32, found: Found<Self::Key>) -> bool {
        match found {
            Found::Known(known) => known,
            Found::Same(key) => self.goals().read(key, Some(number)),
        }
    }
}

/// Questions asked so far and what they depend on.
#[derive(Debug)]
pub struct Goals<Key> {
    numbers: BTreeMap<Key, u32>,
    keys: Vec<Key>,
    holds: Vec<bool>,
    /// Per goal the first of the links to the goals that asked for it.
    askers: Vec<u32>,
    /// A goal that asked, and the next link.
    links: Vec<(u32, u32)>,
    waiting: Vec<u32>,
}

impl<Key: Copy + Ord> Goals<Key> {
    /// No question.
    pub fn new() -> Self {
        Self {
            numbers: BTreeMap::new(),
            keys: Vec::new(),
            holds: Vec::new(),
            askers: Vec::new(),
            links: Vec::new(),
            waiting: Vec::new(),
        }
    }

    /// Whether nothing has said no yet. If `asker` depends on that, it is looked at once more when
    /// something does.
    fn read(&mut self, key: Key, asker: Option<u32>) -> bool {
        let number = *self.numbers.entry(key).or_insert(self.keys.len() as u32);
        if number == self.keys.len() as u32 {
            self.keys.push(key);
            self.holds.push(true);
            self.askers.push(NONE);
            self.waiting.push(number);
        }
        let holds = self.holds[number as usize];
        if let Some(asker) = asker.filter(|_| holds) {
            let first = &mut self.askers[number as usize];
            self.links.push((asker, *first));
            *first = self.links.len() as u32 - 1;
        }
        holds
    }

    /// A goal that is to be looked at.
    fn next(&mut self) -> Option<(u32, Key)> {
        while let Some(number) = self.waiting.pop() {
            if self.holds[number as usize] {
                return Some((number, self.keys[number as usize]));
            }
        }
        None
    }

    /// The goal does not hold.
    fn refute(&mut self, number: u32) {
        self.holds[number as usize] = false;
        let mut next = self.askers[number as usize];
        while next != NONE {
            let (asker, behind) = self.links[next as usize];
            self.waiting.push(asker);
            next = behind;
        }
    }
}
