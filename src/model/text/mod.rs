//! A text form of functions in the style of ILOC, so that the core can be tested and shown without
//! LLVM.
//!
//! The machine comes first, then the function; `#` begins a comment:
//!
//! ```text
//! reg r0
//! reg r1 saved 1 cost 1        # first use saves group 1; one byte more in an instruction
//! reg r2 saved 2 paired 1      # the same for group 2; one instruction saves two of file 1
//! reg r3 costly                # `costly` uses take one more instruction in it
//! saved-anyway 0 1             # of those saved one by one none is saved anyway, of file 1 one
//! first-slot 1                 # the first spill slot adds 1 instruction at each end of the frame
//! pads-even-saves              # so does an even number of saved registers if there is no slot
//! fills-odd-saves              # and here for what is on the stack, which an odd number has room for
//! reg d0 of r0 r1              # made of the units of others
//! class g r0 r1                # in order of preference
//! part lo d0=r0                # d0's part `lo` is r0
//! mask m0 r1                   # what a call with this mask preserves
//! function f
//! loop l0                      # `loop l1 in l0` for one within it
//! range %0 g remat hints r1    # also: split, register, only, at r1, wide h: it could be of class h
//! range %1 g remat 2           # 2 machine instructions compute it again
//! block b0 1 -> b1             # frequency, `in l0`, successors
//!   touches                    # it may access the stack by way of an address
//!   returns                    # a block that returns and can be split in front
//!   first                      # copies may be put from here on; else from the beginning
//!   loadI 8 => %0              # sources, immediate values last, then results
//!   i2i %0 => r0               # a copy
//!   i2i? %0 => %1              # a copy whose source is not read
//!   spill %0, 1                # a store to spill slot 1; `reload 1 => %0` loads from it
//!   peek 1                     # anything else that reads it
//!   overwrite 1                # anything else that may change the slot
//!   call r0 => r0 keeps m0
//!   two-address %2 %0            # the next instruction is shorter if both have one register, or
//!                                # with `saves` behind them takes an instruction less
//!   folds %0                     # the next instruction can take in the load of a `remat` range
//!   costly %0                    # the next instruction takes one more if its range is in a `costly` register,
//!                                # or both of two ranges
//!   narrow %0                    # the next instruction needs the smaller class of a `wide` range
//!   remat %0                     # its value can be recomputed from here to its next definition
//!   last                       # copies may be put until here; else until the terminator
//!   jump
//! ```
//!
//! Writing a part of a range reads the rest of it.

mod parse;
mod print;
mod recompute;

use super::function::{Block, Function, Inst};
use super::index::{Idx, IndexVec};
use super::machine::{Class, Mask, Reg, SubIndex};
use super::point::Point;
pub use parse::{parse, Problem, TextError};
pub use print::{print, print_decision, print_edit};

/// The opcode of a register copy.
const COPY: &str = "i2i";
/// The opcode of one whose source is not read.
const UNREAD_COPY: &str = "i2i?";
/// The opcodes of a store to a spill slot, a load from one, and what else reads or changes one.
const SPILL: &str = "spill";
const RELOAD: &str = "reload";
const PEEK: &str = "peek";
const OVERWRITE: &str = "overwrite";
/// Opcodes that end a block.
const TERMINATORS: [&str; 3] = ["jump", "cbr", "ret"];

/// What an instruction does, which allocation does not ask.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opcode {
    /// Its name.
    pub name: String,
    /// Its constant operands.
    pub immediates: Vec<i64>,
}

/// The names that the model has numbers for.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// Of registers.
    pub regs: IndexVec<Reg, String>,
    /// Of classes.
    pub classes: IndexVec<Class, String>,
    /// Of masks.
    pub masks: IndexVec<Mask, String>,
    /// Of parts.
    pub parts: IndexVec<SubIndex, String>,
    /// Of instructions.
    pub opcodes: IndexVec<Inst, Opcode>,
}

/// A function with the names it is printed with.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The function.
    pub function: Function,
    /// Its names.
    pub names: Names,
}

impl Program {
    /// Where copies may be put at the latest if the text does not say so: before the first
    /// terminator.
    fn default_last_split(&self, block: Block) -> Point {
        let data = &self.function.blocks[block];
        data.insts
            .range()
            .map(Inst::new)
            .find(|&inst| TERMINATORS.contains(&self.names.opcodes[inst].name.as_str()))
            .map_or(data.points.end, |inst| self.function.insts[inst].point)
    }
}

#[cfg(test)]
mod tests {
    use super::{parse, print};

    const TEXT: &str = "reg r0 costly\nreg r1 saved 1 paired 1 cost 2\nreg d0 of r0 r1\nsaved-anyway 0 3\nfirst-slot 1\npads-even-saves\nfills-odd-saves\nclass g r0 r1\nclass p d0\n\
        part lo d0=r0\nmask m0 r1\n\nfunction f\nloop l0\nloop l1 in l0\n\
        range %0 g remat 2 hints r1 r0 only at r1\nrange %1 p split wide g\nrange %2 g register\n\
        block b0 1 -> b1 b1\n  touches\n  first\n  loadI 8 => %0\n  narrow %1\n  i2i %1.lo => r0\n  i2i? %0 => %2\n  \
        call r0 => r0 keeps m0\n  last\n  two-address %2 %0 saves\n  two-address %2 %1\n  folds %1\n  costly %0\n  costly %0 %1\n  loadAI %0, 8 => %2\n  jump\nblock b1 2.5 in l1\n  \
        returns\n  ret %2\n";

    #[test]
    fn what_is_printed_is_what_was_read() {
        let program = parse(TEXT).unwrap();
        assert_eq!(print(&program), TEXT);
    }

    #[test]
    fn errors_name_the_line() {
        let errors = [
            ("reg r0\nclass g r9\n", "line 2: there is no register `r9`"),
            ("block b0 1\n", "line 1: a block before the line `function`"),
            ("reg r0\nclass g r0\nfunction f\nblock b0 x\n", "line 4: `x` is not a number"),
            (
                "reg r0\nclass g r0\nfunction f\nblock b0 1 -> b7\n",
                "line 4: there is no block `b7`",
            ),
            ("reg r0\nclass g r0\nfunction f\n  ret\n", "line 4: an instruction outside a block"),
            (
                "reg r0\nclass g r0\nfunction f\nblock b0 1\n  loadI 1 => %0\n  two-address %0 %0\n",
                "line 6: the instruction that this is about is missing",
            ),
            (
                "reg r0\nclass g r0\nfunction f\nblock b0 1\n  two-address %0 %0\nblock b1 1\n  ret\n",
                "line 6: the instruction that this is about is missing",
            ),
            ("reg r0\nmask m r0\nreg r1\n", "line 3: a register after a part or a mask"),
            ("reg r0\nreg r0\n", "line 2: `r0` is there already"),
        ];
        for (text, message) in errors {
            assert_eq!(parse(text).unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn a_text_with_a_word_missing_or_doubled_does_no_harm() {
        let starts: Vec<usize> = TEXT.match_indices([' ', '\n']).map(|(at, _)| at).collect();
        for pair in starts.windows(2) {
            let (before, word, after) =
                (&TEXT[..pair[0]], &TEXT[pair[0]..pair[1]], &TEXT[pair[1]..]);
            for changed in [format!("{before}{after}"), format!("{before}{word}{word}{after}")] {
                if let Ok(program) = parse(&changed) {
                    let printed = print(&program);
                    assert_eq!(print(&parse(&printed).unwrap()), printed, "{changed}");
                }
            }
        }
    }
}
