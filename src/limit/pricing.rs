//! What it costs to take a range out of registers.

use super::candidates::Candidate;
use super::networks::Networks;
use super::pressure_map::{Peak, PressureMap};
use super::spill_set::SpillSet;
use crate::analysis::references::References;
use crate::analysis::rematerialisation::RematDependents;
use crate::cost::Prices;
use crate::model::function::{Fate, VReg};
use crate::model::index::IndexVec;
use crate::model::point::{covers, Point, Segment};
use crate::options::Context;
use crate::placement::spill_cut::Forced;
use crate::solver::max_flow::INFINITE;

/// A range with what it would cost to take it out of registers at some more points.
#[derive(Debug)]
pub struct Offer {
    /// Expected price, per execution of the function, in addition to what it costs already.
    pub price: f64,
    /// The range.
    pub vreg: VReg,
    /// What it is worth that the range leaves; see [`Candidate`].
    pub worth: f64,
    /// The share of it that those have which are rematerialised from the range.
    dependents: f64,
    /// Whether it was priced as stored although it could be rematerialised.
    pub(super) is_stored: bool,
    /// The points of the use gap around the only cell that was asked for; none if there are several.
    pub(super) gap: Option<Segment>,
    /// The nodes at which it would have to be out of registers too; undone.
    pub(super) forced: Forced,
    /// The number of the network in which that was undone.
    pub(super) network: u32,
}

/// A use gap with a price that leaving registers there reaches.
#[derive(Clone, Copy, Debug)]
struct DearGap {
    start: Point,
    price: f64,
}

/// The prices of all ranges, as far as they were asked for, and the budget of the searches for them.
pub struct Pricing<'f> {
    context: Context<'f>,
    references: &'f References,
    /// The networks of the ranges priced so far: most ranges are priced more than once.
    pub(super) networks: Networks<'f>,
    /// Steps that the searches may have taken when they end.
    budget: u64,
    /// Per range what it would cost in memory throughout, its spill cost; infinite if it cannot be split.
    costs: IndexVec<VReg, f64>,
    /// Per range, as it is now, gaps that are too dear: a gap is asked for once per cell in it. Cells behind
    /// the last insertion point may cost more than the rest of their gap, which is not told apart.
    too_dear: IndexVec<VReg, Vec<DearGap>>,
    dependents: RematDependents,
    /// Per range whether what it would be rematerialised from is out of registers somewhere.
    is_stored: IndexVec<VReg, bool>,
}

impl<'f> Pricing<'f> {
    /// With all ranges in registers; the searches may take what time they need.
    pub fn new(context: Context<'f>, references: &'f References) -> Self {
        let function = context.function;
        let cost = |vreg: VReg| match function.vregs[vreg].fate {
            Fate::Register => f64::INFINITY,
            _ => Prices::of(context, vreg).sum(function, references.of(vreg)),
        };
        let costs: Vec<f64> = function.vregs.indices().map(cost).collect();
        Self {
            context,
            references,
            networks: Networks::new(context, references),
            budget: u64::MAX,
            costs: IndexVec::from(costs),
            too_dear: IndexVec::filled(Vec::new(), function.vregs.len()),
            dependents: RematDependents::new(function, references),
            is_stored: IndexVec::filled(false, function.vregs.len()),
        }
    }

    /// Lets the searches look at so many arcs per instruction from now on.
    pub fn allow(&mut self, steps_per_inst: u64) {
        self.budget = self.networks.scratch.steps() + self.steps(steps_per_inst);
    }

    /// The function's arcs if there are so many per instruction.
    pub fn steps(&self, per_inst: u64) -> u64 {
        per_inst * (self.context.function.insts.len() as u64 + self.context.options.step_base_insts)
    }

    /// Whether the searches used up their budget.
    pub fn is_exhausted(&self) -> bool {
        self.networks.scratch.steps() > self.budget
    }

    /// What a range would cost in memory throughout, per execution of the function; infinite if it cannot be
    /// split.
    pub fn spill_cost(&self, vreg: VReg) -> f64 {
        self.costs[vreg]
    }

