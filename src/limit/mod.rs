//! LIMIT: brings register pressure under what the machine has before registers are assigned (Morgan
//! 1998, chapter 11).
//!
//! Loops come first, from the outside in: what lives through a loop and is not used in it leaves the
//! registers around it. What then is still over capacity is dealt with block by block. Where a range
//! is loaded and stored is decided by its whole price, see [`crate::placement::residency`].

mod blocks;
mod excess;
mod loops;
mod materialise;
mod relax;
mod spilling;
#[cfg(test)]
mod tests;
mod widen;

use crate::analysis::pressure::Pressure;
use crate::analysis::references::References;
use crate::model::function::{Function, VReg};
use crate::plan::{Place, Plan};
use spilling::{Spilled, Spilling};
pub use widen::widen;

/// Which ranges leave the registers where, so that every point fits if that can be done at all. A
/// function that fits costs one sweep; its plan is empty.
pub fn limit(function: &Function) -> Plan {
    let pressure = Pressure::of(function);
    if !pressure.is_over() {
        return Plan::default();
    }
    let references = References::collect(function);
    let mut spilling = Spilling::new(function, &references, pressure);
    loops::limit(&mut spilling);
    blocks::limit(&mut spilling);
    relax::relax(&mut spilling);
    materialise(function, &references, spilling.into_spilled())
}

fn materialise(
    function: &Function,
    references: &References,
    spilled: impl Iterator<Item = Spilled>,
) -> Plan {
    let mut plan =
        Plan { places: vec![Some(Place::Later); function.vregs.len()], splits: Vec::new() };
    for Spilled { residency, .. } in spilled {
        let next = plan.places.len() as u32;
        let (remainder, piece) = (VReg(next), VReg(next + 1));
        let split = materialise::split(function, references, &residency, (remainder, piece));
        let vreg = split.vreg.0 as usize;
        if split.renames.is_empty() && split.moves.is_empty() {
            plan.places[vreg] = Some(Place::Memory);
            continue;
        }
        plan.places[vreg] = Some(Place::Pieces);
        plan.places.extend([Some(Place::Memory), Some(Place::Later)]);
        plan.splits.push(split);
    }
    plan
}
