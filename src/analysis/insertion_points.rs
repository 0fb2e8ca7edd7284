//! Insertion points: where a copy may be put.
//!
//! Each block has a first insertion point, behind its labels and the target's prologue, and a last one,
//! before its terminators, and for a range that is live into the target of an exceptional edge before the
//! call at which that edge leaves. Copies may stand at these two and on either side of each instruction
//! between them. For an instruction behind the last insertion point a value can be brought in at that point,
//! but nothing can be put right behind it: it may leave the block. An exception is a copy that takes a call's
//! result out of a fixed register, which cannot leave the block: what it writes may be stored right behind it.

use crate::model::function::{Block, Function, Inst, InstKind, Name, VReg};
use crate::model::point::{covers, Point};
use crate::plan::Site;

/// A place where a copy may be put.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InsertionPoint {
    /// The block that it lies in.
    pub block: Block,
    /// Where the copy goes.
    pub site: Site,
    /// The first point behind the copy: what it reads need not be in its register from here on, and what
    /// it writes is.
    pub at: Point,
}

/// The insertion points for copies of a range.
#[derive(Clone, Copy, Debug)]
pub struct InsertionPoints<'f> {
    function: &'f Function,
    /// The range.
    vreg: VReg,
}

impl<'f> InsertionPoints<'f> {
    /// They are read off the blocks when they are asked for.
    pub fn of(function: &'f Function, vreg: VReg) -> Self {
        Self { function, vreg }
    }

    /// The first insertion point of a block. Every block has one.
    pub fn block_start(self, block: Block) -> InsertionPoint {
        let at = self.function.blocks[block].first_split;
        InsertionPoint { block, site: Site::BlockStart(block), at }
    }

    /// The last insertion point of a block. Every block has one.
    pub fn block_end(self, block: Block) -> InsertionPoint {
        let at = self.last(block);
        let site = match at == self.function.blocks[block].last_split {
            true => Site::BlockEnd(block),
            false => Site::BeforeTerminators(block),
        };
        InsertionPoint { block, site, at }
    }

    /// Where the last insertion point of a block is.
    fn last(self, block: Block) -> Point {
        let data = &self.function.blocks[block];
        match data.end_split == data.last_split || self.is_live_into_pad(block) {
            true => data.last_split,
            false => data.end_split,
        }
    }

    /// Whether the range is live into the target of an exceptional edge that leaves a block.
    #[cold]
    fn is_live_into_pad(self, block: Block) -> bool {
        let live = self.function.live(self.vreg);
        let is_live_in = |&to: &Block| {
            let data = &self.function.blocks[to];
            data.is_landing_pad && covers(live, data.points.start)
        };
        self.function.successors_of(block).iter().any(is_live_in)
    }

    /// The last insertion point before an instruction: right before it, or the block's last one if it
    /// stands behind that; none for an instruction in front of the block's first one.
    pub fn before(self, inst: Inst) -> Option<InsertionPoint> {
        let data = &self.function.insts[inst];
        let (block, at) = (data.block, data.point.base());
        if at < self.function.blocks[block].first_split {
            None
        } else if self.is_behind_last(inst) {
            Some(self.block_end(block))
        } else {
            Some(InsertionPoint { block, site: Site::Before(inst), at })
        }
    }

    /// The insertion point right behind an instruction; none for one in front of the block's first
    /// insertion point, or behind its last one.
    pub fn after(self, inst: Inst) -> Option<InsertionPoint> {
        let data = &self.function.insts[inst];
        let is_early = data.point.base() < self.function.blocks[data.block].first_split;
        (!is_early && !self.is_behind_last(inst)).then(|| self.right_behind(inst))
    }

    /// The same for a store of what an instruction writes, if the instruction is a copy of a call's
    /// result behind the block's last insertion point.
    pub fn after_late_result(self, inst: Inst) -> Option<InsertionPoint> {
        let is_late_result = self.is_behind_last(inst) && self.takes_result(inst);
        is_late_result.then(|| self.right_behind(inst))
    }

    /// Whether an instruction stands behind the last insertion point of its block.
    pub fn is_behind_last(self, inst: Inst) -> bool {
        let data = &self.function.insts[inst];
        data.point.base() >= self.last(data.block)
    }

    fn right_behind(self, inst: Inst) -> InsertionPoint {
        let data = &self.function.insts[inst];
        InsertionPoint { block: data.block, site: Site::After(inst), at: data.point.dead() }
    }

