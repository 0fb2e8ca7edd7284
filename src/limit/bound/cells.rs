//! The cells that have a price, and what of them each range may take.

use super::super::limiter::Limiter;
use super::super::pressure_map::PressureMap;
use crate::analysis::bundles::Bundles;
use crate::analysis::pressure::Pressure;
use crate::analysis::register_sets::RegSet;
use crate::cost::Prices;
use crate::model::function::VReg;
use crate::model::index::IndexVec;
use crate::model::point::{covers, Point, Segment};
use crate::placement::spill_cut::{PlacementNode, UseGaps};
use std::ops::Range;

/// A stretch of cells at which one node of a range decides whether it takes registers of a set.
pub(super) struct Stay {
    pub node: PlacementNode,
    /// The cells, all of one set.
    pub cells: Range<usize>,
    pub registers: i32,
}

/// A range that may leave registers where some set is over capacity.
pub(super) struct Candidate {
    pub gaps: UseGaps,
    pub stays: Vec<Stay>,
}

/// The cells over capacity of all sets, one set after the other. Neighbours at which every range is in the
/// same place are one cell.
pub(super) struct Cells {
    /// Per cell how many registers LIMIT's plan leaves free again of those that are missing.
    pub needed: Vec<i32>,
    /// Per cell the points from the first to the last of those that are one.
    pub points: Vec<Segment>,
    pub candidates: Vec<Candidate>,
}

impl Cells {
    /// The cells of a function for which LIMIT has made its plan.
    pub fn of(limiter: &Limiter) -> Self {
        let function = limiter.context.function;
        let pressure = Pressure::of(function);
        let needed = needed(limiter, &pressure);
        let points: IndexVec<RegSet, Vec<Point>> =
            pressure.sets.indices().map(|set| at(&pressure, set)).collect();
        // Per set and cell whether some range is elsewhere than at the cell before.
        let mut changes: IndexVec<RegSet, Vec<bool>> =
            points.iter().map(|cells| vec![false; cells.len() + 1]).collect();
        let mut map = PressureMap::new(Pressure::of(function));
        let mut bundles = Bundles::new(function);
        let mut found: Vec<(UseGaps, Vec<(RegSet, Stay)>)> = Vec::new();
        for (vreg, data) in function.vregs.enumerate() {
            let over = map.cells_of(data.class);
            let is_live = |at: &Point| covers(function.live(vreg), *at);
            if !over.iter().any(is_live) {
                continue;
            }
            let prices = Prices::of(limiter.context, vreg);
            let references = limiter.references;
            let gaps = UseGaps::of(function, references, &mut bundles, vreg, prices, over);
            let Some(gaps) = gaps else { continue };
            let mut stays = Vec::new();
            for taken in pressure.sets.taken_by(data.class) {
                let of_set = stays_at(limiter, &gaps, vreg, &points[taken.set]);
                stays.extend(of_set.into_iter().map(|(node, cells)| {
                    changes[taken.set][cells.start] = true;
                    changes[taken.set][cells.end] = true;
                    (taken.set, Stay { node, cells, registers: taken.registers })
                }));
            }
            found.push((gaps, stays));
        }
        let joined = Joined::of(&changes);
        let mut of_joined = vec![0; joined.count];
        let mut points_of_joined = vec![Segment::default(); joined.count];
        for (set, needed) in needed.enumerate() {
            for (cell, &needed) in needed.iter().enumerate() {
                let number = joined.numbers[set][cell];
                of_joined[number] = needed.max(of_joined[number]);
                let (at, within) = (points[set][cell], &mut points_of_joined[number]);
                let start = if within.is_empty() { at } else { within.start };
                *within = Segment { start, end: Point(at.0 + 1) };
            }
        }
        let renumber = |(set, stay): (RegSet, Stay)| {
            let numbers = &joined.numbers[set];
            Stay { cells: numbers[stay.cells.start]..numbers[stay.cells.end], ..stay }
        };
        let candidates = found.into_iter().map(|(gaps, stays)| Candidate {
            gaps,
            stays: stays.into_iter().map(renumber).collect(),
        });
        Self { needed: of_joined, points: points_of_joined, candidates: candidates.collect() }
    }
}

/// Numbers for the cells of all sets, the same for neighbours that are one cell.
struct Joined {
    /// Per set and cell, and for the end of each set.
    numbers: IndexVec<RegSet, Vec<usize>>,
    count: usize,
}

impl Joined {
    fn of(changes: &IndexVec<RegSet, Vec<bool>>) -> Self {
        let mut count = 0;
        let of_set = |changes: &Vec<bool>| {
            let last = changes.len() - 1;
            let mut numbers = Vec::with_capacity(changes.len());
            for (cell, &changes) in changes.iter().enumerate() {
                // The end of a set is the beginning of the next one.
                count += usize::from(cell > 0 && (changes || cell == last));
                numbers.push(count);
            }
            numbers
        };
        let numbers = changes.iter().map(of_set).collect();
        Self { numbers, count: count + 1 }
    }
}

fn at(pressure: &Pressure, set: RegSet) -> Vec<Point> {
    pressure.over(set).iter().map(|cell| cell.at).collect()
}

/// Per set and cell how many of the registers that it is over capacity the plan leaves free.
fn needed(limiter: &Limiter, pressure: &Pressure) -> IndexVec<RegSet, Vec<i32>> {
    let function = limiter.context.function;
    let mut free: IndexVec<RegSet, Vec<i32>> =
        pressure.sets.indices().map(|set| vec![0; pressure.over(set).len()]).collect();
    for spilled in limiter.spills().iter() {
        for taken in pressure.sets.taken_by(function.vregs[spilled.vreg].class) {
            let cells = pressure.over(taken.set);
            for out in &spilled.out {
                let start = cells.partition_point(|cell| cell.at < out.start);
                let end = cells.partition_point(|cell| cell.at < out.end);
                free[taken.set][start..end].iter_mut().for_each(|free| *free += taken.registers);
            }
        }
    }
    for set in pressure.sets.indices() {
        for (free, cell) in free[set].iter_mut().zip(pressure.over(set)) {
            *free = cell.excess.min(*free);
        }
    }
    free
}

/// The cells of a set at which a range may leave registers, with the nodes that decide it.
fn stays_at(
    limiter: &Limiter,
    gaps: &UseGaps,
    vreg: VReg,
    points: &[Point],
) -> Vec<(PlacementNode, Range<usize>)> {
    let function = limiter.context.function;
    let mut stays: Vec<(PlacementNode, Range<usize>)> = Vec::new();
    for segment in function.live(vreg) {
        let start = points.partition_point(|&at| at < segment.start);
        for (cell, &at) in points.iter().enumerate().skip(start) {
            if at >= segment.end {
                break;
            }
            let Some(node) = gaps.deciding_node(function, at) else { continue };
            match stays.last_mut() {
                Some((last, cells)) if *last == node && cells.end == cell => cells.end += 1,
                _ => stays.push((node, cell..cell + 1)),
            }
        }
    }
    stays
}
