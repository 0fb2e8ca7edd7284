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
use crate::split::SplitEditor;
use earliest::Earliest;
use min_cut::MinCut;
use spill_cut::{Extent, Locations, UseGaps};
use std::rc::Rc;

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

/// How far a range leaves registers that is placed so.
pub fn extent_of(kind: Placement, gaps: &UseGaps) -> Extent {
    match kind {
        Placement::Earliest if earliest::applies_to(gaps) => Extent::WhereForced,
        _ => Extent::Cheapest,
    }
}

/// A range that is out of registers somewhere.
#[derive(Debug)]
pub struct SpilledRange {
    /// Expected price of its loads and stores, per execution of the function.
    pub price: f64,
    /// The range cut into gaps.
    pub gaps: Rc<UseGaps>,
    /// Where it is in a register and in memory.
    pub locations: Locations,
}
