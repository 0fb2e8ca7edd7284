//! Which registers the calls of a function clobber.

use crate::model::function::Function;
use crate::model::index::IndexVec;
use crate::model::machine::{Mask, Reg};
use crate::model::point::{Point, Segment};

/// A set of calls' register masks that a range is live across; 0 stands for the empty set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MaskSet(u32);

/// The calls of a function by the registers that they preserve: there are few such masks, however
/// many calls there are.
#[derive(Debug)]
pub struct CallClobbers<'a> {
    function: &'a Function,
    /// Per mask the points where it applies, sorted.
    points: IndexVec<Mask, Vec<Point>>,
    /// The distinct sets of masks that ranges are live across.
    sets: Vec<Vec<Mask>>,
    /// Scratch for `set_across`.
    crossed: Vec<Mask>,
}

impl<'a> CallClobbers<'a> {
    /// Collects the calls of a function.
    pub fn collect(function: &'a Function) -> Self {
        let mut points: IndexVec<Mask, Vec<Point>> =
            IndexVec::filled(Vec::new(), function.machine.masks.len());
        for &(point, mask) in &function.machine.clobbers {
            points[mask].push(point);
        }
        Self { function, points, sets: vec![Vec::new()], crossed: Vec::new() }
    }

    /// The set of masks that apply within `live`.
    pub fn set_across(&mut self, live: &[Segment]) -> MaskSet {
        let mut crossed = std::mem::take(&mut self.crossed);
        crossed.clear();
        crossed.extend(self.masks_within(live));
        let known = self.sets.iter().position(|set| *set == crossed);
        let set = known.unwrap_or_else(|| {
            self.sets.push(crossed.clone());
            self.sets.len() - 1
        });
        self.crossed = crossed;
        MaskSet(set as u32)
    }

    /// Whether all masks of a set preserve the register.
    pub fn all_preserve(&self, set: MaskSet, reg: Reg) -> bool {
        self.sets[set.0 as usize].iter().all(|&mask| self.function.machine.preserves(mask, reg))
    }

    /// Whether every call within `segments` preserves the register.
    pub fn preserved_within(&self, segments: &[Segment], reg: Reg) -> bool {
        self.masks_within(segments).all(|mask| self.function.machine.preserves(mask, reg))
    }

    /// Calls `visit` with each point within `segments` where a call clobbers the register.
    pub fn visit_clobbers(&self, segments: &[Segment], reg: Reg, mut visit: impl FnMut(Point)) {
        for (_, points) in self.clobbering(reg) {
            for segment in segments {
                let next = points.partition_point(|&point| point < segment.start);
                points[next..].iter().take_while(|&&p| p < segment.end).for_each(|&p| visit(p));
            }
        }
    }

    /// The first point within `segments` where a call clobbers the register.
    pub fn first_clobber(&self, segments: &[Segment], reg: Reg) -> Option<Point> {
        self.clobbering(reg).filter_map(|(_, points)| first_within(points, segments)).min()
    }

    /// The masks that do not preserve the register, with the points where they apply.
    fn clobbering(&self, reg: Reg) -> impl Iterator<Item = (Mask, &Vec<Point>)> {
        let machine = &self.function.machine;
        self.points.enumerate().filter(move |(mask, _)| !machine.preserves(*mask, reg))
    }

    fn masks_within<'c>(&'c self, live: &'c [Segment]) -> impl Iterator<Item = Mask> + 'c {
        let crossed = self.points.enumerate();
        let crossed = crossed.filter(|(_, points)| first_within(points, live).is_some());
        crossed.map(|(mask, _)| mask)
    }
}

/// The first of the points, which are sorted, that lies in one of the segments.
fn first_within(points: &[Point], segments: &[Segment]) -> Option<Point> {
    segments.iter().find_map(|segment| {
        let next = points.partition_point(|&point| point < segment.start);
        points.get(next).copied().filter(|&point| point < segment.end)
    })
}
