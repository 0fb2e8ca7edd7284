//! Register sets: the bounds on register pressure, and how many registers of each set a value of each class
//! takes.

use crate::model::function::Function;
use crate::model::index::{index_type, Idx, IndexVec};
use crate::model::machine::{Class, Machine, Mask, Reg, Unit};
use crate::model::point::{merge, Segment};

index_type! {
    /// A set of registers no two of which overlap: as many values as it has members fit at once.
    RegSet "p";
}

/// A class counts in a set if at least this share of its registers overlap different members of the set. On
/// x86 the sixteen low bytes count in the set of sixteen registers, and the four high bytes do not. Two
/// halves of the same pair never fill a set of pairs.
const DISTINCT: f64 = 0.75;

/// The capacity, at all points but calls, of a set that bounds what lives across calls alone.
const UNBOUNDED: i32 = i32::MAX / 2;

/// The registers of a set that a value takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SetUse {
    /// The set.
    pub set: RegSet,
    /// How many registers of it.
    pub registers: i32,
}

/// The sets of a function's classes. Nested classes are a bound each: nine values that fit only eight of
/// sixteen registers are one too many, although the sixteen are far from taken.
#[derive(Debug)]
pub struct RegSets {
    members: IndexVec<RegSet, Vec<Reg>>,
    /// Per class the sets that its values count in.
    takes: IndexVec<Class, Vec<SetUse>>,
    /// Per class that occurs its first registers of which no two overlap.
    own: IndexVec<Class, Disjoint>,
    /// Per register mask and class the sets that a value counts in which lives across a call with that mask.
    across: IndexVec<Mask, IndexVec<Class, Vec<SetUse>>>,
    /// How many sets bound the pressure at all points. Those behind them bound it across calls alone, each for some of
    /// the classes that count in one of the first.
    everywhere: usize,
}

/// Registers no two of which share a unit.
#[derive(Clone, Debug, Default)]
struct Disjoint {
    regs: Vec<Reg>,
    /// Per unit the register it is part of, as its place in `regs`.
    of_unit: IndexVec<Unit, Option<u32>>,
}

impl Disjoint {
    /// Registers of the class, the first in order that do not overlap.
    fn of(machine: &Machine, class: Class) -> Self {
        let mut of_unit = IndexVec::filled(None, machine.units.len());
        let mut regs: Vec<Reg> = Vec::with_capacity(machine.order(class).len());
        for &reg in machine.order(class) {
            let units = || machine.units_of(reg).iter().map(|part| part.unit);
            if units().all(|unit| of_unit[unit].is_none()) {
                units().for_each(|unit| of_unit[unit] = Some(regs.len() as u32));
                regs.push(reg);
            }
        }
        Self { regs, of_unit }
    }
}

impl RegSets {
    /// The sets of the classes that some virtual register of the function has.
    pub fn of(function: &Function) -> Self {
        let machine = &function.machine;
        let mut own = IndexVec::filled(Disjoint::default(), machine.classes.len());
        let mut classes: Vec<Class> = Vec::new();
        for data in function.vregs.iter() {
            if own[data.class].regs.is_empty() && !machine.order(data.class).is_empty() {
                own[data.class] = Disjoint::of(machine, data.class);
                classes.push(data.class);
            }
        }
        classes.sort_unstable();
        let takes = IndexVec::filled(Vec::new(), own.len());
        let mut sets =
            Self { members: IndexVec::new(), takes, own, across: IndexVec::new(), everywhere: 0 };
        for &class in &classes {
            sets.add(machine, &classes, class);
        }
        sets.everywhere = sets.members.len();
        sets.add_across_calls(machine, &classes);
        sets
    }

    /// Of some registers a call preserves a part, as the lower halves of eight vector registers of AArch64. Values that
    /// fit such a part do not count in the set of the whole registers there, and none is gained if one of them leaves:
    /// so the other values are a set of their own.
    fn add_across_calls(&mut self, machine: &Machine, classes: &[Class]) {
        // What a set is made for: the whole set, and the classes that count.
        let mut made: Vec<(RegSet, Vec<Class>)> = Vec::new();
        for mask in machine.masks.indices() {
            let mut across = IndexVec::filled(Vec::new(), self.takes.len());
            for set in (0..self.everywhere).map(RegSet::new) {
                let whole = kept(machine, mask, &self.members[set]);
                let in_set = |class: &Class| self.takes[*class].iter().any(|of| of.set == set);
                let all: Vec<Class> = classes.iter().copied().filter(in_set).collect();
                let counts = |class: &Class| kept(machine, mask, &self.own[*class].regs) <= whole;
                let counting: Vec<Class> = all.iter().copied().filter(counts).collect();
                let of = (set, counting);
                let bound = match made.iter().position(|made| *made == of) {
                    _ if of.1.len() == all.len() => set,
                    Some(place) => RegSet::new(self.everywhere + place),
                    None => {
                        made.push(of.clone());
                        self.add_part(set, &of.1)
                    }
                };
                for class in of.1 {
                    across[class].extend(self.takes[class].iter().filter(|of| of.set == bound));
                }
            }
            self.across.push(across);
        }
    }

