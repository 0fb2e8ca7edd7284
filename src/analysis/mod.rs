//! Facts about a function that the phases share.

pub mod affinity;
pub mod bundles;
pub mod fixed_copies;
pub mod liveness;
pub mod references;
#[cfg(test)]
mod tests;
