//! The live ranges to assign: those of the function, and the pieces that splits make of them.

use crate::analysis::references::{Reference, References};
use crate::cost::Prices;
use crate::model::function::{Fate, Function, LaneRange, VReg};
use crate::model::index::{IndexVec, Span};
use crate::model::machine::{Class, Lanes, Mask, Reg};
use crate::model::point::{Point, Segment};
use crate::options::Context;

/// A set of calls' register masks that a range lives across; 0 stands for none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Crossing(u32);

/// A live range.
#[derive(Clone, Copy, Debug)]
pub struct RangeData {
    /// The function's register that it is, or is a piece of.
    pub origin: VReg,
    /// Its class.
    pub class: Class,
    /// What may become of it.
    pub fate: Fate,
    /// Its segments.
    pub live: Span,
    /// Its lane ranges; empty if the lanes live and die together.
    lane_ranges: Span,
    /// Expected price of keeping it in memory, per execution of the function.
    pub cost: f64,
    /// The price by length: what a point of a register is worth to it. Infinite if it must have
    /// a register.
    pub weight: f64,
    /// What it lives across.
    pub crossing: Crossing,
}

/// All live ranges with their segments.
#[derive(Debug)]
pub struct Ranges {
    items: IndexVec<VReg, RangeData>,
    segments: Vec<Segment>,
    lane_ranges: Vec<LaneRange>,
    clobbers: Clobbers,
    /// Added to the length of each range, in instructions.
    base_insts: f64,
}

/// Points per instruction in a function that was numbered afresh.
const POINTS_PER_INST: f64 = 16.0;
impl Ranges {
    /// The ranges of the function.
    pub fn of_function(context: Context, references: &References) -> Self {
        let function = context.function;
        let mut ranges = Self {
            items: IndexVec::new(),
            segments: function.segments.clone(),
            lane_ranges: function.lane_ranges.clone(),
            clobbers: Clobbers::of(function),
            base_insts: context.options.weight_base_insts,
        };
        for (vreg, data) in function.vregs.enumerate() {
            let item = RangeData {
                origin: vreg,
                class: data.class,
                fate: data.fate,
                live: data.live,
                lane_ranges: data.lane_ranges,
                cost: 0.0,
                weight: 0.0,
                crossing: Crossing(0),
            };
            ranges.add(context, item, references.of(vreg));
        }
        ranges
    }

    /// Makes each point of a register worth at least `weight` to the range.
    pub fn raise_weight(&mut self, vreg: VReg, weight: f64) {
        let range = &mut self.items[vreg];
        range.weight = range.weight.max(weight);
    }

    /// Adds to what a range costs in memory.
    pub fn add_cost(&mut self, vreg: VReg, cost: f64) {
        let points: u32 = self.live(vreg).iter().map(|segment| segment.len()).sum();
        let length = self.length(points);
        let range = &mut self.items[vreg];
        range.cost += cost;
        range.weight += cost / length;
    }

    /// Adds a piece of `origin` that is live over `segments` and holds `references`.
    pub fn add_piece(
        &mut self,
        context: Context,
        origin: VReg,
        fate: Fate,
        segments: &[Segment],
        references: &[Reference],
    ) -> VReg {
        let start = self.segments.len();
        self.segments.extend_from_slice(segments);
        let item = RangeData {
            origin,
            fate,
            live: Span::since(start, self.segments.len()),
            lane_ranges: Span::default(),
            ..self.items[origin]
        };
        self.add(context, item, references)
    }

    fn add(&mut self, context: Context, mut item: RangeData, references: &[Reference]) -> VReg {
        let live = &self.segments[item.live.range()];
        item.cost = Prices::of(context, item.origin).sum(context.function, references);
        let points: u32 = live.iter().map(|segment| segment.len()).sum();
        item.weight = match item.fate {
            Fate::Register => f64::INFINITY,
            _ => item.cost / self.length(points),
        };
        item.crossing = self.clobbers.crossed_by(live);
        self.items.push(item)
    }

    /// What the cost of a range is divided by to get its weight.
    fn length(&self, points: u32) -> f64 {
        f64::from(points) / POINTS_PER_INST + self.base_insts
    }

