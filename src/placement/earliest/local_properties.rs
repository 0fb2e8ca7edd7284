//! What the blocks of a function do with one spilled temporary: the local properties of the EARLIEST
//! equations.

use crate::analysis::block_set::BlockSet;
use crate::model::function::Block;

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

/// The local properties of all blocks: what each does with the temporary, as far as moving its stores and
/// loads depends on it.
#[derive(Clone, Debug)]
pub struct LocalProperties {
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

impl LocalProperties {
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

    /// Nothing happens in any block, for the next temporary.
    pub fn clear(&mut self) {
        let Self { store_in, equal_out, changes, load_in, load_out, touches, live_in } = self;
        [store_in, equal_out, changes, load_in, load_out, touches, live_in]
            .into_iter()
            .for_each(BlockSet::clear);
    }

    /// Adds what happens next in a block: a block's events come in the order of execution.
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

    /// The temporary is live at the beginning of a block: some path reads it there before it is defined,
    /// be it by a use, a load or a store.
    pub fn set_live_in(&mut self, block: Block) {
        self.live_in.insert(block);
    }
}