    /// Whether an instruction copies a fixed register into the whole of a virtual one.
    fn takes_result(self, inst: Inst) -> bool {
        let operands = self.function.operands_of(inst);
        let is_fixed = |name| matches!(name, Name::Fixed(_));
        self.function.insts[inst].kind == InstKind::Copy
            && operands.iter().any(|operand| operand.reads && is_fixed(operand.name))
            && !operands.iter().any(|operand| operand.reads && !is_fixed(operand.name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::text::parse;

    /// i0 stands in front of the first insertion point, i3 to i5 behind the last one: i3 is a call that
    /// may raise, i4 copies its result, i5 defines a value itself.
    fn function() -> Function {
        let text = "reg r0\nreg r1\nclass g r0 r1\nfunction f\nblock b0 1 -> b1\n  \
                    loadI 1 => %0\n  first\n  loadI 2 => %1\n  store %0\n  last\n  call => r0\n  \
                    i2i r0 => %2\n  loadI 3 => %3\n  jump\n\
                    block b1 1\n  store %1, %2, %3\n  ret\n";
        parse(text).unwrap().function
    }

    fn site(at: Option<InsertionPoint>) -> Option<Site> {
        at.map(|at| at.site)
    }

    #[test]
    fn a_copy_goes_right_before_an_instruction_or_to_the_last_insertion_point() {
        let function = function();
        let points = InsertionPoints::of(&function, VReg(0));
        let before = |inst| site(points.before(Inst(inst)));
        assert_eq!(before(0), None);
        assert_eq!(before(1), Some(Site::Before(Inst(1))));
        assert_eq!(before(2), Some(Site::Before(Inst(2))));
        assert_eq!(before(3), Some(Site::BlockEnd(Block(0))));
        assert_eq!(before(5), Some(Site::BlockEnd(Block(0))));
        // `ret` ends b1: the last insertion point is before it.
        assert_eq!(before(7), Some(Site::Before(Inst(7))));
        assert_eq!(before(8), Some(Site::BlockEnd(Block(1))));
    }

    #[test]
    fn nothing_follows_what_may_leave_the_block_but_a_store_of_a_copied_result() {
        let function = function();
        let points = InsertionPoints::of(&function, VReg(0));
        let after = |inst| site(points.after(Inst(inst)));
        assert_eq!(
            [0, 1, 2].map(after),
            [None, Some(1), Some(2)].map(|i| i.map(|i| Site::After(Inst(i))))
        );
        assert_eq!([3, 4, 5].map(after), [None; 3]);
        let after_result = |inst| site(points.after_late_result(Inst(inst)));
        assert_eq!([1, 3, 4, 5].map(after_result), [None, None, Some(Site::After(Inst(4))), None]);
    }

    #[test]
    fn behind_a_call_that_throws_goes_what_is_not_live_into_the_landing_pad() {
        // i2 may raise, which leads to b2; %0 is read there, %1 is not.
        let text = "reg r0\nclass g r0\nfunction f\nblock b0 1 -> b1 b2\n  loadI 1 => %0\n  \
                    loadI 2 => %1\n  last\n  call %1\n  loadI 3 => %2\n  jump\n\
                    block b1 1\n  store %0, %1, %2\n  ret\nblock b2 0 pad\n  store %0\n  ret\n";
        let function = parse(text).unwrap().function;
        let points = [0, 1].map(|vreg| InsertionPoints::of(&function, VReg(vreg)));
        let ends = points.map(|points| points.block_end(Block(0)));
        assert_eq!(
            ends.map(|end| end.site),
            [Site::BlockEnd(Block(0)), Site::BeforeTerminators(Block(0))]
        );
        assert_eq!(ends.map(|end| end.at), [Point(12), Point(20)]);
        assert_eq!(
            points.map(|points| site(points.after(Inst(2)))),
            [None, Some(Site::After(Inst(2)))]
        );
        assert_eq!(
            points.map(|points| site(points.before(Inst(3)))),
            [Some(Site::BlockEnd(Block(0))), Some(Site::Before(Inst(3)))]
        );
    }

    #[test]
    fn a_copy_is_done_where_its_value_changes_registers() {
        // b0 begins at 0, its instructions stand at 4, 8, 12, 16, 20, 24, 28, and b1 begins at 32.
        let function = function();
        let points = InsertionPoints::of(&function, VReg(0));
        let start = points.block_start(Block(0));
        assert_eq!((start.site, start.at), (Site::BlockStart(Block(0)), Point(8)));
        let end = points.block_end(Block(0));
        assert_eq!((end.site, end.at), (Site::BlockEnd(Block(0)), Point(16)));
        let at = |point: Option<InsertionPoint>| point.map(|point| point.at);
        assert_eq!(at(points.before(Inst(2))), Some(Point(12)));
        assert_eq!(at(points.before(Inst(4))), Some(Point(16)));
        assert_eq!(at(points.after(Inst(2))), Some(Point(12).dead()));
    }
}
