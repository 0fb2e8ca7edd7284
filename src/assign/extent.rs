//! Which part of a function has the frame if certain blocks need one, as LLVM's ShrinkWrap finds it.
//!
//! The saves stand where all ways to those blocks pass, the restores where all ways from them do, and
//! neither in a loop. If the restores would stand in the only block that returns, and some ways to it
//! pass no block that needs a frame, LLVM puts a block with the restores in front of it for the others.

use super::ways::{Reached, Ways};
use crate::analysis::dominators::Dominators;
use crate::model::function::{Block, Function};
use crate::model::index::{Idx, IndexVec};

/// The part of a function that has the frame.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Part {
    /// There is none.
    Nothing,
    /// What lies between the blocks that begin and end it.
    Between(Block, Block),
    /// What lies between a block and the block that returns, which has no frame.
    BeforeReturn(Block),
    /// The whole function.
    Whole,
}

/// What is known of the blocks that need a frame.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Extent {
    /// The part with the frame.
    pub part: Part,
    /// The same if the block that returns were not split.
    whole: Part,
    /// What all ways to them pass, and to those behind them in front of the block that returns.
    top: Option<Block>,
    /// Which of the blocks in front of the one that returns they reach.
    ways: u64,
}

impl Extent {
    /// The whole function, whatever else needs a frame.
    pub const WHOLE: Self = Self { part: Part::Whole, whole: Part::Whole, top: None, ways: 0 };
}

/// What the extents of a function are found with.
#[derive(Debug)]
pub struct Extents {
    /// What the ways to blocks pass.
    before: Dominators,
    /// What the ways from blocks pass.
    after: Dominators,
    /// Per block the least part around it and all behind it that may touch the stack, but for what is
    /// in every extent anyway.
    needed: IndexVec<Block, Part>,
    /// The ways to the block that returns, if LLVM can split it.
    ways: Option<Ways>,
}

impl Extents {
    /// Those of the function, with the extent before any register is assigned; none if no more blocks
    /// can change that.
    pub fn of(function: &Function) -> (Option<Self>, Extent) {
        let (before, after) = (Dominators::of(function), Dominators::of_reverse(function));
        let order = before.postorder();
        let ways = Ways::of(function, &order, (&before, &after));
        let needed = function.blocks.indices().map(|block| Part::Between(block, block)).collect();
        let mut extents = Self { before, after, needed, ways };
        let looped = behind_loops(function, &order);
        let mut extent = Extent { part: Part::Nothing, whole: Part::Nothing, top: None, ways: 0 };
        for (block, data) in function.blocks.enumerate() {
            if data.needs_frame || data.may_touch_stack && looped[block] {
                extents.join(&mut extent, block);
            } else if data.may_touch_stack {
                extents.reach(&mut extent, block);
            }
        }
        extents.finish(function, &mut extent);
        if extents.is_final(&extent) {
            return (None, extent);
        }
        extents.add_touched(function, order.into_iter().filter(|&block| !looped[block]));
        let blocks = function.blocks.enumerate().filter(|(_, data)| data.needs_frame);
        let extent = extents.joined(function, extent, blocks.map(|(block, _)| block));
        (Some(extents), extent)
    }

    /// Adds to what each block needs what may touch the stack behind it. No loop leads to the blocks in
    /// `order`, and those behind a block come before it; what may touch the stack behind a loop is in
    /// every extent.
    fn add_touched(&mut self, function: &Function, order: impl Iterator<Item = Block>) {
        let mut touched = IndexVec::filled(Part::Nothing, function.blocks.len());
        for block in order {
            let behind = function.successors_of(block).iter().map(|&next| touched[next]);
            let behind = behind.fold(Part::Nothing, |a, b| self.around(a, b));
            self.needed[block] = self.around(self.needed[block], behind);
            let touches = function.blocks[block].may_touch_stack;
            touched[block] = if touches { self.needed[block] } else { behind };
        }
    }

    /// The extent with more blocks.
    pub fn joined(
        &self,
        function: &Function,
        mut extent: Extent,
        blocks: impl Iterator<Item = Block>,
    ) -> Extent {
        let mut last = None;
        for block in blocks {
            if self.is_final(&extent) {
                break;
            }
            if last.replace(block) != Some(block) {
                self.join(&mut extent, block);
            }
        }
        self.finish(function, &mut extent);
        extent
    }

