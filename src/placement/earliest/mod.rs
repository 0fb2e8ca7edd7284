//! Spill placement by EARLIEST.
//!
//! At first there is a store where the value has to leave its register and a load where it may be in one
//! again. Then the stores of the range move toward the entry, and its loads toward the exits, as
//! [`code_motion`] says.

mod code_motion;
mod local_properties;
#[cfg(test)]
mod tests;

use super::min_cut::MinCut;
use super::spill_cut::{BlockLiveness, PlacementNode, UseGaps};
use super::{SpillPlacement, SpilledRange};
use crate::analysis::insertion_points::{InsertionPoint, InsertionPoints};
use crate::analysis::references::{Reference, References};
use crate::model::function::{Block, Function, VReg};
use crate::split::SplitEditor;
use code_motion::{move_loads, move_stores, BlockBoundary, CodeMotion, FlowGraph};
use local_properties::{Event, LocalProperties};

/// Moves the loads and stores of one range after the other.
pub struct Earliest<'f> {
    function: &'f Function,
    references: &'f References,
    /// For the ranges that EARLIEST does not place.
    min_cut: MinCut<'f>,
    /// The function's edges, and the properties of the range in hand; made for the first range.
    graph: Option<(FlowGraph, LocalProperties)>,
}

impl<'f> Earliest<'f> {
    /// For the ranges of a function. Those that EARLIEST does not place go to `min_cut`.
    pub fn new(function: &'f Function, references: &'f References, min_cut: MinCut<'f>) -> Self {
        Self { function, references, min_cut, graph: None }
    }
}

/// Whether EARLIEST places a range. It does not if the value is rematerialised instead of loaded, since it
/// is not stored then; nor where it could not put a store at the end of a block.
pub(super) fn applies_to(gaps: &UseGaps) -> bool {
    !gaps.is_rematerialised() && !gaps.has_late_result()
}

impl SpillPlacement for Earliest<'_> {
    fn split(&mut self, spilled: &SpilledRange, piece: VReg) -> SplitEditor {
        let gaps = &spilled.gaps;
        if !applies_to(gaps) {
            return self.min_cut.split(spilled, piece);
        }
        let function = self.function;
        let points = InsertionPoints::of(function, gaps.vreg);
        let all = self.references.of(gaps.vreg);
        let of_block = |block: &BlockLiveness| BlockCode {
            block: block.block,
            live_in: block.entry.is_some(),
            items: first_code(function, spilled, block, all),
        };
        let mut code = SpillCode { points, blocks: gaps.blocks().iter().map(of_block).collect() };
        let graph = || (FlowGraph::of(function), LocalProperties::new(function.blocks.len()));
        let (graph, local) = self.graph.get_or_insert_with(graph);
        code.describe(local);
        code.apply_to_stores(&move_stores(graph, local));
        code.describe(local);
        code.apply_to_loads(&move_loads(graph, local));
        code.cut(gaps.vreg, piece)
    }
}

/// What happens to the range next in a block.
#[derive(Clone, Copy, Debug)]
enum CodeItem {
    Store(InsertionPoint),
    Load(InsertionPoint),
    /// A reference to the register.
    InRegister(Reference),
    /// One to memory: the value is out of registers on both sides.
    InMemory(Reference),
}

impl CodeItem {
    /// What is read from memory matters neither to the register nor to whether memory equals it; what is
    /// written there is as good as stored.
    fn events(&self) -> &'static [Event] {
        match self {
            Self::Store(_) => &[Event::Store],
            Self::Load(_) => &[Event::Load],
            Self::InRegister(Reference { reads: true, writes: true, .. }) => {
                &[Event::Use, Event::Define]
            }
            Self::InRegister(Reference { writes: true, .. }) => &[Event::Define],
            Self::InRegister(_) => &[Event::Use],
            Self::InMemory(Reference { writes: true, .. }) => &[Event::Define, Event::Store],
            Self::InMemory(_) => &[],
        }
    }
}

/// The code of a range in one block.
#[derive(Debug)]
struct BlockCode {
    block: Block,
    live_in: bool,
    items: Vec<CodeItem>,
}

/// The code of a range in all blocks that it is live in.
struct SpillCode<'f> {
    points: InsertionPoints<'f>,
    blocks: Vec<BlockCode>,
}

