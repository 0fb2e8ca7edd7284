//! Copies: what they cost in a register, and the registers that they make desirable.

use super::costly_uses::CostlyUses;
use super::matrix::RegisterMatrix;
use crate::analysis::affinity::{part_of, Affinities, Affinity};
use crate::analysis::references::References;
use crate::analysis::repeated_copies::{RepeatedCopies, RepeatedCopy};
use crate::model::function::{Inst, InstKind, Name, VReg};
use crate::model::machine::{Machine, Reg};
use crate::options::Context;

/// The share of the greatest gain of hints that is as good as that gain: frequencies are rounded.
const SAME_GAIN: f64 = 0.999;

/// A register that would suit a range, since copies then disappear.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Hint {
    /// The register.
    pub reg: Reg,
    /// Price of the copies that it saves, per execution of the function; 0 if it is the target that
    /// prefers it.
    pub gain: f64,
}

/// The copies of a function.
#[derive(Debug)]
pub struct Copies<'a> {
    context: Context<'a>,
    affinities: &'a Affinities,
    repeated: RepeatedCopies,
    costly: CostlyUses,
}

impl<'a> Copies<'a> {
    /// Those with the given affinities.
    pub fn of(context: Context<'a>, affinities: &'a Affinities, references: &References) -> Self {
        let repeated = RepeatedCopies::collect(context, references);
        Self { context, affinities, repeated, costly: CostlyUses::collect(context) }
    }

    /// The costly uses.
    pub fn costly_uses(&self) -> &CostlyUses {
        &self.costly
    }

    /// The copies of a virtual register, those that save most first.
    pub fn of_vreg(&self, origin: VReg) -> &'a [Affinity] {
        self.affinities.of(origin)
    }

    /// Whether a virtual register is copied from or to a fixed register.
    pub fn has_fixed_hint(&self, origin: VReg) -> bool {
        let is_fixed = |affinity: &Affinity| matches!(affinity.other, Name::Fixed(_));
        self.affinities.of(origin).iter().any(is_fixed)
    }

    /// The prices of the copies that stay, by the register that the range could have, with those of the
    /// repeated copies that it disturbs. Copies of ranges that have no register are left out.
    pub fn costs(&self, matrix: &RegisterMatrix, vreg: VReg) -> CopyCosts {
        let machine = &self.context.function.machine;
        let origin = matrix.ranges().get(vreg).origin;
        let mut costs =
            CopyCosts { beside: self.costs_beside(matrix, vreg), ..CopyCosts::default() };
        let affinities = self.affinities.of(origin);
        costs.joined.reserve_exact(affinities.len());
        for affinity in affinities {
            let Some(other) = matrix.register_of(affinity.other) else { continue };
            costs.total += affinity.gain;
            match affinity.part {
                None => {
                    let there = part_of(machine, other, affinity.other_part);
                    costs.joined.extend(there.map(|reg| (reg, affinity.gain)));
                }
                Some(_) => costs.partly.push((*affinity, other)),
            }
        }
        self.add_repeated(matrix, origin, &mut costs);
        costs
    }

    /// The price of the copies that stay if the range has the register, per execution of the function.
    pub fn cost(&self, matrix: &RegisterMatrix, vreg: VReg, reg: Reg) -> f64 {
        self.costs(matrix, vreg).of(&self.context.function.machine, reg)
    }

    /// What the range costs in a register beside its copies.
    pub fn costs_beside(&self, matrix: &RegisterMatrix, vreg: VReg) -> CostsBeside {
        let ranges = matrix.ranges();
        let origin = ranges.get(vreg).origin;
        let mut disturbed = Vec::new();
        self.repeated.visit_within(ranges.live(vreg), |copy| {
            if !copy.concerns(origin) && is_repeated(copy, |name| matrix.register_of(name)) {
                disturbed.push((copy.reg, copy.gain));
            }
        });
        CostsBeside { disturbed, costly: self.costly.price(matrix, origin) }
    }

    /// The repeated copies of a range: which do nothing does not depend on its register alone.
    fn add_repeated(&self, matrix: &RegisterMatrix, origin: VReg, costs: &mut CopyCosts) {
        for copy in self.repeated.of(origin) {
            let register = |name: Name| match name {
                Name::Virtual(vreg) if vreg == origin => Some(copy.reg),
                _ => matrix.register_of(name),
            };
            let is_there = |name: Name| register(name) == Some(copy.reg);
            let is_elsewhere = |vreg: VReg| {
                vreg == origin || matrix.register(vreg).is_some_and(|reg| reg != copy.reg)
            };
            let is_undisturbed = matrix.holders_within(&[copy.between], copy.reg, |holder| {
                Name::Virtual(matrix.ranges().get(holder).origin) == copy.source
            });
            let is_for_nothing = is_undisturbed
                && is_elsewhere(copy.value)
                && is_there(copy.source)
                && is_there(copy.target);
            if is_for_nothing && copy.value == origin {
                // It does nothing in any register but this one, where it is no copy at all.
                costs.total -= copy.gain;
                costs.joined.push((copy.reg, -copy.gain));
            } else if is_for_nothing {
                costs.joined.push((copy.reg, copy.gain));
            }
        }
    }

    /// Whether the instruction is a copy of the range that disappears if the range has the register.
    pub fn disappears(&self, matrix: &RegisterMatrix, vreg: VReg, inst: Inst, reg: Reg) -> bool {
        let function = self.context.function;
        let [a, b] = function.operands_of(inst) else { return false };
        if function.insts[inst].kind != InstKind::Copy {
            return false;
        }
        let origin = Name::Virtual(matrix.ranges().get(vreg).origin);
        let (own, other) = if a.name == origin { (a, b) } else { (b, a) };
        let affinity = Affinity {
            other: other.name,
            part: own.part,
            other_part: other.part,
            gain: 0.0,
            at_end: false,
        };
        matrix.register_of(other.name).is_some_and(|o| affinity.joins(&function.machine, reg, o))
    }

    /// The registers that copies make desirable for a range, greatest gain first, and then those
    /// that the target prefers.
    ///
    /// A copy's other range that has no register passes on what it would like itself: if `v` is
    /// copied to `w` and `w` into an argument register, that register serves both.
    pub fn hints(&self, matrix: &RegisterMatrix, vreg: VReg) -> Vec<Hint> {
        let origin = matrix.ranges().get(vreg).origin;
        let machine = &self.context.function.machine;
        let order = matrix.ranges().order(vreg);
        let options = self.context.options;
        let indirect = options.indirect_hint_share;
        let affinities = self.affinities.of(origin);
        let mut hints: Vec<Hint> = Vec::with_capacity(affinities.len());
        let mut add = |reg: Option<Reg>, gain: f64| {
            let Some(reg) = reg else { return };
            match hints.iter_mut().find(|known| known.reg == reg) {
                Some(known) => known.gain += gain,
                None => hints.push(Hint { reg, gain }),
            }
        };
        for affinity in affinities {
            if let Some(other) = matrix.register_of(affinity.other) {
                add(affinity.wanted(machine, other, order), affinity.gain);
            } else if let Name::Virtual(neighbour) = affinity.other {
                let next_order = matrix.ranges().order(neighbour);
                for next in self.affinities.of(neighbour).iter().take(options.max_indirect_hints) {
                    if next.other != Name::Virtual(origin) {
                        let other = matrix.register_of(next.other);
                        let wanted = other.and_then(|reg| next.wanted(machine, reg, next_order));
                        let through = wanted.and_then(|reg| affinity.wanted(machine, reg, order));
                        add(through, indirect * next.gain.min(affinity.gain));
                    }
                }
            }
        }
        hints.sort_by(|a, b| b.gain.total_cmp(&a.gain).then(a.reg.cmp(&b.reg)));
        prefer_copy_at_end(&mut hints, affinities);
        let data = &self.context.function.vregs[origin];
        let preferred = &self.context.function.hints[data.hints.range()];
        let preferred = preferred.iter().filter(|reg| order.contains(reg));
        hints.extend(preferred.map(|&reg| Hint { reg, gain: 0.0 }));
        hints
    }
}

