//! The state of LIMIT's search: which ranges are out of registers where, and where that is not enough yet.

use super::candidates::Candidate;
use super::live_sets::LiveSets;
use super::networks::Network;
use super::pressure_map::{Peak, PressureMap};
use super::pricing::{Offer, Pricing};
use super::spill_set::{SpillSet, Spilled};
use crate::analysis::pressure::Pressure;
use crate::analysis::references::References;
use crate::log::{Event, Priced};
use crate::model::function::{Block, VReg};
use crate::model::index::IndexVec;
use crate::model::point::{merge, Point, Segment};
use crate::options::Context;
use crate::placement::spill_cut::{Forced, LocationsBefore, UseGaps};
use crate::placement::SpilledRange;
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
    pressure: PressureMap,
    spills: SpillSet,
    pricing: Pricing<'f>,
    /// What was decided while some trial may be undone.
    journal: Vec<Decision>,
    /// How many trials are open, each within the one before.
    trials: usize,
}

/// A decision on a range, with what is needed to undo it.
enum Decision {
    /// It left registers at some nodes more.
    Left {
        vreg: VReg,
        /// Where it was out of registers before, and what that cost; none if it was in registers
        /// throughout.
        before: Option<(Vec<Segment>, f64)>,
        forced: Forced,
        locations: LocationsBefore,
    },
    /// It came back to registers.
    CameBack { spilled: Box<Spilled>, network: Option<Box<Network>> },
}

impl Decision {
    /// The range.
    fn vreg(&self) -> VReg {
        match self {
            Self::Left { vreg, .. } => *vreg,
            Self::CameBack { spilled, .. } => spilled.vreg,
        }
    }
}

/// A range that came back to registers.
pub struct CameBack {
    /// The range cut into gaps.
    pub gaps: Rc<UseGaps>,
    /// Where it was out of registers.
    pub out: Vec<Segment>,
    /// What that cost, with what it cost those more that are rematerialised from it.
    pub price: f64,
}

