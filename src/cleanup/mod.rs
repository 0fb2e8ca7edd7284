//! Clean-up: spill code that is not needed once every range has its register, and the order of the
//! spill slots.

pub mod dead_stores;
pub mod reuse;
pub mod slot_order;

use crate::log::Event;
use crate::model::function::Inst;
use crate::options::Context;
use crate::plan::Allocation;

/// Enters the reloads that an allocation leaves without need, and the stores that nobody reads then.
pub fn clean(context: Context, allocation: &mut Allocation) {
    let Context { function, .. } = context;
    if function.slot_accesses.is_empty() {
        return;
    }
    let at = |inst: Inst| function.insts[inst].point.base();
    allocation.reuses = reuse::find(function, &allocation.registers);
    allocation.reuses.retain(|reuse| {
        context.decide_if(|| Event::Reuse { at: at(reuse.inst), holder: reuse.holder })
    });
    let removed = allocation.reuses.iter().map(|reuse| reuse.inst).collect();
    allocation.dead_stores = dead_stores::find(function, &removed);
    allocation
        .dead_stores
        .retain(|&store| context.decide_if(|| Event::DeadStore { at: at(store) }));
}
