//! Which ranges lose their register to another one.

use super::assignment::Assignment;
use super::copies::Hint;
use super::interference_cache::InterferenceCache;
use super::matrix::live_ranges::LiveRange;
use crate::model::function::{Fate, VReg};
use crate::model::machine::Reg;

/// A register and the ranges that hold it where another range is live.
#[derive(Clone, PartialEq, Debug)]
pub struct Eviction {
    /// The register.
    pub reg: Reg,
    /// The ranges that would lose it.
    pub holders: Vec<VReg>,
}

/// Takes the register of a hint from its holders, if their spill weights are less in sum than the
/// range's and what they lose is less than the hint's gain: copies, and the spill cost of those for
/// which no other register is free.
pub fn for_hint(
    assignment: &Assignment,
    cache: &mut InterferenceCache,
    vreg: VReg,
    hint: Hint,
) -> Option<Eviction> {
    let (matrix, Hint { reg, gain }) = (assignment.matrix(), hint);
    let limit = assignment.ranges().get(vreg).spill_weight;
    let mut holders: Vec<VReg> = Vec::new();
    let (mut weight, mut lost) = (0.0, 0.0);
    let is_affordable = matrix.visit_holders(vreg, reg, |holder| {
        if !holders.contains(&holder) {
            weight += assignment.ranges().get(holder).spill_weight;
            let hints = assignment.hints(holder);
            lost += hints.iter().filter(|hint| hint.reg == reg).map(|hint| hint.gain).sum::<f64>();
            holders.push(holder);
        }
        weight < limit && lost < gain
    });
    let is_useful = is_affordable && !holders.is_empty() && !assignment.adds_csr_cost(vreg, reg);
    if !is_useful || matrix.is_excluded(vreg, reg) {
        return None;
    }
    let staying = holders.iter().filter(|&&holder| !cache.can_leave(assignment, holder, reg));
    lost += staying.map(|&holder| assignment.ranges().get(holder).spill_cost).sum::<f64>();
    (lost < gain).then_some(Eviction { reg, holders })
}

/// The register whose holders are worth least in sum, by what `worth` says of each; none if that is
/// `limit` or more.
pub fn cheapest(
    assignment: &Assignment,
    vreg: VReg,
    mut limit: f64,
    worth: impl Fn(&LiveRange) -> f64,
) -> Option<Eviction> {
    let (matrix, ranges) = (assignment.matrix(), assignment.ranges());
    let mut best: Option<Eviction> = None;
    let mut holders: Vec<VReg> = Vec::new();
    for &reg in ranges.order(vreg) {
        if !ranges.survives_calls(vreg, reg) {
            continue;
        }
        holders.clear();
        let mut sum = 0.0;
        let is_affordable = matrix.visit_holders(vreg, reg, |holder| {
            if !holders.contains(&holder) {
                let range = ranges.get(holder);
                sum += worth(range);
                holders.push(holder);
                return range.fate != Fate::Register && sum < limit;
            }
            true
        });
        if is_affordable && !matrix.is_excluded_by_fixed(vreg, reg) {
            limit = sum;
            best = Some(Eviction { reg, holders: holders.clone() });
        }
    }
    best
}
