//! Clean-up: spill code that is not needed once every range has its register, and the order of the
//! spill slots.

pub mod dead_stores;
pub mod reuse;
pub mod slot_order;

use crate::model::function::Function;
use crate::plan::Allocation;

/// Enters the reloads that an allocation leaves without need, and the stores that nobody reads then.
pub fn clean(function: &Function, allocation: &mut Allocation) {
    if function.slot_accesses.is_empty() {
        return;
    }
    allocation.reuses = reuse::find(function, &allocation.registers);
    let removed = allocation.reuses.iter().map(|reuse| reuse.inst).collect();
    allocation.dead_stores = dead_stores::find(function, &removed);
}
