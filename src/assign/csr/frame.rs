//! The part of a function that has a frame: callee-saved registers are saved where it begins and
//! restored where it ends.
//!
//! It holds all blocks that need a frame, among them those in which a range has a callee-saved
//! register. Shrink wrapping says where it then begins and ends.

use super::shrink_wrap::{FrameNeeds, SavePoints, ShrinkWrap};
use crate::model::function::{Block, Function, VReg};
use crate::model::point::{Point, Segment};
use std::cell::Cell;

/// Where the frame is that the ranges placed so far need.
#[derive(Debug)]
pub struct Frame<'a> {
    function: &'a Function,
    needs: FrameNeeds,
    /// The same before any register was assigned.
    first_needs: FrameNeeds,
    /// What finds the save points; none if no range can change them any more.
    shrink_wrap: Option<ShrinkWrap>,
    /// The range that was asked about last, what the frame was needed for then, and what with the range.
    last: Cell<Option<(VReg, FrameNeeds, FrameNeeds)>>,
}

impl<'a> Frame<'a> {
    /// As it is before any register is assigned.
    pub fn of(function: &'a Function) -> Self {
        let is_whole = function.blocks.iter().next().is_none_or(|entry| entry.needs_frame);
        let (shrink_wrap, needs) = match is_whole {
            true => (None, FrameNeeds::WHOLE_FUNCTION),
            false => ShrinkWrap::of(function),
        };
        Self { function, needs, first_needs: needs, shrink_wrap, last: Cell::new(None) }
    }

    /// Where the frame begins and ends.
    pub fn save_points(&self) -> SavePoints {
        self.needs.points
    }

    /// What the frame is needed for.
    pub fn needs(&self) -> FrameNeeds {
        self.needs
    }

    /// What it is needed for if a range that is live over `live` has a callee-saved register too.
    pub fn needs_with(&self, live: &[Segment]) -> FrameNeeds {
        self.needs_in(self.end_blocks(live))
    }

    /// What it is needed for if these blocks need it too.
    pub fn needs_in(&self, blocks: impl Iterator<Item = Block>) -> FrameNeeds {
        let Some(shrink_wrap) = &self.shrink_wrap else { return FrameNeeds::WHOLE_FUNCTION };
        shrink_wrap.joined(self.function, self.needs, blocks)
    }

    /// The blocks in which the segments begin and end.
    fn end_blocks<'s>(&self, live: &'s [Segment]) -> impl Iterator<Item = Block> + use<'s, 'a> {
        let function = self.function;
        let segments = live.iter().filter(|segment| !segment.is_empty());
        segments.flat_map(|segment| {
            let first = function.block_at(segment.start);
            let is_within = segment.end <= function.blocks[first].points.end;
            let last = (!is_within).then(|| function.block_at(Point(segment.end.0 - 1)));
            [Some(first), last].into_iter().flatten()
        })
    }

    /// The same for a range, which is mostly asked about several times in a row.
    pub fn needs_with_range(&self, vreg: VReg, live: &[Segment]) -> FrameNeeds {
        match self.last.get() {
            Some((last, before, with)) if last == vreg && before == self.needs => {
                debug_assert_eq!(with, self.needs_with(live));
                with
            }
            _ => {
                let with = self.needs_with(live);
                self.last.set(Some((vreg, self.needs, with)));
                with
            }
        }
    }

    /// A range that is live over `live` has a callee-saved register too.
    pub fn include(&mut self, vreg: VReg, live: &[Segment]) {
        self.needs = self.needs_with_range(vreg, live);
    }

    /// Makes it what it was when it had these needs; as it is before any register is assigned without.
    pub fn restore(&mut self, needs: Option<FrameNeeds>) {
        self.needs = needs.unwrap_or(self.first_needs);
    }

    /// The blocks that begin and end the frame, if it is not the whole function's. Without an end it
    /// ends in front of the block that returns.
    pub fn ends(&self) -> Option<(Block, Option<Block>)> {
        match self.needs.points {
            SavePoints::Between(start, end) => Some((start, Some(end))),
            SavePoints::BeforeReturn(start) => Some((start, None)),
            SavePoints::None | SavePoints::WholeFunction => None,
        }
    }

    /// The block that has to be marked as one that needs a frame for the frame to begin there, if those that
    /// have callee-saved registers are live over `lives`.
    pub fn mark<'s>(&self, lives: impl Iterator<Item = &'s [Segment]>) -> Option<Block> {
        let blocks = lives.flat_map(|live| self.end_blocks(live));
        let shrink_wrap = self.shrink_wrap.as_ref()?;
        shrink_wrap.mark(&shrink_wrap.joined(self.function, self.first_needs, blocks))
    }

    /// Whether a block is executed in the frame.
    pub fn holds(&self, block: Block) -> bool {
        let holds = |shrink_wrap: &ShrinkWrap| shrink_wrap.holds(self.needs.points, block);
        self.shrink_wrap.as_ref().is_none_or(holds)
    }
}