impl SpillCode<'_> {
    /// Finds the local properties of the code.
    fn describe(&self, local: &mut LocalProperties) {
        local.clear();
        for code in &self.blocks {
            if code.live_in {
                local.set_live_in(code.block);
            }
            for item in &code.items {
                item.events().iter().for_each(|&event| local.record(code.block, event));
            }
        }
    }

    fn apply_to_stores(&mut self, motion: &CodeMotion) {
        for &block in &motion.deleted {
            let items = self.items_of(block);
            let is_change = |event: &Event| matches!(event, Event::Define | Event::Load);
            let changes = |item: &CodeItem| item.events().iter().any(is_change);
            let end = items.iter().position(changes).unwrap_or(items.len());
            let tail = items.split_off(end);
            items.retain(|item| !matches!(item, CodeItem::Store(_)));
            items.extend(tail);
        }
        self.insert(motion, CodeItem::Store);
    }

    fn apply_to_loads(&mut self, motion: &CodeMotion) {
        for &block in &motion.deleted {
            let items = self.items_of(block);
            let touches = |item: &CodeItem| item.events().iter().any(|e| *e != Event::Load);
            let start = items.iter().rposition(touches).map_or(0, |last| last + 1);
            let mut tail = items.split_off(start);
            tail.retain(|item| !matches!(item, CodeItem::Load(_)));
            items.extend(tail);
        }
        self.insert(motion, CodeItem::Load);
    }

    fn insert(&mut self, motion: &CodeMotion, item: fn(InsertionPoint) -> CodeItem) {
        let points = self.points;
        for &boundary in &motion.inserted {
            match boundary {
                BlockBoundary::Start(block) => {
                    self.items_of(block).insert(0, item(points.block_start(block)));
                }
                BlockBoundary::End(block) => {
                    self.items_of(block).push(item(points.block_end(block)));
                }
            }
        }
    }

    /// Spill code stands only where the range is live.
    fn items_of(&mut self, block: Block) -> &mut Vec<CodeItem> {
        let number = self.blocks.binary_search_by_key(&block, |code| code.block);
        &mut self.blocks[number.expect("the range lives in the block")].items
    }

    /// Cuts the range as the code says.
    fn cut(&self, vreg: VReg, piece: VReg) -> SplitEditor {
        let mut editor = SplitEditor::new(vreg);
        editor.add_piece(piece);
        for item in self.blocks.iter().flat_map(|code| &code.items) {
            match *item {
                CodeItem::Store(at) => editor.leave(piece, at),
                CodeItem::Load(at) => editor.enter(piece, at),
                CodeItem::InRegister(reference) => editor.rename(reference.inst, piece),
                CodeItem::InMemory(_) => {}
            }
        }
        editor
    }
}

/// A store before and a load behind each stretch of a block in which the value must be out of registers.
fn first_code(
    function: &Function,
    spilled: &SpilledRange,
    block: &BlockLiveness,
    all: &[Reference],
) -> Vec<CodeItem> {
    let gaps = &spilled.gaps;
    let points = InsertionPoints::of(function, gaps.vreg);
    let is_out = |node: PlacementNode| !spilled.locations.in_register(node);
    let gap_is_out = |gap| gaps.node(gap).is_some_and(is_out);
    let starts_out = block.entry.is_some_and(is_out);
    let mut walk = Walk { out: starts_out, stored: starts_out, items: Vec::new() };
    if let (Some(_), Some(first)) = (block.entry, block.gaps().next()) {
        walk.pass(points.block_start(block.block), gap_is_out(first));
    }
    for in_gaps in gaps.references(function, all, block) {
        let reference @ Reference { inst, reads, .. } = in_gaps.reference;
        let before = points.before(inst).expect("the value can be moved before its references");
        let out_after = in_gaps.after.map(gap_is_out);
        let from_memory = !reads || in_gaps.before.is_some_and(gap_is_out);
        if from_memory && out_after.unwrap_or(reads) {
            walk.refer_to_memory(reference);
        } else {
            walk.refer(reference, before, points.after(inst), out_after == Some(true));
        }
    }
    if let Some(exit) = block.exit {
        walk.pass(points.block_end(block.block), is_out(exit));
    }
    walk.items
}

/// The state of the value while the first code of a block is written.
struct Walk {
    /// Whether the value is out of registers.
    out: bool,
    /// Whether memory is known to hold it.
    stored: bool,
    items: Vec<CodeItem>,
}

impl Walk {
    /// The value goes on at an insertion point, out of registers or not.
    fn pass(&mut self, at: InsertionPoint, out: bool) {
        if out && !self.out && !self.stored {
            self.items.push(CodeItem::Store(at));
        }
        if self.out && !out {
            self.items.push(CodeItem::Load(at));
        }
        self.stored |= out;
        self.out = out;
    }

    /// The value is out of registers on both sides of a reference.
    fn refer_to_memory(&mut self, reference: Reference) {
        self.items.push(CodeItem::InMemory(reference));
        (self.out, self.stored) = (true, true);
    }

    /// The value is in a register at a reference, and goes on out of registers or not.
    fn refer(
        &mut self,
        reference: Reference,
        before: InsertionPoint,
        after: Option<InsertionPoint>,
        out: bool,
    ) {
        if reference.reads && self.out {
            self.items.push(CodeItem::Load(before));
        }
        self.stored &= !reference.writes;
        self.out = out;
        if !reference.writes && out && !self.stored {
            self.items.push(CodeItem::Store(before));
        }
        self.items.push(CodeItem::InRegister(reference));
        if let Some(after) = after.filter(|_| reference.writes && out) {
            self.items.push(CodeItem::Store(after));
        }
        self.stored |= out;
    }
}
