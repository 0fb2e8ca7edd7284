//! What splitting a range needs and keeps for the next one.

use crate::analysis::bundles::Bundles;
use crate::model::function::Function;
use crate::solver::max_flow::Scratch;

/// Made when the first range is split.
pub struct Workspace {
    /// The block boundaries that have one location.
    pub bundles: Bundles,
    /// Room for the searches of minimum cuts.
    pub room: Scratch,
}

impl Workspace {
    /// That of a function.
    pub fn of(function: &Function) -> Self {
        Self { bundles: Bundles::compute(function), room: Scratch::default() }
    }
}
