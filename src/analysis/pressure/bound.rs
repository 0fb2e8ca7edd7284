//! A quick bound on register pressure. Most functions are small: they have no more ranges than registers
//! that fixed values and calls leave alone, and so fit wherever the ranges live.

use crate::model::function::Function;
use crate::model::index::IndexVec;
use crate::model::machine::{Class, Machine};
use crate::model::point::Segment;

/// The registers that ranges of a class take at most.
#[derive(Clone, Copy, Default)]
struct Taken {
    /// By all of them together.
    anywhere: usize,
    /// By those that live across a call.
    across_calls: usize,
}

/// Whether no register set can be over its capacity anywhere; if not, [`Pressure::of`](super::Pressure::of)
/// tells whether one is.
pub fn surely_fits(function: &Function) -> bool {
    let machine = &function.machine;
    // As many ranges as this would not fit, and a large function is not worth a look.
    if function.vregs.len() > machine.units.len() {
        return false;
    }
    let mut taken: IndexVec<Class, Taken> =
        IndexVec::filled(Taken::default(), machine.classes.len());
    for (vreg, data) in function.vregs.enumerate() {
        let (live, order) = (function.live(vreg), machine.order(data.class));
        let Some(&first) = order.first().filter(|_| !live.is_empty()) else { continue };
        // A range takes at most as many registers of a set as there are parts in any register of its class.
        let registers = machine.units_of(first).len();
        let taken = &mut taken[data.class];
        taken.anywhere += registers;
        taken.across_calls += if crosses_call(machine, live) { registers } else { 0 };
    }
    let used = || taken.enumerate().filter(|(_, taken)| taken.anywhere > 0);
    if used().any(|(class, taken)| taken.anywhere > machine.order(class).len()) {
        return false;
    }
    let used: Vec<(Class, UnitSet)> =
        used().map(|(class, _)| (class, UnitSet::of(machine, class))).collect();
    used.iter().all(|(class, units)| {
        let alike = used.iter().filter(|(_, others)| units.intersects(others));
        let sum = alike.fold(Taken::default(), |sum, &(class, _)| Taken {
            anywhere: sum.anywhere + taken[class].anywhere,
            across_calls: sum.across_calls + taken[class].across_calls,
        });
        fits(machine, *class, sum)
    })
}

fn crosses_call(machine: &Machine, live: &[Segment]) -> bool {
    live.iter().any(|segment| {
        machine.calls_from(segment.start).first().is_some_and(|call| call.0 < segment.end)
    })
}

/// Whether the set of the class has so many registers that no fixed value takes, and that each call
/// preserves.
fn fits(machine: &Machine, class: Class, taken: Taken) -> bool {
    let mut members = UnitSet::none(machine);
    let mut free = 0;
    let mut preserved: IndexVec<_, usize> = IndexVec::filled(0, machine.masks.len());
    for &reg in machine.order(class) {
        let units = || machine.units_of(reg).iter().map(|part| part.unit);
        if units().any(|unit| members.has(unit.0)) {
            continue;
        }
        units().for_each(|unit| members.add(unit.0));
        free += usize::from(units().all(|unit| machine.fixed_of(unit).is_empty()));
        for mask in machine.masks.indices() {
            preserved[mask] += usize::from(machine.preserves(mask, reg));
        }
    }
    taken.anywhere <= free && preserved.iter().all(|&preserved| taken.across_calls <= preserved)
}

/// A set of register units, one bit each.
struct UnitSet(Vec<u64>);

impl UnitSet {
    fn none(machine: &Machine) -> Self {
        Self(vec![0; machine.units.len().div_ceil(64)])
    }

    /// The units of all registers of a class.
    fn of(machine: &Machine, class: Class) -> Self {
        let mut all = Self::none(machine);
        let units = machine.order(class).iter().flat_map(|&reg| machine.units_of(reg));
        units.for_each(|part| all.add(part.unit.0));
        all
    }

    fn add(&mut self, unit: u32) {
        self.0[unit as usize / 64] |= 1 << (unit % 64);
    }

    fn has(&self, unit: u32) -> bool {
        self.0[unit as usize / 64] >> (unit % 64) & 1 != 0
    }

    fn intersects(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Pressure;
    use super::*;
    use crate::model::text::parse;
    use crate::validity::generate;

    #[test]
    fn what_surely_fits_is_nowhere_over_capacity() {
        let mut fitting = 0;
        for seed in 1..=2000 {
            let text = generate::from_seed(seed);
            let function = parse(&text).unwrap().function;
            if surely_fits(&function) {
                assert!(!Pressure::of(&function).is_over(), "seed {seed}\n{text}");
                fitting += 1;
            }
        }
        assert!(fitting > 20, "{fitting} say little");
    }

    /// Whether a function of one block with a call that keeps r1 of r0, r1 and r2 surely fits.
    fn fits(insts: &str) -> bool {
        let machine = "reg r0\nreg r1\nreg r2\nclass g r0 r1 r2\nmask m r1\n";
        surely_fits(&parse(&format!("{machine}function f\nblock b0 1\n{insts}")).unwrap().function)
    }

    #[test]
    fn fixed_registers_and_calls_count() {
        let two = "  loadI 1 => %0\n  loadI 2 => %1\n  store %0, %1\n";
        assert!(fits(two));
        assert!(fits(&format!("{two}  call keeps m\n")), "nothing lives across it");
        let one_across = "  loadI 1 => %0\n  call keeps m\n  store %0\n";
        assert!(fits(one_across));
        assert!(!fits("  loadI 1 => %0\n  loadI 2 => %1\n  call keeps m\n  store %0, %1\n"));
        let fixed = "  loadI 3 => r0\n  store r0\n";
        assert!(fits(&format!("{fixed}{two}")));
        let both_fixed = "  loadI 3 => r0\n  loadI 4 => r1\n  store r0, r1\n";
        assert!(!fits(&format!("{both_fixed}{two}")), "two are taken somewhere, and two live");
    }
}
