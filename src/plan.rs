//! What the core decides: an edit of the code, or a register for each range.
//!
//! A round ends with one [`Decision`]. An edit is written down before anything is changed, and the
//! client then carries it out in one go.

use crate::log::{Event, Placed, SplitReason, Transfer};
use crate::model::function::{Block, Function, Inst, VReg};
use crate::model::index::{Idx, IndexVec};
use crate::model::machine::Reg;

/// What was decided about a function in one round.
#[derive(Clone, PartialEq, Debug)]
pub enum Decision {
    /// The code has to be edited, and another round follows.
    Edit(Edit),
    /// Every range has its register.
    Assign(Allocation),
    /// No place was found for some range, and LLVM has to find one.
    Failed(Failure),
}

impl Decision {
    /// The edit, if it is one.
    pub fn edit(&self) -> Option<&Edit> {
        match self {
            Self::Edit(edit) => Some(edit),
            _ => None,
        }
    }
}

/// What an edit is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// Ranges get a larger class; nothing else may be decided before that is carried out.
    Widen,
    /// Pressure is brought under capacity.
    Limit,
    /// Ranges that found no register are split or go to memory.
    Assign,
}

/// Ranges that are cut or go to memory.
#[derive(Clone, PartialEq, Debug)]
pub struct Edit {
    /// What it is for.
    pub purpose: Purpose,
    /// Per virtual register of the function, and then per piece, where it goes.
    pub places: IndexVec<VReg, Place>,
    /// The ranges to cut, each once.
    pub splits: Vec<Split>,
}

impl Edit {
    /// Whether a range, or a piece of one, goes to memory.
    pub fn is_in_memory(&self, vreg: VReg) -> bool {
        self.places[vreg] == Place::Memory
    }

    /// How many ranges and pieces go to memory.
    pub fn in_memory(&self) -> usize {
        self.places.iter().filter(|&&place| place == Place::Memory).count()
    }
}

/// Where the range of a virtual register goes in an edit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// In a register, which it keeps in the next round unless new code is in its way.
    Register(Reg),
    /// In memory, but for short ranges around its references.
    Memory,
    /// To be decided in a later round.
    Later,
    /// In the pieces that a split made of it.
    Pieces,
}

/// A point at which a value moves from one piece to another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Site {
    /// After the labels of a block.
    BlockStart(Block),
    /// At the last place of a block where any copy may be put.
    BlockEnd(Block),
    /// Before the terminators of a block that an exceptional edge leaves before.
    BeforeTerminators(Block),
    /// Before an instruction.
    Before(Inst),
    /// After an instruction.
    After(Inst),
}

impl Site {
    /// The block in which it is.
    pub fn block(self, function: &Function) -> Block {
        match self {
            Self::BlockStart(block) | Self::BlockEnd(block) | Self::BeforeTerminators(block) => {
                block
            }
            Self::Before(inst) | Self::After(inst) => function.insts[inst].block,
        }
    }
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

impl Split {
    /// The event for the log, with the registers of the pieces.
    pub fn event(
        &self,
        function: &Function,
        reason: SplitReason,
        reg: impl Fn(VReg) -> Option<Reg>,
    ) -> Event {
        let SplitReason { why, price, rest, others } = reason;
        let placed = |&piece: &VReg| Placed { range: piece, reg: reg(piece) };
        Event::Split {
            range: self.vreg,
            why,
            price,
            rest,
            others,
            pieces: self.pieces.iter().map(placed).collect(),
            remainder: self.remainder,
            moves: self.moves.iter().map(|motion| Transfer::of(function, motion)).collect(),
        }
    }
}

/// A register for each range, and the spill code that is not needed then.
#[derive(Clone, PartialEq, Debug)]
pub struct Allocation {
    /// Per virtual register its register.
    pub registers: IndexVec<VReg, Reg>,
    /// The reloads that are not needed.
    pub reuses: Vec<Reuse>,
    /// The stores to spill slots that nobody reads, if the reuses are carried out too.
    pub dead_stores: Vec<Inst>,
    /// The block in which the frame begins if it is marked as one that needs a frame.
    pub frame_mark: Option<Block>,
}

/// A reload of what a register still holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reuse {
    /// The reload, which becomes a copy, or nothing if it loads into the same virtual register.
    pub inst: Inst,
    /// The virtual register whose value is still in its register.
    pub holder: VReg,
}

/// The ranges for which no place was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The ranges and pieces, in order; at least one.
    pub unplaced: Vec<VReg>,
    /// How many ranges and pieces there are.
    pub ranges: usize,
}

/// A decision while it is made.
///
/// The builder numbers pieces: `names` says what those of the next split will be called, and
/// `add_split` takes them in that order.
#[derive(Clone, Debug)]
pub struct Builder {
    places: IndexVec<VReg, Option<Place>>,
    splits: Vec<Split>,
    /// Whether some range goes to memory.
    spills: bool,
}

impl Builder {
    /// Nothing is decided.
    pub fn new(function: &Function) -> Self {
        let places = IndexVec::filled(None, function.vregs.len());
        Self { places, splits: Vec::new(), spills: false }
    }

    /// The next names for pieces and remainder of a split.
    pub fn names<const N: usize>(&self) -> [VReg; N] {
        std::array::from_fn(|number| VReg::new(self.places.len() + number))
    }

    /// Decides where a range or a piece goes.
    pub fn place(&mut self, vreg: VReg, place: Place) {
        self.places[vreg] = Some(place);
        self.spills |= place == Place::Memory;
    }

