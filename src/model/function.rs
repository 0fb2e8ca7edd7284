//! A function as the core sees it: blocks, instructions and live ranges in flat arrays.

use super::index::{index_type, IndexVec, Span};
use super::machine::{Class, Lanes, Machine, Reg, SubIndex};
use super::point::{Point, Segment};

index_type! {
    /// A basic block, numbered in layout order.
    Block "b";
    /// An instruction that mentions a virtual register, numbered in layout order.
    Inst "i";
    /// A virtual register.
    VReg "v";
    /// A loop of the loop tree.
    Loop "l";
    /// A spill slot.
    Slot "slot";
}

/// A basic block.
#[derive(Clone, Copy, Debug)]
pub struct BlockData {
    /// The block's points.
    pub points: Segment,
    /// The first point where a copy may be put: after labels and the target's block prologue.
    pub first_split: Point,
    /// The last point where any copy may be put: before the terminators, and before the last
    /// instruction that may throw if an exceptional edge leaves the block.
    pub last_split: Point,
    /// The last point where a copy of a value may be put that is not live into the target of an
    /// exceptional edge: before the terminators.
    pub end_split: Point,
    /// Whether exceptional edges lead to it.
    pub is_landing_pad: bool,
    /// Expected executions for one execution of the function.
    pub frequency: f64,
    /// Whether it has to be executed in a frame: it calls, or refers to the stack or to a register
    /// that the function has to save.
    pub needs_frame: bool,
    /// Whether it may access the stack by way of an address that was computed elsewhere.
    pub may_touch_stack: bool,
    /// Whether it is the only block in which the function returns, needs no frame, and can be kept
    /// apart from a block before it in which the frame ends.
    pub splittable_return: bool,
    /// The innermost loop around the block.
    pub innermost: Option<Loop>,
    /// Its successors, in `Function::successors`.
    pub successors: Span,
    /// Its instructions, consecutive in `Function::insts`.
    pub insts: Span,
}

impl BlockData {
    /// Keeps all split points off the block's boundaries, so that a value that comes in or goes out
    /// covers at least one point of the block, even where no instruction is before or behind the
    /// copy.
    pub fn with_splits_inside(mut self) -> Self {
        self.first_split = self.first_split.max(Point(self.points.start.0 + 1));
        let last = Point(self.points.end.0 - 1);
        (self.last_split, self.end_split) = (self.last_split.min(last), self.end_split.min(last));
        self
    }
}

/// A loop.
#[derive(Clone, Copy, Debug)]
pub struct LoopData {
    /// The loop around it. Loops are numbered so that it has a smaller number.
    pub parent: Option<Loop>,
}

/// What kind of instruction it is, as far as allocation cares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InstKind {
    /// Nothing special.
    Plain,
    /// A register copy: a result and a source, nothing else. A source that is not read has no value, or it has
    /// that of the result already, which then saves the copy if it has the source's register.
    Copy,
}

/// An instruction.
#[derive(Clone, Copy, Debug)]
pub struct InstData {
    /// Its number; the slots of its operands are derived from it.
    pub point: Point,
    /// The block it stands in.
    pub block: Block,
    /// Its kind.
    pub kind: InstKind,
    /// Its operands, consecutive in `Function::operands`.
    pub operands: Span,
}

/// The register that an operand names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Name {
    /// A virtual register.
    Virtual(VReg),
    /// A physical register of some class of the function; only copies list these.
    Fixed(Reg),
}

/// An operand of an instruction.
#[derive(Clone, Copy, Debug)]
pub struct Operand {
    /// The register.
    pub name: Name,
    /// The part of it that is meant, if not the whole.
    pub part: Option<SubIndex>,
    /// Whether the instruction reads it.
    pub reads: bool,
    /// Whether the instruction writes it.
    pub writes: bool,
}

/// What a virtual register may become.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// Any register, split into pieces, or memory.
    Free,
    /// A piece of a split range: a register, memory, or for a few rounds smaller pieces.
    Split,
    /// A register and nothing else: it is as short as it can be.
    Register,
}

/// The live range of some lanes of a virtual register.
#[derive(Clone, Copy, Debug)]
pub struct LaneRange {
    /// The lanes.
    pub lanes: Lanes,
    /// Their segments, sorted and disjoint, in `Function::segments`.
    pub segments: Span,
}

/// A virtual register.
#[derive(Clone, Copy, Debug)]
pub struct VRegData {
    /// What the client calls it in every round; none if the client itself keeps its fate and register
    /// from one round to the next.
    pub name: Option<u32>,
    /// Its class.
    pub class: Class,
    /// What may become of it.
    pub fate: Fate,
    /// Whether its values can be recomputed wherever they are needed.
    pub rematerialisable: bool,
    /// Otherwise where the value that it has can be recomputed: segments in `Function::segments`.
    pub recomputable: Span,
    /// How many machine instructions compute a value of it again, at most; 1 if that is not known.
    pub recompute_insts: u32,
    /// Whether a value of it is computed from other virtual registers.
    pub reads_ranges: bool,
    /// Where it is live: segments in `Function::segments`.
    pub live: Span,
    /// The same per lane where lanes are tracked apart, in `Function::lane_ranges`; else empty.
    pub lane_ranges: Span,
    /// Registers the target would like, best first, in `Function::hints`.
    pub hints: Span,
    /// Whether only the hints will do.
    pub hints_only: bool,
    /// The register it had in an earlier round.
    pub assigned: Option<Reg>,
}

impl VRegData {
    /// Whether some of its values can be recomputed.
    pub fn is_recomputed(&self) -> bool {
        self.rematerialisable || !self.recomputable.is_empty()
    }
}

