//! Which of the free registers a range gets, and whom it may push aside for one.

use super::ranges::RangeData;
use super::state::State;
use super::stuck::Stuck;
use crate::model::function::{Fate, Name, VReg};
use crate::model::machine::Reg;

/// Registers that copies make desirable for a range, with what each would save, best first.
///
/// A neighbour without a register passes on what it wants itself: if `v` is copied to `w` and `w`
/// into an argument register, that register serves both.
pub fn wanted(state: &State, vreg: VReg) -> Vec<(Reg, f64)> {
    let range = state.ranges.get(vreg);
    let machine = &state.function.machine;
    let order = state.order(vreg);
    let indirect = state.options.indirect_hint_share;
    let mut wanted: Vec<(Reg, f64)> = Vec::new();
    let mut add = |reg: Option<Reg>, gain: f64| {
        let Some(reg) = reg else { return };
        match wanted.iter_mut().find(|(known, _)| *known == reg) {
            Some((_, total)) => *total += gain,
            None => wanted.push((reg, gain)),
        }
    };
    for affinity in state.affinities.of(range.origin) {
        if let Some(other) = state.register_of(affinity.other) {
            add(affinity.wanted(machine, other, order), affinity.gain);
        } else if let Name::Virtual(neighbour) = affinity.other {
            for next in state.affinities.of(neighbour) {
                let through = |reg| affinity.wanted(machine, reg, order);
                if next.other != Name::Virtual(range.origin) && next.part.is_none() {
                    let reg = state.register_of(next.other).and_then(through);
                    add(reg, indirect * next.gain.min(affinity.gain));
                }
            }
        }
    }
    wanted.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let data = &state.function.vregs[range.origin];
    let hints = &state.function.hints[data.hints.range()];
    wanted.extend(hints.iter().filter(|hint| order.contains(hint)).map(|&hint| (hint, 0.0)));
    wanted
}

/// The free register that suits the range best: one of those `wanted` by copies, else the first in order that
/// does not make the function save a register, else the first.
pub fn free_register(state: &State, vreg: VReg, wanted: &[(Reg, f64)]) -> Option<Reg> {
    let mut saved = None;
    let prices = state.saving_prices(vreg);
    for &(reg, gain) in wanted {
        if state.is_free(vreg, reg) {
            let price = prices(reg);
            if price == 0.0 {
                return Some(reg);
            }
            saved = saved.or((gain > price).then_some(reg));
        }
    }
    if saved.is_some() {
        return saved;
    }
    let mut costly: Option<(u8, Reg)> = None;
    for &reg in state.order(vreg) {
        let opens = prices(reg) > 0.0;
        if (opens && saved.is_some()) || !state.is_free(vreg, reg) {
            continue;
        }
        let cost = state.function.machine.regs[reg].encoding_cost;
        if opens {
            saved = Some(reg);
        } else if cost == 0 {
            return Some(reg);
        } else if costly.is_none_or(|(least, _)| cost < least) {
            costly = Some((cost, reg));
        }
    }
    costly.map(|(_, reg)| reg).or(saved)
}

/// Who holds the register that copies want and would save `gain`, if they are worth less in sum than
/// the range and want it less themselves. A holder for which no other register is free is counted
/// with what it costs in memory.
pub fn hint_eviction(
    state: &State,
    stuck: &mut Stuck,
    vreg: VReg,
    (reg, gain): (Reg, f64),
) -> Option<Vec<VReg>> {
    let limit = state.ranges.get(vreg).weight;
    let mut holders: Vec<VReg> = Vec::new();
    let (mut sum, mut lost) = (0.0, 0.0);
    let affordable = state.visit_holders(vreg, reg, |holder| {
        if !holders.contains(&holder) {
            sum += state.ranges.get(holder).weight;
            lost += wanted(state, holder).iter().filter(|w| w.0 == reg).map(|w| w.1).sum::<f64>();
            holders.push(holder);
        }
        sum < limit && lost < gain
    });
    let useful = affordable && !holders.is_empty() && !state.makes_save(vreg, reg);
    if !useful || state.is_excluded(vreg, reg) {
        return None;
    }
    let staying = holders.iter().filter(|&&holder| !stuck.can_leave(state, holder, reg));
    lost += staying.map(|&holder| state.ranges.get(holder).cost).sum::<f64>();
    (lost < gain).then_some(holders)
}

/// The register whose holders are worth least in sum, by what `worth` says of each, and those
/// holders; none if that is `limit` or more.
pub fn cheapest_eviction(
    state: &State,
    vreg: VReg,
    mut limit: f64,
    worth: impl Fn(&RangeData) -> f64,
) -> Option<(Reg, Vec<VReg>)> {
    let mut best: Option<(Reg, Vec<VReg>)> = None;
    let mut holders: Vec<VReg> = Vec::new();
    for &reg in state.order(vreg) {
        if !state.ranges.survives_calls(state.function, vreg, reg) {
            continue;
        }
        holders.clear();
        let mut sum = 0.0;
        let affordable = state.visit_holders(vreg, reg, |holder| {
            if !holders.contains(&holder) {
                let range = state.ranges.get(holder);
                sum += worth(range);
                holders.push(holder);
                return range.fate != Fate::Register && sum < limit;
            }
            true
        });
        if affordable && !state.meets_fixed(vreg, reg) {
            limit = sum;
            best = Some((reg, holders.clone()));
        }
    }
    best
}