impl<'f> Limiter<'f> {
    /// All ranges are in registers, and the searches may take what time they need.
    pub fn new(context: Context<'f>, references: &'f References, pressure: Pressure) -> Self {
        let pressure = PressureMap::new(pressure);
        let is_over = pressure.blocks_over(context.function);
        Self {
            context,
            references,
            live: LiveSets::of(context, &is_over),
            is_over,
            pressure,
            spills: SpillSet::new(context.function.vregs.len()),
            pricing: Pricing::new(context, references),
            journal: Vec::new(),
            trials: 0,
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

    /// What it costs that a range is out of registers, with what it costs those more that are rematerialised from it.
    pub fn price_of(&self, spilled: &Spilled) -> f64 {
        spilled.price + self.pricing.price_of_loading_dependents(spilled.vreg, &self.spills)
    }

    /// Lets the searches look at so many arcs of flow networks per instruction from now on.
    pub fn allow(&mut self, steps_per_inst: u64) {
        self.pricing.allow(steps_per_inst);
    }

    /// The function's arcs if there are so many per instruction.
    pub fn steps(&self, per_inst: u64) -> u64 {
        self.pricing.steps(per_inst)
    }

    /// Whether so much was tried that the rest is left to assignment, which takes less time.
    pub fn is_exhausted(&self) -> bool {
        self.pricing.is_exhausted()
    }

    /// What it costs to take the range out of registers at `cells` too, as far as it lives there;
    /// none if that cannot be done at one of them, or costs `limit` or more.
    pub fn offer(&mut self, vreg: VReg, cells: &[Point], limit: f64) -> Option<Offer> {
        self.give_back();
        self.pricing.offer(&mut self.spills, &mut self.pressure, vreg, cells, limit)
    }

    /// What it costs to take each of the candidates out of registers at the peak; those are left out that
    /// are surely not among those that it needs.
    pub fn offers(&mut self, candidates: &[Candidate], peak: Peak) -> Vec<Offer> {
        self.pricing.offers(&mut self.spills, &mut self.pressure, candidates, peak)
    }

    /// Accepts the offers that cost least for what they are worth until the set fits at the peak. Of those that
    /// cost the same the ones come first that help most cells of the block: their next use is farthest (Belady
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
            let gap = offer.gap.unwrap_or(points);
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
            let cost = |of: &(f64, usize, Offer)| of.0 / of.2.worth;
            let by_number = a.2.vreg.cmp(&b.2.vreg);
            cost(a).total_cmp(&cost(b)).then(b.1.cmp(&a.1)).then(by_number)
        });
        self.context.note(|| {
            let priced = |of: &(f64, usize, Offer)| Priced { range: of.2.vreg, price: of.0 };
            let offers = order.iter().map(priced).collect();
            Event::Candidates { set: peak.set, at: peak.at, excess: peak.excess, offers }
        });
        let last = order.iter().rposition(|(_, _, offer)| suits(offer.vreg));
        order.truncate(last.map_or(0, |last| last + 1));
        let mut missing = peak.excess;
        for (_, _, offer) in order {
            if missing > 0 && !self.pricing.is_outdated(&offer, &self.spills) {
                let class = self.context.function.vregs[offer.vreg].class;
                missing -= self.pressure.taken(class, peak.set);
                let (range, at, price) = (offer.vreg, peak.at, offer.price);
                self.context.note(|| Event::Leave { range, at, price });
                self.accept(offer);
            }
        }
        missing < peak.excess
    }

    /// Takes the range out of registers as offered.
    pub fn accept(&mut self, offer: Offer) {
        self.give_back();
        let Offer { vreg, is_stored, mut forced, network: number, .. } = offer;
        let Self { context, pricing, spills, pressure, .. } = self;
        let network = pricing.networks.get(vreg, is_stored, spills, pressure);
        let (network, scratch) = network.expect("what was offered has a network");
        let cut = &mut network.cut;
        if network.number == number {
            cut.redo(&mut forced);
        } else {
            forced = cut.spill_at(forced.nodes(), scratch);
        }
        let (locations, left) = cut.locate(context.function, &forced);
        // The first time all arcs are looked at, later those that changed.
        let is_first = spills.get(vreg).is_none();
        scratch.count(if is_first { cut.arcs() } else { 2 * forced.changes() });
        let price = cut.price();
        let class = context.function.vregs[vreg].class;
        left.iter().for_each(|&points| pressure.release(class, points));
        let before = match spills.get_mut(vreg) {
            Some(spilled) => {
                let out = with(&spilled.out, &left);
                spilled.forced.extend(forced.nodes());
                let out = std::mem::replace(&mut spilled.out, out);
                Some((out, std::mem::replace(&mut spilled.price, price)))
            }
            None => {
                let nodes = forced.nodes().to_vec();
                let spilled =
                    Spilled { vreg, price, out: left, forced: nodes, is_stored, locations: None };
                spills.replace(vreg, Some(Box::new(spilled)));
                None
            }
        };
        if self.trials > 0 {
            self.journal.push(Decision::Left { vreg, before, forced, locations });
        }
        self.pricing.take_note(vreg, &self.spills);
    }

    /// Within a trial, keeps the range in registers throughout again; none if it is.
    pub fn take_back(&mut self, vreg: VReg) -> Option<CameBack> {
        let is_stored = self.spills.get(vreg)?.is_stored;
        let gaps = self.pricing.networks.gaps_of(vreg, is_stored, &mut self.pressure)?;
        let price = self.price_of(self.spills.get(vreg)?);
        let spilled = self.spills.replace(vreg, None)?;
        let class = self.context.function.vregs[vreg].class;
        spilled.out.iter().for_each(|&points| self.pressure.occupy(class, points));
        let came_back = CameBack { gaps, out: spilled.out.clone(), price };
        let network = self.pricing.networks.take(vreg);
        self.journal.push(Decision::CameBack { spilled, network });
        self.pricing.take_note(vreg, &self.spills);
        Some(came_back)
    }

    /// The ranges that are out of registers somewhere, at the end, with where they are.
    pub fn into_spilled(self) -> impl Iterator<Item = SpilledRange> + use<'f> {
        let Self { spills, pricing, mut pressure, .. } = self;
        let mut networks = pricing.into_networks(&spills);
        spills.into_iter().filter_map(move |spilled| {
            let price = spilled.price;
            let (gaps, locations) = networks.take_locations(spilled, &mut pressure)?;
            Some(SpilledRange { price, gaps, locations })
        })
    }

    /// Gives networks back that take too much memory. Those that a trial has changed are needed to undo it.
    fn give_back(&mut self) {
        let Self { pricing, spills, journal, .. } = self;
        let is_in_trial = |vreg| journal.iter().any(|decision| decision.vreg() == vreg);
        pricing.networks.give_back(spills, is_in_trial);
    }

    /// Begins a trial; see [`Transaction`](super::transaction::Transaction). Returns the length of the
    /// journal, by which it is undone.
    pub(super) fn begin_trial(&mut self) -> usize {
        self.trials += 1;
        self.journal.len()
    }

    /// Ends the innermost trial. Its changes are kept; a trial around it may still undo them.
    pub(super) fn end_trial(&mut self) {
        self.trials -= 1;
        if self.trials == 0 {
            self.journal.clear();
        }
    }

    /// Undoes what was decided since the journal had that length. What the trial showed to need a
    /// store is priced so from then on.
    pub(super) fn undo_since(&mut self, length: usize) {
        for decision in self.journal.split_off(length).into_iter().rev() {
            match decision {
                Decision::Left { vreg, before, forced, locations } => {
                    self.undo_leaving(vreg, before, forced, locations);
                    self.pricing.take_note(vreg, &self.spills);
                }
                Decision::CameBack { spilled, network } => {
                    let vreg = spilled.vreg;
                    let class = self.context.function.vregs[vreg].class;
                    spilled.out.iter().for_each(|&points| self.pressure.release(class, points));
                    self.pricing.networks.put_back(vreg, network);
                    self.spills.replace(vreg, Some(spilled));
                    self.pricing.take_note(vreg, &self.spills);
                }
            }
        }
    }

    fn undo_leaving(
        &mut self,
        vreg: VReg,
        before: Option<(Vec<Segment>, f64)>,
        mut forced: Forced,
        locations: LocationsBefore,
    ) {
        let Self { context, pricing, spills, pressure, .. } = self;
        let class = context.function.vregs[vreg].class;
        let Some(spilled) = spills.get_mut(vreg) else { return };
        let (out, price) = before.clone().unwrap_or_default();
        difference(&out, &spilled.out).for_each(|points| pressure.release(class, points));
        difference(&spilled.out, &out).for_each(|points| pressure.occupy(class, points));
        spilled.forced.truncate(spilled.forced.len() - forced.nodes().len());
        (spilled.out, spilled.price) = (out, price);
        if before.is_none() {
            spills.replace(vreg, None);
        }
        if let Some(network) = pricing.networks.kept(vreg) {
            network.cut.undo(&mut forced);
            network.cut.restore(locations);
        }
    }
}

/// Two sorted lists of disjoint segments as one.
fn with(a: &[Segment], b: &[Segment]) -> Vec<Segment> {
    let mut all = Vec::with_capacity(a.len() + b.len());
    let mut rest = a;
    for &segment in b {
        let (before, behind) = rest.split_at(rest.partition_point(|s| s.start < segment.start));
        all.extend_from_slice(before);
        all.push(segment);
        rest = behind;
    }
    all.extend_from_slice(rest);
    merge(&mut all);
    all
}

/// The segments of `a` that are not segments of `b`; both are sorted.
fn difference<'s>(a: &'s [Segment], b: &'s [Segment]) -> impl Iterator<Item = Segment> + 's {
    a.iter().filter(|segment| b.binary_search(segment).is_err()).copied()
}
