//! What each block of a range costs, by whether the value is in a piece's register at the block's
//! beginning and end.

use super::super::assignment::Assignment;
use super::region_blocks::RegionBlock;
use crate::analysis::insertion_points::InsertionPoints;
use crate::analysis::references::Reference;
use crate::cost::Prices;
use crate::model::function::VReg;
use crate::model::machine::Reg;
use crate::model::point::{Point, Segment};
use crate::solver::max_flow::INFINITE;

/// What the value costs outside the piece's register.
#[derive(Clone, Copy)]
pub enum Outside {
    /// It is in memory: references cost reloads and stores.
    Memory(Prices),
    /// It is in another register: only the copies from and to the piece's register cost.
    Register {
        /// The range whose copies are meant.
        vreg: VReg,
        /// The piece's register.
        hint: Reg,
        /// Whether the other register is known; else the rest of the range may as well go to memory.
        is_known: bool,
    },
}

impl Outside {
    /// Price of bringing the value into the piece's register once at a point.
    fn enter(self, assignment: &Assignment, at: Point) -> f64 {
        match self {
            Self::Memory(prices) => prices.read_at(assignment.function(), at),
            Self::Register { .. } => assignment.context.costs.copy,
        }
    }

    /// Price of moving it out of the piece's register once.
    fn leave(self, assignment: &Assignment) -> f64 {
        match self {
            Self::Memory(prices) => prices.write,
            Self::Register { .. } => assignment.context.costs.copy,
        }
    }

    /// Price of the references, per execution of the function.
    #[inline]
    pub fn sum(self, assignment: &Assignment, references: &[Reference]) -> f64 {
        match self {
            Self::Memory(prices) => prices.sum(assignment.function(), references),
            Self::Register { vreg, hint, .. } => saved_copies(assignment, vreg, references, hint),
        }
    }
}

/// Price of those copies among the references of a range that disappear in a register, per execution of the
/// function.
pub fn saved_copies(
    assignment: &Assignment,
    vreg: VReg,
    references: &[Reference],
    reg: Reg,
) -> f64 {
    let (function, copy) = (assignment.function(), assignment.context.costs.copy);
    let (copies, matrix) = (assignment.copies(), assignment.matrix());
    let is_saved = |r: &&Reference| copies.disappears(matrix, vreg, r.inst, reg);
    let block = |r: &Reference| function.insts[r.inst].block;
    let saved = references.iter().filter(is_saved);
    saved.map(|r| copy * function.blocks[block(r)].frequency).sum()
}

/// What one block costs, by where the value is at its ends; all prices are per execution of the
/// function.
#[derive(Clone, Copy, Default)]
pub struct BlockCosts {
    /// Outside at the entry.
    pub entry_out: f64,
    /// Outside at the exit.
    pub exit_out: f64,
    /// In the register at the entry.
    pub entry_in: f64,
    /// In the register at the exit.
    pub exit_in: f64,
    /// In the register at the entry and outside at the exit.
    pub leaves: f64,
    /// Outside at the entry and in the register at the exit.
    pub enters: f64,
}

impl BlockCosts {
    /// The register is free for the whole block: references cost at most one reload and one store,
    /// since they can share a piece within the block.
    pub fn free(assignment: &Assignment, outside: Outside, block: &RegionBlock) -> Self {
        let frequency = block.data.frequency;
        let end = Point(block.segment.end.0 - 1);
        let enter = outside.enter(assignment, end) * frequency;
        let leave = outside.leave(assignment) * frequency;
        let (at_entry, at_exit) = Self::outside_prices(assignment, outside, block);
        if block.entry.is_none() {
            return Self { exit_out: at_entry.max(at_exit), ..Self::default() };
        }
        let through = block.exit.is_some();
        Self {
            entry_out: at_entry,
            exit_out: at_exit,
            leaves: if through && at_exit == 0.0 { leave } else { 0.0 },
            enters: if through && at_entry == 0.0 { enter } else { 0.0 },
            ..Self::default()
        }
    }

    /// What the references of a block cost if the value is outside at the entry, and at the exit.
    fn outside_prices(
        assignment: &Assignment,
        outside: Outside,
        block: &RegionBlock,
    ) -> (f64, f64) {
        let function = assignment.function();
        let frequency = block.data.frequency;
        match outside {
            Outside::Memory(prices) => {
                let read =
                    block.references.iter().find(|r| r.reads).filter(|_| block.entry.is_some());
                let read = read.map_or(0.0, |r| {
                    let at = function.insts[r.inst].point.base();
                    prices.read_at(function, at) * frequency
                });
                let writes = block.entry.is_none() || block.references.iter().any(|r| r.writes);
                (read, if writes { prices.write * frequency } else { 0.0 })
            }
            Outside::Register { .. } => (block.price, 0.0),
        }
    }

    /// The register is taken for a stretch: the value has to leave before it and to come back after
    /// it. The second result is the price of the references that are outside whatever is chosen.
    pub fn taken(
        assignment: &Assignment,
        outside: Outside,
        block: &RegionBlock,
        points: InsertionPoints,
        taken: Segment,
    ) -> (Self, f64) {
        let function = assignment.function();
        let frequency = block.data.frequency;
        let around = block.references_around(function, points, taken);
        let price = |references: &[Reference]| outside.sum(assignment, references);
        let mut costs = Self::default();
        let mut outside_anyway = price(around.within);
        if block.entry.is_some() {
            // The copy needs the register at the very boundary, even if the model has no point there.
            let leaves_at = points.block_start(block.block).at;
            let in_time = leaves_at <= taken.start && block.segment.start < taken.start;
            costs.entry_out = price(around.before);
            costs.entry_in = if in_time { outside.leave(assignment) * frequency } else { INFINITE };
        } else {
            outside_anyway += price(around.before);
        }
        if block.exit.is_some() {
            let enters_at = points.block_end(block.block).at;
            let in_time = taken.end <= enters_at && taken.end < block.segment.end;
            let first = around.after.first();
            let is_defined = first.is_some_and(|r| !r.reads);
            let at = first
                .map_or(Point(block.segment.end.0 - 1), |r| function.insts[r.inst].point.base());
            let enter = if is_defined { 0.0 } else { outside.enter(assignment, at) * frequency };
            costs.exit_out = price(around.after);
            costs.exit_in = if in_time { enter } else { INFINITE };
        } else {
            outside_anyway += price(around.after);
        }
        (costs, outside_anyway)
    }

    /// The least that the block can cost, whatever the others do.
    pub fn least(&self, block: &RegionBlock) -> f64 {
        let price = |entry: bool, exit: bool| {
            let mut sum = 0.0;
            if block.entry.is_some() {
                sum += if entry { self.entry_in } else { self.entry_out };
            }
            if block.exit.is_some() {
                sum += if exit { self.exit_in } else { self.exit_out };
            }
            match (entry, exit) {
                (true, false) => sum + self.leaves,
                (false, true) => sum + self.enters,
                _ => sum,
            }
        };
        let choices = [(false, false), (false, true), (true, false), (true, true)];
        choices.into_iter().map(|(a, b)| price(a, b)).fold(f64::INFINITY, f64::min)
    }
}
