//! What is explained, as it is written in JSON; `docs/explain.md` is its schema.

use serde::Serialize;

/// The version of the form: raised when a field goes or changes its meaning.
pub const SCHEMA: u32 = 1;

/// Everything about one input.
#[derive(Debug, Serialize)]
pub struct Explanation {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The input.
    pub input: String,
    /// The target.
    pub target: String,
    /// The allocator beside limit.
    pub beside: Option<String>,
    /// Those with something to explain, the dearest first.
    pub functions: Vec<Function>,
    /// How many functions are left out, as they are not the dearest.
    pub functions_left_out: usize,
    /// What was asked for, if there is nothing to explain in it.
    #[serde(skip)]
    pub nothing: Option<Nothing>,
}

/// A question about code in which everything fits and no value leaves registers.
#[derive(Debug)]
pub struct Nothing {
    /// The function that was asked for.
    pub function: Option<String>,
    /// The line that was asked for.
    pub line: Option<u32>,
    /// The lines of the input that have something, the dearest first; some of them.
    pub others: Vec<u32>,
}

/// A function.
#[derive(Debug, Serialize)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Its source file.
    pub file: Option<String>,
    /// Its line there; 0 if none is known.
    pub line: u32,
    /// Why limit left it to another allocator.
    pub refused: Option<String>,
    /// What allocation added.
    pub moves: Moves,
    /// The same of the allocator beside.
    pub moves_beside: Option<Moves>,
    /// The dearest first.
    pub regions: Vec<Region>,
    /// How many regions are left out.
    pub regions_left_out: usize,
}

/// Reloads, stores and copies behind allocation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Moves {
    /// Instructions that load from spill slots.
    pub reloads: u32,
    /// Instructions that store to spill slots.
    pub stores: u32,
    /// Copies from register to register.
    pub copies: u32,
    /// 4 x reloads + stores + 0.2 x copies, each times its block's frequency: per call of the function.
    pub cost: f64,
}

/// A source line in one loop, or a block if the line is not known.
#[derive(Debug, Serialize)]
pub struct Region {
    /// The file, if known.
    pub file: Option<String>,
    /// The line; none without debug information.
    pub line: Option<u32>,
    /// The text of the line.
    pub source: Option<String>,
    /// LLVM's number of the block of its worst point, or else of its dearest load or store.
    pub block: u32,
    /// Executions of that block per call of the function.
    pub frequency: f64,
    /// How many loops it is in.
    pub depth: u32,
    /// The source line of the innermost loop.
    pub loop_line: Option<u32>,
    /// Cells over capacity.
    pub points: usize,
    /// The register sets over capacity, at the worst point of each.
    pub strips: Vec<Strip>,
    /// The moves here.
    pub moves: Moves,
    /// Their part of the function's cost, from 0 to 1.
    pub share: f64,
    /// Which value is in which register at the worst point, or at the dearest move.
    pub registers: Vec<Held>,
    /// The values that are live at that point and in no register.
    pub memory: Vec<Gone>,
    /// What one more register would save here.
    pub one_more: Option<OneMore>,
    /// What the other allocator does at that point.
    pub beside: Option<Beside>,
}

/// The pressure in a register set.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Strip {
    /// The class whose registers the set has.
    pub class: String,
    /// Registers that the live values take before any leaves.
    pub held: i64,
    /// Registers that fixed values, or a call, leave.
    pub capacity: i64,
}

/// A value in a register.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Held {
    /// The register.
    pub register: String,
    /// LLVM's number of the value's virtual register in front of the allocator.
    pub value: u32,
    /// The variable, else the virtual register.
    pub name: String,
}

/// A value that is in no register.
#[derive(Debug, Serialize)]
pub struct Gone {
    /// LLVM's number of its virtual register in front of the allocator.
    pub value: u32,
    /// The variable, else the virtual register.
    pub name: String,
    /// The line of its definition.
    pub line: Option<u32>,
    /// `memory` if it has a spill slot, else `recomputed`.
    pub place: &'static str,
    /// Why, by the log; the reasons of the log's `why`.
    pub why: Option<String>,
    /// What the allocator held that to cost when it decided, per call; of several pieces the dearest one.
    pub price: Option<f64>,
    /// What its reloads and stores cost in the whole function, per call.
    pub cost: f64,
    /// That part of the function's cost, from 0 to 1.
    pub share: f64,
    /// The lines at which it is loaded.
    pub reload_lines: Vec<u32>,
    /// The line at which it is needed next.
    pub next_use: Option<u32>,
    /// The last line that needs it.
    pub last_use: Option<u32>,
    /// The cheapest others that could have left in its stead, with their prices, by the log.
    pub others: Vec<Other>,
}

/// A value that could have left registers instead.
#[derive(Debug, Serialize)]
pub struct Other {
    /// The variable, else the virtual register.
    pub name: String,
    /// The values that would have had to leave with it.
    pub with: Vec<String>,
    /// What all that would have cost, per call; none if it cannot be done.
    pub price: Option<f64>,
}

/// The shadow price of one more register.
#[derive(Debug, PartialEq, Serialize)]
pub struct OneMore {
    /// The class of the register.
    pub class: String,
    /// The value that would stay.
    pub name: String,
    /// What that saves at most, per call.
    pub saves: f64,
    /// That part of the function's cost, from 0 to 1.
    pub share: f64,
}

/// The other allocator at the worst point.
#[derive(Debug, Serialize)]
pub struct Beside {
    /// Which value is in which register.
    pub registers: Vec<Held>,
    /// The values in no register with limit, and in one with the other.
    pub only_limit: Vec<String>,
    /// The values in no register with the other, and in one with limit.
    pub only_other: Vec<String>,
    /// How many values are in no register.
    pub memory: usize,
    /// The other's moves on this line.
    pub moves: Moves,
}
