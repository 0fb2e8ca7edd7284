//! The flow networks of ranges: made when a range is priced, and given back when they take too much memory.

use super::pressure_map::PressureMap;
use super::spill_set::{SpillSet, Spilled};
use crate::analysis::bundles::Bundles;
use crate::analysis::references::References;
use crate::cost::Prices;
use crate::model::function::VReg;
use crate::model::index::IndexVec;
use crate::options::Context;
use crate::placement::extent_of;
use crate::placement::spill_cut::{Locations, SpillCut, UseGaps};
use crate::solver::max_flow::Scratch;
use std::collections::VecDeque;
use std::rc::Rc;

/// A range's network, with the range out of registers where the spill set says so.
#[derive(Debug)]
pub(super) struct Network {
    pub cut: SpillCut,
    /// The arcs that it had when it was made.
    arcs: usize,
    /// Tells it from other networks of the range.
    pub number: u32,
    /// When it was used last.
    last_use: u32,
}

/// The networks of all ranges that are kept.
pub(super) struct Networks<'f> {
    context: Context<'f>,
    references: &'f References,
    bundles: Bundles,
    kept: IndexVec<VReg, Option<Box<Network>>>,
    /// The arcs of those that are kept.
    arcs: usize,
    /// How many were made.
    made: u32,
    /// How often one was used.
    uses: u32,
    /// Ranges with the times at which their networks were used. A network that was used again later has a
    /// later entry too.
    queue: VecDeque<(VReg, u32)>,
    /// The last range that was asked for its gaps, as one is that comes back to registers, whether it is stored, and the
    /// gaps: after others that might leave in its stead it is priced itself again.
    last_gaps: Option<(VReg, bool, Rc<UseGaps>)>,
    /// Memory of all searches.
    pub scratch: Scratch,
}

impl<'f> Networks<'f> {
    /// None yet.
    pub fn new(context: Context<'f>, references: &'f References) -> Self {
        let function = context.function;
        Self {
            context,
            references,
            bundles: Bundles::new(function),
            kept: function.vregs.iter().map(|_| None).collect(),
            arcs: 0,
            made: 0,
            uses: 0,
            queue: VecDeque::new(),
            last_gaps: None,
            scratch: Scratch::default(),
        }
    }

    /// The network of a range, which is made unless it is kept, and memory for a search in it. None if the
    /// range cannot be split. One that could be rematerialised `is_stored` if it is not to be.
    pub fn get(
        &mut self,
        vreg: VReg,
        is_stored: bool,
        spills: &mut SpillSet,
        pressure: &mut PressureMap,
    ) -> Option<(&mut Network, &mut Scratch)> {
        if self.kept[vreg].is_none() {
            let cut = self.make(vreg, is_stored, spills, pressure)?;
            let arcs = cut.arcs();
            self.arcs += arcs;
            self.made += 1;
            let network = Network { cut, arcs, number: self.made, last_use: 0 };
            self.kept[vreg] = Some(Box::new(network));
        }
        let network = self.kept[vreg].as_deref_mut()?;
        self.uses += 1;
        network.last_use = self.uses;
        self.queue.push_back((vreg, self.uses));
        Some((network, &mut self.scratch))
    }

    fn make(
        &mut self,
        vreg: VReg,
        is_stored: bool,
        spills: &mut SpillSet,
        pressure: &mut PressureMap,
    ) -> Option<SpillCut> {
        let function = self.context.function;
        let spilled = spills.get_mut(vreg);
        let is_stored = spilled.as_ref().map_or(is_stored, |spilled| spilled.is_stored);
        let gaps = self.find_gaps(vreg, is_stored, pressure)?;
        let extent = extent_of(self.context.options.placement, &gaps);
        let mut cut = SpillCut::of(function, self.references, gaps, extent);
        self.scratch.count(cut.arcs());
        if let Some(spilled) = spilled {
            let forced = cut.spill_at(&spilled.forced, &mut self.scratch);
            cut.locate(function, &forced);
            self.scratch.count(cut.arcs());
            spilled.locations = None;
        }
        Some(cut)
    }

