//! Stores to spill slots that nobody reads any more once some reloads are gone.
//!
//! A store of what the slot holds already stays: LLVM lets slots share memory where the ranges stored
//! there do not meet, so what the first of two such stores wrote may be gone by the second.

use crate::analysis::graph::Graph;
use crate::model::function::{Access, Block, Function, Inst, Slot, SlotAccess};
use crate::model::index::IndexVec;
use std::collections::BTreeSet;

/// The stores that nobody reads, in layout order, if the reloads `removed` are not there.
pub fn find(function: &Function, removed: &BTreeSet<Inst>) -> Vec<Inst> {
    let is_left = |known: &&SlotAccess| match known.access {
        Access::Reload(inst) => !removed.contains(&inst),
        Access::Store(_) | Access::Read | Access::Overwrite => true,
    };
    let mut accesses: Vec<SlotAccess> =
        function.slot_accesses.iter().filter(is_left).copied().collect();
    accesses.sort_by_key(|access| (access.slot, access.point));
    let mut liveness = Liveness::new(function);
    let of_slot = accesses.chunk_by(|a, b| a.slot == b.slot);
    let mut dead: Vec<Inst> = of_slot.flat_map(|accesses| liveness.dead_stores(accesses)).collect();
    dead.sort_unstable();
    dead
}

/// Finds the blocks at whose beginning a slot is read before it is stored, one slot after the other.
struct Liveness<'f> {
    function: &'f Function,
    behind: Graph,
    /// Per block the last slot that is live into it, and the last that is accessed in it.
    live_in: IndexVec<Block, Option<Slot>>,
    accessed: IndexVec<Block, Option<Slot>>,
}

impl<'f> Liveness<'f> {
    fn new(function: &'f Function) -> Self {
        let blocks = function.blocks.len();
        let none = IndexVec::filled(None, blocks);
        Self {
            function,
            behind: Graph::of(function).reversed(),
            live_in: none.clone(),
            accessed: none,
        }
    }

    /// `accesses` are all that one slot has.
    fn dead_stores(&mut self, accesses: &[SlotAccess]) -> Vec<Inst> {
        let function = self.function;
        let slot = accesses[0].slot;
        let is_store = |access: &SlotAccess| matches!(access.access, Access::Store(_));
        if !accesses.iter().any(is_store) {
            return Vec::new();
        }
        // An exceptional edge leaves before what stands behind the last place for copies, so that a
        // store there does not end what was stored before.
        let block_of = |access: &SlotAccess| function.block_at(access.point);
        let is_seen = |access: &&SlotAccess| {
            !is_store(access) || access.point < function.blocks[block_of(access)].last_split
        };
        let seen: Vec<(Block, SlotAccess)> =
            accesses.iter().filter(is_seen).map(|access| (block_of(access), *access)).collect();
        let mut waiting = Vec::new();
        for of_block in seen.chunk_by(|a, b| a.0 == b.0) {
            let (block, first) = of_block[0];
            self.accessed[block] = Some(slot);
            if !is_store(&first) {
                self.live_in[block] = Some(slot);
                waiting.push(block);
            }
        }
        while let Some(block) = waiting.pop() {
            for from in self.behind.next(block.0).iter().map(|&from| Block(from)) {
                if self.accessed[from] != Some(slot) && self.live_in[from] != Some(slot) {
                    self.live_in[from] = Some(slot);
                    waiting.push(from);
                }
            }
        }
        let is_live_out = |block: Block| {
            let successors = function.successors_of(block);
            successors.iter().any(|&to| self.live_in[to] == Some(slot))
        };
        let is_dead = |store: &SlotAccess| {
            let block = block_of(store);
            let next = seen.partition_point(|(_, access)| access.point <= store.point);
            match seen.get(next).filter(|(of, _)| *of == block) {
                Some((_, next)) => is_store(next),
                None => !is_live_out(block),
            }
        };
        let inst = |access: &SlotAccess| match access.access {
            Access::Store(inst) => Some(inst),
            _ => None,
        };
        accesses.iter().filter_map(|access| inst(access).filter(|_| is_dead(access))).collect()
    }
}
