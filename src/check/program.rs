//! What the checker runs: a function reduced to what moves values.

use crate::model::index::{index_type, IndexVec, Span};

index_type! {
    /// A part of a register as the function named it before allocation.
    Value "v";
    /// What can hold values: a unit of a register, a part of a stack slot, or an expression that
    /// the allocator may compute again.
    Location "l";
    /// A basic block, in layout order; the first is the entry.
    Block "b";
}

/// An instruction, for messages: the shim's number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place(pub u32);

/// What one instruction does, in the order in which it does it. Spans of pairs lie in
/// `Program::pairs`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Reads: each location must hold its value.
    Read(Span),
    /// Reads of an operation whose operands can be exchanged, as `Read`: all of one of the two.
    ReadEither {
        /// The reads in the order of the function; those that are reported.
        first: Span,
        /// The reads with operands exchanged.
        second: Span,
    },
    /// Writes: each location holds its values and nothing else. What the values were before is
    /// gone everywhere.
    Write(Span),
    /// Each location holds its value besides what it holds, as it was just copied from where a
    /// `Read` was: a register may have one unit for parts of which another has several.
    Hold(Span),
    /// Each location holds nothing.
    Clobber(Span),
    /// Locations that are copied to others: per pair of target and source, the target holds what
    /// all its sources held, at once for all pairs.
    Move(Span),
    /// A value that may have been computed again: where every location of `inputs` holds its value,
    /// each target of `results` also holds what its source does.
    Recompute {
        /// As for `Read`.
        inputs: Span,
        /// As for `Move`.
        results: Span,
    },
    /// A copy in the function itself: whatever holds a value of the second kind holds the one
    /// beside it too, whose own former holders are gone.
    Alias(Span),
    /// The values are no longer defined: every location will do.
    Undefine(Span),
    /// An exceptional edge may leave here.
    Throw,
}

impl Step {
    /// The pairs of what it writes.
    pub fn changes(self) -> Span {
        match self {
            Self::Write(pairs) | Self::Hold(pairs) | Self::Clobber(pairs) => pairs,
            Self::Move(pairs) | Self::Recompute { results: pairs, .. } => pairs,
            Self::Alias(pairs) | Self::Undefine(pairs) => pairs,
            Self::Read(_) | Self::ReadEither { .. } | Self::Throw => Span::default(),
        }
    }
}

/// Two numbers whose meaning the step gives: (location, value) for the reads, `Write` and `Hold`, (location, 0)
/// for `Clobber`, (target, source) locations for `Move`, (new value, old value) for `Alias`,
/// (value, 0) for `Undefine`.
pub type Pair = (u32, u32);

/// Where a block's successor is entered from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// The end of the block.
    End,
    /// The last `Step::Throw`, or the end if there is none.
    Throw,
}

/// An edge of the flow graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edge {
    /// Where it leads.
    pub to: Block,
    /// Where it leaves.
    pub exit: Exit,
}

/// A block's steps and edges.
#[derive(Clone, Copy, Debug)]
pub struct BlockSteps {
    /// Its steps, in `Program::steps`.
    pub steps: Span,
    /// Its edges, in `Program::edges`.
    pub edges: Span,
}

/// A function before and after allocation.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The number of values.
    pub values: usize,
    /// The number of locations.
    pub locations: usize,
    /// The blocks.
    pub blocks: IndexVec<Block, BlockSteps>,
    /// The steps of all blocks, each with the instruction that it belongs to.
    pub steps: Vec<(Place, Step)>,
    /// The pairs of all steps.
    pub pairs: Vec<Pair>,
    /// The edges of all blocks.
    pub edges: Vec<Edge>,
}

impl Program {
    /// The pairs of a step.
    pub fn pairs_of(&self, span: Span) -> &[Pair] {
        &self.pairs[span.range()]
    }
}