    /// The number of ranges.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// A range.
    pub fn get(&self, vreg: VReg) -> &RangeData {
        &self.items[vreg]
    }

    /// Where a range is live.
    pub fn live(&self, vreg: VReg) -> &[Segment] {
        &self.segments[self.items[vreg].live.range()]
    }

    /// Calls `visit` with the segments of each group of lanes that intersects `lanes`, until it
    /// returns false. Returns whether the visit went to the end.
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
        self.lane_ranges[lane_ranges.range()]
            .iter()
            .filter(|range| range.lanes.intersects(lanes))
            .all(|range| visit(&self.segments[range.segments.range()]))
    }

    /// Calls `visit` with each point within `segments` where a call clobbers the register.
    pub fn visit_clobbers(
        &self,
        function: &Function,
        segments: &[Segment],
        reg: Reg,
        mut visit: impl FnMut(Point),
    ) {
        for (mask, points) in self.clobbers.points.enumerate() {
            if function.machine.preserves(mask, reg) {
                continue;
            }
            for segment in segments {
                let next = points.partition_point(|&point| point < segment.start);
                points[next..].iter().take_while(|&&p| p < segment.end).for_each(|&p| visit(p));
            }
        }
    }

    /// The first point within `segments` where a call clobbers the register.
    pub fn first_clobber(
        &self,
        function: &Function,
        segments: &[Segment],
        reg: Reg,
    ) -> Option<Point> {
        let clobbers = self.clobbers.points.enumerate();
        let clobbers = clobbers.filter(|(mask, _)| !function.machine.preserves(*mask, reg));
        clobbers.filter_map(|(_, points)| first_within(points, segments)).min()
    }

    /// Whether every call within `segments` preserves the register.
    pub fn calls_preserve(&self, function: &Function, segments: &[Segment], reg: Reg) -> bool {
        self.clobbers.within(segments).all(|mask| function.machine.preserves(mask, reg))
    }

    /// Whether every call that the range lives across preserves the register.
    pub fn survives_calls(&self, function: &Function, vreg: VReg, reg: Reg) -> bool {
        let crossed = self.clobbers.masks(self.items[vreg].crossing);
        crossed.iter().all(|&mask| function.machine.preserves(mask, reg))
    }
}

/// The calls of a function by the registers they preserve: there are few kinds, however many calls
/// there are.
#[derive(Debug)]
struct Clobbers {
    /// Per mask the points where it applies, sorted.
    points: IndexVec<Mask, Vec<Point>>,
    /// The sets of masks that were crossed so far.
    sets: Vec<Vec<Mask>>,
    /// Room to work in.
    crossed: Vec<Mask>,
}

impl Clobbers {
    fn of(function: &Function) -> Self {
        let mut points: IndexVec<Mask, Vec<Point>> =
            IndexVec::filled(Vec::new(), function.machine.masks.len());
        for &(point, mask) in &function.machine.clobbers {
            points[mask].push(point);
        }
        Self { points, sets: vec![Vec::new()], crossed: Vec::new() }
    }

    fn within<'c>(&'c self, live: &'c [Segment]) -> impl Iterator<Item = Mask> + 'c {
        let crossed = self.points.enumerate();
        let crossed = crossed.filter(|(_, points)| first_within(points, live).is_some());
        crossed.map(|(mask, _)| mask)
    }

    fn crossed_by(&mut self, live: &[Segment]) -> Crossing {
        let mut crossed = std::mem::take(&mut self.crossed);
        crossed.clear();
        crossed.extend(self.within(live));
        let known = self.sets.iter().position(|set| *set == crossed);
        let set = known.unwrap_or_else(|| {
            self.sets.push(crossed.clone());
            self.sets.len() - 1
        });
        self.crossed = crossed;
        Crossing(set as u32)
    }

    fn masks(&self, crossing: Crossing) -> &[Mask] {
        &self.sets[crossing.0 as usize]
    }
}

/// The first of the points, which are sorted, that lies in one of the segments.
fn first_within(points: &[Point], segments: &[Segment]) -> Option<Point> {
    segments.iter().find_map(|segment| {
        let next = points.partition_point(|&point| point < segment.start);
        points.get(next).copied().filter(|&point| point < segment.end)
    })
}
