//! The pressure map: by how much each cell is over capacity, while ranges are taken out of registers.

use super::max_tree::MaxTree;
use crate::analysis::pressure::Pressure;
use crate::analysis::register_sets::{RegSet, RegSets, SetUse};
use crate::model::function::{Block, Function};
use crate::model::index::IndexVec;
use crate::model::machine::Class;
use crate::model::point::{Point, Segment};
use crate::model::search::count_before;
use std::ops::Range;

/// The excess of all cells that were over capacity in the beginning, by register set.
#[derive(Debug)]
pub struct PressureMap {
    sets: RegSets,
    cells: IndexVec<RegSet, SetCells>,
    /// Per class, once it is asked for, the cells of all its sets.
    of_class: IndexVec<Class, Option<Vec<Point>>>,
}

/// The cells of one set.
#[derive(Debug)]
struct SetCells {
    /// Where they are, in layout order.
    points: Vec<Point>,
    excess: MaxTree,
}

impl SetCells {
    /// The numbers of the cells within some points.
    fn within(&self, points: Segment) -> Range<usize> {
        let start = self.points.partition_point(|&cell| cell < points.start);
        start..start + count_before(&self.points[start..], |&cell| cell < points.end)
    }
}

/// A cell that is most over capacity.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Peak {
    /// The set that is over.
    pub set: RegSet,
    /// The cell.
    pub at: Point,
    /// By how many registers.
    pub excess: i32,
}

impl PressureMap {
    /// With all ranges in registers.
    pub fn new(pressure: Pressure) -> Self {
        let of_set = |set| {
            let over = pressure.over(set);
            let excess: Vec<i32> = over.iter().map(|cell| cell.excess).collect();
            let points = over.iter().map(|cell| cell.at).collect();
            SetCells { points, excess: MaxTree::new(&excess) }
        };
        let cells = pressure.sets.indices().map(of_set).collect();
        let of_class = IndexVec::filled(None, pressure.sets.classes());
        Self { cells, of_class, sets: pressure.sets }
    }

    /// The first of the cells that are most over capacity within `points`; none if all fit. Of two
    /// sets the first.
    pub fn peak(&self, points: Segment) -> Option<Peak> {
        let mut peak: Option<Peak> = None;
        for set in self.sets.indices() {
            let highest = peak.map_or(0, |peak| peak.excess);
            peak = self.peak_over(set, points, highest).or(peak);
        }
        peak
    }

    /// The first of the cells where the set is most over capacity within `points`, if that is by more
    /// than `highest`.
    fn peak_over(&self, set: RegSet, points: Segment, highest: i32) -> Option<Peak> {
        let cells = &self.cells[set];
        if cells.excess.max_of_all() <= highest {
            return None;
        }
        let (excess, cell) = cells.excess.max_over(cells.within(points), highest)?;
        Some(Peak { set, at: cells.points[cell], excess })
    }

    /// Whether any cell is over capacity.
    pub fn is_over(&self) -> bool {
        self.cells.iter().any(|cells| cells.excess.max_of_all() > 0)
    }

    /// Whether nothing is over capacity within any of the segments.
    pub fn fits(&self, segments: &[Segment]) -> bool {
        segments.iter().all(|&segment| self.peak(segment).is_none())
    }

    /// The number of cells within `points` where the set was over capacity in the beginning.
    pub fn count_cells(&self, set: RegSet, points: Segment) -> usize {
        self.cells[set].within(points).len()
    }

    /// The cells where one of a class's sets was over capacity in the beginning, in order.
    pub fn cells_of(&mut self, class: Class) -> &[Point] {
        let Self { sets, cells, of_class } = self;
        of_class[class].get_or_insert_with(|| {
            let of_sets = sets.taken_by(class).iter().map(|taken| &cells[taken.set].points);
            of_sets.fold(Vec::new(), |all, points| union(&all, points))
        })
    }

