//! Where a value that is in a register part of the time goes to memory and comes back.

pub mod dead_stores;
pub mod earliest;
pub mod residency;
pub mod reuse;
