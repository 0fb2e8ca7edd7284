//! Where a value that is in a register part of the time goes to memory and comes back.

pub mod earliest;
pub mod incremental_cut;
pub mod min_cut;
pub mod residency;
