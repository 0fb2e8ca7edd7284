//! What being in a register or in memory costs at each place, as a network.

use super::shape::Shape;
use super::{Gap, Place, Visit};
use crate::analysis::references::Reference;
use crate::cost::Prices;
use crate::model::function::Function;
use crate::model::point::Point;
use crate::solver::max_flow::{FlowBuilder, MaxFlow, INFINITE, SOURCE};

/// The prices of all places as a network.
pub(super) struct Terms<'s> {
    shape: &'s Shape,
    prices: Prices,
    network: FlowBuilder,
}

impl<'s> Terms<'s> {
    pub(super) fn new(shape: &'s Shape, prices: Prices) -> Self {
        let places = shape.place_count as usize;
        let mut network = FlowBuilder::new(1 + 2 * places, 5 * places);
        // A value that can be recomputed need be neither in a register nor in memory.
        if prices.write > 0.0 {
            let places = (0..places as u32).map(Place);
            for place in places.filter(|&place| !shape.is_recomputable(place)) {
                network.add(place.stale(), place.in_register(), INFINITE);
            }
        }
        Self { shape, prices, network }
    }

    pub(super) fn price(mut self, function: &Function, all: &[Reference]) -> MaxFlow {
        for (number, stay) in self.shape.stays.iter().enumerate() {
            let frequency = function.blocks[stay.live.block].frequency;
            let mut gaps = self.shape.gaps_of(number).map(Gap);
            let first = gaps.next().and_then(|gap| self.shape.place(gap));
            let points = function.blocks[stay.live.block].points;
            let read_at = |at| self.prices.read_at(function, at) * frequency;
            let mut at_ends = (read_at(points.start), read_at(Point(points.end.0 - 1)));
            // A piece from the block's beginning to one reference is spilled with the remainder that it is
            // a copy of: the value is then recomputed at the reference if it can be, or else loaded there.
            if let ([only], None) = (stay.live.references(all), stay.exit) {
                at_ends.0 = read_at(function.insts[only.inst].point.base());
            }
            if let (Some(entry), Some(first)) = (stay.entry, first) {
                self.passes(entry, first, (at_ends.0, frequency));
            }
            let mut memory_as_at = stay.entry.and(first);
            for visit in self.shape.visits(function, all, number) {
                memory_as_at = self.refers(function, &visit, memory_as_at, frequency);
            }
            let last = gaps.next_back().map_or(first, |gap| self.shape.place(gap));
            if let (Some(last), Some(exit)) = (last, stay.exit) {
                self.passes(last, exit, (at_ends.1, frequency));
            }
        }
        self.network.finish()
    }

    /// The value can be loaded, for the price `load`, and stored on the way from one place to the other.
    fn passes(&mut self, from: Place, to: Place, (load, frequency): (f64, f64)) {
        self.network.add(to.in_register(), from.in_register(), load);
        self.network.add(from.stale(), to.stale(), self.prices.write * frequency);
    }

    /// The value is in a register at a reference; a definition leaves memory with another. Unless
    /// something was written since, memory holds before the reference what it holds at
    /// `memory_as_at`; returns the same for what follows.
    fn refers(
        &mut self,
        function: &Function,
        visit: &Visit,
        memory_as_at: Option<Place>,
        frequency: f64,
    ) -> Option<Place> {
        let store = self.prices.write * frequency;
        let place = |gap: Option<Gap>| gap.and_then(|gap| self.shape.place(gap));
        let (before, after) = (place(visit.before), place(visit.after));
        if let Some(before) = before.filter(|_| visit.reference.reads) {
            let at = function.insts[visit.reference.inst].point.base();
            let load = self.prices.read_at(function, at) * frequency;
            self.network.add(SOURCE, before.in_register(), load);
        }
        let unchanged = memory_as_at.filter(|_| !visit.reference.writes);
        let Some(after) = after else { return unchanged };
        self.network.add(unchanged.map_or(SOURCE, Place::stale), after.stale(), store);
        Some(after)
    }
}
