//! The bounds on what can be in registers at once: sets of registers that exclude each other, and how
//! many of a set a value of each class takes.

use crate::model::function::Function;
use crate::model::index::{index_type, IndexVec};
use crate::model::machine::{Class, Machine, Mask, Reg};
use crate::model::point::{merge, Segment};

index_type! {
    /// A set of registers no two of which overlap, and with that a bound on pressure.
    RegSet "p";
}

/// The share of a class's registers that must lie in different registers of a set for the class to
/// count there. On x86 the sixteen byte registers fill the set of sixteen, the second bytes of four of
/// them do not; two halves of the same pair never fill a set of pairs.
const DISTINCT: f64 = 0.75;

/// The sets of a function's classes. Nested classes are a bound each: eight values that fit only eight
/// of sixteen registers exclude each other although the sixteen are far from taken.
#[derive(Debug)]
pub struct RegSets {
    members: IndexVec<RegSet, Vec<Reg>>,
    /// Per class the sets that its values count in, with the registers that one value takes there.
    takes: IndexVec<Class, Vec<(RegSet, i32)>>,
}

impl RegSets {
    /// The sets of the classes that some virtual register of the function has.
    pub fn of(function: &Function) -> Self {
        let machine = &function.machine;
        let mut used = IndexVec::filled(false, machine.classes.len());
        function.vregs.iter().for_each(|data| used[data.class] = true);
        let mut sets =
            Self { members: IndexVec::new(), takes: IndexVec::filled(Vec::new(), used.len()) };
        let classes: Vec<Class> = used.enumerate().filter(|u| *u.1).map(|u| u.0).collect();
        for &class in &classes {
            sets.add(machine, &classes, disjoint(machine, class));
        }
        sets
    }

    fn add(&mut self, machine: &Machine, classes: &[Class], members: Vec<Reg>) {
        let takes: Vec<(Class, i32)> = classes
            .iter()
            .map(|&class| (class, taken_by(machine, class, &members)))
            .filter(|&(_, count)| count > 0)
            .collect();
        let units = |reg: &Reg| machine.units_of(*reg).iter().map(|part| part.unit);
        let same_units = |a: &Reg, b: &Reg| units(a).eq(units(b));
        let same_calls = |known: &[Reg]| {
            let masks = machine.masks.indices();
            masks.into_iter().all(|m| kept(machine, m, known) == kept(machine, m, &members))
        };
        let is_known = |set: RegSet| {
            let known = &self.members[set];
            known.len() == members.len()
                && same_calls(known)
                && known.iter().all(|a| members.iter().any(|b| same_units(a, b)))
        };
        if members.is_empty() || self.members.indices().any(is_known) {
            return;
        }
        let set = self.members.push(members);
        for (class, count) in takes {
            self.takes[class].push((set, count));
        }
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
    pub fn taken_by(&self, class: Class) -> &[(RegSet, i32)] {
        &self.takes[class]
    }

    /// The registers of a set: as many as there are values that fit at once.
    pub fn capacity(&self, set: RegSet) -> i32 {
        self.members[set].len() as i32
    }

    /// Whether a register of the set is, contains or is part of the given one.
    pub fn contains(&self, machine: &Machine, set: RegSet, reg: Reg) -> bool {
        self.members[set].iter().any(|&member| machine.overlap(member, reg))
    }

    /// Per kind of call and class the sets that a value which lives across it counts in, with the
    /// registers it takes. Of some registers a call preserves a part (the lower halves of eight vector
    /// registers of AArch64): values that fit the part are no matter of the set of the whole ones.
    pub fn taken_across_calls(
        &self,
        machine: &Machine,
    ) -> IndexVec<Mask, IndexVec<Class, Vec<(RegSet, i32)>>> {
        let of_class = |mask: Mask, class: Class| {
            let own = kept(machine, mask, &disjoint(machine, class));
            let taken = self.takes[class].iter().copied();
            taken.filter(|&(set, _)| own <= kept(machine, mask, &self.members[set])).collect()
        };
        let of_mask = |mask: Mask| {
            let classes = self.takes.indices().map(|class| of_class(mask, class));
            IndexVec::from(classes.collect::<Vec<_>>())
        };
        IndexVec::from(machine.masks.indices().map(of_mask).collect::<Vec<_>>())
    }

    /// Per kind of call and set the registers of the set that the call preserves.
    pub fn preserved(&self, machine: &Machine) -> IndexVec<Mask, IndexVec<RegSet, i32>> {
        let of_mask = |mask: Mask| {
            IndexVec::from(
                self.members.iter().map(|set| kept(machine, mask, set)).collect::<Vec<_>>(),
            )
        };
        IndexVec::from(machine.masks.indices().map(of_mask).collect::<Vec<_>>())
    }

    /// Per register of a set the stretches in which a fixed register is in its place.
    pub fn fixed<'m>(
        &'m self,
        machine: &'m Machine,
        set: RegSet,
    ) -> impl Iterator<Item = Vec<Segment>> + 'm {
        self.members[set].iter().map(|&reg| {
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

/// Registers of the class that do not overlap, the first in order that do.
fn disjoint(machine: &Machine, class: Class) -> Vec<Reg> {
    let mut members: Vec<Reg> = Vec::new();
    for &reg in machine.order(class) {
        if !members.iter().any(|&other| machine.overlap(reg, other)) {
            members.push(reg);
        }
    }
    members
}

/// The least number of members that a register of the class overlaps; 0 if the class does not count.
fn taken_by(machine: &Machine, class: Class, members: &[Reg]) -> i32 {
    let mut touched = vec![false; members.len()];
    let mut least = i32::MAX;
    for &reg in machine.order(class) {
        let mut count = 0;
        for (touched, &member) in touched.iter_mut().zip(members) {
            if machine.overlap(reg, member) {
                *touched = true;
                count += 1;
            }
        }
        least = least.min(count);
    }
    if least == 0 || least == i32::MAX {
        return 0;
    }
    let distinct = touched.iter().filter(|touched| **touched).count() as f64;
    let fits = disjoint(machine, class).len() as f64 * f64::from(least);
    if distinct >= DISTINCT * fits {
        least
    } else {
        0
    }
}
