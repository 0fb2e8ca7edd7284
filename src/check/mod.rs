//! Does every instruction read what it named before allocation?
//!
//! The shim reduces a function before and after allocation to one program over *values*, the parts
//! of virtual and fixed registers as they were named before, and *locations*, the units of registers
//! and the parts of stack slots that hold them afterwards. Running that program on sets of values
//! finds every read of a location that does not hold the value on all paths (the idea of
//! regalloc2's and Cranelift's checkers; the sets are those of an available expressions analysis,
//! Kildall 1973). Nothing in here knows what the allocator did.

mod flow;
mod program;
mod report;
mod sets;
#[cfg(test)]
mod tests;

pub use flow::check;
pub use program::{Block, BlockSteps, Edge, Exit, Location, Place, Program, Step, Value};
pub use report::Fault;
