//! Ranges that move to other registers together, and what that costs.

use super::super::assignment::Assignment;
use super::followers::Follower;
use super::open_copies::Target;
use super::EPSILON;
use crate::model::function::{Name, VReg};
use crate::model::machine::Reg;

/// Ranges that move together.
pub struct Recolouring {
    /// Segments and ranges that may still be looked at: a measure of time.
    steps: usize,
    /// Those that move no more.
    settled: Vec<VReg>,
    /// By how much copies and callee-saved registers cost more than before, per execution of the
    /// function.
    price: f64,
    /// The price has to be below this.
    limit: f64,
    /// How many ranges in a row may still move on to registers that others hold.
    depth: usize,
}

impl Recolouring {
    /// Nothing has moved. The price has to be below `limit`, and so many `steps` are left.
    pub fn below(assignment: &Assignment, limit: f64, steps: usize) -> Self {
        let depth = assignment.context.options.copy_recolouring_depth;
        Self { steps, settled: Vec::new(), price: 0.0, limit, depth }
    }

    /// The steps that are left.
    pub fn steps_left(&self) -> usize {
        self.steps
    }

    /// The ranges that have moved.
    pub fn moved(&self) -> &[VReg] {
        &self.settled
    }

    /// Moves the ranges to their targets and others out of their way. Returns by how much the code then
    /// costs more; none if not all could move, or that is not below the limit.
    pub fn run(&mut self, assignment: &mut Assignment, target: Target) -> Option<f64> {
        for (vreg, _) in target.iter() {
            self.unassign(assignment, vreg);
        }
        let most = assignment.context.options.copy_recolouring_moves;
        for (vreg, reg) in target.iter() {
            self.take(assignment, vreg, reg, most)?;
        }
        self.take_along(assignment);
        (self.price < self.limit && self.steps > 0).then_some(self.price)
    }

    /// Lets ranges follow to the registers of those that they were joined with, where that saves anything.
    fn take_along(&mut self, assignment: &mut Assignment) {
        let most = assignment.context.options.copy_recolouring_moves;
        let mut next = 0;
        while let Some(&moved) = self.settled.get(next) {
            next += 1;
            let Some(reg) = assignment.matrix().register(moved) else { continue };
            for affinity in assignment.copies().of_vreg(moved) {
                if self.settled.len() >= most || self.steps == 0 {
                    return;
                }
                self.steps -= 1;
                if self.settled.iter().any(|&settled| affinity.other == Name::Virtual(settled)) {
                    continue;
                }
                let follower = Follower::of(assignment, moved, reg, affinity);
                let is_worth_it = |follower: &Follower| follower.price(assignment) < -EPSILON;
                if let Some(Follower { vreg, wanted, .. }) = follower.filter(is_worth_it) {
                    self.unassign(assignment, vreg);
                    self.assign(assignment, vreg, wanted);
                }
            }
        }
    }

    /// Gives the range the register; each range that holds it moves elsewhere. Altogether `most` may have moved then.
    fn take(
        &mut self,
        assignment: &mut Assignment,
        vreg: VReg,
        reg: Reg,
        most: usize,
    ) -> Option<()> {
        let mut holders: Vec<VReg> = Vec::new();
        let may_move = assignment.matrix().visit_holders(vreg, reg, |holder| {
            self.steps = self.steps.saturating_sub(1);
            if !holders.contains(&holder) {
                holders.push(holder);
            }
            let is_few = holders.len() + self.settled.len() <= most;
            is_few && self.steps > 0 && !self.settled.contains(&holder)
        });
        if !may_move {
            return None;
        }
        for &holder in &holders {
            self.unassign(assignment, holder);
            if self.steps == 0 {
                return None;
            }
        }
        self.assign(assignment, vreg, reg);
        holders.iter().try_for_each(|&holder| self.move_away(assignment, holder))
    }

    /// Gives a range that lost its register the free one that costs least, or one that costs less and that others can leave.
    fn move_away(&mut self, assignment: &mut Assignment, vreg: VReg) -> Option<()> {
        let choices = self.choices(assignment, vreg);
        let is_free = |&(_, reg): &(f64, Reg)| assignment.matrix().is_free(vreg, reg);
        let free = choices.iter().position(is_free);
        let taken = &choices[..free.unwrap_or(choices.len())];
        let price_of_free = free.map(|free| choices[free].0);
        if self.depth > 0 && self.move_on(assignment, vreg, taken, price_of_free) {
            return Some(());
        }
        let (price, reg) = choices[free?];
        self.price += price;
        assignment.assign(vreg, reg);
        Some(())
    }

    /// The registers that a range may move to, the cheapest first, with what it costs there.
    fn choices(&self, assignment: &Assignment, vreg: VReg) -> Vec<(f64, Reg)> {
        let machine = &assignment.function().machine;
        let csr_price = assignment.csr().prices(vreg, assignment.ranges().live(vreg));
        let copy_costs = assignment.copy_costs(vreg);
        let price = |reg: Reg| copy_costs.of(machine, reg) + csr_price(reg);
        let order = assignment.ranges().order(vreg).iter();
        let mut choices: Vec<(f64, Reg)> = order.map(|&reg| (price(reg), reg)).collect();
        choices.retain(|choice| self.price + choice.0 < self.limit);
        let encoding_cost = |reg: Reg| machine.regs[reg].encoding_cost;
        choices.sort_by(|a, b| {
            a.0.total_cmp(&b.0).then_with(|| encoding_cost(a.1).cmp(&encoding_cost(b.1)))
        });
        choices
    }

    /// Gives the range the first of the registers `taken`, cheapest first, that the few others who hold it can leave, if
    /// all of that costs less than `price_of_free`, what the range costs in a free register. Returns whether it did.
    fn move_on(
        &mut self,
        assignment: &mut Assignment,
        vreg: VReg,
        taken: &[(f64, Reg)],
        price_of_free: Option<f64>,
    ) -> bool {
        let (price, limit, settled) = (self.price, self.limit, self.settled.len());
        let most = settled + assignment.context.options.copy_recolouring_holders;
        let least = price_of_free.map_or(limit, |free| limit.min(price + free - EPSILON));
        self.depth -= 1;
        self.limit = least;
        let is_moved = taken.iter().filter(|of| price + of.0 < least).any(|&(_, reg)| {
            if self.steps == 0 || assignment.matrix().is_excluded(vreg, reg) {
                return false;
            }
            let moved = assignment.attempt(|assignment| {
                self.take(assignment, vreg, reg, most)?;
                (self.price < least).then_some(())
            });
            if moved.is_none() {
                self.price = price;
                self.settled.truncate(settled);
            }
            moved.is_some()
        });
        self.depth += 1;
        self.limit = limit;
        is_moved
    }

    fn assign(&mut self, assignment: &mut Assignment, vreg: VReg, reg: Reg) {
        self.price += assignment.copy_cost(vreg, reg) + assignment.csr_price(vreg, reg);
        assignment.assign(vreg, reg);
    }

    /// Takes the range's register for another one, which it then keeps.
    fn unassign(&mut self, assignment: &mut Assignment, vreg: VReg) {
        // Each segment is taken away, put elsewhere, and taken back, for which the first two are undone.
        let segments = assignment.ranges().live(vreg).len();
        let copies = assignment.copies().of_vreg(vreg).len();
        self.steps = self.steps.saturating_sub(4 * segments + 2 * copies);
        let reg = assignment.unassign(vreg);
        self.price -= assignment.copy_cost(vreg, reg) + assignment.csr_price(vreg, reg);
        self.settled.push(vreg);
    }
}
