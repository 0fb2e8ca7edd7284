//! What saving callee-saved registers costs.
//!
//! The first range that gets a callee-saved register makes the function save and restore it, as often
//! as the part of the function with a frame is executed. The register is live in that part only, so it
//! is cheap for a range in a cold part, and a range that reaches out of the part makes all saves hotter. Some targets save registers
//! in pairs: the second register of a pair then costs nothing.

mod frame;
mod return_paths;
mod shrink_wrap;

use crate::model::function::{Block, BlockData, Function, VReg};
use crate::model::machine::{Reg, RegData};
use crate::model::point::Segment;
use crate::options::Context;
pub use frame::Frame;
use shrink_wrap::{FrameNeeds, SavePoints};
use std::cell::OnceCell;

/// The callee-saved registers in use, and what one more would cost.
#[derive(Debug)]
pub struct CsrCost<'a> {
    function: &'a Function,
    /// How many ranges hold a register of each group of callee-saved registers.
    users: Vec<u32>,
    /// How many registers of each paired file are in use; file 0 is those saved one by one.
    in_file: Vec<u32>,
    /// Made when it is asked for: in many functions no range needs a callee-saved register.
    frame: OnceCell<Frame<'a>>,
    /// Price of one save or restore.
    save: f64,
    /// Price of an instruction that makes or takes away room on the stack.
    frame_inst: f64,
}

impl<'a> CsrCost<'a> {
    /// As it is before any register is assigned.
    pub fn of(context: Context<'a>) -> Self {
        let Context { function, costs, .. } = context;
        let machine = &function.machine;
        let groups = machine.regs.iter().map(|reg| reg.saved_group).max().unwrap_or(0);
        let files = machine.regs.iter().map(|reg| reg.paired_file as usize).max().unwrap_or(0);
        let mut in_file = machine.saved_anyway.clone();
        in_file.resize(in_file.len().max(files + 1), 0);
        let users = vec![0; groups as usize + 1];
        Self {
            function,
            users,
            in_file,
            frame: OnceCell::new(),
            save: costs.callee_saved,
            frame_inst: costs.frame_inst,
        }
    }

