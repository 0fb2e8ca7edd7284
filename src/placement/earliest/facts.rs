//! What the blocks of a function do with one spilled temporary.

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

/// What an instruction does with the temporary. One that reads and writes it is a use and then a
/// definition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A use that is no spill store.
    Use,
    /// A definition that is no reload.
    Define,
    /// A spill store: memory then holds the register's value.
    Store,
    /// A reload: the register then holds memory's value.
    Load,
}

/// Per block what it does with the temporary, as far as moving its stores and loads depends on it.
#[derive(Clone, Debug)]
pub struct Facts {
    /// `STORE_IN`: a store stands before every definition and load.
    pub(super) store_in: BlockSet,
    /// `STORE_OUT | LOAD_OUT` as stores see it: nothing is defined after the last store or load.
    pub(super) equal_out: BlockSet,
    /// Blocks that define or load: not transparent for a store.
    pub(super) changes: BlockSet,
    /// `LOAD_IN`: a load stands before every use, definition and store.
    pub(super) load_in: BlockSet,
    /// `LOAD_OUT` as loads see it: no use, definition or store stands after the last load.
    pub(super) load_out: BlockSet,
    /// Blocks that use, define or store: not transparent for a load.
    pub(super) touches: BlockSet,
    /// Blocks at whose beginning the temporary is live, be it in its register or in memory.
    pub(super) live_in: BlockSet,
}

impl Facts {
    /// Nothing happens in any of `blocks` blocks.
    pub fn new(blocks: usize) -> Self {
        let none = || BlockSet::new(blocks);
        Self {
            store_in: none(),
            equal_out: none(),
            changes: none(),
            load_in: none(),
            load_out: none(),
            touches: none(),
            live_in: none(),
        }
    }

    /// Forgets everything, for the next temporary.
    pub fn clear(&mut self) {
        let Self { store_in, equal_out, changes, load_in, load_out, touches, live_in } = self;
        [store_in, equal_out, changes, load_in, load_out, touches, live_in]
            .into_iter()
            .for_each(BlockSet::clear);
    }

    /// Notes what happens next in a block: a block's events come in the order of execution.
    pub fn record(&mut self, block: Block, event: Event) {
        match event {
            Event::Store => {
                if !self.changes.contains(block) {
                    self.store_in.insert(block);
                }
                self.equal_out.insert(block);
            }
            Event::Load => {
                if !self.touches.contains(block) {
                    self.load_in.insert(block);
                }
                self.changes.insert(block);
                self.equal_out.insert(block);
                self.load_out.insert(block);
                return;
            }
            Event::Define => {
                self.changes.insert(block);
                self.equal_out.remove(block);
            }
            Event::Use => {}
        }
        self.touches.insert(block);
        self.load_out.remove(block);
    }

    /// Notes that the temporary is live at the beginning of a block: some path reads it there before
    /// it is defined, be it by a use, a load or a store.
    pub fn set_live_in(&mut self, block: Block) {
        self.live_in.insert(block);
    }
}