    /// Makes a set with the registers of another one, in which only some classes count.
    fn add_part(&mut self, whole: RegSet, classes: &[Class]) -> RegSet {
        let part = self.members.push(self.members[whole].clone());
        for &class in classes {
            let takes = &mut self.takes[class];
            let registers = takes.iter().find(|of| of.set == whole).map_or(0, |of| of.registers);
            takes.push(SetUse { set: part, registers });
        }
        part
    }

    /// Makes the registers of `of` a set, unless they are one already.
    fn add(&mut self, machine: &Machine, classes: &[Class], of: Class) {
        let members = &self.own[of];
        let units = |reg: Reg| machine.units_of(reg).iter().map(|part| part.unit);
        let same_calls = |known: &[Reg]| {
            let masks = machine.masks.indices();
            masks.into_iter().all(|m| kept(machine, m, known) == kept(machine, m, &members.regs))
        };
        let is_member = |reg: Reg| {
            let place = units(reg).next().and_then(|unit| members.of_unit[unit]);
            place.is_some_and(|place| units(members.regs[place as usize]).eq(units(reg)))
        };
        let is_known = |known: &[Reg]| {
            known.len() == members.regs.len()
                && known.iter().all(|&reg| is_member(reg))
                && same_calls(known)
        };
        if self.members.iter().any(|known| is_known(known)) {
            return;
        }
        let set = self.members.push(members.regs.clone());
        for &class in classes {
            let registers = taken_by(machine, class, self.own[class].regs.len(), &self.own[of]);
            if registers > 0 {
                self.takes[class].push(SetUse { set, registers });
            }
        }
    }

    /// The first class whose registers the set has.
    pub fn class_of(&self, set: RegSet) -> Option<Class> {
        let has_members = |&class: &Class| self.own[class].regs == self.members[set];
        self.own.indices().find(has_members)
    }

    /// All sets.
    pub fn indices(&self) -> impl Iterator<Item = RegSet> {
        self.members.indices()
    }

    /// The number of sets.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// The number of the function's classes.
    pub fn classes(&self) -> usize {
        self.takes.len()
    }

    /// Whether no virtual register takes a register.
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// The sets that a value of the class counts in, with the registers it takes in each.
    pub fn taken_by(&self, class: Class) -> &[SetUse] {
        &self.takes[class]
    }

    /// How many registers a set has.
    pub fn registers(&self, set: RegSet) -> i32 {
        self.members[set].len() as i32
    }

    /// How many values fit into a set at once where there is no call.
    pub fn capacity(&self, set: RegSet) -> i32 {
        if set.index() < self.everywhere {
            self.registers(set)
        } else {
            UNBOUNDED
        }
    }

    /// Whether a register of the set is, contains or is part of the given one.
    pub fn contains(&self, machine: &Machine, set: RegSet, reg: Reg) -> bool {
        self.members[set].iter().any(|&member| machine.overlap(member, reg))
    }

    /// The sets that a value of the class counts in which lives across a call with the mask, with the registers it takes
    /// in each.
    pub fn taken_across_calls(&self, mask: Mask, class: Class) -> &[SetUse] {
        &self.across[mask][class]
    }

    /// Per register mask and set how many registers of the set a call with that mask preserves.
    pub fn preserved(&self, machine: &Machine) -> IndexVec<Mask, IndexVec<RegSet, i32>> {
        let of_mask =
            |mask: Mask| self.members.iter().map(|set| kept(machine, mask, set)).collect();
        machine.masks.indices().map(of_mask).collect()
    }

    /// Per register of a set the segments in which fixed values take it or a part of it; none for a set that bounds
    /// what lives across calls alone.
    pub fn fixed<'m>(
        &'m self,
        machine: &'m Machine,
        set: RegSet,
    ) -> impl Iterator<Item = Vec<Segment>> + 'm {
        let members: &[Reg] = if set.index() < self.everywhere { &self.members[set] } else { &[] };
        members.iter().map(|&reg| {
            let units = machine.units_of(reg).iter();
            let mut taken: Vec<Segment> =
                units.flat_map(|part| machine.fixed_of(part.unit)).copied().collect();
            taken.sort_unstable();
            merge(&mut taken);
            taken
        })
    }
}

/// How many of the registers a call preserves.
fn kept(machine: &Machine, mask: Mask, regs: &[Reg]) -> i32 {
    regs.iter().filter(|&&reg| machine.preserves(mask, reg)).count() as i32
}

/// The least number of members that a register of the class overlaps, of which `fitting` fit at once; 0
/// if the class does not count.
fn taken_by(machine: &Machine, class: Class, fitting: usize, members: &Disjoint) -> i32 {
    // Per member the last register that overlaps it, counted from 1.
    let mut touched = vec![0; members.regs.len()];
    let mut least = i32::MAX;
    for (number, &reg) in machine.order(class).iter().enumerate() {
        let mut overlapped = 0;
        for place in machine.units_of(reg).iter().filter_map(|part| members.of_unit[part.unit]) {
            let last = std::mem::replace(&mut touched[place as usize], number + 1);
            overlapped += i32::from(last != number + 1);
        }
        least = least.min(overlapped);
    }
    if least == 0 || least == i32::MAX {
        return 0;
    }
    let distinct = touched.iter().filter(|&&last| last != 0).count() as f64;
    let fits = fitting as f64 * f64::from(least);
    if distinct >= DISTINCT * fits {
        least
    } else {
        0
    }
}
