//! The ranges that were taken out of registers so far, and what taking out one more would cost.

mod candidates;

use super::excess::{Excess, Peak};
use super::recomputing::Recomputing;
use super::stretches::Stretches;
use crate::analysis::bundles::Bundles;
use crate::analysis::pressure::Pressure;
use crate::analysis::references::References;
use crate::analysis::register_sets::{RegSet, RegSets};
use crate::cost::{CostModel, Prices};
use crate::model::function::{Block, Fate, Function, VReg};
use crate::model::index::IndexVec;
use crate::model::machine::Class;
use crate::model::point::{covers, Point, Segment};
use crate::options::{Context, Options};
use crate::placement::spill_cut::SpillCut;
use crate::placement::{SpillPlacement, SpilledRange};
use crate::solver::max_flow::{Scratch, INFINITE};

/// A range with what it would cost to take it out of registers at some more points.
#[derive(Debug)]
pub struct Offer {
    /// Expected price, per execution of the function, in addition to what it costs already.
    pub price: f64,
    /// The share of it that those have which are recomputed from the range.
    dependents: f64,
    /// Whether what it would be recomputed from is out of registers.
    is_stored: bool,
    cut: SpillCut,
}

impl Offer {
    /// The range.
    pub fn vreg(&self) -> VReg {
        self.cut.vreg
    }
}

/// What was decided so far.
pub struct Spilling<'f> {
    /// The function.
    pub function: &'f Function,
    /// The tuning constants.
    pub options: &'f Options,
    /// The prices.
    cost_model: &'f CostModel,
    /// The references of its virtual registers.
    pub references: &'f References,
    /// By how much it is still over capacity.
    pub excess: Excess,
    sets: RegSets,
    /// Per class, once it is asked for, the cells that were over capacity in the beginning for one of
    /// its sets, in order.
    over: IndexVec<Class, Option<Vec<Point>>>,
    bundles: Bundles,
    scratch: Scratch,
    /// Steps that the searches may have taken when they end.
    budget: u64,
    /// The blocks that were over capacity in the beginning.
    pub is_over: IndexVec<Block, bool>,
    placement: &'f dyn SpillPlacement,
    spilled: IndexVec<VReg, Option<Box<SpilledRange>>>,
    /// The ranges priced so far as they were in the beginning: most are priced more than once.
    unforced: IndexVec<VReg, Option<Box<SpillCut>>>,
    /// Per range, as it is now, gaps by their first points with a price that leaving there reaches: a
    /// gap is asked for once per cell in it. Cells beyond the last place for copies may cost more than
    /// the rest of their gap, which is not told apart.
    too_dear: IndexVec<VReg, Vec<(Point, f64)>>,
    /// What lives in the blocks that were over capacity.
    stretches: Stretches,
    /// Per range what it would cost in memory throughout.
    costs: IndexVec<VReg, f64>,
    recomputing: Recomputing,
    /// Per range whether what it would be recomputed from is out of registers somewhere.
    is_stored: IndexVec<VReg, bool>,
}

impl<'f> Spilling<'f> {
    /// Nothing is decided, and the searches may take what time they need.
    pub fn new(
        context: Context<'f>,
        references: &'f References,
        pressure: Pressure,
        placement: &'f dyn SpillPlacement,
    ) -> Self {
        let Context { function, options, costs: cost_model } = context;
        let cost = |vreg: VReg| match function.vregs[vreg].fate {
            Fate::Register => f64::INFINITY,
            _ => Prices::of(context, vreg).sum(function, references.of(vreg)),
        };
        let costs: Vec<f64> = function.vregs.indices().map(cost).collect();
        let excess = Excess::of(&pressure);
        let is_over = excess.blocks(function);
        Self {
            function,
            options,
            cost_model,
            references,
            excess,
            bundles: Bundles::compute(function),
            scratch: Scratch::default(),
            budget: u64::MAX,
            stretches: Stretches::of(context, &is_over),
            is_over,
            placement,
            spilled: function.vregs.iter().map(|_| None).collect(),
            unforced: function.vregs.iter().map(|_| None).collect(),
            too_dear: IndexVec::filled(Vec::new(), function.vregs.len()),
            costs: IndexVec::from(costs),
            recomputing: Recomputing::of(function, references),
            is_stored: IndexVec::filled(false, function.vregs.len()),
            sets: pressure.sets,
            over: IndexVec::filled(None, function.machine.classes.len()),
        }
    }

