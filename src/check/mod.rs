//! Does every instruction read what it named before allocation?
//!
//! The shim reduces a function before and after allocation to one program over *values*, the parts
//! of virtual and fixed registers as they were named before, and *locations*, the units of registers
//! and the parts of stack slots that hold them afterwards. A read fails where the location does not
//! hold the value on all paths (the idea of regalloc2's and Cranelift's checkers; what is held is
//! that of an available expressions analysis, Kildall 1973). Nothing in here knows what the allocator
//! did.
//!
//! `order` puts the steps in an order in which dominance is a matter of numbers, `writes` lists where
//! each location and value is written, and `held` and `undefined` answer for one location or value at
//! one place by walking back from write to write. What nobody reads costs nothing.

mod flow;
mod goals;
mod held;
mod order;
mod program;
#[cfg(test)]
mod reference;
mod report;
#[cfg(test)]
mod tests;
mod undefined;
mod writes;

pub use flow::check;
pub use program::{Block, BlockSteps, Edge, Exit, Location, Place, Program, Step, Value};
pub use report::Fault;
