//! What can be noted.

use super::field::{Field, RangeNames, RegNames, Value};
use super::OTHERS;
use crate::analysis::register_sets::RegSet;
use crate::model::function::{Function, VReg};
use crate::model::machine::Reg;
use crate::model::point::Point;
use crate::plan::{Move, Site};

/// A range with a price, per execution of the function.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Priced {
    /// The range.
    pub range: VReg,
    /// What it costs.
    pub price: f64,
}

/// A range that could have left registers in the stead of another.
#[derive(Clone, PartialEq, Debug)]
pub struct Alternative {
    /// The range.
    pub range: VReg,
    /// The ranges that would have had to leave with it.
    pub with: Vec<VReg>,
    /// What all of them would have cost.
    pub price: f64,
}

impl Alternative {
    /// Keeps as many as are named beside a range that leaves registers, the cheapest first.
    pub fn keep_cheapest(all: &mut Vec<Self>) {
        all.sort_by(|a, b| a.price.total_cmp(&b.price).then(a.range.cmp(&b.range)));
        all.truncate(OTHERS);
    }
}

/// A range with its register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placed {
    /// The range.
    pub range: VReg,
    /// The register; none if it is still to be found.
    pub reg: Option<Reg>,
}

/// A copy between two pieces of a split range: a load if it is from memory, a store if it is to memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Transfer {
    /// Where it stands.
    pub at: Point,
    /// The piece that it reads.
    pub from: VReg,
    /// The piece that it writes.
    pub to: VReg,
}

impl Transfer {
    /// The copy of a split.
    pub fn of(function: &Function, motion: &Move) -> Self {
        let at = match motion.site {
            Site::BlockStart(block) => function.blocks[block].points.start,
            Site::BlockEnd(block) => function.blocks[block].last_split,
            Site::BeforeTerminators(block) => function.blocks[block].end_split,
            Site::Before(inst) => function.insts[inst].point.base(),
            Site::After(inst) => function.insts[inst].point.register(),
        };
        Self { at, from: motion.from, to: motion.to }
    }
}

/// Why a range is cut, and what that costs; see [`Event::Split`].
#[derive(Clone, PartialEq, Debug)]
pub struct SplitReason {
    /// Why it does not stay whole.
    pub why: Why,
    /// What the split itself costs.
    pub price: f64,
    /// What the remainder costs in memory beside that.
    pub rest: f64,
    /// What could have left registers in its stead.
    pub others: Vec<Alternative>,
}

impl SplitReason {
    /// A split whose remainder has its place, and in whose stead nothing could have been cut.
    pub fn new(why: Why, price: f64) -> Self {
        Self { why, price, rest: 0.0, others: Vec::new() }
    }
}

/// Defines an enumeration with a name for each value.
macro_rules! reasons {
    ($(#[$doc:meta])* $type:ident { $($(#[$value_doc:meta])* $value:ident $name:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum $type {
            $($(#[$value_doc])* $value,)*
        }

        impl $type {
            /// The names of all, in the order of their definition.
            pub const NAMES: &'static [&'static str] = &[$($name,)*];

            /// Its name in texts and in JSON.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$value => $name,)*
                }
            }
        }
    };
}

reasons! {
    /// Why something was decided.
    Why {
        /// More was live than there are registers.
        Pressure "pressure",
        /// Few instructions need the smaller class of the range.
        SmallClass "small class",
        /// No register is free for all of the range, and none is held by ranges that are worth less.
        NoRegister "no register",
        /// It is not worth the callee-saved registers that are free.
        CalleeSaved "callee-saved registers",
        /// To compute its values where they are needed takes fewer instructions.
        FewerInsts "fewer instructions",
        /// The range is worth more than those that hold the register, for each point of it.
        Weight "weight",
        /// Those that hold the register cost less in memory.
        SpillCost "spill cost",
        /// The one that has the register within the block is used again later.
        NextUse "next use",
        /// Its copies go if it has the register.
        Hint "hint",
        /// Only what is in the frame needs a callee-saved register.
        Frame "frame",
        /// No register that costs nothing more is free for all of the range, but one of two always is.
        Handover "handover",
    }
}