    /// What it costs to take each of the candidates out of registers at the peak; those are left out that
    /// are surely not among those that it needs, which cost least for what they are worth.
    pub fn offers(
        &mut self,
        spills: &mut SpillSet,
        pressure: &mut PressureMap,
        candidates: &[Candidate],
        peak: Peak,
    ) -> Vec<Offer> {
        let mut offers: Vec<Offer> = Vec::new();
        let mut prices: Vec<f64> = Vec::new();
        let needed = peak.excess as usize;
        for &Candidate { vreg, worth } in candidates {
            // Offers of the same price are told apart later.
            let limit = prices
                .get(needed - 1)
                .map_or(INFINITE / 2.0, |price| price * worth * 1.001 + 0.001);
            self.networks.give_back(spills, |_| false);
            let offer = self.offer(spills, pressure, vreg, &[peak.at], limit);
            let Some(offer) = offer.map(|offer| Offer { worth, ..offer }) else { continue };
            let price = offer.price / worth;
            let place = prices.partition_point(|&other| other <= price);
            prices.insert(place, price);
            prices.truncate(needed);
            offers.push(offer);
        }
        offers
    }

    /// What it costs to take the range out of registers at `cells` too, as far as it lives there;
    /// none if that cannot be done at one of them, or costs `limit` or more.
    pub fn offer(
        &mut self,
        spills: &mut SpillSet,
        pressure: &mut PressureMap,
        vreg: VReg,
        cells: &[Point],
        limit: f64,
    ) -> Option<Offer> {
        let function = self.context.function;
        let dependents = self.price_of_dependents(vreg, spills);
        let limit = limit - dependents;
        if limit <= 0.0 {
            return None;
        }
        let is_stored = self.is_stored[vreg];
        let Some((network, scratch)) = self.networks.get(vreg, is_stored, spills, pressure) else {
            self.costs[vreg] = f64::INFINITY;
            return None;
        };
        let cut = &mut network.cut;
        let gap = match cells {
            [at] => cut.gaps().gap_around(*at),
            _ => None,
        };
        let start = gap.map(|gap| gap.start);
        let reaches_limit = |dear: &DearGap| start == Some(dear.start) && dear.price >= limit;
        if self.too_dear[vreg].iter().any(reaches_limit) {
            return None;
        }
        let before = cut.price();
        let mut forced = cut.start_forcing();
        let mut cells = cells.iter().filter(|&&at| covers(function.live(vreg), at));
        let up_to = before + limit;
        let references = self.references;
        let is_cheaper = cells
            .all(|&at| cut.spill_around(function, references, at, up_to, scratch, &mut forced));
        let price = cut.price() - before + dependents;
        cut.undo(&mut forced);
        scratch.count(forced.changes());
        if !is_cheaper {
            self.too_dear[vreg].extend(start.map(|start| DearGap { start, price: limit }));
            return None;
        }
        let network = network.number;
        Some(Offer { price, vreg, worth: 1.0, dependents, is_stored, gap, forced, network })
    }

