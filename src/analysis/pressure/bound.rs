//! A quick bound on register pressure. In most functions no more ranges live at once than there are
//! registers that fixed values and calls leave alone, and so they fit wherever they live.

use crate::model::function::Function;
use crate::model::index::IndexVec;
use crate::model::machine::{Class, Machine};

/// The registers that ranges take at most at once.
#[derive(Clone, Copy, Default)]
struct Taken {
    /// At any point.
    anywhere: usize,
    /// Across any call.
    across_calls: usize,
}

/// A class that some range has.
struct UsedClass {
    class: Class,
    /// The units of its registers.
    units: UnitSet,
    /// How many registers of a set one of its ranges takes at most: as many as there are parts in any
    /// register of the class.
    registers: usize,
    /// Those whose registers overlap its own, it among them.
    alike: Vec<usize>,
}

/// With more ranges than this for each register unit a function is not worth a look.
const RANGES_PER_UNIT: usize = 8;

/// Whether no register set can be over its capacity anywhere; if not, [`Pressure::of`](super::Pressure::of)
/// tells whether one is.
pub fn surely_fits(function: &Function) -> bool {
    let machine = &function.machine;
    // Where there are many more ranges than registers, it mostly does not fit.
    if function.vregs.len() > RANGES_PER_UNIT * machine.units.len() {
        return false;
    }
    let used = used_classes(function);
    let taken = taken(function, &used);
    used.iter().zip(taken).all(|(used, taken)| fits(machine, used.class, taken))
}

/// The classes of the ranges that are live anywhere.
fn used_classes(function: &Function) -> Vec<UsedClass> {
    let machine = &function.machine;
    let mut is_used = IndexVec::filled(false, machine.classes.len());
    for data in function.vregs.iter().filter(|data| !data.live.is_empty()) {
        is_used[data.class] = true;
    }
    let used = is_used
        .enumerate()
        .filter(|&(class, &is_used)| is_used && !machine.order(class).is_empty());
    let mut used: Vec<UsedClass> = used
        .map(|(class, _)| UsedClass {
            class,
            units: UnitSet::of(machine, class),
            registers: machine.units_of(machine.order(class)[0]).len(),
            alike: Vec::new(),
        })
        .collect();
    for number in 0..used.len() {
        let units = &used[number].units;
        let alike = (0..used.len()).filter(|&other| units.intersects(&used[other].units));
        used[number].alike = alike.collect();
    }
    used
}

/// Per class what its ranges and those of classes like it take together. One forward sweep over the points
/// at which a segment begins or ends.
fn taken(function: &Function, used: &[UsedClass]) -> Vec<Taken> {
    let mut numbers = IndexVec::filled(None, function.machine.classes.len());
    used.iter().enumerate().for_each(|(number, used)| numbers[used.class] = Some(number));
    // As one number each, which are sorted fast: the point, whether it begins, and the class.
    const BEGINS: u64 = 1 << 31;
    let mut events: Vec<u64> = Vec::with_capacity(2 * function.segments.len());
    for (vreg, data) in function.vregs.enumerate() {
        let Some(number) = numbers[data.class] else { continue };
        for segment in function.live(vreg) {
            events.push(u64::from(segment.start.0) << 32 | BEGINS | number as u64);
            events.push(u64::from(segment.end.0) << 32 | number as u64);
        }
    }
    events.sort_unstable();
    let mut calls = function.machine.clobbers.iter().peekable();
    let mut live = vec![0; used.len()];
    let mut taken = vec![Taken::default(); used.len()];
    for event in events {
        let point = (event >> 32) as u32;
        while calls.next_if(|call| call.0 .0 < point).is_some() {
            for (taken, &live) in taken.iter_mut().zip(&live) {
                taken.across_calls = taken.across_calls.max(live);
            }
        }
        let of = &used[(event & (BEGINS - 1)) as usize];
        for &class in &of.alike {
            if event & BEGINS != 0 {
                live[class] += of.registers;
                taken[class].anywhere = taken[class].anywhere.max(live[class]);
            } else {
                live[class] -= of.registers;
            }
        }
    }
    taken
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
        if taken.anywhere <= free && preserved.iter().all(|&kept| taken.across_calls <= kept) {
            return true;
        }
    }
    false
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

    #[test]
    fn as_many_count_as_live_at_once() {
        let [one, another] =
            [0, 1].map(|range| format!("  loadI 1 => %{range}\n  store %{range}\n"));
        let third = "  loadI 3 => %2\n  call keeps m\n  store %2\n";
        assert!(fits(&format!("{one}{another}{third}")), "three ranges, one after the other");
        let four = (0..4).map(|range| format!("  loadI 1 => %{range}\n")).collect::<String>();
        assert!(!fits(&format!("{four}  store %0, %1, %2, %3\n")));
    }
}
