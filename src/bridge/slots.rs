//! The entry to the order of spill slots: rows in, an order out, and no panic past this point.

use super::allocate::guarded;
use super::ffi::SlotsView;
use crate::cleanup::slot_order::{Access, Slot, Slots};
use crate::cost::CostModel;
use crate::options::Settings;

/// Which slot is to come first, second and so on; empty if the core panicked.
pub fn order_slots(view: &SlotsView, settings: &Settings) -> Vec<u32> {
    guarded(|| import(view, &settings.costs).order(&settings.options)).unwrap_or_default()
}

fn import(view: &SlotsView, costs: &CostModel) -> Slots {
    let slots = view.slots.iter().map(|row| Slot { size: row.size, align: row.align });
    let accesses = view.accesses.iter().map(|row| Access {
        slot: row.slot,
        worth: row.frequency * if row.loads { costs.reload } else { costs.store },
        partners: view.partners[row.partners.start as usize..row.partners.end as usize].to_vec(),
    });
    Slots {
        slots: slots.collect(),
        accesses: accesses.collect(),
        above: view.above,
        near: view.near,
    }
}
