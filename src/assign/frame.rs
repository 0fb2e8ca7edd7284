//! Where a function saves callee-saved registers, and what that costs.
//!
//! LLVM's shrink-wrapping puts the saves in front of the part of the function that needs a frame, if
//! there is one way in and one way out. What uses a callee-saved register needs a frame. So a
//! register is cheap to save for a range in a cold part, and a range that reaches out of that part
//! makes all saves hotter.

use crate::analysis::dominators::Dominators;
use crate::model::function::{Block, Function};
use crate::model::index::Idx;
use crate::model::machine::RegData;
use crate::model::point::{Point, Segment};

/// The part of a function that needs a frame.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Part {
    /// There is none.
    Nothing,
    /// What lies between the blocks that begin and end it.
    Between(Block, Block),
    /// The whole function.
    Whole,
}

/// The callee-saved registers in use, and where the frame is that they are saved in.
#[derive(Debug)]
pub struct Frame {
    /// The part that the ranges placed so far need.
    pub part: Part,
    /// What the ways to and from blocks pass; none if the part is the whole function anyway.
    trees: Option<(Dominators, Dominators)>,
    /// How many registers of each file of paired ones are in use; file 0 is those saved one by one.
    in_file: Vec<u32>,
}

impl Frame {
    /// As it is before any register is assigned.
    pub fn of(function: &Function) -> Self {
        let machine = &function.machine;
        let files = machine.regs.iter().map(|reg| reg.paired_file as usize).max().unwrap_or(0);
        let mut in_file = vec![0];
        in_file.extend(&machine.saved_anyway);
        in_file.resize(in_file.len().max(files + 1), 0);
        let mut frame = Self { part: Part::Whole, trees: None, in_file };
        if function.blocks.iter().next().is_none_or(|entry| entry.needs_frame) {
            return frame;
        }
        frame.part = Part::Nothing;
        frame.trees = Some((Dominators::of(function), Dominators::of_reverse(function)));
        for (block, _) in function.blocks.enumerate().filter(|(_, data)| data.needs_frame) {
            frame.part = frame.joined(function, frame.part, block);
        }
        frame
    }

    /// `part` with one more block, as LLVM's ShrinkWrap finds it.
    fn joined(&self, function: &Function, part: Part, block: Block) -> Part {
        let Some((before, after)) = &self.trees else { return Part::Whole };
        let ends = match part {
            Part::Whole => return Part::Whole,
            Part::Nothing => Some((block, block)),
            Part::Between(start, end) => before.common(start, block).zip(after.common(end, block)),
        };
        let Some((mut start, mut end)) = ends else { return Part::Whole };
        loop {
            let is_in_loop = |block: Block| function.blocks[block].innermost.is_some();
            let wider = if !before.is_above(start, end) {
                before.common(start, end).map(|above| (above, end))
            } else if !after.is_above(end, start) {
                after.common(end, start).map(|below| (start, below))
            } else if is_in_loop(start) {
                before.parent(start).map(|above| (above, end))
            } else if is_in_loop(end) {
                after.parent(end).map(|below| (start, below))
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

    /// The part that is needed if a range that is live over `live` has a callee-saved register too.
    pub fn joined_with(&self, function: &Function, live: &[Segment]) -> Part {
        if self.trees.is_none() {
            return Part::Whole;
        }
        let mut part = self.part;
        for segment in live.iter().filter(|segment| !segment.is_empty()) {
            for point in [segment.start, Point(segment.end.0 - 1)] {
                let block = function.block_at(point);
                if part == Part::Whole {
                    return part;
                }
                part = self.joined(function, part, block);
            }
        }
        part
    }

    /// Where the frame begins and ends, if it is not the whole function's.
    pub fn ends(&self) -> Option<(Block, Block)> {
        match self.part {
            Part::Between(start, end) => Some((start, end)),
            _ => None,
        }
    }

    /// Whether a block is executed in the frame.
    pub fn holds(&self, block: Block) -> bool {
        match (self.part, &self.trees) {
            (Part::Between(start, end), Some((before, after))) => {
                before.is_above(start, block) && after.is_above(end, block)
            }
            (part, _) => part == Part::Whole,
        }
    }

    /// The price that another range's having the register adds, per execution of the function, if
    /// `part` is needed then; `opens` if none has the register so far.
    pub fn price(&self, function: &Function, (reg, opens): (&RegData, bool), part: Part) -> f64 {
        let in_file = self.in_file[reg.paired_file as usize];
        // The second of a pair is saved with the first.
        let adds = opens && (reg.paired_file == 0 || in_file.is_multiple_of(2));
        if part == self.part {
            return if adds { executions(function, part) } else { 0.0 };
        }
        let pairs: u32 = self.in_file[1..].iter().map(|saved| saved.div_ceil(2)).sum();
        let saves = self.in_file[0] + pairs;
        let price = |saves: u32, part| f64::from(saves) * executions(function, part);
        (price(saves + u32::from(adds), part) - price(saves, self.part)).max(0.0)
    }

    /// The first range has the register.
    pub fn open(&mut self, reg: &RegData) {
        self.in_file[reg.paired_file as usize] += 1;
    }

    /// No range has the register any more.
    pub fn close(&mut self, reg: &RegData) {
        self.in_file[reg.paired_file as usize] -= 1;
    }
}

/// How often what is saved once is saved and restored per execution of the function.
fn executions(function: &Function, part: Part) -> f64 {
    let frequency = |block: Block| function.blocks[block].frequency.min(1.0);
    match part {
        Part::Nothing => 0.0,
        Part::Between(start, end) => frequency(start) + frequency(end),
        Part::Whole => 2.0,
    }
}
