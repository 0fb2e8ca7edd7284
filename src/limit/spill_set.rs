//! The spill set: the ranges that are out of registers somewhere.

use crate::model::function::VReg;
use crate::model::index::IndexVec;
use crate::model::point::{covers, Point, Segment};
use crate::placement::spill_cut::{Locations, PlacementNode};

/// A range that is out of registers somewhere.
#[derive(Debug)]
pub struct Spilled {
    /// The range.
    pub vreg: VReg,
    /// Expected price of its loads and stores, per execution of the function.
    pub price: f64,
    /// The points at which it is out of registers, sorted and disjoint.
    pub out: Vec<Segment>,
    /// The nodes at which it must be, in the order in which that was decided.
    pub(super) forced: Vec<PlacementNode>,
    /// Whether it was priced as stored although it could be rematerialised.
    pub(super) is_stored: bool,
    /// Where the value is, if its network is not kept.
    pub(super) locations: Option<Locations>,
}

/// The spilled ranges.
#[derive(Debug)]
pub struct SpillSet {
    ranges: IndexVec<VReg, Option<Box<Spilled>>>,
}

impl SpillSet {
    /// None of so many ranges.
    pub fn new(ranges: usize) -> Self {
        Self { ranges: (0..ranges).map(|_| None).collect() }
    }

    /// What is known of a range; none if it is in registers throughout.
    pub fn get(&self, vreg: VReg) -> Option<&Spilled> {
        self.ranges[vreg].as_deref()
    }

    /// The same, to change it.
    pub(super) fn get_mut(&mut self, vreg: VReg) -> Option<&mut Spilled> {
        self.ranges[vreg].as_deref_mut()
    }

    /// Whether a range is out of registers at a point.
    pub fn is_out_at(&self, vreg: VReg, at: Point) -> bool {
        self.get(vreg).is_some_and(|spilled| covers(&spilled.out, at))
    }

    /// The spilled ranges in order.
    pub fn iter(&self) -> impl Iterator<Item = &Spilled> {
        self.ranges.iter().filter_map(|spilled| spilled.as_deref())
    }

    /// Replaces what is known of a range. Returns what was known before.
    pub(super) fn replace(
        &mut self,
        vreg: VReg,
        now: Option<Box<Spilled>>,
    ) -> Option<Box<Spilled>> {
        std::mem::replace(&mut self.ranges[vreg], now)
    }

    /// The spilled ranges in order.
    pub(super) fn into_iter(self) -> impl Iterator<Item = Spilled> {
        Vec::from(self.ranges).into_iter().flatten().map(|spilled| *spilled)
    }
}
