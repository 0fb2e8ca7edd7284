//! Which ranges lose their register to another one.

use super::assignment::Assignment;
use super::copies::Hint;
use super::interference_cache::InterferenceCache;
use super::matrix::live_ranges::{LiveRange, LiveRanges};
use crate::model::function::{Fate, VReg};
use crate::model::machine::Reg;
use crate::model::point::Segment;

/// A register and the ranges that hold it where another range is live.
#[derive(Clone, PartialEq, Debug)]
pub struct Eviction {
    /// The register.
    pub reg: Reg,
    /// The ranges that would lose it.
    pub holders: Vec<VReg>,
}

/// An eviction for the register of a hint, and what the holders lose.
#[derive(Clone, PartialEq, Debug)]
pub struct HintEviction {
    /// The eviction.
    pub eviction: Eviction,
    /// The price of the copies that they have besides if they keep the register nowhere.
    pub copies: f64,
    /// The spill cost of those for which no other register is free.
    pub spilled: f64,
}

impl HintEviction {
    /// What all lose, per execution of the function.
    pub fn lost(&self) -> f64 {
        self.copies + self.spilled
    }
}

/// Takes the register of a hint from its holders, if their spill weights are less in sum than the
/// range's, and what they lose may be less than the hint's gain: a single holder may lose fewer copies if it is
/// split.
pub fn for_hint(
    assignment: &Assignment,
    cache: &mut InterferenceCache,
    vreg: VReg,
    hint: Hint,
) -> Option<HintEviction> {
    let (matrix, Hint { reg, gain }) = (assignment.matrix(), hint);
    let machine = &assignment.function().machine;
    let limit = assignment.ranges().get(vreg).spill_weight;
    let mut holders: Vec<VReg> = Vec::new();
    let (mut weight, mut copies) = (0.0, 0.0);
    let is_affordable = matrix.visit_holders(vreg, reg, |holder| {
        if !holders.contains(&holder) {
            weight += assignment.ranges().get(holder).spill_weight;
            let hints = assignment.hints(holder);
            // The holder may have a part of the register, or one that is larger.
            let lost = hints.iter().filter(|hint| machine.overlap(hint.reg, reg));
            copies += lost.map(|hint| hint.gain).sum::<f64>();
            holders.push(holder);
        }
        weight < limit && (copies < gain || holders.len() == 1)
    });
    let is_useful = is_affordable && !holders.is_empty() && !assignment.adds_csr_cost(vreg, reg);
    if !is_useful || matrix.is_excluded(vreg, reg) {
        return None;
    }
    let staying = holders.iter().filter(|&&holder| !cache.can_leave(assignment, holder, reg));
    let spilled = staying.map(|&holder| assignment.ranges().get(holder).spill_cost).sum::<f64>();
    let eviction = Eviction { reg, holders };
    (spilled < gain).then_some(HintEviction { eviction, copies, spilled })
}

/// The register whose holders are worth least in sum, by what `worth` says of each; none if that is
/// `limit` or more.
pub fn cheapest(
    assignment: &Assignment,
    vreg: VReg,
    limit: f64,
    worth: impl Fn(&LiveRange) -> f64,
) -> Option<Eviction> {
    let (matrix, ranges) = (assignment.matrix(), assignment.ranges());
    let found = cheapest_of(assignment, vreg, limit, worth, |reg, holders| {
        ranges.survives_calls(vreg, reg)
            && matrix.visit_holders(vreg, reg, |holder| holders.add(holder))
            && !matrix.is_excluded_by_fixed(vreg, reg)
    });
    found.map(|(eviction, _)| eviction)
}

/// The register whose holders within `segments`, where the range is live, cost least in memory, and what that is;
/// none if that is `limit` or more.
pub fn cheapest_within(
    assignment: &Assignment,
    vreg: VReg,
    segments: &[Segment],
    limit: f64,
) -> Option<(Eviction, f64)> {
    let matrix = assignment.matrix();
    let spill_cost = |range: &LiveRange| range.spill_cost;
    cheapest_of(assignment, vreg, limit, spill_cost, |reg, holders| {
        matrix.is_free_of_fixed(segments, reg)
            && matrix.holders_within(segments, reg, |holder| holders.add(holder))
            && !assignment.adds_csr_cost(vreg, reg)
    })
}

/// The register of which `may_have` says that the range may have it, with the holders that it adds, and that are worth
/// least in sum; and what that is.
fn cheapest_of<W: Fn(&LiveRange) -> f64>(
    assignment: &Assignment,
    vreg: VReg,
    limit: f64,
    worth: W,
    may_have: impl Fn(Reg, &mut Holders<W>) -> bool,
) -> Option<(Eviction, f64)> {
    let ranges = assignment.ranges();
    let mut holders = Holders { ranges, worth, limit, found: Vec::new(), sum: 0.0 };
    let mut best = None;
    for &reg in ranges.order(vreg) {
        holders.found.clear();
        holders.sum = 0.0;
        if may_have(reg, &mut holders) {
            holders.limit = holders.sum;
            best = Some((Eviction { reg, holders: holders.found.clone() }, holders.sum));
        }
    }
    best
}

