//! A register allocator for LLVM as a loadable plugin.
//!
//! The crate is a core without a type of LLVM's and, behind the feature `plugin`, the bridge to the C++
//! shim in `cpp/` that flattens a machine function for the core and applies what it decides.
//!
//! # Where to begin
//!
//! [`allocate`] is the driver: one page with all phases in their order. [`model`] is what a phase is
//! given, [`plan`] what it answers, [`options`] and [`cost`] what can be tuned. Every algorithm works on
//! the text form of [`model::text`], and so do its tests.
//!
//! ```
//! use regalloc_limit::allocate::Session;
//! use regalloc_limit::model::text::parse;
//! use regalloc_limit::options::Settings;
//! use regalloc_limit::validity::next_round;
//!
//! // Two registers, three values live at once: LIMIT spills one, and the second round fits.
//! let program = parse(
//!     "reg r0\nreg r1\nclass g r0 r1\nfunction f\nblock b0 1\n  loadI 1 => %0\n  \
//!      loadI 2 => %1\n  loadI 3 => %2\n  store %1, %2\n  store %0\n  ret\n",
//! )?;
//! let mut session = Session::new(&Settings::default());
//! let (last, allocation) = session.run(program.function, next_round)?;
//! assert_eq!((session.rounds(), session.limited()), (2, 1));
//! assert_eq!(allocation.registers.len(), last.vregs.len());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Glossary
//!
//! | term | meaning | where |
//! |---|---|---|
//! | affinity | a copy that one register for both operands would save | [`analysis::affinity`] |
//! | allocation order | the registers of a class, best first | [`model::machine::Machine::order`] |
//! | assignment | choosing a register for each live range | [`assign`](mod@assign) |
//! | callee-saved cost | what saving and restoring a register (a *CSR*) costs, where it is saved | `assign::csr` |
//! | capacity | how many registers of a set there are at a point | [`analysis::register_sets`] |
//! | cell | an instruction or block boundary at which pressure is counted | [`analysis::pressure::Cell`] |
//! | copy recolouring | another register for a range once all have one, so that copies go | `assign::copy_recolouring` |
//! | costly use | an instruction that takes another one beside it if what it reads is in a costly register | [`model::function::CostlyUse`] |
//! | EARLIEST | spill placement by partial redundancy elimination (Morgan) | `placement::earliest` |
//! | edge bundle | block boundaries at which a value is in one place, since no code stands between them | [`analysis::bundles`] |
//! | edit | ranges that are cut or go to memory, in one round | [`plan::Edit`] |
//! | eviction | taking a register from ranges that are worth less | `assign::evict` |
//! | fate | whether a range may be split, or must have a register | [`model::function::Fate`] |
//! | fold | making the load that computes a value a part of the instruction that reads it | [`model::function::Fold`], [`cost::CostModel::folded`] |
//! | hint | a register that a range's copies or the target would like | `assign::copies::Hint`, [`model::function::VRegData::hints`] |
//! | insertion point | where a copy may be put | [`analysis::insertion_points`] |
//! | interference | what keeps a range from a register: another range, a fixed register, a call | `assign::matrix::Interference` |
//! | lane | a part of a register that lives by itself | [`model::machine::Lanes`] |
//! | LIMIT | bringing register pressure under capacity before assignment (Morgan) | [`limit`](mod@limit) |
//! | live interval, live range | the points at which a virtual register holds a value that is still read: sorted segments | [`model::function::Function::live`] |
//! | live-through | live in a loop or block that does not refer to it | `limit::loops`, `limit::live_sets` |
//! | local split | pieces within one block | `assign::split::local` |
//! | loop forest | loops within loops, irreducible ones included | [`analysis::loop_forest`] |
//! | minimum cut | the cheapest places for loads and stores, or for a region's boundary | [`solver`] |
//! | log | what was decided, and why | [`log`](mod@log) |
//! | next use | the reference at which a value out of registers is needed again; the farthest leaves first | `limit::candidates` |
//! | optional decision | one without which the code would be as right, and dearer | [`log`](mod@log) |
//! | piece, remainder | what a split makes of a range | [`plan::Split`] |
//! | pressure | how many registers what is live needs | [`analysis::pressure`] |
//! | recolouring | moving those in the way of a range that must have a register | `assign::recolour` |
//! | reference | an instruction that reads or writes a virtual register | [`analysis::references`] |
//! | region split | the part of a range, over several blocks, that is best kept in one register | `assign::split::region` |
//! | register set | registers of which no two overlap: a bound on pressure | [`analysis::register_sets::RegSets`] |
//! | register unit | what registers that overlap have in common | [`model::machine::Unit`] |
//! | rematerialisation | computing a value again instead of loading it | [`model::function::VRegData::rematerialisable`], [`cost::CostModel::rematerialise`] |
//! | round | one look at the function and the edit that follows | [`allocate::Session`] |
//! | shrink wrapping | saving callee-saved registers only around the part of a function that needs it | `assign::csr::shrink_wrap` |
//! | spill cut | where one range is in a register and where in memory, at the least price | [`placement::spill_cut`] |
//! | spill placement | where loads and stores of a spilled range go | [`placement::SpillPlacement`] |
//! | spill weight | what a point of a register is worth to a range: its price in memory by its length | `assign::matrix::live_ranges` |
//! | split editor | cuts a range: enter, leave, rename, finish | [`split::SplitEditor`] |
//! | two-address form | an instruction whose result has the register of an operand, where that is not required but shorter | [`model::function::TwoAddress`] |
//! | use gap | a stretch of a block between two references of a range | `placement::spill_cut::use_gaps` |
//! | widening | a larger class for a range, with copies where few instructions need the smaller one | `limit::widen` |

#![warn(missing_docs)]
#![deny(unsafe_op_in_unsafe_fn)]

pub mod allocate;
pub mod analysis;
pub mod assign;
#[cfg(feature = "plugin")]
mod bridge;
pub mod check;
pub mod cleanup;
pub mod cost;
pub mod limit;
pub mod log;
pub mod model;
pub mod options;
pub mod placement;
pub mod plan;
pub mod solver;
pub mod split;
pub mod validity;
