//! The registers assigned so far, changed as one: the matrix and the callee-saved cost agree.

use super::copies::{Copies, CopyCosts, Hint};
use super::csr::CsrCost;
use super::matrix::live_ranges::LiveRanges;
use super::matrix::RegisterMatrix;
use crate::analysis::affinity::Affinities;
use crate::analysis::live_blocks::LiveBlocks;
use crate::analysis::references::{Reference, References};
use crate::log::Event;
use crate::model::function::{Block, Fate, Function, VReg};
use crate::model::machine::Reg;
use crate::model::point::Segment;
use crate::options::Context;
use std::cell::RefCell;
use std::rc::Rc;

/// Which range has which register, and what follows from it.
#[derive(Debug)]
pub struct Assignment<'a> {
    /// The function, with the tuning constants and prices.
    pub context: Context<'a>,
    /// The references of its virtual registers.
    pub references: &'a References,
    matrix: RegisterMatrix<'a>,
    csr: CsrCost<'a>,
    copies: Copies<'a>,
    version: u64,
    /// What was changed since the outermost attempt began.
    changes: Vec<Change>,
    /// How many attempts are under way, one within the other.
    attempts: usize,
    /// The range whose blocks were asked for last, and these.
    last_live_blocks: RefCell<Option<(VReg, Rc<LiveBlocks>)>>,
}

/// A change that can be taken back.
#[derive(Clone, Copy, Debug)]
enum Change {
    Assigned(VReg),
    Unassigned(VReg, Reg),
}

impl<'a> Assignment<'a> {
    /// Every register free.
    pub fn new(
        context: Context<'a>,
        references: &'a References,
        affinities: &'a Affinities,
    ) -> Self {
        Self {
            context,
            references,
            matrix: RegisterMatrix::new(context, references),
            csr: CsrCost::of(context),
            copies: Copies::of(context, affinities, references),
            version: 0,
            changes: Vec::new(),
            attempts: 0,
            last_live_blocks: RefCell::default(),
        }
    }

