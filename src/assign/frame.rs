//! Where a function saves callee-saved registers, and what that costs.
//!
//! LLVM's shrink-wrapping puts the saves in front of the part of the function that needs a frame, if
//! there is one way in and one way out. What uses a callee-saved register needs a frame. So a
//! register is cheap to save for a range in a cold part, and a range that reaches out of that part
//! makes all saves hotter.

use super::extent::{Extent, Extents, Part};
use crate::model::function::{Block, Function};
use crate::model::machine::RegData;
use crate::model::point::{Point, Segment};

/// The callee-saved registers in use, and where the frame is that they are saved in.
#[derive(Debug)]
pub struct Frame {
    /// The part that the ranges placed so far need.
    pub extent: Extent,
    /// What finds it; none if the part is the whole function anyway.
    extents: Option<Extents>,
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
        if function.blocks.iter().next().is_none_or(|entry| entry.needs_frame) {
            return Self { extent: Extent::WHOLE, extents: None, in_file };
        }
        let (extents, extent) = Extents::of(function);
        Self { extent, extents, in_file }
    }

    /// The part that is needed if a range that is live over `live` has a callee-saved register too.
    pub fn joined_with(&self, function: &Function, live: &[Segment]) -> Extent {
        let Some(extents) = &self.extents else { return Extent::WHOLE };
        let segments = live.iter().filter(|segment| !segment.is_empty());
        let blocks = segments.flat_map(|segment| {
            let first = function.block_at(segment.start);
            let is_within = segment.end <= function.blocks[first].points.end;
            let last = (!is_within).then(|| function.block_at(Point(segment.end.0 - 1)));
            [Some(first), last].into_iter().flatten()
        });
        extents.joined(function, self.extent, blocks)
    }

    /// Where the frame begins and ends, if it is not the whole function's.
    pub fn ends(&self) -> Option<(Block, Option<Block>)> {
        match self.extent.part {
            Part::Between(start, end) => Some((start, Some(end))),
            Part::BeforeReturn(start) => Some((start, None)),
            Part::Nothing | Part::Whole => None,
        }
    }

    /// Whether a block is executed in the frame.
    pub fn holds(&self, block: Block) -> bool {
        let holds = |extents: &Extents| extents.holds(self.extent.part, block);
        self.extents.as_ref().is_none_or(holds)
    }

    /// The price that another range's having the register adds, per execution of the function, if
    /// `part` is needed then; `opens` if none has the register so far.
    pub fn price(&self, function: &Function, (reg, opens): (&RegData, bool), part: Part) -> f64 {
        let in_file = self.in_file[reg.paired_file as usize];
        // The second of a pair is saved with the first.
        let adds = opens && (reg.paired_file == 0 || in_file.is_multiple_of(2));
        if part == self.extent.part {
            return if adds { executions(function, part) } else { 0.0 };
        }
        let pairs: u32 = self.in_file[1..].iter().map(|saved| saved.div_ceil(2)).sum();
        let saves = self.in_file[0] + pairs;
        let price = |saves: u32, part| f64::from(saves) * executions(function, part);
        (price(saves + u32::from(adds), part) - price(saves, self.extent.part)).max(0.0)
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
        // What begins there ends in front of the block that returns.
        Part::BeforeReturn(start) => 2.0 * frequency(start),
        Part::Whole => 2.0,
    }
}
