//! A register allocator for LLVM as a loadable plugin.
//!
//! The crate is a core that knows nothing of LLVM and, behind the feature `plugin`, the bridge to
//! the C++ shim in `cpp/` that flattens a machine function for the core and applies its plan.

#![warn(missing_docs)]
#![deny(unsafe_op_in_unsafe_fn)]

pub mod allocate;
pub mod analysis;
pub mod assign;
#[cfg(feature = "plugin")]
mod bridge;
pub mod check;
pub mod cleanup;
pub mod cost;
pub mod limit;
pub mod model;
pub mod options;
pub mod placement;
pub mod plan;
pub mod solver;
pub mod split;
pub mod validity;