/// Of two hints that save the same, puts the one whose copy stands where the function ends first. LLVM sinks the copy
/// at the beginning that is left then past an early return, and duplicates the end more often if it is shorter (E223).
fn prefer_copy_at_end(hints: &mut [Hint], affinities: &[Affinity]) {
    let [first, second, ..] = hints else { return };
    let is_at_end =
        |hint: &Hint| affinities.iter().any(|a| a.at_end && a.other == Name::Fixed(hint.reg));
    let saves_same = second.gain >= SAME_GAIN * first.gain;
    if saves_same && is_at_end(second) && !is_at_end(first) {
        std::mem::swap(first, second);
    }
}

/// What the copies of a range cost, per execution of the function, by the register that it could have.
#[derive(Debug, Default)]
pub struct CopyCosts {
    /// Where none of them disappears.
    total: f64,
    /// Registers in which copies disappear, and their price.
    joined: Vec<(Reg, f64)>,
    /// Copies of a part of the range, with the register of the other operand.
    partly: Vec<(Affinity, Reg)>,
    /// What it costs beside its copies.
    beside: CostsBeside,
}

impl CopyCosts {
    /// The price of those that disappear in a register, less that of those of others that it disturbs.
    pub fn saved(&self, machine: &Machine, reg: Reg) -> f64 {
        self.total - self.of(machine, reg)
    }

    /// The price in a register.
    pub fn of(&self, machine: &Machine, reg: Reg) -> f64 {
        let joined = self.joined.iter().filter(|(other, _)| *other == reg);
        let joined: f64 = joined.map(|(_, gain)| gain).sum();
        let partly = self.partly.iter().filter(|(affinity, o)| affinity.joins(machine, reg, *o));
        let partly: f64 = partly.map(|(affinity, _)| affinity.gain).sum();
        self.total - joined - partly + self.beside.of(machine, reg)
    }
}