    fn context(&self) -> Context<'f> {
        Context { function: self.function, options: self.options, costs: self.cost_model }
    }

    /// Lets the searches look at so many arcs per instruction from now on.
    pub fn allow(&mut self, steps_per_inst: u64) {
        let insts = self.function.insts.len() as u64 + self.options.step_base_insts;
        self.budget = self.scratch.steps() + steps_per_inst * insts;
    }

    /// Whether so much was tried that the rest is left to assignment, which takes less time.
    pub fn is_exhausted(&self) -> bool {
        self.scratch.steps() > self.budget
    }

    /// The registers of a set that the range takes while it is in one.
    pub fn takes(&self, vreg: VReg, set: RegSet) -> i32 {
        let takes = self.sets.taken_by(self.function.vregs[vreg].class).iter();
        takes.filter(|taken| taken.0 == set).map(|taken| taken.1).sum()
    }

    /// What it costs to take each of the ranges out of registers at the peak; those are left out that
    /// are surely not among the cheapest that it needs.
    pub fn offers(&mut self, vregs: &[VReg], peak: Peak) -> Vec<Offer> {
        let mut offers: Vec<Offer> = Vec::new();
        let mut prices: Vec<f64> = Vec::new();
        let needed = peak.excess as usize;
        for &vreg in vregs {
            // Offers of the same price are told apart later.
            let limit =
                prices.get(needed - 1).map_or(INFINITE / 2.0, |price| price * 1.001 + 0.001);
            let Some(offer) = self.offer(vreg, &[peak.at], limit) else { continue };
            let place = prices.partition_point(|&price| price <= offer.price);
            prices.insert(place, offer.price);
            prices.truncate(needed);
            offers.push(offer);
        }
        offers
    }

    /// What it costs to take the range out of registers at `cells` too, as far as it lives there;
    /// none if that cannot be done at one of them, or costs `limit` or more.
    pub fn offer(&mut self, vreg: VReg, cells: &[Point], limit: f64) -> Option<Offer> {
        let (function, references) = (self.function, self.references);
        let dependents = self.price_of_dependents(vreg);
        let limit = limit - dependents;
        if limit <= 0.0 {
            return None;
        }
        self.price_unforced(vreg);
        let known = self.cut(vreg)?;
        let gap = match cells {
            [at] => known.gap_around(*at).map(|gap| gap.start),
            _ => None,
        };
        let reaches_limit = |&(start, least): &(Point, f64)| gap == Some(start) && least >= limit;
        if self.too_dear[vreg].iter().any(reaches_limit) {
            return None;
        }
        let mut cut = known.clone();
        let before = cut.price();
        for &at in cells.iter().filter(|&&at| covers(function.live(vreg), at)) {
            let up_to = before + limit;
            if !cut.spill_around(function, references, at, up_to, &mut self.scratch) {
                self.too_dear[vreg].extend(gap.map(|start| (start, limit)));
                return None;
            }
        }
        let (price, is_stored) = (cut.price() - before + dependents, self.is_stored[vreg]);
        Some(Offer { price, dependents, is_stored, cut })
    }

    /// The range as it is now; none if it cannot be taken apart.
    fn cut(&self, vreg: VReg) -> Option<&SpillCut> {
        let spilled = self.spilled[vreg].as_ref().map(|spilled| &spilled.cut);
        spilled.or(self.unforced[vreg].as_deref())
    }

    /// Prices the range as it was in the beginning, unless that was done. One that cannot be taken apart
    /// is no candidate any more.
    fn price_unforced(&mut self, vreg: VReg) {
        if self.unforced[vreg].is_some() {
            return;
        }
        let prices = if self.is_stored[vreg] {
            Prices::in_memory(self.cost_model)
        } else {
            Prices::of(self.context(), vreg)
        };
        let class = self.function.vregs[vreg].class;
        let (sets, excess) = (&self.sets, &self.excess);
        let cells = || excess.all_cells(sets.taken_by(class).iter().map(|taken| taken.0));
        let unforced = SpillCut::of(
            self.function,
            self.references,
            &mut self.bundles,
            vreg,
            prices,
            self.over[class].get_or_insert_with(cells),
        );
        if unforced.is_none() {
            self.costs[vreg] = f64::INFINITY;
        }
        self.unforced[vreg] = unforced.map(Box::new);
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
        let points = self.function.blocks[block].points;
        let helped = |offer: &Offer| {
            let gap = offer.cut.gap_around(peak.at).unwrap_or(points);
            let (start, end) = (gap.start.max(points.start), gap.end.min(points.end));
            self.excess.cells(peak.set, Segment { start, end })
        };
        let prices: Vec<f64> = offers
            .iter()
            .map(|offer| offer.price + self.price_of_offered(offer, &offers))
            .collect();
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
            if missing > 0 && !self.is_outdated(&offer) {
                missing -= self.takes(offer.vreg(), peak.set);
                self.accept(offer);
            }
        }
        missing < peak.excess
    }

    /// What the other offers would cost more if this one were accepted too: some are to recompute a
    /// value from its range.
    fn price_of_offered(&self, offer: &Offer, others: &[Offer]) -> f64 {
        let dependents = self.recomputing.from(offer.vreg());
        let depends = |other: &&Offer| dependents.binary_search(&other.vreg()).is_ok();
        let open = others.iter().filter(depends).filter(|o| !self.is_stored[o.vreg()]);
        open.map(|other| other.price).sum::<f64>() * self.cost_model.loaded_instead()
    }

    /// Whether what was accepted since has made it dearer.
    fn is_outdated(&self, offer: &Offer) -> bool {
        let vreg = offer.vreg();
        self.is_stored[vreg] != offer.is_stored || self.price_of_dependents(vreg) > offer.dependents
    }

    /// Takes the range out as offered.
    pub fn accept(&mut self, offer: Offer) {
        let vreg = offer.vreg();
        let spilled = SpilledRange::new(self.function, offer.cut, self.placement);
        let before = self.spilled[vreg].take().map_or(Vec::new(), |spilled| spilled.out);
        difference(&before, &spilled.out).for_each(|segment| self.count(vreg, segment, 1));
        difference(&spilled.out, &before).for_each(|segment| self.count(vreg, segment, -1));
        self.set_spilled(vreg, Some(Box::new(spilled)));
    }

    fn count(&mut self, vreg: VReg, points: Segment, sign: i32) {
        for &(set, registers) in self.sets.taken_by(self.function.vregs[vreg].class) {
            self.excess.add(set, points, sign * registers);
        }
    }

    /// What the ranges cost that are out of registers somewhere.
    pub fn prices(&self) -> impl Iterator<Item = (f64, VReg)> + '_ {
        let spilled = self.spilled.enumerate();
        spilled.filter_map(|(vreg, spilled)| Some((spilled.as_ref()?.cut.price(), vreg)))
    }

    /// Keeps the range in registers throughout again. Returns where it was out.
    pub fn put_back(&mut self, vreg: VReg) -> Option<Box<SpilledRange>> {
        let spilled = self.set_spilled(vreg, None)?;
        spilled.out.iter().for_each(|&segment| self.count(vreg, segment, 1));
        Some(spilled)
    }

    /// Takes the range out of registers as it was before it was put back.
    pub fn take_away(&mut self, vreg: VReg, spilled: Box<SpilledRange>) {
        spilled.out.iter().for_each(|&segment| self.count(vreg, segment, -1));
        self.set_spilled(vreg, Some(spilled));
    }

    /// Replaces what is known of the range. Returns what was known before.
    fn set_spilled(
        &mut self,
        vreg: VReg,
        now: Option<Box<SpilledRange>>,
    ) -> Option<Box<SpilledRange>> {
        self.too_dear[vreg].clear();
        if now.is_some() && self.spilled[vreg].is_none() {
            self.store_dependents(vreg);
        }
        std::mem::replace(&mut self.spilled[vreg], now)
    }

    /// What is recomputed from the range has to be stored from now on.
    fn store_dependents(&mut self, vreg: VReg) {
        for &dependent in self.recomputing.from(vreg) {
            if self.spilled[dependent].is_some() || self.is_stored[dependent] {
                continue;
            }
            self.is_stored[dependent] = true;
            self.unforced[dependent] = None;
            if self.costs[dependent].is_finite() {
                let references = self.references.of(dependent);
                self.costs[dependent] =
                    Prices::in_memory(self.cost_model).sum(self.function, references);
            }
        }
    }

    /// What those that are recomputed from the range and are out of registers would cost more if it
    /// were out too.
    fn price_of_dependents(&self, vreg: VReg) -> f64 {
        if self.spilled[vreg].is_some() {
            return 0.0;
        }
        let spilled = |dependent: &VReg| {
            let spilled = self.spilled[*dependent].as_ref();
            spilled.filter(|_| !self.is_stored[*dependent]).map(|s| s.cut.price())
        };
        let prices = self.recomputing.from(vreg).iter().filter_map(spilled);
        prices.sum::<f64>() * self.cost_model.loaded_instead()
    }

    /// All ranges that are out of registers somewhere, in order.
    pub fn into_spilled(self) -> impl Iterator<Item = SpilledRange> {
        let function = self.function;
        let mut spilled = self.spilled;
        function.vregs.indices().filter_map(move |vreg| spilled[vreg].take().map(|boxed| *boxed))
    }
}

/// The segments of `a` that are not segments of `b`; both are sorted.
fn difference<'s>(a: &'s [Segment], b: &'s [Segment]) -> impl Iterator<Item = Segment> + 's {
    a.iter().filter(|segment| b.binary_search(segment).is_err()).copied()
}