    /// Cuts a range, of which the pieces and the remainder have the next names. Where those go is
    /// undecided.
    pub fn add_split(&mut self, split: Split) {
        let added = split.pieces.len() + 1;
        debug_assert!(split.pieces.iter().chain([&split.remainder]).all(|piece| {
            (self.places.len()..self.places.len() + added).contains(&piece.index())
        }));
        (0..added).for_each(|_| {
            self.places.push(None);
        });
        self.place(split.vreg, Place::Pieces);
        self.splits.push(split);
    }

    /// Whether it was cut.
    pub fn is_cut(&self, vreg: VReg) -> bool {
        self.places[vreg] == Some(Place::Pieces)
    }

    /// The splits so far.
    pub fn splits(&self) -> &[Split] {
        &self.splits
    }

    /// The splits, to put them in another order.
    pub fn splits_mut(&mut self) -> &mut Vec<Split> {
        &mut self.splits
    }

    /// Whether what was decided so far changes the code.
    pub fn edits_code(&self) -> bool {
        self.spills || !self.splits.is_empty()
    }

    /// The edit, with all that is undecided left to a later round; none if nothing changes the code.
    pub fn edit(self, purpose: Purpose) -> Option<Edit> {
        if !self.edits_code() {
            return None;
        }
        let later = |place: &Option<Place>| place.unwrap_or(Place::Later);
        let places = self.places.iter().map(later).collect();
        Some(Edit { purpose, places, splits: self.splits })
    }

    /// The decision after registers were assigned: an edit if something changes the code, else a
    /// register for each range. It failed if something is undecided.
    pub fn decide(self) -> Decision {
        let ranges = self.places.len();
        let undecided = |(vreg, place): (VReg, &Option<Place>)| match place {
            None => Some(vreg),
            Some(_) => None,
        };
        let unplaced: Vec<VReg> = self.places.enumerate().filter_map(undecided).collect();
        if !unplaced.is_empty() {
            return Decision::Failed(Failure { unplaced, ranges });
        }
        let register = |place: &Option<Place>| match place {
            Some(Place::Register(reg)) => Some(*reg),
            _ => None,
        };
        match self.places.iter().map(register).collect::<Option<Vec<Reg>>>() {
            Some(registers) => Decision::Assign(Allocation {
                registers: IndexVec::from(registers),
                reuses: Vec::new(),
                dead_stores: Vec::new(),
                frame_mark: None,
            }),
            None => {
                let places = self.places.iter().filter_map(|place| *place).collect();
                Decision::Edit(Edit { purpose: Purpose::Assign, places, splits: self.splits })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::text::parse;

    /// %0 and %1.
    fn builder() -> Builder {
        let text = "reg r0\nclass g r0\nfunction f\nblock b0 1\n  loadI 1 => %0\n  \
                    loadI 2 => %1\n  store %0, %1\n  ret\n";
        Builder::new(&parse(text).unwrap().function)
    }

    fn split(vreg: u32, [piece, remainder]: [VReg; 2]) -> Split {
        let pieces = vec![piece];
        Split { vreg: VReg(vreg), remainder, pieces, renames: Vec::new(), moves: Vec::new() }
    }

    #[test]
    fn nothing_decided_is_no_edit_and_a_failure_of_all() {
        assert_eq!(builder().edit(Purpose::Limit), None);
        let failure = Failure { unplaced: vec![VReg(0), VReg(1)], ranges: 2 };
        assert_eq!(builder().decide(), Decision::Failed(failure));
    }

    #[test]
    fn an_edit_leaves_what_is_undecided_to_later_rounds() {
        let mut builder = builder();
        builder.place(VReg(1), Place::Memory);
        let edit = builder.edit(Purpose::Limit).unwrap();
        assert_eq!(edit.places.iter().as_slice(), [Place::Later, Place::Memory]);
        assert!(edit.is_in_memory(VReg(1)) && edit.in_memory() == 1);
    }

    #[test]
    fn pieces_are_numbered_one_split_after_the_other() {
        let mut builder = builder();
        assert_eq!(builder.names(), [VReg(2), VReg(3)]);
        builder.add_split(split(0, builder.names()));
        assert_eq!(builder.names(), [VReg(4), VReg(5)]);
        builder.add_split(split(1, builder.names()));
        builder.place(VReg(3), Place::Memory);
        let places = [Place::Pieces, Place::Pieces, Place::Later, Place::Memory];
        let edit = builder.edit(Purpose::Widen).unwrap();
        assert_eq!(edit.places.iter().as_slice()[..4], places);
        assert_eq!(edit.splits.len(), 2);
    }

    #[test]
    fn an_edit_of_assignment_has_a_place_for_each_piece() {
        let mut builder = builder();
        builder.place(VReg(1), Place::Register(Reg(0)));
        builder.add_split(split(0, builder.names()));
        builder.place(VReg(2), Place::Register(Reg(0)));
        let failure = Failure { unplaced: vec![VReg(3)], ranges: 4 };
        assert_eq!(builder.clone().decide(), Decision::Failed(failure));
        builder.place(VReg(3), Place::Memory);
        let decision = builder.decide();
        assert_eq!(decision.edit().map(|edit| edit.purpose), Some(Purpose::Assign));
        assert_eq!(decision.edit().map(Edit::in_memory), Some(1));
    }

    #[test]
    fn a_register_for_each_range_is_an_allocation() {
        let mut builder = builder();
        builder.place(VReg(0), Place::Register(Reg(0)));
        builder.place(VReg(1), Place::Register(Reg(0)));
        let Decision::Assign(allocation) = builder.decide() else { panic!("nothing is edited") };
        assert_eq!(allocation.registers.iter().as_slice(), [Reg(0); 2]);
    }
}