/// An instruction that the target encodes better if its result and one of its operands, whose range ends there,
/// have one register, though it ties neither to the other.
#[derive(Clone, Copy, Debug)]
pub struct TwoAddress {
    /// The instruction.
    pub inst: Inst,
    /// What it writes.
    pub result: VReg,
    /// What it reads.
    pub operand: VReg,
    /// Whether it takes one more instruction in different registers; else it is only longer.
    pub saves_inst: bool,
}

/// An instruction that can take in the load that computes a value: if the value is recomputed for it, and in no
/// register behind it, that takes no instruction.
#[derive(Clone, Copy, Debug)]
pub struct Fold {
    /// The instruction, which only reads the value.
    pub inst: Inst,
    /// What it reads.
    pub vreg: VReg,
}

/// An instruction that takes one more instruction if what it reads is in a costly register
/// ([`super::machine::RegData::is_costly`]).
#[derive(Clone, Copy, Debug)]
pub struct CostlyUse {
    /// The instruction.
    pub inst: Inst,
    /// What it reads.
    pub vreg: VReg,
    /// What it also reads, if it takes one more only with both in costly registers.
    pub beside: Option<VReg>,
}

/// A virtual register that could be of a class with more registers, but for a few instructions.
#[derive(Clone, Debug)]
pub struct Widening {
    /// The virtual register.
    pub vreg: VReg,
    /// The larger class.
    pub class: Class,
    /// The instructions that need the smaller class, in layout order.
    pub narrow: Vec<Inst>,
}

/// What an instruction does to a spill slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// A plain load of all of it into the instruction's only virtual register.
    Reload(Inst),
    /// A plain store to all of it of the instruction's only virtual register.
    Store(Inst),
    /// Anything else that reads it.
    Read,
    /// Anything else that may change it, and may read it.
    Overwrite,
}

/// An access to a spill slot.
#[derive(Clone, Copy, Debug)]
pub struct SlotAccess {
    /// Where the instruction stands.
    pub point: Point,
    /// The slot.
    pub slot: Slot,
    /// What happens to it.
    pub access: Access,
}

/// A function to allocate.
#[derive(Clone, Debug, Default)]
pub struct Function {
    /// Its name, for messages.
    pub name: String,
    /// The edits that were carried out on it, without those that only widen classes.
    pub round: u32,
    /// Instructions that the first spill slot adds at each end of the frame; 0 if there is one, or it adds
    /// none.
    pub first_slot_insts: u32,
    /// Whether the frame takes one more instruction at each end if an even number of registers is saved and there is
    /// no spill slot: an odd number and the return address keep the stack aligned.
    pub pads_even_saves: bool,
    /// Whether the frame takes one more instruction at each end if an even number of registers is saved, since what is
    /// on the stack only fits into the room that an odd number leaves (E224).
    pub fills_odd_saves: bool,
    /// The target.
    pub machine: Machine,
    /// The blocks in layout order.
    pub blocks: IndexVec<Block, BlockData>,
    /// The loops, parents first.
    pub loops: IndexVec<Loop, LoopData>,
    /// The successors of all blocks.
    pub successors: Vec<Block>,
    /// The instructions in layout order.
    pub insts: IndexVec<Inst, InstData>,
    /// The operands of all instructions.
    pub operands: Vec<Operand>,
    /// The virtual registers.
    pub vregs: IndexVec<VReg, VRegData>,
    /// The lane ranges of all virtual registers.
    pub lane_ranges: Vec<LaneRange>,
    /// The segments of all ranges.
    pub segments: Vec<Segment>,
    /// The hints of all virtual registers.
    pub hints: Vec<Reg>,
    /// The instructions that are better in two-address form.
    pub two_address: Vec<TwoAddress>,
    /// The instructions that can take in the load of a value.
    pub folds: Vec<Fold>,
    /// The uses that had better not be in a costly register, in layout order.
    pub costly_uses: Vec<CostlyUse>,
    /// The virtual registers that few instructions keep in a small class, in order.
    pub widenings: Vec<Widening>,
    /// The accesses to spill slots that earlier rounds put into the code, in layout order.
    pub slot_accesses: Vec<SlotAccess>,
}

impl Function {
    /// The successors of a block.
    pub fn successors_of(&self, block: Block) -> &[Block] {
        &self.successors[self.blocks[block].successors.range()]
    }

    /// The blocks that lead to a block, each once. Found by a look at all blocks.
    pub fn predecessors_of(&self, block: Block) -> impl Iterator<Item = Block> + '_ {
        self.blocks.indices().filter(move |&from| self.successors_of(from).contains(&block))
    }

    /// The operands of an instruction.
    pub fn operands_of(&self, inst: Inst) -> &[Operand] {
        &self.operands[self.insts[inst].operands.range()]
    }

    /// Where a virtual register is live.
    pub fn live(&self, vreg: VReg) -> &[Segment] {
        &self.segments[self.vregs[vreg].live.range()]
    }

    /// Where the value of a virtual register can be recomputed, if not everywhere.
    pub fn recomputable(&self, vreg: VReg) -> &[Segment] {
        &self.segments[self.vregs[vreg].recomputable.range()]
    }

    /// The lane ranges of a virtual register; empty if its lanes live and die together.
    pub fn lane_ranges_of(&self, vreg: VReg) -> &[LaneRange] {
        &self.lane_ranges[self.vregs[vreg].lane_ranges.range()]
    }

    /// The block that a point lies in.
    pub fn block_at(&self, point: Point) -> Block {
        let after =
            self.blocks.iter().as_slice().partition_point(|block| block.points.end <= point);
        Block(after as u32)
    }
}
