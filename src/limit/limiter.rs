//! The state of LIMIT's search: which ranges are out of registers where, and where that is not enough yet.

use super::live_sets::LiveSets;
use super::pressure_map::{Peak, PressureMap};
use super::pricing::{Offer, Pricing};
use super::spill_set::{Spill, SpillSet};
use crate::analysis::pressure::Pressure;
use crate::analysis::references::References;
use crate::model::function::{Block, VReg};
use crate::model::index::IndexVec;
use crate::model::point::{Point, Segment};
use crate::options::Context;
use crate::placement::{SpillPlacement, SpilledRange};
use std::rc::Rc;

/// The pressure map, the spill set and the prices, which change together.
pub struct Limiter<'f> {
    /// The function and the options.
    pub context: Context<'f>,
    /// The references of its virtual registers.
    pub references: &'f References,
    /// The blocks that were over capacity in the beginning.
    pub is_over: IndexVec<Block, bool>,
    /// What is live in these blocks.
    pub(super) live: LiveSets,
    placement: &'f dyn SpillPlacement,
    pressure: PressureMap,
    spills: SpillSet,
    pricing: Pricing<'f>,
}

impl<'f> Limiter<'f> {
    /// All ranges are in registers, and the searches may take what time they need.
    pub fn new(
        context: Context<'f>,
        references: &'f References,
        pressure: Pressure,
        placement: &'f dyn SpillPlacement,
    ) -> Self {
        let pressure = PressureMap::new(pressure);
        let is_over = pressure.blocks_over(context.function);
        Self {
            context,
            references,
            live: LiveSets::of(context, &is_over),
            is_over,
            placement,
            pressure,
            spills: SpillSet::new(context.function.vregs.len()),
            pricing: Pricing::new(context, references),
        }
    }

    /// By how much each cell is over capacity.
    pub fn pressure(&self) -> &PressureMap {
        &self.pressure
    }

    /// The ranges that are out of registers somewhere.
    pub fn spills(&self) -> &SpillSet {
        &self.spills
    }

    /// The prices of the ranges.
    pub fn pricing(&self) -> &Pricing<'f> {
        &self.pricing
    }

    /// Lets the searches look at so many arcs of flow networks per instruction from now on.
    pub fn allow(&mut self, steps_per_inst: u64) {
        self.pricing.allow(steps_per_inst);
    }

    /// Whether so much was tried that the rest is left to assignment, which takes less time.
    pub fn is_exhausted(&self) -> bool {
        self.pricing.is_exhausted()
    }

    /// What it costs to take the range out of registers at `cells` too, as far as it lives there;
    /// none if that cannot be done at one of them, or costs `limit` or more.
    pub fn offer(&mut self, vreg: VReg, cells: &[Point], limit: f64) -> Option<Offer> {
        self.pricing.offer(&self.spills, &mut self.pressure, vreg, cells, limit)
    }

    /// What it costs to take each of the ranges out of registers at the peak; those are left out that
    /// are surely not among the cheapest that it needs.
    pub fn offers(&mut self, vregs: &[VReg], peak: Peak) -> Vec<Offer> {
        self.pricing.offers(&self.spills, &mut self.pressure, vregs, peak)
    }

    /// Accepts the offers that cost least until the set fits at the peak. Of those that cost the same
    /// the ones come first that help most cells of the block: their next use is farthest (Belady
    /// 1966). Those are left that cost more than all that `suits` holds for. Returns whether any was
    /// accepted.
    pub fn accept_cheapest(
        &mut self,
        offers: Vec<Offer>,
        block: Block,
        peak: Peak,
        suits: impl Fn(VReg) -> bool,
    ) -> bool {
        let points = self.context.function.blocks[block].points;
        let helped = |offer: &Offer| {
            let gap = offer.gap_around(peak.at).unwrap_or(points);
            let (start, end) = (gap.start.max(points.start), gap.end.min(points.end));
            self.pressure.count_cells(peak.set, Segment { start, end })
        };
        let prices: Vec<f64> =
            offers.iter().map(|offer| self.pricing.price_beside(offer, &offers)).collect();
        let mut order: Vec<(f64, usize, Offer)> = offers
            .into_iter()
            .zip(prices)
            .map(|(offer, price)| (price, helped(&offer), offer))
            .collect();
        order.sort_by(|a, b| {
            let by_number = a.2.vreg().cmp(&b.2.vreg());
            a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)).then(by_number)
        });
        let last = order.iter().rposition(|(_, _, offer)| suits(offer.vreg()));
        order.truncate(last.map_or(0, |last| last + 1));
        let mut missing = peak.excess;
        for (_, _, offer) in order {
            if missing > 0 && !self.pricing.is_outdated(&offer, &self.spills) {
                let class = self.context.function.vregs[offer.vreg()].class;
                missing -= self.pressure.taken(class, peak.set);
                self.accept(offer);
            }
        }
        missing < peak.excess
    }

    /// Takes the range out of registers as offered.
    pub fn accept(&mut self, offer: Offer) {
        let vreg = offer.vreg();
        let spilled = SpilledRange::new(self.context.function, offer.into_cut(), self.placement);
        let before = self.spills.replace(vreg, Some(Rc::new(spilled)));
        self.take_note(vreg, &before);
    }

    /// Keeps the range in registers throughout again. Returns what is then known of it no more.
    pub fn take_back(&mut self, vreg: VReg) -> Spill {
        let before = self.spills.replace(vreg, None);
        self.take_note(vreg, &before);
        before
    }

    /// Brings the pressure map and the prices up to what the spill set says of a range, of which it said
    /// `before` until now.
    fn take_note(&mut self, vreg: VReg, before: &Spill) {
        let class = self.context.function.vregs[vreg].class;
        let before = before.as_ref().map_or(&[][..], |spilled| &spilled.out);
        let now = self.spills.get(vreg).map_or(&[][..], |spilled| &spilled.out);
        difference(before, now).for_each(|segment| self.pressure.occupy(class, segment));
        difference(now, before).for_each(|segment| self.pressure.release(class, segment));
        self.pricing.take_note(vreg, &self.spills);
    }

    /// The ranges that are out of registers somewhere, at the end.
    pub fn into_spills(self) -> SpillSet {
        self.spills
    }

    /// Begins a trial; see [`Transaction`](super::transaction::Transaction).
    pub(super) fn begin_trial(&mut self) -> usize {
        self.spills.begin_trial()
    }

    /// Ends the innermost trial.
    pub(super) fn end_trial(&mut self) {
        self.spills.end_trial();
    }

    /// Undoes what was decided since the journal had that length. What the trial showed to need a
    /// store is priced so from then on.
    pub(super) fn undo_since(&mut self, length: usize) {
        while let Some(entry) = self.spills.last_entry_since(length) {
            let vreg = entry.vreg;
            let undone = self.spills.restore(entry);
            self.take_note(vreg, &undone);
        }
    }
}

/// The segments of `a` that are not segments of `b`; both are sorted.
fn difference<'s>(a: &'s [Segment], b: &'s [Segment]) -> impl Iterator<Item = Segment> + 's {
    a.iter().filter(|segment| b.binary_search(segment).is_err()).copied()
}
