//! The live ranges to assign: those of the function, and the pieces that splits make of them.

use super::call_clobbers::{CallClobbers, PreservedSet};
use crate::analysis::references::{Reference, References};
use crate::cost::Prices;
use crate::model::function::{Fate, LaneRange, VReg};
use crate::model::index::{Idx, IndexVec, Span};
use crate::model::machine::{Class, Lanes, Reg};
use crate::model::point::{merge, Segment};
use crate::options::Context;

/// A live range.
#[derive(Clone, Copy, Debug)]
pub struct LiveRange {
    /// The function's register that it is, or is a piece of.
    pub origin: VReg,
    /// Its class.
    pub class: Class,
    /// What may become of it.
    pub fate: Fate,
    /// Expected price of keeping it in memory, per execution of the function.
    pub spill_cost: f64,
    /// The spill cost by length: what a point of a register is worth to it. Infinite if it must
    /// have a register.
    pub spill_weight: f64,
    /// Its segments.
    live: Span,
    /// Its lane ranges; empty if the lanes live and die together.
    lane_ranges: Span,
    /// The registers that the calls it is live across preserve.
    preserved: PreservedSet,
}

/// All live ranges with their segments.
#[derive(Debug)]
pub struct LiveRanges<'a> {
    context: Context<'a>,
    /// The calls that ranges may be live across.
    pub calls: CallClobbers<'a>,
    items: IndexVec<VReg, LiveRange>,
    segments: Vec<Segment>,
    lane_ranges: Vec<LaneRange>,
}

/// Points per instruction in a function that was numbered afresh.
const POINTS_PER_INST: f64 = 16.0;

impl<'a> LiveRanges<'a> {
    /// The ranges of the function.
    pub fn of_function(context: Context<'a>, references: &References) -> Self {
        let function = context.function;
        let mut ranges = Self {
            context,
            calls: CallClobbers::collect(function),
            items: IndexVec::with_capacity(function.vregs.len()),
            segments: function.segments.clone(),
            lane_ranges: function.lane_ranges.clone(),
        };
        for (vreg, data) in function.vregs.enumerate() {
            let range = LiveRange {
                origin: vreg,
                class: data.class,
                fate: data.fate,
                spill_cost: 0.0,
                spill_weight: 0.0,
                live: data.live,
                lane_ranges: data.lane_ranges,
                preserved: PreservedSet::default(),
            };
            ranges.add(range, references.of(vreg));
        }
        ranges
    }

    /// Makes each point of a register worth at least `weight` to the range.
    pub fn raise_spill_weight(&mut self, vreg: VReg, weight: f64) {
        let range = &mut self.items[vreg];
        range.spill_weight = range.spill_weight.max(weight);
    }

    /// Makes the range cost more in memory.
    pub fn add_spill_cost(&mut self, vreg: VReg, cost: f64) {
        let weight = cost / self.weight_length(self.items[vreg].live);
        let range = &mut self.items[vreg];
        range.spill_cost += cost;
        range.spill_weight += weight;
    }

    /// Adds a piece of `origin` that is live over `segments` and holds `references`.
    pub(super) fn add_piece(
        &mut self,
        origin: VReg,
        fate: Fate,
        segments: &[Segment],
        references: &[Reference],
    ) -> VReg {
        let start = self.segments.len();
        self.segments.extend_from_slice(segments);
        let live = Span::since(start, self.segments.len());
        let lane_ranges = Span::default();
        self.add(LiveRange { origin, fate, live, lane_ranges, ..self.items[origin] }, references)
    }

    fn add(&mut self, mut range: LiveRange, references: &[Reference]) -> VReg {
        let prices = Prices::of(self.context, range.origin);
        range.spill_cost = prices.sum_of_all(self.context.function, references).max(0.0);
        range.spill_weight = match range.fate {
            Fate::Register => f64::INFINITY,
            _ => range.spill_cost / self.weight_length(range.live),
        };
        range.preserved = self.calls.preserved_across(&self.segments[range.live.range()]);
        self.items.push(range)
    }

    /// What a range's spill cost is divided by to get its spill weight, in instructions.
    fn weight_length(&self, live: Span) -> f64 {
        let points: u32 = self.segments[live.range()].iter().map(|segment| segment.len()).sum();
        f64::from(points) / POINTS_PER_INST + self.context.options.weight_base_insts
    }

    /// The number of ranges.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// All ranges, in order.
    pub fn all(&self) -> impl Iterator<Item = VReg> + use<> {
        (0..self.items.len()).map(VReg::new)
    }

    /// A range.
    pub fn get(&self, vreg: VReg) -> &LiveRange {
        &self.items[vreg]
    }

    /// Where a range is live.
    pub fn live(&self, vreg: VReg) -> &[Segment] {
        &self.segments[self.items[vreg].live.range()]
    }

    /// Whether some lanes of a range live and die apart from others.
    pub fn has_lane_ranges(&self, vreg: VReg) -> bool {
        !self.items[vreg].lane_ranges.is_empty()
    }

    /// Calls `visit` with the segments where any of `lanes` is live, in one go. Returns what it returns;
    /// true if none of them ever is.
    pub fn visit_lanes(
        &self,
        vreg: VReg,
        lanes: Lanes,
        mut visit: impl FnMut(&[Segment]) -> bool,
    ) -> bool {
        let lane_ranges = self.items[vreg].lane_ranges;
        if lane_ranges.is_empty() {
            return visit(self.live(vreg));
        }
        self.visit_lane_ranges(lane_ranges, lanes, &mut visit)
    }

    /// The same for a range whose lanes live and die apart, of which there are few.
    #[cold]
    #[inline(never)]
    fn visit_lane_ranges(
        &self,
        lane_ranges: Span,
        lanes: Lanes,
        visit: &mut dyn FnMut(&[Segment]) -> bool,
    ) -> bool {
        let ranges = self.lane_ranges[lane_ranges.range()].iter();
        let mut touched = ranges
            .filter(|range| range.lanes.intersects(lanes))
            .map(|range| &self.segments[range.segments.range()]);
        let Some(first) = touched.next() else { return true };
        let Some(second) = touched.next() else { return visit(first) };
        let all = [first, second].into_iter().chain(touched);
        let mut joined: Vec<Segment> = all.flatten().copied().collect();
        joined.sort_unstable_by_key(|segment| segment.start);
        merge(&mut joined);
        visit(&joined)
    }

    /// The registers that a range may have, best first, without regard to interference.
    pub fn order(&self, vreg: VReg) -> &'a [Reg] {
        let range = &self.items[vreg];
        let function = self.context.function;
        let data = &function.vregs[range.origin];
        if data.hints_only {
            return &function.hints[data.hints.range()];
        }
        function.machine.order(range.class)
    }

    /// Whether every call that the range is live across preserves the register.
    pub fn survives_calls(&self, vreg: VReg, reg: Reg) -> bool {
        self.calls.contains(self.items[vreg].preserved, reg)
    }
}
