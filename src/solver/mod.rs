//! Network flow: maximum flow to a growing set of sinks, and minimum cuts.

pub mod max_flow;
pub mod min_cut;
pub mod source_side;
