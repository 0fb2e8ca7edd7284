//! What the piece of a solved network covers, and where its value enters and leaves it.

use super::super::block_costs::Outside;
use super::super::piece::{Direction, PieceExtent};
use super::super::region_blocks::{is_copy_to_taken, RegionBlock};
use super::super::repeated_leaves::{self, Passage};
use super::RegionNetwork;
use crate::analysis::references::Reference;
use crate::model::function::{Inst, InstKind, Name, Operand};
use crate::model::point::Segment;
use crate::solver::max_flow::Node;

impl<'a> RegionNetwork<'_, 'a> {
    /// What the piece in the register covers.
    pub fn extent(&self, in_register: &[bool]) -> PieceExtent {
        let held = |node: Option<Node>| node.is_some_and(|node| in_register[node]);
        let mut extent = PieceExtent::default();
        // Memory keeps values too, but what lives on there beside pieces is dearer to place (E252).
        let mut passages = match self.outside {
            Outside::Register { .. } => Some(Vec::with_capacity(self.region.blocks.len())),
            Outside::Memory(_) => None,
        };
        for (block, &taken) in self.region.blocks.iter().zip(&self.taken) {
            let (at_entry, at_exit) = (held(block.entry), held(block.exit));
            let first = extent.transfers.len();
            match taken {
                None => self.cover_free(&mut extent, block, at_entry, at_exit),
                Some(taken) => self.cover_taken(&mut extent, block, taken, at_entry, at_exit),
            }
            if let Some(passages) = &mut passages {
                let made = |direction| {
                    let mut made = extent.transfers[first..].iter().copied();
                    made.find(|transfer| transfer.direction == direction)
                };
                let (leave, enter) = (made(Direction::Leave), made(Direction::Enter));
                let is_through = at_entry && at_exit && taken.is_none();
                passages.push(Passage { block, at_exit, is_through, leave, enter });
            }
        }
        if let Some(passages) = passages {
            repeated_leaves::drop(self.function, &passages, &mut extent);
        }
        extent
    }

    /// Adds what the piece covers of a block in which the register is free.
    fn cover_free(
        &self,
        extent: &mut PieceExtent,
        block: &RegionBlock<'a>,
        at_entry: bool,
        at_exit: bool,
    ) {
        let whole = block.segment;
        match (at_entry, at_exit) {
            (false, false) => {}
            (true, true) => extent.cover(whole),
            (true, false) if block.exit.is_none() => extent.cover(whole),
            (false, true) if block.entry.is_none() => extent.cover(whole),
            (true, false) => self.leave_after(extent, block, block.references),
            (false, true) => self.enter_before(extent, block, block.references),
        }
    }

    /// Adds what the piece covers of a block in which the register is taken for a stretch.
    fn cover_taken(
        &self,
        extent: &mut PieceExtent,
        block: &RegionBlock<'a>,
        taken: Segment,
        at_entry: bool,
        at_exit: bool,
    ) {
        let around = block.references_around(self.function, self.points, taken);
        if at_entry && !self.leave_at_copy(extent, block, around.before, taken) {
            self.leave_after(extent, block, around.before);
        }
        if at_exit {
            self.enter_before(extent, block, around.after);
        }
    }

    /// Covers the block's beginning up to the last of `references` that the value can leave after. One
    /// that only reads may as well read the other register: the value leaves before it, and what it
    /// writes can have the register.
    fn leave_after(
        &self,
        extent: &mut PieceExtent,
        block: &RegionBlock<'a>,
        references: &'a [Reference],
    ) {
        let RegionBlock { data, segment, .. } = block;
        let movable = references.partition_point(|r| !self.points.is_behind_last(r.inst));
        let references = &references[..movable];
        let copy = self.copy_outside(block, references);
        let copy = copy.and_then(|copy| self.points.before(copy.inst));
        let past_last = copy.or_else(|| {
            let last = references.last()?;
            let is_copy = self.function.insts[last.inst].kind == InstKind::Copy;
            if self.may_read_outside(last.inst) && !last.writes && !is_copy {
                self.points.before(last.inst)
            } else {
                self.points.after(last.inst)
            }
        });
        let leave = past_last.unwrap_or_else(|| self.points.block_start(block.block));
        extent.cover(Segment { start: segment.start, end: leave.at.min(segment.end) });
        extent.leave(leave, data.frequency);
    }

    /// Covers the block's beginning up to the last of `references` if that is the copy that takes the register: the value
    /// leaves in front of it, and the copy still reads it there. Returns whether it is.
    fn leave_at_copy(
        &self,
        extent: &mut PieceExtent,
        block: &RegionBlock,
        references: &[Reference],
        taken: Segment,
    ) -> bool {
        let last = references.last().filter(|r| is_copy_to_taken(self.function, r, taken));
        let Some(leave) = last.and_then(|last| self.points.before(last.inst)) else { return false };
        extent.cover(Segment { start: block.segment.start, end: taken.start });
        extent.shared.push(Segment { start: leave.at, end: taken.start });
        extent.leave(leave, block.data.frequency);
        true
    }

    /// Whether an instruction that reads the value may as well read it outside. If the rest of the range could
    /// go to memory, that is for what the instruction writes, if it is to be in the piece's register.
    fn may_read_outside(&self, inst: Inst) -> bool {
        let Outside::Register { hint, is_known, .. } = self.outside else { return false };
        let wants_hint = |operand: &Operand| match operand.name {
            Name::Virtual(vreg) if operand.writes => {
                let machine = &self.function.machine;
                self.assignment
                    .copies()
                    .of_vreg(vreg)
                    .iter()
                    .any(|copy| copy.is_with_fixed(machine, hint))
            }
            _ => false,
        };
        is_known || self.function.operands_of(inst).iter().any(wants_hint)
    }

    /// The first of the copies to fixed registers that may as well read the value outside, as may all references behind
    /// it: what is left of the range may have the copy's register, and then the copy into it is the one that leaves.
    /// None where that is surely not so, since a call is in the way or the range goes on behind the block.
    fn copy_outside(
        &self,
        block: &RegionBlock,
        references: &'a [Reference],
    ) -> Option<&'a Reference> {
        let Outside::Register { vreg, hint, .. } = self.outside else { return None };
        if block.exit.is_some() {
            return None;
        }
        let (copies, matrix) = (self.assignment.copies(), self.assignment.matrix());
        let stays = |r: &Reference| r.writes || copies.disappears(matrix, vreg, r.inst, hint);
        let behind = references.iter().rposition(stays).map_or(0, |last| last + 1);
        let machine = &self.function.machine;
        let is_other = |operand: &Operand| match operand.name {
            Name::Fixed(reg) => operand.writes && !machine.overlap(reg, hint),
            Name::Virtual(_) => false,
        };
        let is_copy = |r: &&Reference| {
            self.function.insts[r.inst].kind == InstKind::Copy
                && self.function.operands_of(r.inst).iter().any(is_other)
        };
        references[behind..].iter().find(is_copy).filter(|copy| {
            let start = self.function.insts[copy.inst].point;
            machine.calls_within(Segment { start, ..block.segment }).next().is_none()
        })
    }

    /// Covers the block's end from the first of `references` on, which the value enters before.
    fn enter_before(
        &self,
        extent: &mut PieceExtent,
        block: &RegionBlock,
        references: &[Reference],
    ) {
        let RegionBlock { data, segment, .. } = block;
        let first = references.first().filter(|r| !self.points.is_behind_last(r.inst));
        let enter = match first {
            Some(first) if !first.reads => {
                let early = self.function.insts[first.inst].point.early();
                return extent.cover(Segment { start: early.max(segment.start), ..*segment });
            }
            // Nothing can be put in front of what stands before the block's first insertion point.
            Some(first) => {
                self.points.before(first.inst).unwrap_or(self.points.block_start(block.block))
            }
            None => self.points.block_end(block.block),
        };
        extent.cover(Segment { start: enter.at.max(segment.start), ..*segment });
        extent.enter(enter, data.frequency);
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::super::tests::with_assignment;
    use super::super::super::{region_for_hint, SplitScratch};
    use crate::model::function::{Inst, VReg};
    use crate::model::machine::Reg;
    use crate::plan::Site;

    /// Where %0 leaves r0, in which it comes, in a block that passes it on in r1 and takes r0 for something else.
    fn leaves_at(passes_on: &str) -> Vec<Site> {
        let text = format!(
            "reg r0\nreg r1\nreg r2\nclass g r0 r1 r2\nmask m r0 r2\nfunction f\n\
             block b0 1 -> b1 b2\n  i2i r0 => %0\n  store %0\n\
             block b1 0.5\n{passes_on}  loadI 1 => r0\n  store %0\n  ret r0, r1\n\
             block b2 0.5\n  ret\n"
        );
        with_assignment(&text, |assignment| {
            let scratch = &mut SplitScratch::default();
            let region =
                region_for_hint(&assignment, scratch, VReg(0), Reg(0), false, f64::INFINITY);
            let transfers = region.expect("half of the executions need no copy").extent.transfers;
            transfers.iter().map(|transfer| transfer.at.site).collect()
        })
    }

    #[test]
    fn a_value_leaves_by_the_copy_to_the_register_that_the_rest_may_have() {
        let passed_on = "  i2i %0 => r1\n  store %0\n";
        assert_eq!(leaves_at(passed_on), [Site::Before(Inst(2))]);
        let unused = "  store %0\n  store %0\n";
        assert_eq!(leaves_at(unused), [Site::After(Inst(3))]);
        let lost = "  i2i %0 => r1\n  store %0\n  call keeps m\n  loadI 1 => r1\n";
        assert_eq!(leaves_at(lost), [Site::After(Inst(3))], "the call destroys r1");
    }
}