/// The holders of one register.
struct Holders<'r, W> {
    ranges: &'r LiveRanges<'r>,
    worth: W,
    /// What they must not be worth.
    limit: f64,
    found: Vec<VReg>,
    sum: f64,
}

impl<W: Fn(&LiveRange) -> f64> Holders<'_, W> {
    /// Adds a holder, who may come again. Returns whether all may be evicted so far.
    fn add(&mut self, holder: VReg) -> bool {
        if self.found.contains(&holder) {
            return true;
        }
        let range = self.ranges.get(holder);
        self.sum += (self.worth)(range);
        self.found.push(holder);
        range.fate != Fate::Register && self.sum < self.limit
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::with_assignment;
    use super::*;

    /// %0 is written and read once, %1 read twice, %2 three times: in memory each costs 1 and 4 for each
    /// read. All are live at once where %2 is written.
    const TEXT: &str = "reg r0\nreg r1\nreg r2\nclass g r0 r1\nfunction f\nblock b0 1\n  \
                        loadI 1 => %0\n  loadI 2 => %1\n  loadI 3 => %2\n  \
                        store %0, %1, %2\n  store %1, %2\n  store %2\n";

    #[test]
    fn the_register_whose_holders_cost_least_is_taken() {
        with_assignment(TEXT, |mut assignment| {
            assignment.assign(VReg(0), Reg(1));
            assignment.assign(VReg(1), Reg(0));
            let cheapest = |limit| evict(&assignment, limit);
            let taken = Eviction { reg: Reg(1), holders: vec![VReg(0)] };
            assert_eq!(cheapest(100.0), Some(taken.clone()));
            // %0 costs 5: a limit is what must not be reached.
            assert_eq!((cheapest(5.1), cheapest(5.0)), (Some(taken), None));
        });
    }

    fn evict(assignment: &Assignment, limit: f64) -> Option<Eviction> {
        cheapest(assignment, VReg(2), limit, |range| range.spill_cost)
    }

    #[test]
    fn a_hint_is_worth_the_copies_that_holders_lose() {
        // %1, which is copied to r0, would save 0.2 * 10 there. %0 holds it and saves 0.2 there; it is
        // worth less than %1, and r1 is free for it, unless %2 has it: then %0 would cost 5 in memory.
        let text = "reg r0\nreg r1\nclass g r0 r1\nfunction f\nblock b0 1 -> b1\n  \
                    i2i r0 => %0\n  loadI 2 => %2\n  loadI 1 => %1\n  store %0\n  store %2\n\
                    block b1 10\n  store %1\n  i2i %1 => r0\n  store r0\n";
        with_assignment(text, |mut assignment| {
            let mut cache = InterferenceCache::default();
            assignment.assign(VReg(0), Reg(0));
            let hint = assignment.hints(VReg(1))[0];
            assert_eq!(hint, Hint { reg: Reg(0), gain: 2.0 });
            let eviction = Eviction { reg: Reg(0), holders: vec![VReg(0)] };
            let expected = HintEviction { eviction, copies: 0.2, spilled: 0.0 };
            assert_eq!(for_hint(&assignment, &mut cache, VReg(1), hint), Some(expected));
            assignment.assign(VReg(2), Reg(1));
            assert_eq!(for_hint(&assignment, &mut cache, VReg(1), hint), None);
        });
    }

    #[test]
    fn who_has_the_whole_of_a_register_loses_its_copies_to_who_wants_a_part() {
        // %0 comes in r0, of which w0 is a part: it saves 0.2 there.
        let text = "reg r0\nreg r1\nreg w0 of r0\nreg w1 of r1\nclass g r0 r1\nclass w w0 w1\n\
                    function f\nrange %1 w\nblock b0 1 -> b1\n  i2i r0 => %0\n  loadI 1 => %1\n  \
                    store %0\nblock b1 10\n  store %1\n  i2i %1 => w0\n  store w0\n";
        with_assignment(text, |mut assignment| {
            assignment.assign(VReg(0), Reg(0));
            let hint = assignment.hints(VReg(1))[0];
            assert_eq!(hint, Hint { reg: Reg(2), gain: 2.0 });
            let eviction = Eviction { reg: Reg(2), holders: vec![VReg(0)] };
            let expected = HintEviction { eviction, copies: 0.2, spilled: 0.0 };
            let mut cache = InterferenceCache::default();
            assert_eq!(for_hint(&assignment, &mut cache, VReg(1), hint), Some(expected));
        });
    }
}