/// What a range costs beside its copies, per execution of the function, by the register that it could have.
#[derive(Debug, Default)]
pub struct CostsBeside {
    /// Registers of repeated copies of others that the range disturbs, and the price of these.
    disturbed: Vec<(Reg, f64)>,
    /// The price of its costly uses in a costly register.
    costly: f64,
}

impl CostsBeside {
    /// The price in a register.
    pub fn of(&self, machine: &Machine, reg: Reg) -> f64 {
        let taken = self.disturbed.iter().filter(|(other, _)| machine.overlap(*other, reg));
        let disturbed: f64 = taken.map(|(_, price)| price).sum();
        disturbed + if machine.regs[reg].is_costly { self.costly } else { 0.0 }
    }
}

/// Whether the second copy does nothing with these registers, as long as nobody else has the copies'
/// register in between.
fn is_repeated(copy: &RepeatedCopy, register: impl Fn(Name) -> Option<Reg>) -> bool {
    let is_there = |name: Name| register(name) == Some(copy.reg);
    let value = register(Name::Virtual(copy.value));
    is_there(copy.source) && is_there(copy.target) && value.is_some_and(|reg| reg != copy.reg)
}

#[cfg(test)]
mod tests {
    use super::super::assignment::Assignment;
    use super::super::tests::with_assignment;
    use super::*;

    const MACHINE: &str = "reg r0\nreg r1\nreg r2\nclass g r0 r1 r2\nfunction f\n";

    #[test]
    fn a_copy_costs_unless_both_ends_have_one_register() {
        // One copy is 0.2, times the frequency 10. %1 counts once it has a register.
        let text = "block b0 10\n  i2i r1 => %0\n  i2i %0 => %1\n  store %1\n";
        with_assignment(&format!("{MACHINE}{text}"), |mut assignment| {
            assert_eq!([0, 1].map(|reg| assignment.copy_cost(VReg(0), Reg(reg))), [2.0, 0.0]);
            assignment.assign(VReg(1), Reg(2));
            let costs = [0, 1, 2].map(|reg| assignment.copy_cost(VReg(0), Reg(reg)));
            assert_eq!(costs, [4.0, 2.0, 2.0]);
            let disappears = |vreg, inst, reg| {
                assignment.copies().disappears(
                    assignment.matrix(),
                    VReg(vreg),
                    Inst(inst),
                    Reg(reg),
                )
            };
            assert!(disappears(0, 1, 2) && !disappears(0, 1, 1));
            assert!(!disappears(1, 2, 2), "i2 is no copy");
        });
    }

    #[test]
    fn a_neighbour_without_a_register_passes_its_hint_on() {
        // %0 is copied from r1 for 0.2 * 10. %1 goes to r2 for 0.2 * 10 as well, and so would %0 like to:
        // half of the lesser of both copies, 1. The target prefers r0.
        let text = "range %0 g hints r0\nblock b0 10\n  i2i r1 => %0\n  i2i %0 => %1\n  \
                    i2i %1 => r2\n  store r2\n";
        with_assignment(&format!("{MACHINE}{text}"), |assignment| {
            let hint = |reg, gain| Hint { reg: Reg(reg), gain };
            let expected = [hint(1, 2.0), hint(2, 1.0), hint(0, 0.0)];
            assert_eq!(assignment.hints(VReg(0)), expected);
            let copies = assignment.copies();
            assert!(copies.has_fixed_hint(VReg(0)) && copies.has_fixed_hint(VReg(1)));
        });
    }

    #[test]
    fn who_takes_an_argument_s_register_pays_for_the_copy_back() {
        // %0 keeps the argument r0 in r1 and passes it on in r0, for 0.2 * 10 if %1 is in r0 meanwhile. %0
        // itself costs the first copy in r1, and the second one with %1 in r0.
        let text = "block b0 10\n  i2i r0 => %0\n  loadI 1 => %1\n  store %1\n  i2i %0 => r0\n  \
                    store r0, %0\n";
        with_assignment(&format!("{MACHINE}{text}"), |mut assignment| {
            let of_both = |assignment: &Assignment| {
                let cost = |vreg, reg| assignment.copy_cost(VReg(vreg), Reg(reg));
                [cost(0, 0), cost(0, 1), cost(1, 0), cost(1, 2)]
            };
            assert_eq!(of_both(&assignment), [0.0, 2.0, 0.0, 0.0]);
            assignment.assign(VReg(0), Reg(1));
            assert_eq!(of_both(&assignment), [0.0, 2.0, 2.0, 0.0]);
            assignment.assign(VReg(1), Reg(0));
            assert_eq!(of_both(&assignment), [0.0, 4.0, 2.0, 0.0]);
        });
    }
}