    /// Whether no other block can change it.
    fn is_final(&self, extent: &Extent) -> bool {
        let is_split_open = |ways: &Ways| {
            extent.ways != ways.all && extent.top.is_none_or(|top| top != Block::new(0))
        };
        extent.whole == Part::Whole && !self.ways.as_ref().is_some_and(is_split_open)
    }

    fn join(&self, extent: &mut Extent, block: Block) {
        extent.whole = self.around(extent.whole, self.needed[block]);
        self.reach(extent, block);
    }

    /// Notes which ways to the block that returns pass a block.
    fn reach(&self, extent: &mut Extent, block: Block) {
        let Some(ways) = &self.ways else { return };
        let Reached { ways, top } = ways.from(block);
        extent.ways |= ways;
        extent.top = match (extent.top, top) {
            (Some(a), Some(b)) if a != b => self.before.common(a, b),
            (a, b) => a.or(b),
        };
    }

    /// The least part that holds two others, without regard to loops.
    fn around(&self, a: Part, b: Part) -> Part {
        match (a, b) {
            (Part::Nothing, part) | (part, Part::Nothing) => part,
            (Part::Between(start, end), Part::Between(other_start, other_end)) => {
                let start = self.before.common(start, other_start);
                let ends = start.filter(|&start| start != Block::new(0));
                let ends = ends.zip(self.after.common(end, other_end));
                ends.map_or(Part::Whole, |(start, end)| Part::Between(start, end))
            }
            _ => Part::Whole,
        }
    }

    /// Finds the part with the frame.
    fn finish(&self, function: &Function, extent: &mut Extent) {
        extent.whole = self.closed(function, extent.whole);
        extent.part = self.before_return(function, extent).map_or(extent.whole, Part::BeforeReturn);
    }

    /// The least part that holds another and lies between two blocks outside loops, of which one is
    /// passed on all ways to and the other on all ways from it.
    fn closed(&self, function: &Function, part: Part) -> Part {
        let Part::Between(mut start, mut end) = part else { return part };
        loop {
            let is_in_loop = |block: Block| function.blocks[block].innermost.is_some();
            let wider = if !self.before.is_above(start, end) {
                self.before.common(start, end).map(|above| (above, end))
            } else if !self.after.is_above(end, start) {
                self.after.common(end, start).map(|below| (start, below))
            } else if is_in_loop(start) {
                self.before.parent(start).map(|above| (above, end))
            } else if is_in_loop(end) {
                self.after.parent(end).map(|below| (start, below))
            } else {
                break;
            };
            let Some(wider) = wider else { return Part::Whole };
            (start, end) = wider;
        }
        if start == Block::new(0) {
            Part::Whole
        } else {
            Part::Between(start, end)
        }
    }

    /// Where the frame begins if it ends in front of the block that returns.
    fn before_return(&self, function: &Function, extent: &Extent) -> Option<Block> {
        let ways = self.ways.as_ref()?;
        let start = match extent.whole {
            Part::Whole => Block::new(0),
            Part::Between(start, end) if end == ways.to => start,
            _ => return None,
        };
        let entry = function.blocks[Block::new(0)].frequency;
        let mut top = extent.top?;
        while function.blocks[top].innermost.is_some() || function.blocks[top].frequency > entry {
            top = self.before.parent(top)?;
        }
        // Each way from there to the block that returns has to need the frame, and another must not.
        let is_apart = extent.ways == ways.from(top).ways && extent.ways != ways.all;
        (top != start && is_apart).then_some(top)
    }

    /// Whether a block is executed in the frame.
    pub fn holds(&self, part: Part, block: Block) -> bool {
        match part {
            Part::Nothing => false,
            Part::Between(start, end) => {
                self.before.is_above(start, block) && self.after.is_above(end, block)
            }
            Part::BeforeReturn(start) => self.before.is_above(start, block),
            Part::Whole => true,
        }
    }
}

/// The blocks of which LLVM takes for granted that the stack's addresses are known there: it visits a
/// loop's first block before the last, and assumes the worst of blocks not visited so far. `order` has
/// the blocks behind a block before it, but for loops.
fn behind_loops(function: &Function, order: &[Block]) -> IndexVec<Block, bool> {
    let mut looped = IndexVec::filled(false, function.blocks.len());
    let mut visited = looped.clone();
    for &block in order.iter().rev() {
        visited[block] = true;
        let back = function.successors_of(block).iter().filter(|&&next| visited[next]);
        back.for_each(|&next| looped[next] = true);
    }
    for &block in order.iter().rev() {
        for &next in function.successors_of(block) {
            looped[next] |= looped[block];
        }
    }
    looped
}
