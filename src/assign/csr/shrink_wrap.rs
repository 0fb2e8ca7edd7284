//! Shrink wrapping: where a function saves and restores callee-saved registers if certain blocks need
//! a frame, as LLVM's ShrinkWrap decides it.
//!
//! The saves stand where all paths to those blocks pass, the restores where all paths from them do,
//! and neither in a loop. If the restores would stand in the only block that returns, and some paths
//! to it pass no block that needs a frame, LLVM puts a block with the restores in front of it for the
//! others.

use super::return_paths::{Reach, ReturnPaths};
use crate::analysis::dominators::Dominators;
use crate::model::function::{Block, Function};
use crate::model::index::{Idx, IndexVec};

/// Where the callee-saved registers are saved and restored: the part of the function with the frame.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum SavePoints {
    /// There is no frame.
    None,
    /// At the beginning of the first block and the end of the second.
    Between(Block, Block),
    /// At the beginning of a block, and in front of the block that returns, which has no frame.
    BeforeReturn(Block),
    /// Where the function begins and returns.
    WholeFunction,
}

impl SavePoints {
    /// How often a register is saved and restored, both counted, per execution of the function.
    pub fn executions(self, function: &Function) -> f64 {
        let frequency = |block: Block| function.blocks[block].frequency.min(1.0);
        match self {
            Self::None => 0.0,
            Self::Between(start, end) => frequency(start) + frequency(end),
            // What begins there ends in front of the block that returns.
            Self::BeforeReturn(start) => 2.0 * frequency(start),
            Self::WholeFunction => 2.0,
        }
    }
}

/// What is known of the blocks that need a frame.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FrameNeeds {
    /// Where the frame begins and ends.
    pub points: SavePoints,
    /// The same if the block that returns were not split.
    unsplit: SavePoints,
    /// The nearest block that all paths pass to these blocks, and to those behind them in front of
    /// the block that returns.
    top: Option<Block>,
    /// Which of the blocks in front of the one that returns they reach, as bits.
    paths: u64,
}

impl FrameNeeds {
    /// The whole function, whatever else needs a frame.
    pub const WHOLE_FUNCTION: Self = Self {
        points: SavePoints::WholeFunction,
        unsplit: SavePoints::WholeFunction,
        top: None,
        paths: 0,
    };

    const NONE: Self =
        Self { points: SavePoints::None, unsplit: SavePoints::None, top: None, paths: 0 };
}

/// What the save points of a function are found with.
#[derive(Debug)]
pub struct ShrinkWrap {
    /// What the paths to blocks pass.
    before: Dominators,
    /// What the paths from blocks pass.
    after: Dominators,
    /// Per block the least part around it and all behind it that may touch the stack, but for what is
    /// in every frame anyway.
    needed: IndexVec<Block, SavePoints>,
    /// The paths to the block that returns, if LLVM can split it.
    return_paths: Option<ReturnPaths>,
}

impl ShrinkWrap {
    /// Those of the function, with what needs a frame before any register is assigned; none if no more
    /// blocks can change that, or LLVM does not wrap.
    pub fn of(function: &Function) -> (Option<Self>, FrameNeeds) {
        let (before, after) = Dominators::of_both_ways(function);
        let mut order = before.postorder();
        order.retain(|block| block.index() < function.blocks.len());
        if has_other_cycles(function, &order, &before) {
            return (None, FrameNeeds::WHOLE_FUNCTION);
        }
        let return_paths = ReturnPaths::of(function, &order, &before, &after);
        let needed =
            function.blocks.indices().map(|block| SavePoints::Between(block, block)).collect();
        let mut shrink_wrap = Self { before, after, needed, return_paths };
        let looped = behind_loops(function, &order);
        let mut needs = FrameNeeds::NONE;
        for (block, data) in function.blocks.enumerate() {
            if data.needs_frame || data.may_touch_stack && looped[block] {
                shrink_wrap.join(&mut needs, block);
            } else if data.may_touch_stack {
                shrink_wrap.reach(&mut needs, block);
            }
        }
        shrink_wrap.finish(function, &mut needs);
        if shrink_wrap.is_final(&needs) {
            return (None, needs);
        }
        shrink_wrap.add_touched(function, order.into_iter().filter(|&block| !looped[block]));
        let blocks = function.blocks.enumerate().filter(|(_, data)| data.needs_frame);
        let needs = shrink_wrap.joined(function, needs, blocks.map(|(block, _)| block));
        (Some(shrink_wrap), needs)
    }

    /// Adds to what each block needs what may touch the stack behind it. No loop leads to the blocks in
    /// `order`, and those behind a block come before it; what may touch the stack behind a loop is in
    /// every frame.
    fn add_touched(&mut self, function: &Function, order: impl Iterator<Item = Block>) {
        let mut touched = IndexVec::filled(SavePoints::None, function.blocks.len());
        for block in order {
            let behind = function.successors_of(block).iter().map(|&next| touched[next]);
            let behind = behind.fold(SavePoints::None, |a, b| self.around(a, b));
            self.needed[block] = self.around(self.needed[block], behind);
            let touches = function.blocks[block].may_touch_stack;
            touched[block] = if touches { self.needed[block] } else { behind };
        }
    }

