//! What the core decides: the plan that the shim carries out once.

use crate::model::function::{Block, Inst, VReg};
use crate::model::machine::Reg;

/// Where the range of a virtual register ends up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// In a register.
    Register(Reg),
    /// In memory, but for short ranges around its references.
    Memory,
    /// To be decided when the function was flattened again.
    Later,
    /// In the pieces that a split made of it.
    Pieces,
}

/// A point at which a value moves from one piece to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Site {
    /// After the labels of a block.
    BlockStart(Block),
    /// At the last place of a block where a copy may be put.
    BlockEnd(Block),
    /// Before an instruction.
    Before(Inst),
    /// After an instruction.
    After(Inst),
}

/// A copy between two pieces of a split range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    /// Where the copy goes.
    pub site: Site,
    /// The piece it reads.
    pub from: VReg,
    /// The piece it writes.
    pub to: VReg,
}

/// A live range cut into pieces. The pieces are numbered after the function's virtual registers.
#[derive(Clone, PartialEq, Debug)]
pub struct Split {
    /// The range that is cut.
    pub vreg: VReg,
    /// What is left of it outside the other pieces; all references that `renames` leaves out.
    pub remainder: VReg,
    /// The pieces, without the remainder.
    pub pieces: Vec<VReg>,
    /// The instructions that refer to a piece instead of the remainder.
    pub renames: Vec<(Inst, VReg)>,
    /// The copies between the pieces, in the order in which they execute where sites coincide.
    pub moves: Vec<Move>,
}

/// A reload of what a register still holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reuse {
    /// The reload, which becomes a copy, or nothing if it loads into the same virtual register.
    pub inst: Inst,
    /// The virtual register whose value is still in its register.
    pub holder: VReg,
}

/// Everything that was decided about a function in one round.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Plan {
    /// Per virtual register of the function, and then per piece, where it goes; `None` if no place
    /// was found, and then LLVM has to find one.
    pub places: Vec<Option<Place>>,
    /// The ranges to cut.
    pub splits: Vec<Split>,
    /// The reloads that are not needed; only where every range has its register.
    pub reuses: Vec<Reuse>,
    /// The stores to spill slots that nobody reads, if the reuses are carried out too.
    pub dead_stores: Vec<Inst>,
}

impl Plan {
    /// Whether carrying it out changes the code, so that another round has to follow.
    pub fn edits_code(&self) -> bool {
        self.places.contains(&Some(Place::Memory)) || !self.splits.is_empty()
    }

    /// The ranges for which no place was found.
    pub fn failures(&self) -> usize {
        self.places.iter().filter(|place| place.is_none()).count()
    }
}
