//! What the client calls ranges, registers and places.

use crate::analysis::register_sets::{RegSet, RegSets};
use crate::model::function::{Block, Function, VReg};
use crate::model::index::{Idx, IndexVec};
use crate::model::machine::{Class, Reg};
use crate::model::point::Point;
use std::collections::BTreeMap;

/// What a range is to who wrote the program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RangeName {
    /// The variable whose value it holds; empty if none is known.
    pub variable: String,
    /// The source line of its definition; 0 if none is known.
    pub line: u32,
    /// The source line of the use that comes last in the code, which keeps the range alive; 0 if none is
    /// known.
    pub last_use: u32,
}

/// The names of one round, as far as they are new.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Description {
    /// Per register, by the client's name.
    pub regs: Vec<(u32, String)>,
    /// Per class of the function.
    pub classes: Vec<String>,
    /// Per range, by the client's name.
    pub ranges: Vec<(u32, RangeName)>,
    /// Per instruction of the function its source line, 0 if none is known; or nothing.
    pub lines: Vec<u32>,
}

/// All names so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    pub regs: BTreeMap<u32, String>,
    pub ranges: BTreeMap<u32, RangeName>,
    /// Of the round that begins.
    classes: Vec<String>,
    lines: Vec<u32>,
}

impl Names {
    pub fn add(&mut self, description: Description) {
        self.regs.extend(description.regs);
        self.ranges.extend(description.ranges);
        self.classes = description.classes;
        self.lines = description.lines;
    }

    /// The classes and lines of the round that begins.
    pub fn take_lines(&mut self) -> (Vec<String>, Vec<u32>) {
        (std::mem::take(&mut self.classes), std::mem::take(&mut self.lines))
    }
}

/// A block as readers see it.
#[derive(Clone, Copy, Debug)]
pub(super) struct BlockPlace {
    pub start: Point,
    pub frequency: f64,
}

/// A register set as readers see it.
#[derive(Clone, Debug)]
pub(super) struct SetName {
    /// The class whose registers it has; empty if the client did not say.
    pub class: String,
    pub registers: i32,
    /// The classes whose values count in it, and how many registers each value takes.
    pub takes: Vec<(String, i32)>,
}

/// What numbers meant in one round.
#[derive(Clone, Debug)]
pub(super) struct Round {
    /// Per range of the function the client's name.
    ranges: Vec<u32>,
    regs: IndexVec<Reg, u32>,
    /// The base points of the instructions, in layout order.
    insts: Vec<Point>,
    /// Per instruction its source line, or nothing.
    lines: Vec<u32>,
    pub blocks: Vec<BlockPlace>,
    pub sets: IndexVec<RegSet, SetName>,
}

/// What stands at a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub block: Block,
    /// The instruction at the point, or the last one in front of it; none at the beginning of a block.
    pub inst: Option<u32>,
    /// The source line; 0 if none is known.
    pub line: u32,
}

impl Round {
    pub fn of(function: &Function, (classes, lines): (Vec<String>, Vec<u32>)) -> Self {
        let sets = RegSets::of(function);
        let name = |set: RegSet| {
            let called = |class: Class| classes.get(class.index()).cloned().unwrap_or_default();
            let class = sets.class_of(set).map_or(String::new(), called);
            let counts = |class: Class| {
                let uses = sets.taken_by(class).iter().filter(move |of| of.set == set);
                uses.map(move |of| (called(class), of.registers))
            };
            let takes = function.machine.classes.indices().flat_map(counts).collect();
            SetName { class, registers: sets.registers(set), takes }
        };
        let block = |data: &crate::model::function::BlockData| BlockPlace {
            start: data.points.start,
            frequency: data.frequency,
        };
        let called =
            |(vreg, data): (VReg, &crate::model::function::VRegData)| data.name.unwrap_or(vreg.0);
        Self {
            ranges: function.vregs.enumerate().map(called).collect(),
            regs: function.machine.regs.iter().map(|data| data.name).collect(),
            insts: function.insts.iter().map(|data| data.point.base()).collect(),
            lines,
            blocks: function.blocks.iter().map(block).collect(),
            sets: sets.indices().map(name).collect(),
        }
    }

    /// The client's name of a range, or of a piece if `pieces` has it.
    pub fn range(&self, vreg: VReg, pieces: &[u32]) -> VReg {
        let number = vreg.index();
        let piece = || pieces.get(number - self.ranges.len()).copied().unwrap_or(vreg.0);
        VReg(self.ranges.get(number).copied().unwrap_or_else(piece))
    }

    /// The client's name of a register.
    pub fn register(&self, reg: Reg) -> Reg {
        Reg(self.regs[reg])
    }

    /// What stands at a point.
    pub fn place(&self, at: Point) -> Place {
        let after = self.blocks.partition_point(|block| block.start <= at);
        let block = Block(after.saturating_sub(1) as u32);
        let first = self.insts.partition_point(|&inst| inst < self.blocks[block.index()].start);
        let behind = self.insts.partition_point(|&inst| inst <= at);
        let line = |number: usize| self.lines.get(number).copied().unwrap_or(0);
        if behind > first {
            let inst = behind - 1;
            return Place { block, inst: Some(inst as u32), line: line(inst) };
        }
        Place { block, inst: None, line: line(behind) }
    }
}
