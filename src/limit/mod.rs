//! LIMIT: brings register pressure under what the machine has before registers are assigned (Morgan
//! 1998, chapter 11).
//!
//! Loops come first, from the outside in: what lives through a loop and is not used in it leaves the
//! registers around it. What then is still over capacity is dealt with block by block. Where a range
//! is loaded and stored is decided by its whole price, see [`crate::placement::residency`].

mod blocks;
mod earliest;
mod excess;
mod loops;
mod materialise;
mod recomputing;
mod relax;
mod spilling;
mod stretches;
#[cfg(test)]
mod tests;
mod widen;

use crate::analysis::pressure::Pressure;
use crate::analysis::references::References;
use crate::model::function::{Function, VReg};
use crate::options::Context;
use crate::placement::residency::Residency;
use crate::plan::{Place, Plan};
use earliest::Mover;
use spilling::{Spilled, Spilling};
pub use widen::widen;

/// How the loads and stores of a range find their places, once it is known where the range must not
/// be in a register.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Placement {
    /// Where they cost least by block frequency.
    #[default]
    MinCut,
    /// Where EARLIEST moves them from the ends of those places: stores toward the entry, loads toward
    /// the exits.
    Earliest,
}

impl Placement {
    /// What holds for one range: a value that is computed again instead of loaded is not stored, and
    /// EARLIEST has no say; nor has it where it could not put a store at the end of a block.
    fn applies_to(self, residency: &Residency) -> Self {
        if residency.is_rematerialised() || residency.has_late_result() {
            Self::MinCut
        } else {
            self
        }
    }
}

/// Which ranges leave the registers where, so that every point fits if that can be done at all. A
/// function that fits costs one sweep; its plan is empty.
pub fn limit(context: Context) -> Plan {
    let Context { function, options, .. } = context;
    let pressure = Pressure::of(function);
    if !pressure.is_over() {
        return Plan::default();
    }
    let references = References::collect(function);
    let mut spilling = Spilling::new(context, &references, pressure);
    spilling.allow(options.limit_steps_per_inst);
    loops::limit(&mut spilling);
    blocks::limit(&mut spilling);
    spilling.allow(options.relax_steps_per_inst);
    relax::relax(&mut spilling);
    materialise(function, &references, spilling.into_spilled(), options.placement)
}

fn materialise(
    function: &Function,
    references: &References,
    spilled: impl Iterator<Item = Spilled>,
    placement: Placement,
) -> Plan {
    let mut mover = Mover::new(function, references);
    let mut plan =
        Plan { places: vec![Some(Place::Later); function.vregs.len()], ..Plan::default() };
    for spilled in spilled {
        let next = plan.places.len() as u32;
        let (remainder, piece) = (VReg(next), VReg(next + 1));
        let editor = match placement.applies_to(&spilled.residency) {
            Placement::MinCut => materialise::split(function, references, &spilled, piece),
            Placement::Earliest => mover.split(&spilled.residency, piece),
        };
        let vreg = spilled.residency.vreg.0 as usize;
        if editor.is_unchanged() {
            plan.places[vreg] = Some(Place::Memory);
            continue;
        }
        plan.places[vreg] = Some(Place::Pieces);
        plan.places.extend([Some(Place::Memory), Some(Place::Later)]);
        plan.splits.push(editor.finish(remainder));
    }
    plan
}