    /// What the frame is needed for if more blocks need it.
    pub fn joined(
        &self,
        function: &Function,
        mut needs: FrameNeeds,
        blocks: impl Iterator<Item = Block>,
    ) -> FrameNeeds {
        let mut last = None;
        for block in blocks {
            if self.is_final(&needs) {
                break;
            }
            if last.replace(block) != Some(block) {
                self.join(&mut needs, block);
            }
        }
        self.finish(function, &mut needs);
        needs
    }

    /// Whether no other block can change it.
    fn is_final(&self, needs: &FrameNeeds) -> bool {
        let may_split_return = |return_paths: &ReturnPaths| {
            needs.paths != return_paths.all && needs.top.is_none_or(|top| top != Block::new(0))
        };
        needs.unsplit == SavePoints::WholeFunction
            && !self.return_paths.as_ref().is_some_and(may_split_return)
    }

    fn join(&self, needs: &mut FrameNeeds, block: Block) {
        needs.unsplit = self.around(needs.unsplit, self.needed[block]);
        self.reach(needs, block);
    }

    /// Notes which paths to the block that returns pass a block.
    fn reach(&self, needs: &mut FrameNeeds, block: Block) {
        let Some(return_paths) = &self.return_paths else { return };
        let Reach { paths, top } = return_paths.from(block);
        needs.paths |= paths;
        needs.top = match (needs.top, top) {
            (Some(a), Some(b)) if a != b => self.before.common(a, b),
            (a, b) => a.or(b),
        };
    }

    /// The least part that holds two others, without regard to loops.
    fn around(&self, a: SavePoints, b: SavePoints) -> SavePoints {
        match (a, b) {
            (SavePoints::None, part) | (part, SavePoints::None) => part,
            (SavePoints::Between(start, end), SavePoints::Between(other_start, other_end)) => {
                let start = self.before.common(start, other_start);
                let ends = start.filter(|&start| start != Block::new(0));
                let ends = ends.zip(self.after.common(end, other_end));
                ends.map_or(SavePoints::WholeFunction, |(start, end)| {
                    SavePoints::Between(start, end)
                })
            }
            _ => SavePoints::WholeFunction,
        }
    }

    /// Finds where the frame begins and ends.
    fn finish(&self, function: &Function, needs: &mut FrameNeeds) {
        needs.unsplit = self.closed(function, needs.unsplit);
        needs.points =
            self.before_return(function, needs).map_or(needs.unsplit, SavePoints::BeforeReturn);
    }

    /// The block that has to be marked as one that needs a frame for the frame to begin there, as some path from it
    /// to the block that returns needs none (E220).
    pub fn mark(&self, needs: &FrameNeeds) -> Option<Block> {
        let SavePoints::BeforeReturn(start) = needs.points else { return None };
        let paths = self.return_paths.as_ref()?.from(start).paths;
        (paths != needs.paths).then_some(start)
    }

    /// The least part that holds another and lies between two blocks outside loops, of which one is
    /// passed on all paths to and the other on all paths from it.
    fn closed(&self, function: &Function, points: SavePoints) -> SavePoints {
        let SavePoints::Between(mut start, mut end) = points else { return points };
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
            let Some(wider) = wider else { return SavePoints::WholeFunction };
            (start, end) = wider;
        }
        if start == Block::new(0) {
            SavePoints::WholeFunction
        } else {
            SavePoints::Between(start, end)
        }
    }

    /// Where the frame begins if it ends in front of the block that returns. LLVM asks that each path from there
    /// to that block needs the frame, as they do if the block where it begins is marked; and another must not.
    fn before_return(&self, function: &Function, needs: &FrameNeeds) -> Option<Block> {
        let return_paths = self.return_paths.as_ref()?;
        let outer = match needs.unsplit {
            SavePoints::WholeFunction => Block::new(0),
            SavePoints::Between(start, end) if end == return_paths.to => start,
            _ => return None,
        };
        let entry = function.blocks[Block::new(0)].frequency;
        let mut start = needs.top?;
        loop {
            let data = &function.blocks[start];
            let Reach { paths, top } = return_paths.from(start);
            start = if data.innermost.is_some() || data.frequency > entry {
                self.before.parent(start)?
            } else if top.is_some_and(|top| top != start) {
                top?
            } else {
                return (start != outer && paths != return_paths.all).then_some(start);
            };
        }
    }

    /// Whether a block is executed in the frame between the save points.
    pub fn holds(&self, points: SavePoints, block: Block) -> bool {
        match points {
            SavePoints::None => false,
            SavePoints::Between(start, end) => {
                self.before.is_above(start, block) && self.after.is_above(end, block)
            }
            SavePoints::BeforeReturn(start) => self.before.is_above(start, block),
            SavePoints::WholeFunction => true,
        }
    }
}

/// Whether there are cycles that are no loops: LLVM then leaves the frame where it is. `order` has the
/// blocks behind a block before it, but for cycles.
fn has_other_cycles(function: &Function, order: &[Block], before: &Dominators) -> bool {
    let mut visited = IndexVec::filled(false, function.blocks.len());
    order.iter().rev().any(|&block| {
        visited[block] = true;
        let is_loop =
            |head: Block| function.blocks[head].innermost.is_some() && before.is_above(head, block);
        function.successors_of(block).iter().any(|&next| visited[next] && !is_loop(next))
    })
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