    /// A range cut into gaps; none if it cannot be split.
    pub fn gaps_of(
        &mut self,
        vreg: VReg,
        is_stored: bool,
        pressure: &mut PressureMap,
    ) -> Option<Rc<UseGaps>> {
        let gaps = self.find_gaps(vreg, is_stored, pressure)?;
        self.last_gaps = Some((vreg, is_stored, Rc::clone(&gaps)));
        Some(gaps)
    }

    /// The same, from the network of the range or the last question if one of them has it.
    fn find_gaps(
        &mut self,
        vreg: VReg,
        is_stored: bool,
        pressure: &mut PressureMap,
    ) -> Option<Rc<UseGaps>> {
        if let Some(network) = &self.kept[vreg] {
            return Some(Rc::clone(network.cut.gaps()));
        }
        match &self.last_gaps {
            Some((last, stored, gaps)) if (*last, *stored) == (vreg, is_stored) => {
                Some(Rc::clone(gaps))
            }
            _ => self.cut(vreg, is_stored, pressure).map(Rc::new),
        }
    }

    /// Cuts a range into gaps, unless it cannot be split.
    fn cut(&mut self, vreg: VReg, is_stored: bool, pressure: &mut PressureMap) -> Option<UseGaps> {
        let function = self.context.function;
        let prices = match is_stored {
            true => Prices::in_memory(self.context.costs),
            false => Prices::of(self.context, vreg),
        };
        let over = pressure.cells_of(function.vregs[vreg].class);
        UseGaps::of(function, self.references, &mut self.bundles, vreg, prices, over)
    }

    /// The network of a range, if it is kept.
    pub fn kept(&mut self, vreg: VReg) -> Option<&mut Network> {
        self.kept[vreg].as_deref_mut()
    }

    /// Gives the network of a range back, or hands it over.
    pub fn take(&mut self, vreg: VReg) -> Option<Box<Network>> {
        let network = self.kept[vreg].take();
        self.arcs -= network.as_ref().map_or(0, |network| network.arcs);
        network
    }

    /// Keeps a network that was taken instead of the one that is kept now.
    pub fn put_back(&mut self, vreg: VReg, network: Option<Box<Network>>) {
        self.take(vreg);
        self.arcs += network.as_ref().map_or(0, |network| network.arcs);
        self.kept[vreg] = network;
        self.queue.extend(self.kept[vreg].as_ref().map(|network| (vreg, network.last_use)));
    }

    /// Gives the networks back that were not used for longest, if all have more arcs than the options allow; not those
    /// that a trial has changed.
    pub fn give_back(&mut self, spills: &mut SpillSet, is_in_trial: impl Fn(VReg) -> bool) {
        let mut in_trial = Vec::new();
        while self.arcs > self.context.options.max_kept_arcs {
            let Some((vreg, at)) = self.queue.pop_front() else { break };
            if self.kept[vreg].as_ref().is_none_or(|network| network.last_use != at) {
                continue;
            }
            if is_in_trial(vreg) {
                in_trial.push((vreg, at));
                continue;
            }
            let network = self.take(vreg);
            if let (Some(spilled), Some(network)) = (spills.get_mut(vreg), network) {
                spilled.locations = network.cut.locations();
            }
        }
        in_trial.into_iter().rev().for_each(|used| self.queue.push_front(used));
    }

    /// Where the value of a spilled range is, and the gaps of the range. Its network is given back.
    pub fn take_locations(
        &mut self,
        spilled: Spilled,
        pressure: &mut PressureMap,
    ) -> Option<(Rc<UseGaps>, Locations)> {
        let gaps = self.gaps_of(spilled.vreg, spilled.is_stored, pressure)?;
        let network = self.take(spilled.vreg);
        let locations = network.and_then(|network| network.cut.locations());
        Some((gaps, spilled.locations.or(locations)?))
    }
}