    /// Where the function has its frame.
    pub fn frame(&self) -> &Frame<'a> {
        self.frame.get_or_init(|| Frame::of(self.function))
    }

    /// What it adds to the price of saving and restoring registers, per execution of the function,
    /// if something that is live over `live` gets the register.
    pub fn price(&self, live: &[Segment], reg: Reg) -> f64 {
        self.prices_over(live)(reg)
    }

    /// The same for any register: what the frame would be is found at most once.
    pub fn prices_over<'s>(&'s self, live: &'s [Segment]) -> impl Fn(Reg) -> f64 + use<'s, 'a> {
        let prices = self.prices_if(move || self.frame().needs_with(live));
        move |reg| prices(&self.function.machine.regs[reg])
    }

    /// The same for a range, which is mostly asked about several times in a row.
    pub fn prices<'s>(
        &'s self,
        vreg: VReg,
        live: &'s [Segment],
    ) -> impl Fn(Reg) -> f64 + use<'s, 'a> {
        let prices = self.prices_of(vreg, live);
        move |reg| prices(&self.function.machine.regs[reg])
    }

    /// The same as `prices` as if every register were saved by an instruction of its own.
    pub fn unpaired_prices<'s>(
        &'s self,
        vreg: VReg,
        live: &'s [Segment],
    ) -> impl Fn(Reg) -> f64 + use<'s, 'a> {
        let prices = self.prices_of(vreg, live);
        move |reg| prices(&RegData { paired_file: 0, ..self.function.machine.regs[reg] })
    }

    fn prices_of<'s>(
        &'s self,
        vreg: VReg,
        live: &'s [Segment],
    ) -> impl Fn(&RegData) -> f64 + use<'s, 'a> {
        self.prices_if(move || self.frame().needs_with_range(vreg, live))
    }

    /// Prices if the frame is then needed for what `needs` finds, which is asked at most once.
    fn prices_if<'s, N: Fn() -> FrameNeeds>(
        &'s self,
        needs: N,
    ) -> impl Fn(&RegData) -> f64 + use<'s, 'a, N> {
        let known = OnceCell::new();
        move |data| self.price_of(data, || *known.get_or_init(&needs))
    }

    /// Most registers that are asked for cost nothing, which is all that callers have inlined.
    #[inline]
    fn price_of(&self, data: &RegData, needs: impl FnOnce() -> FrameNeeds) -> f64 {
        if !data.is_callee_saved() {
            return 0.0;
        }
        self.price_of_saving(data, needs().points)
    }

    /// What it adds if a callee-saved register has one more user, and the frame then lies between the
    /// save points `then`.
    fn price_of_saving(&self, data: &RegData, then: SavePoints) -> f64 {
        let adds_reg = self.has_no_user(data);
        // The second register of a pair is saved together with the first.
        let adds_save = adds_reg && !self.completes_pair(data.paired_file, 0);
        let now = self.frame().save_points();
        if then == now && !self.function.fills_odd_saves {
            return if adds_save { self.save * then.executions(self.function) } else { 0.0 };
        }
        let (regs, saves) = self.saved();
        let after = self.price_of_end(regs + u32::from(adds_reg), saves + u32::from(adds_save));
        let after = after * then.executions(self.function);
        (after - self.price_of_end(regs, saves) * now.executions(self.function)).max(0.0)
    }

    /// What it adds to the price of saving what is saved now if the frame is needed in these blocks too.
    pub fn price_of_frame_in(&self, blocks: impl Iterator<Item = Block>) -> f64 {
        let (now, then) = (self.frame().save_points(), self.frame().needs_in(blocks).points);
        if now == then {
            return 0.0;
        }
        let (regs, saves) = self.saved();
        let executions = then.executions(self.function) - now.executions(self.function);
        (self.price_of_end(regs, saves) * executions).max(0.0)
    }

    /// How many registers are saved, and by how many instructions.
    fn saved(&self) -> (u32, u32) {
        let pairs: u32 = self.in_file[1..].iter().map(|used| used.div_ceil(2)).sum();
        (self.in_file.iter().sum(), self.in_file[0] + pairs)
    }

    /// What an end of the frame costs where so many registers are saved or restored, by so many instructions.
    fn price_of_end(&self, regs: u32, saves: u32) -> f64 {
        let moves_stack = self.function.fills_odd_saves && regs.is_multiple_of(2);
        let beside = if moves_stack { self.frame_inst } else { 0.0 };
        self.save * f64::from(saves) + beside
    }

    /// What a spill slot adds at each end of the frame by taking the room beside an odd number of saved registers.
    pub fn price_of_slot(&self) -> f64 {
        let (regs, _) = self.saved();
        let takes_room = self.function.fills_odd_saves && !regs.is_multiple_of(2);
        if takes_room {
            self.frame_inst
        } else {
            0.0
        }
    }

    /// A range that is live over `live` gets the register. Returns whether that is callee-saved.
    pub fn add_user(&mut self, vreg: VReg, live: &[Segment], reg: Reg) -> bool {
        let data = &self.function.machine.regs[reg];
        if !data.is_callee_saved() {
            return false;
        }
        let users = &mut self.users[data.saved_group as usize];
        *users += 1;
        if *users == 1 {
            self.in_file[data.paired_file as usize] += 1;
        }
        self.frame();
        self.frame.get_mut().expect("it was just made").include(vreg, live);
        true
    }

    /// A range loses the register. The frame stays as large as it is: to make it smaller would take
    /// a look at all other ranges.
    pub fn remove_user(&mut self, reg: Reg) {
        let data = &self.function.machine.regs[reg];
        if !data.is_callee_saved() {
            return;
        }
        let users = &mut self.users[data.saved_group as usize];
        *users -= 1;
        if *users == 0 {
            self.in_file[data.paired_file as usize] -= 1;
        }
    }

    /// Whether the registers in use are an even number that the frame pads, if there is no spill slot.
    pub fn pads_saves(&self) -> bool {
        self.function.pads_even_saves && self.in_file[0].is_multiple_of(2)
    }

    /// The files of registers that are saved in pairs.
    pub fn paired_files(&self) -> impl Iterator<Item = u32> {
        1..self.in_file.len() as u32
    }

    /// Whether a register of the file would be the second of a pair, if so many `more` of them were in use than now.
    pub fn completes_pair(&self, file: u32, more: u32) -> bool {
        file != 0 && !(self.in_file[file as usize] + more).is_multiple_of(2)
    }

    /// Whether it is a callee-saved register that no range has.
    pub fn is_unused(&self, reg: Reg) -> bool {
        let data = &self.function.machine.regs[reg];
        data.is_callee_saved() && self.has_no_user(data)
    }

    /// Whether no range has the callee-saved register.
    fn has_no_user(&self, data: &RegData) -> bool {
        self.users[data.saved_group as usize] == 0
    }

    /// Whether it may save anything if a range that holds the register leaves it.
    pub fn is_for_one_range(&self, reg: Reg) -> bool {
        let data = &self.function.machine.regs[reg];
        data.is_callee_saved() && self.users[data.saved_group as usize] == 1
    }

    /// What the frame is needed for now; none if nobody has asked for the frame yet.
    pub fn frame_needs(&self) -> Option<FrameNeeds> {
        self.frame.get().map(Frame::needs)
    }

    /// The block that has to be marked for the frame to begin there, if what has callee-saved registers is live
    /// over `lives`.
    pub fn frame_mark<'s>(&self, lives: impl Iterator<Item = &'s [Segment]>) -> Option<Block> {
        let has = |is: fn(&BlockData) -> bool| self.function.blocks.iter().any(is);
        // Nobody has asked for the frame: no range has a callee-saved register.
        let is_needed = self.frame.get().is_some() || has(|block| block.needs_frame);
        (is_needed && has(|block| block.splittable_return))
            .then(|| self.frame().mark(lives))
            .flatten()
    }

    /// Makes the frame what it was when `needs` was asked for.
    pub fn restore_frame(&mut self, needs: Option<FrameNeeds>) {
        if let Some(frame) = self.frame.get_mut() {
            frame.restore(needs);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::function::Block;
    use crate::model::text::parse;
    use crate::options::Settings;

    /// One for each save and restore, so that prices are numbers of instructions.
    fn settings() -> Settings {
        let mut settings = Settings::default();
        settings.costs.callee_saved = 1.0;
        settings
    }

    /// The whole function has the frame, since b0 calls; r1 and r2 may be saved in pairs.
    fn saved(regs: &str) -> Function {
        let text = format!(
            "reg r0\n{regs}class g r0 r1 r2\nmask m r1 r2\nfunction f\nblock b0 1\n  \
             loadI 1 => %0\n  call keeps m\n  store %0\n"
        );
        parse(&text).unwrap().function
    }

    #[test]
    fn only_the_first_user_of_a_register_pays() {
        // A save and a restore, once each per execution.
        let function = saved("reg r1 saved 1\nreg r2 saved 2\n");
        let live = function.live(VReg(0));
        let settings = settings();
        let mut csr = CsrCost::of(settings.on(&function));
        let price = |csr: &CsrCost, reg| csr.price(live, Reg(reg));
        assert_eq!([0, 1, 2].map(|reg| price(&csr, reg)), [0.0, 2.0, 2.0]);
        assert!(!csr.add_user(VReg(0), live, Reg(0)) && csr.add_user(VReg(0), live, Reg(1)));
        assert_eq!([1, 2].map(|reg| price(&csr, reg)), [0.0, 2.0]);
        csr.add_user(VReg(0), live, Reg(1));
        csr.remove_user(Reg(1));
        assert_eq!(price(&csr, 1), 0.0);
        csr.remove_user(Reg(1));
        assert_eq!(price(&csr, 1), 2.0);
    }

    #[test]
    fn the_second_register_of_a_pair_is_free() {
        let function = saved("reg r1 saved 1 paired 1\nreg r2 saved 2 paired 1\n");
        let live = function.live(VReg(0));
        let settings = settings();
        let mut csr = CsrCost::of(settings.on(&function));
        csr.add_user(VReg(0), live, Reg(1));
        assert_eq!(csr.price(live, Reg(2)), 0.0);
        assert_eq!(csr.unpaired_prices(VReg(0), live)(Reg(2)), 2.0);
        csr.add_user(VReg(0), live, Reg(2));
        csr.remove_user(Reg(1));
        // r2 is saved by the instruction that would save r1 as well.
        assert_eq!(csr.price(live, Reg(1)), 0.0);
    }

    #[test]
    fn an_odd_number_of_saved_registers_leaves_room() {
        // What is on the stack fits beside one register, but not beside none or two: 0.75 at both ends. r2 is the
        // second of a pair: it takes no instruction, but the room.
        let regs = "reg r1 saved 1 paired 1\nreg r2 saved 2 paired 1\nfills-odd-saves\n";
        let function = saved(regs);
        let live = function.live(VReg(0));
        let mut settings = settings();
        settings.costs.frame_inst = 0.75;
        let mut csr = CsrCost::of(settings.on(&function));
        assert_eq!((csr.price(live, Reg(1)), csr.price_of_slot()), (0.5, 0.0));
        csr.add_user(VReg(0), live, Reg(1));
        assert_eq!((csr.price(live, Reg(1)), csr.price_of_slot()), (0.0, 0.75));
        assert_eq!(csr.price(live, Reg(2)), 2.0 * 0.75);
    }

    #[test]
    fn a_range_that_leaves_the_frame_makes_all_saves_hotter() {
        // The frame is that of b1: 0.2 executions, so a save and a restore are 0.4. %1 lives from b0 on,
        // the first block, which makes the frame the whole function's: two registers are then saved for
        // 2 each instead of one for 0.4.
        let text = "reg r0\nreg r1 saved 1\nreg r2 saved 2\nclass g r0 r1 r2\nmask m r1 r2\n\
                    function f\nblock b0 1 -> b1 b2\n  loadI 2 => %1\n\
                    block b1 0.2 -> b2\n  loadI 1 => %0\n  call keeps m\n  store %0\n\
                    block b2 1\n  store %1\n  ret\n";
        let function = parse(text).unwrap().function;
        let settings = settings();
        let mut csr = CsrCost::of(settings.on(&function));
        let (cold, long) = (function.live(VReg(0)), function.live(VReg(1)));
        assert_eq!(csr.price(cold, Reg(1)), 0.4);
        csr.add_user(VReg(0), cold, Reg(1));
        assert_eq!(csr.frame().ends(), Some((Block(1), Some(Block(1)))));
        assert_eq!(csr.price(long, Reg(2)), 4.0 - 0.4);
        let before = csr.frame_needs();
        csr.add_user(VReg(1), long, Reg(2));
        assert_eq!(csr.frame().ends(), None);
        csr.remove_user(Reg(2));
        csr.restore_frame(before);
        assert_eq!(csr.frame().ends(), Some((Block(1), Some(Block(1)))));
    }
}