/// Defines the events with the names that they and their fields have in JSON.
macro_rules! events {
    ($(
        $(#[$doc:meta])*
        $event:ident $name:literal { $($(#[$field_doc:meta])* $field:ident: $type:ty,)* }
    )*) => {
        /// What was decided or found.
        #[derive(Clone, PartialEq, Debug)]
        pub enum Event {
            $($(#[$doc])* $event { $($(#[$field_doc])* $field: $type,)* },)*
        }

        impl Event {
            /// The names of all events, in the order of their definition.
            pub const NAMES: &'static [&'static str] = &[$($name,)*];

            /// Its name in JSON.
            pub fn name(&self) -> &'static str {
                match self {
                    $(Self::$event { .. } => $name,)*
                }
            }

            /// Calls `visit` with the names and values of its fields.
            pub(super) fn visit_fields(&self, mut visit: impl FnMut(&'static str, Value<'_>)) {
                match self {
                    $(Self::$event { $($field,)* } => {
                        $(visit(stringify!($field), $field.value());)*
                    })*
                }
            }

            /// Calls ranges and registers by other names.
            pub(super) fn rename(&mut self, range: RangeNames, reg: RegNames) {
                match self {
                    $(Self::$event { $($field,)* } => {
                        $($field.rename(range, reg);)*
                    })*
                }
            }
        }
    };
}

events! {
    /// More is live at a cell than there are registers, before anything leaves them.
    Over "over" {
        /// The register set.
        set: RegSet,
        /// The cell.
        at: Point,
        /// The registers that what is live takes.
        held: i32,
        /// The registers that fixed values, or a call, leave.
        capacity: i32,
    }
    /// What it costs to take each of some ranges out of registers at a cell.
    Candidates "candidates" {
        /// The register set.
        set: RegSet,
        /// The cell that is most over capacity.
        at: Point,
        /// By how many registers it is now.
        excess: i32,
        /// In the order of their prices.
        offers: Vec<Priced>,
    }
    /// A range leaves registers around a cell.
    Leave "leave" {
        /// The range.
        range: VReg,
        /// The cell.
        at: Point,
        /// What it costs more than before, per execution of the function.
        price: f64,
    }
    /// So much was tried that the rest is left to assignment.
    Exhausted "exhausted" {}
    /// A range comes back to registers throughout, as others that left since are enough.
    PutBack "put-back" {
        /// The range.
        range: VReg,
        /// What that saves.
        price: f64,
    }
    /// A range comes back to registers throughout, and others leave instead.
    Exchange "exchange" {
        /// The range.
        range: VReg,
        /// What it cost.
        price: f64,
        /// The others, and what each costs.
        instead: Vec<Priced>,
    }
    /// A range is out of registers at fewer places.
    Retreat "retreat" {
        /// The range.
        range: VReg,
        /// What it cost.
        before: f64,
        /// What it costs now.
        price: f64,
    }
    /// All that left registers comes back, and leaves where the prices of registers say.
    Prices "prices" {
        /// What the loads and stores cost before.
        before: f64,
        /// What they cost now.
        price: f64,
        /// No plan costs less.
        bound: f64,
    }
    /// A range is cut.
    Split "split" {
        /// The range.
        range: VReg,
        /// Why it does not stay whole.
        why: Why,
        /// What the split itself costs: of LIMIT's its loads and stores, of others its copies.
        price: f64,
        /// What the remainder costs in memory beside that, if it still has to find a register; else 0.
        rest: f64,
        /// The pieces, without the remainder.
        pieces: Vec<Placed>,
        /// What is left of it.
        remainder: VReg,
        /// The copies, in the order in which they execute where sites coincide.
        moves: Vec<Transfer>,
        /// Of a split of LIMIT's, the cheapest ranges that could have left registers in its stead.
        others: Vec<Alternative>,
    }
    /// A range goes to memory, but for short ranges around its references.
    Memory "memory" {
        /// The range.
        range: VReg,
        /// Why.
        why: Why,
        /// What it costs then.
        price: f64,
        /// Whether it is recomputed wherever it is needed, and so neither stored nor loaded.
        recomputed: i32,
        /// The cheapest ranges that could have left registers in its stead.
        others: Vec<Alternative>,
    }
    /// A range takes the register of others, which wait for another place.
    Evict "evict" {
        /// The range.
        range: VReg,
        /// The register.
        reg: Reg,
        /// Why it may.
        why: Why,
        /// What the range is worth by that measure.
        worth: f64,
        /// Those that lose the register, and what they are worth.
        holders: Vec<Priced>,
    }
    /// Others move to registers that are free for them, so that a range gets one.
    MakeRoom "make-room" {
        /// The range.
        range: VReg,
        /// Its register.
        reg: Reg,
        /// The others, with their new registers.
        moved: Vec<Placed>,
    }
    /// A range that must have a register moves others.
    LastChance "last-chance" {
        /// The range.
        range: VReg,
        /// Those that have none now.
        evicted: Vec<VReg>,
    }
    /// A range has a callee-saved register, which costs less than to do without.
    CalleeSaved "callee-saved" {
        /// The range.
        range: VReg,
        /// The register.
        reg: Reg,
        /// What the register adds to the price of saving.
        saving: f64,
        /// What the range would cost without; at least that.
        price: f64,
    }
    /// A range is not worth the callee-saved register that it could have, and waits for others to share it.
    Postpone "postpone" {
        /// The range.
        range: VReg,
        /// The register.
        reg: Reg,
        /// What the register adds to the price of saving.
        saving: f64,
        /// What the range costs without.
        price: f64,
    }
    /// Ranges share a callee-saved register that none of them is worth alone.
    Share "share" {
        /// The register.
        reg: Reg,
        /// The ranges.
        ranges: Vec<VReg>,
    }
    /// Ranges change registers once all have one, so that copies go.
    Recolour "recolour" {
        /// One of the copy's operands.
        range: VReg,
        /// What that saves.
        price: f64,
        /// Who has another register now.
        moved: Vec<Placed>,
    }
    /// A range has its register.
    Register "register" {
        /// The range.
        range: VReg,
        /// The register.
        reg: Reg,
    }
    /// A reload goes, or becomes a copy, as a register still holds the value.
    Reuse "reuse" {
        /// The reload.
        at: Point,
        /// The range that still has the value in its register.
        holder: VReg,
    }
    /// A store goes, as nobody reads it.
    DeadStore "dead-store" {
        /// The store.
        at: Point,
    }
    /// A block is marked as one that needs a frame, so that paths past it execute no prologue.
    FrameMark "frame-mark" {
        /// Where the block begins.
        at: Point,
    }
    /// An edit was carried out, and a piece or a part of one has this name.
    Piece "piece" {
        /// The piece.
        range: VReg,
        /// The range that was cut, or the piece that fell apart.
        of: VReg,
    }
    /// The function is left to another allocator.
    Refused "refused" {
        /// Why.
        reason: String,
    }
}