    /// Per block whether something was over capacity there in the beginning.
    pub fn blocks_over(&self, function: &Function) -> IndexVec<Block, bool> {
        let mut is_over = IndexVec::filled(false, function.blocks.len());
        for cells in self.cells.iter() {
            let mut end = Point(0);
            for &at in &cells.points {
                if at >= end {
                    let block = function.block_at(at);
                    end = function.blocks[block].points.end;
                    is_over[block] = true;
                }
            }
        }
        is_over
    }

    /// The registers of a set that a value of the class takes.
    pub fn taken(&self, class: Class, set: RegSet) -> i32 {
        let taken = self.sets.taken_by(class).iter();
        taken.filter(|taken| taken.set == set).map(|taken| taken.registers).sum()
    }

    /// A value of the class is in a register within the segment again.
    pub fn occupy(&mut self, class: Class, segment: Segment) {
        self.add(class, segment, 1);
    }

    /// A value of the class is in a register within the segment no more.
    pub fn release(&mut self, class: Class, segment: Segment) {
        self.add(class, segment, -1);
    }

    fn add(&mut self, class: Class, segment: Segment, sign: i32) {
        for &SetUse { set, registers } in self.sets.taken_by(class) {
            let cells = self.cells[set].within(segment);
            self.cells[set].excess.add(cells, sign * registers);
        }
    }
}

/// Two lists as one; all three are sorted, without repetitions.
fn union(a: &[Point], b: &[Point]) -> Vec<Point> {
    let mut all = Vec::with_capacity(a.len() + b.len());
    let mut b = b.iter().peekable();
    for &point in a {
        while let Some(&before) = b.next_if(|&&other| other < point) {
            all.push(before);
        }
        b.next_if(|&&other| other == point);
        all.push(point);
    }
    all.extend(b);
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::function::VReg;
    use crate::model::text::parse;

    /// One register. From i1 on, at 8, two values are live, from i2 on, at 12, three, until i3, at 16,
    /// reads one of them; i4, at 20, reads the others.
    #[test]
    fn what_leaves_a_register_lowers_the_peak_where_it_leaves() {
        let text =
            "reg r0\nclass g r0\nfunction f\nblock b0 1\n  loadI 1 => %0\n  loadI 2 => %1\n  \
                    loadI 3 => %2\n  store %2\n  store %0, %1\n  ret\n";
        let function = parse(text).unwrap().function;
        let class = function.vregs[VReg(0)].class;
        let mut map = PressureMap::new(Pressure::of(&function));
        let all = function.blocks[Block(0)].points;
        let peak = |map: &PressureMap| map.peak(all).map(|peak| (peak.at, peak.excess));
        assert_eq!(peak(&map), Some((Point(12).register(), 2)));
        assert!(map.blocks_over(&function)[Block(0)]);
        let set = map.peak(all).unwrap().set;
        let middle = Segment { start: Point(12), end: Point(20) };
        assert_eq!(map.taken(class, set), 1);
        // Cells at 12, 14, 16 and 18.
        assert_eq!(map.count_cells(set, middle), 4);
        map.release(class, middle);
        assert_eq!(peak(&map), Some((Point(8).register(), 1)));
        assert!(!map.fits(&[all]));
        assert!(map.is_over());
        map.release(class, Segment { start: Point(4), end: Point(24) });
        assert!(map.fits(&[all]) && !map.is_over());
        map.occupy(class, middle);
        assert_eq!(peak(&map), Some((Point(12).register(), 1)));
        assert_eq!(map.cells_of(class).first(), Some(&Point(8).register()));
    }

    #[test]
    fn a_union_is_sorted_and_has_each_point_once() {
        let points = |numbers: &[u32]| numbers.iter().copied().map(Point).collect::<Vec<_>>();
        let [a, b] = [points(&[2, 5, 9]), points(&[1, 2, 3, 9, 12])];
        let both = points(&[1, 2, 3, 5, 9, 12]);
        assert_eq!([union(&a, &b), union(&b, &a)], [both.clone(), both]);
        assert_eq!([union(&a, &[]), union(&[], &a)], [a.clone(), a]);
    }
}