    /// The function.
    pub fn function(&self) -> &'a Function {
        self.context.function
    }

    /// Which range has which register, and what interferes.
    pub fn matrix(&self) -> &RegisterMatrix<'a> {
        &self.matrix
    }

    /// The live ranges.
    pub fn ranges(&self) -> &LiveRanges<'a> {
        self.matrix.ranges()
    }

    /// The live ranges, to change what they cost in memory.
    pub fn ranges_mut(&mut self) -> &mut LiveRanges<'a> {
        self.matrix.ranges_mut()
    }

    /// What callee-saved registers cost.
    pub fn csr(&self) -> &CsrCost<'a> {
        &self.csr
    }

    /// Decides which block is marked as one that needs a frame, if registers stay as they are (E220).
    pub fn frame_mark(&self) -> Option<Block> {
        let (function, ranges) = (self.function(), self.ranges());
        let is_saved = |reg: Reg| function.machine.regs[reg].is_callee_saved();
        let saved = ranges.all().filter(|&vreg| self.matrix.register(vreg).is_some_and(is_saved));
        let mark = self.csr.frame_mark(saved.map(|vreg| ranges.live(vreg)))?;
        let at = function.blocks[mark].points.start;
        self.context.decide_if(|| Event::FrameMark { at }).then_some(mark)
    }

    /// The copies.
    pub fn copies(&self) -> &Copies<'a> {
        &self.copies
    }

    /// A number that grows whenever a register may have become available to some range, or cheaper.
    /// As long as it is the same, a register that was not available to a range still is not.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Gives the range a register with which nothing interferes.
    pub fn assign(&mut self, vreg: VReg, reg: Reg) {
        self.matrix.assign(vreg, reg);
        self.note_assigned(vreg, reg);
    }

    /// Gives the register to the range unless something interferes. Returns whether it did.
    pub fn try_assign(&mut self, vreg: VReg, reg: Reg) -> bool {
        let is_assigned = self.matrix.try_assign(vreg, reg);
        if is_assigned {
            self.note_assigned(vreg, reg);
        }
        is_assigned
    }

    fn note_assigned(&mut self, vreg: VReg, reg: Reg) {
        if self.csr.add_user(vreg, self.matrix.ranges().live(vreg), reg) {
            // The registers saved together with it are cheaper now, and so are others in its frame.
            self.version += 1;
        }
        if self.attempts > 0 {
            self.changes.push(Change::Assigned(vreg));
        }
    }

    /// Takes the register of the range back. Returns which it was.
    pub fn unassign(&mut self, vreg: VReg) -> Reg {
        let reg = self.matrix.unassign(vreg);
        self.csr.remove_user(reg);
        self.version += 1;
        if self.attempts > 0 {
            self.changes.push(Change::Unassigned(vreg, reg));
        }
        reg
    }

    /// Carries out `change` and takes back all that it assigned and unassigned if its answer is
    /// `None`. An attempt may be a part of another one. Pieces that were added stay.
    pub fn attempt<T>(&mut self, change: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        self.carry_out(change, Option::is_some)
    }

    /// Carries out `change` and takes back all that it assigned and unassigned. Returns its answer.
    pub fn try_out<T>(&mut self, change: impl FnOnce(&mut Self) -> T) -> T {
        self.carry_out(change, |_| false)
    }

    fn carry_out<T>(
        &mut self,
        change: impl FnOnce(&mut Self) -> T,
        is_kept: impl FnOnce(&T) -> bool,
    ) -> T {
        let before = self.changes.len();
        let frame_needs = self.csr.frame_needs();
        self.attempts += 1;
        let result = change(self);
        self.attempts -= 1;
        if !is_kept(&result) {
            self.roll_back(before);
            self.csr.restore_frame(frame_needs);
        }
        if self.attempts == 0 {
            self.changes.clear();
        }
        result
    }

    /// Takes back all changes but the first `kept`, the last one first.
    fn roll_back(&mut self, kept: usize) {
        let attempts = std::mem::take(&mut self.attempts);
        while self.changes.len() > kept {
            match self.changes.pop().expect("there are more than are kept") {
                Change::Assigned(vreg) => {
                    self.unassign(vreg);
                }
                Change::Unassigned(vreg, reg) => self.assign(vreg, reg),
            }
        }
        self.attempts = attempts;
    }

    /// Adds a piece of `origin` without a register, which is live over `segments` and holds
    /// `references`.
    pub fn add_piece(
        &mut self,
        origin: VReg,
        fate: Fate,
        segments: &[Segment],
        references: &[Reference],
    ) -> VReg {
        self.matrix.add_piece(origin, fate, segments, references)
    }

    /// The registers that would suit the range's copies, greatest gain first.
    pub fn hints(&self, vreg: VReg) -> Vec<Hint> {
        self.copies.hints(&self.matrix, vreg)
    }

    /// The price of the copies that stay if the range has the register.
    pub fn copy_cost(&self, vreg: VReg, reg: Reg) -> f64 {
        self.copies.cost(&self.matrix, vreg, reg)
    }

    /// The prices of the copies that stay, by register.
    pub fn copy_costs(&self, vreg: VReg) -> CopyCosts {
        self.copies.costs(&self.matrix, vreg)
    }

    /// What it adds to the price of saving registers if the range has this one.
    pub fn csr_price(&self, vreg: VReg, reg: Reg) -> f64 {
        self.csr.prices(vreg, self.ranges().live(vreg))(reg)
    }

    /// Whether it would make the function save more, or more often, if the range has the register.
    pub fn adds_csr_cost(&self, vreg: VReg, reg: Reg) -> bool {
        self.csr_price(vreg, reg) > 0.0
    }

    /// Whether the range's value is stored if it is in memory.
    pub fn needs_slot(&self, vreg: VReg) -> bool {
        !self.function().vregs[self.ranges().get(vreg).origin].rematerialisable
    }

    /// The blocks that the range is live in, with its references there. Mostly it is asked for one range several times
    /// in a row.
    pub fn live_blocks(&self, vreg: VReg) -> Rc<LiveBlocks> {
        let mut last = self.last_live_blocks.borrow_mut();
        if let Some((_, blocks)) = last.as_ref().filter(|of| of.0 == vreg) {
            return Rc::clone(blocks);
        }
        let (live, references) = (self.ranges().live(vreg), self.references.of(vreg));
        let blocks = Rc::new(LiveBlocks::of(self.context.function, live, references));
        *last = Some((vreg, Rc::clone(&blocks)));
        blocks
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::with_assignment;
    use super::*;
    use crate::model::function::Block;

    /// %0 lives in b1, which is executed less often and has the frame; %1 lives throughout.
    const TEXT: &str = "reg r0\nreg r1 saved 1\nreg r2 saved 2\nclass g r0 r1 r2\nmask m r1 r2\n\
                        function f\nblock b0 1 -> b1 b2\n  loadI 2 => %1\n\
                        block b1 0.2 -> b2\n  loadI 1 => %0\n  call keeps m\n  store %0\n\
                        block b2 1\n  store %1\n  ret\n";

    fn registers(assignment: &Assignment) -> [Option<Reg>; 2] {
        [0, 1].map(|vreg| assignment.matrix().register(VReg(vreg)))
    }

    #[test]
    fn an_attempt_that_fails_leaves_registers_and_frame_as_they_were() {
        with_assignment(TEXT, |mut assignment| {
            assignment.assign(VReg(0), Reg(1));
            let version = assignment.version();
            let result: Option<()> = assignment.attempt(|assignment| {
                assert_eq!(assignment.unassign(VReg(0)), Reg(1));
                // The frame becomes the whole function's, which would stay so without the attempt.
                assignment.assign(VReg(1), Reg(1));
                assert_eq!(assignment.csr().frame().ends(), None);
                assignment.assign(VReg(0), Reg(2));
                None
            });
            assert_eq!(result, None);
            assert_eq!(registers(&assignment), [Some(Reg(1)), None]);
            assert_eq!(assignment.csr().frame().ends(), Some((Block(1), Some(Block(1)))));
            assert!(assignment.matrix().is_free(VReg(1), Reg(2)));
            assert!(assignment.version() > version, "what was remembered meanwhile may be wrong");
        });
    }

    #[test]
    fn an_attempt_that_succeeds_is_taken_back_with_the_one_around_it() {
        with_assignment(TEXT, |mut assignment| {
            let outer: Option<()> = assignment.attempt(|assignment| {
                let first = assignment.attempt(|a| a.try_assign(VReg(0), Reg(1)).then_some(()));
                assert_eq!(first, Some(()));
                let inner: Option<()> = assignment.attempt(|assignment| {
                    assignment.assign(VReg(1), Reg(2));
                    None
                });
                assert_eq!((inner, registers(assignment)), (None, [Some(Reg(1)), None]));
                None
            });
            assert_eq!((outer, registers(&assignment)), (None, [None, None]));
            let tried = assignment.try_out(|a| a.try_assign(VReg(0), Reg(1)));
            assert_eq!((tried, registers(&assignment)), (true, [None, None]));
            let kept = assignment.attempt(|assignment| {
                assignment.assign(VReg(0), Reg(1));
                Some(())
            });
            assert_eq!((kept, registers(&assignment)), (Some(()), [Some(Reg(1)), None]));
        });
    }

    #[test]
    fn the_version_grows_with_what_may_make_a_register_available() {
        with_assignment(TEXT, |mut assignment| {
            let first = assignment.version();
            assignment.assign(VReg(0), Reg(0));
            assert_eq!(assignment.version(), first, "one register less");
            assignment.unassign(VReg(0));
            let second = assignment.version();
            assert!(second > first);
            assignment.assign(VReg(0), Reg(1));
            assert!(assignment.version() > second, "r1 costs others nothing now");
        });
    }
}
