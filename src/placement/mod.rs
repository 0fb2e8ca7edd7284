//! Spill placement: where the loads and stores of a spilled range go, and so where it is in a register.
//!
//! LIMIT decides at which points a range must be out of registers, and what that costs by the minimum
//! cut of [`spill_cut`]. A [`SpillPlacement`] then finds the places of the loads and stores: `MinCut`
//! takes those of the cut, `Earliest` moves them by the equations of partial redundancy elimination.

mod earliest;
mod min_cut;
pub mod spill_cut;

use crate::analysis::references::References;
use crate::model::function::{Function, VReg};
use crate::model::point::Segment;
use crate::split::SplitEditor;
use earliest::Earliest;
use min_cut::MinCut;
use spill_cut::{Locations, SpillCut};

/// The ways to place loads and stores.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Placement {
    /// Where they cost least by block frequency.
    #[default]
    MinCut,
    /// Where EARLIEST moves them from the ends of the gaps in which the range is out of registers: stores
    /// toward the entry, loads toward the exits.
    Earliest,
}

/// Places the loads and stores of one spilled range after the other.
pub trait SpillPlacement {
    /// Where the value is in a register, and where memory holds it.
    fn locations(&self, cut: &SpillCut) -> Locations;

    /// Cuts the range: `piece` is where it is in a register, the remainder where memory holds it. The
    /// piece is entered by a load and left by a store. An instruction with the value out of registers on
    /// both sides refers to the remainder, so that the target can fold it.
    fn split(&mut self, spilled: &SpilledRange, piece: VReg) -> SplitEditor;
}

/// The spill placement of that kind for the ranges of a function.
pub fn create<'f>(
    kind: Placement,
    function: &'f Function,
    references: &'f References,
) -> Box<dyn SpillPlacement + 'f> {
    let min_cut = MinCut::new(function, references);
    match kind {
        Placement::MinCut => Box::new(min_cut),
        Placement::Earliest => Box::new(Earliest::new(function, references, min_cut)),
    }
}

/// A range that is out of registers somewhere.
#[derive(Debug)]
pub struct SpilledRange {
    /// Where it has to be out, and what that costs.
    pub cut: SpillCut,
    /// Where it is in a register and in memory.
    pub locations: Locations,
    /// The points at which it is out of registers, sorted and disjoint.
    pub out: Vec<Segment>,
}

impl SpilledRange {
    /// The range with its value where the placement wants it.
    pub fn new(function: &Function, cut: SpillCut, placement: &dyn SpillPlacement) -> Self {
        let locations = placement.locations(&cut);
        let out = cut.out_of_registers(function, &locations);
        Self { cut, locations, out }
    }
}
