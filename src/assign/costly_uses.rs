//! Costly uses: what instructions cost that take one more instruction if what they read is in costly registers (E226).

use super::matrix::RegisterMatrix;
use crate::model::function::{Inst, VReg};
use crate::options::Context;

/// The costly uses of a function, by what they read.
#[derive(Debug)]
pub struct CostlyUses {
    /// In order. What takes two costly registers is listed with each of both.
    uses: Vec<PricedUse>,
}

/// What a virtual register costs in a costly register.
#[derive(Clone, Copy, Debug)]
struct PricedUse {
    vreg: VReg,
    /// What has to be in a costly register too.
    beside: Option<VReg>,
    /// Price of the instructions, per execution of the function.
    price: f64,
}

impl PricedUse {
    fn key(&self) -> (VReg, Option<VReg>) {
        (self.vreg, self.beside)
    }
}

impl CostlyUses {
    /// Those of the function, each priced like a copy, added up where they are the same but for the instruction.
    pub fn collect(context: Context) -> Self {
        let function = context.function;
        let frequency = |inst: Inst| function.blocks[function.insts[inst].block].frequency;
        let mut uses: Vec<PricedUse> = Vec::new();
        for costly in &function.costly_uses {
            let price = context.costs.copy * frequency(costly.inst);
            uses.push(PricedUse { vreg: costly.vreg, beside: costly.beside, price });
            let beside = Some(costly.vreg);
            uses.extend(costly.beside.map(|vreg| PricedUse { vreg, beside, price }));
        }
        uses.sort_by_key(PricedUse::key);
        uses.dedup_by(|of, kept| {
            let same = of.key() == kept.key();
            kept.price += if same { of.price } else { 0.0 };
            same
        });
        Self { uses }
    }

    /// The virtual registers that have some, in order.
    pub fn vregs(&self) -> impl Iterator<Item = VReg> + '_ {
        self.uses.chunk_by(|a, b| a.vreg == b.vreg).map(|of| of[0].vreg)
    }

    /// What those of a virtual register cost if it is in a costly register and others are where they are, per execution
    /// of the function.
    pub fn price(&self, matrix: &RegisterMatrix, vreg: VReg) -> f64 {
        let first = self.uses.partition_point(|of| of.vreg < vreg);
        let of_vreg = self.uses[first..].iter().take_while(|of| of.vreg == vreg);
        let counts = |of: &&PricedUse| of.beside.is_none_or(|other| is_in_costly(matrix, other));
        of_vreg.filter(counts).map(|of| of.price).sum()
    }

    /// What they cost where it is: nothing unless that is a costly register.
    pub fn price_now(&self, matrix: &RegisterMatrix, vreg: VReg) -> f64 {
        if is_in_costly(matrix, vreg) {
            self.price(matrix, vreg)
        } else {
            0.0
        }
    }
}

/// Whether the range has a costly register.
fn is_in_costly(matrix: &RegisterMatrix, vreg: VReg) -> bool {
    matrix.register(vreg).is_some_and(|reg| matrix.function().machine.regs[reg].is_costly)
}

#[cfg(test)]
mod tests {
    use super::super::assignment::Assignment;
    use super::super::choose;
    use super::super::tests::with_assignment;
    use super::*;
    use crate::model::machine::Reg;

    #[test]
    fn costly_uses_cost_a_copy_each_in_a_costly_register() {
        // Two instructions at 10 executions and one at 2, for 0.2 each. A constant that is free to choose keeps off r0.
        let text = "reg r0 costly\nreg r1\nclass g r0 r1\nfunction f\nblock b0 10 -> b1\n  loadI 1 => %0\n  \
                    costly %0\n  store %0\n  costly %0\n  store %0\nblock b1 2\n  costly %0\n  store %0\n";
        with_assignment(text, |assignment| {
            assert_eq!([0, 1].map(|reg| assignment.copy_cost(VReg(0), Reg(reg))), [4.4, 0.0]);
            assert_eq!(choose::free_register(&assignment, VReg(0), &[]), Some(Reg(1)));
        });
    }

    #[test]
    fn a_use_of_two_costs_only_with_both_in_costly_registers() {
        // 0.2 * 10 each time, twice. %1 keeps off r1 only once %0 has r0.
        let text = "reg r0 costly\nreg r1 costly\nreg r2\nclass g r0 r1 r2\nfunction f\nblock b0 10\n  \
                    loadI 1 => %0\n  loadI 2 => %1\n  costly %0 %1\n  add %0, %1 => %2\n  costly %1 %0\n  \
                    add %0, %1 => %3\n  store %2, %3\n";
        with_assignment(text, |mut assignment| {
            let cost = |assignment: &Assignment, reg| assignment.copy_cost(VReg(1), Reg(reg));
            assert_eq!(cost(&assignment, 1), 0.0);
            assert_eq!(choose::free_register(&assignment, VReg(1), &[]), Some(Reg(0)));
            assignment.assign(VReg(0), Reg(0));
            assert_eq!([1, 2].map(|reg| cost(&assignment, reg)), [4.0, 0.0]);
            assert_eq!(choose::free_register(&assignment, VReg(1), &[]), Some(Reg(2)));
        });
    }
}