    /// The networks of the ranges that are out of registers somewhere; the others are given back.
    pub fn into_networks(mut self, spills: &SpillSet) -> Networks<'f> {
        for vreg in self.context.function.vregs.indices() {
            if spills.get(vreg).is_none() {
                self.networks.take(vreg);
            }
        }
        self.networks
    }

    /// What an offer costs if it is accepted beside the others: some of them are to rematerialise a value
    /// from its range, and would have to load it then.
    pub fn price_beside(&self, offer: &Offer, others: &[Offer]) -> f64 {
        let dependents = self.dependents.of(offer.vreg);
        if dependents.is_empty() {
            return offer.price;
        }
        let depends = |other: &&Offer| dependents.binary_search(&other.vreg).is_ok();
        let open = others.iter().filter(depends).filter(|o| !self.is_stored[o.vreg]);
        let loaded: f64 = open.map(|other| other.price * self.loaded_instead(other.vreg)).sum();
        offer.price + loaded
    }

    /// Whether what was accepted since has made an offer dearer.
    pub fn is_outdated(&self, offer: &Offer, spills: &SpillSet) -> bool {
        let vreg = offer.vreg;
        self.is_stored[vreg] != offer.is_stored
            || self.price_of_dependents(vreg, spills) > offer.dependents
    }

    /// Brings the prices up to what the spill set says of a range now. What would be rematerialised from it
    /// has to be stored from now on if it is spilled.
    pub fn take_note(&mut self, vreg: VReg, spills: &SpillSet) {
        self.too_dear[vreg].clear();
        if spills.get(vreg).is_none() {
            return;
        }
        for &dependent in self.dependents.of(vreg) {
            if spills.get(dependent).is_some() || self.is_stored[dependent] {
                continue;
            }
            self.is_stored[dependent] = true;
            self.networks.take(dependent);
            if self.costs[dependent].is_finite() {
                let references = self.references.of(dependent);
                let prices = Prices::in_memory(self.context.costs);
                self.costs[dependent] = prices.sum(self.context.function, references);
            }
        }
    }

    /// What those that are rematerialised from the range and are out of registers would cost more if it
    /// were out too.
    fn price_of_dependents(&self, vreg: VReg, spills: &SpillSet) -> f64 {
        match spills.get(vreg) {
            Some(_) => 0.0,
            None => self.price_of_loading_dependents(vreg, spills),
        }
    }

    /// What those that are rematerialised from the range and are out of registers cost more where it is out too.
    pub(super) fn price_of_loading_dependents(&self, vreg: VReg, spills: &SpillSet) -> f64 {
        let price = |dependent: &VReg| {
            let spilled = spills.get(*dependent);
            let spilled = spilled.filter(|_| !self.is_stored[*dependent])?;
            Some(spilled.price * self.loaded_instead(*dependent))
        };
        self.dependents.of(vreg).iter().filter_map(price).sum()
    }

    fn loaded_instead(&self, vreg: VReg) -> f64 {
        self.context.costs.loaded_instead(&self.context.function.vregs[vreg])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::pressure::Pressure;
    use crate::model::function::{Block, Function};
    use crate::model::text::parse;
    use crate::options::Settings;

    /// One register, and three values at 16, where nobody refers to them. %0 is used once and %1 three times
    /// behind that; %2 can be rematerialised.
    const TEXT: &str = "reg r0\nclass g r0\nfunction f\nrange %2 g remat\nblock b0 1\n  \
                        loadI 1 => %0\n  loadI 2 => %1\n  loadI 3 => %2\n  nop\n  store %0\n  \
                        store %1\n  store %1\n  store %1\n  store %2\n  ret\n";
    const AT: Point = Point(16);

    fn with_pricing(test: impl FnOnce(&Function, Pricing, SpillSet, PressureMap)) {
        let function = parse(TEXT).unwrap().function;
        let references = References::collect(&function);
        let settings = Settings::default();
        let pricing = Pricing::new(settings.on(&function), &references);
        let spills = SpillSet::new(function.vregs.len());
        test(&function, pricing, spills, PressureMap::new(Pressure::of(&function)));
    }

    #[test]
    fn the_spill_cost_is_a_store_and_all_reloads() {
        with_pricing(|_, pricing, _, _| {
            let costs = [0, 1, 2].map(|vreg| pricing.spill_cost(VReg(vreg)));
            assert_eq!(costs, [1.0 + 4.0, 1.0 + 3.0 * 4.0, 0.65]);
        });
    }

    #[test]
    fn each_further_machine_instruction_that_computes_a_value_again_is_paid_for() {
        let function = parse(&TEXT.replace("remat", "remat 3")).unwrap().function;
        let (references, settings) = (References::collect(&function), Settings::default());
        let pricing = Pricing::new(settings.on(&function), &references);
        assert_eq!(pricing.spill_cost(VReg(2)), 0.65 + 2.0 * 0.25);
    }

    #[test]
    fn an_offer_is_for_the_gap_alone_and_less_than_its_limit() {
        with_pricing(|_, mut pricing, mut spills, mut pressure| {
            let mut price = |vreg, limit| {
                let offer = pricing.offer(&mut spills, &mut pressure, VReg(vreg), &[AT], limit);
                offer.map(|offer| offer.price)
            };
            // A store and one load each, however often %1 is used behind the gap.
            assert_eq!([0, 1, 2].map(|vreg| price(vreg, 100.0)), [5.0, 5.0, 0.65].map(Some));
            assert_eq!([price(1, 5.0), price(1, 5.1)], [None, Some(5.0)]);
        });
    }

    #[test]
    fn offers_beyond_those_that_the_peak_needs_are_left_out() {
        with_pricing(|function, mut pricing, mut spills, mut pressure| {
            let peak = pressure.peak(function.blocks[Block(0)].points).unwrap();
            let peak = Peak { at: AT, excess: 1, ..peak };
            let candidates = [2, 0, 1].map(|vreg| Candidate { vreg: VReg(vreg), worth: 1.0 });
            let offers = pricing.offers(&mut spills, &mut pressure, &candidates, peak);
            let offered: Vec<VReg> = offers.iter().map(|offer| offer.vreg).collect();
            assert_eq!(offered, [VReg(2)]);
        });
    }

    #[test]
    fn the_budget_is_used_up_by_arcs() {
        with_pricing(|_, mut pricing, mut spills, mut pressure| {
            pricing.allow(0);
            assert!(!pricing.is_exhausted());
            pricing.offer(&mut spills, &mut pressure, VReg(0), &[AT], 100.0);
            assert!(pricing.is_exhausted());
            pricing.allow(1);
            assert!(!pricing.is_exhausted());
        });
    }
}
