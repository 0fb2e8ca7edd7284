//! Ranges that left registers early and need not have, once others left too.

use super::spilling::Spilling;
use crate::model::function::VReg;

/// Lets ranges come back to registers as far as everything still fits, the dearest first.
pub fn relax(spilling: &mut Spilling) {
    let mut spilled: Vec<(f64, VReg)> = spilling.prices().collect();
    spilled.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    for (_, vreg) in spilled {
        if spilling.is_exhausted() {
            return;
        }
        spilling.relax(vreg);
    }
}
