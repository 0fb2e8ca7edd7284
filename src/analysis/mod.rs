//! Facts about a function that the phases share.

pub mod affinity;
pub mod bundles;
pub mod copies_out;
pub mod references;
