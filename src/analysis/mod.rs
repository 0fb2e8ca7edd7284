//! Facts about a function that the phases share.

pub mod affinity;
pub mod block_set;
pub mod bundles;
pub mod dominators;
pub mod fixed_copies;
pub mod graph;
pub mod insertion_points;
pub mod live_blocks;
pub mod liveness;
pub mod loop_forest;
pub mod pressure;
pub mod references;
pub mod register_sets;
pub mod rematerialisation;
pub mod repeated_copies;
#[cfg(test)]
mod tests;
