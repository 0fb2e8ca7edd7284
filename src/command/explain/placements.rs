//! What `-limit-placements` wrote: where each value is, at each instruction; `docs/explain.md` has the schema.

use anyhow::{ensure, Context, Result};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The schema that this module reads.
const SCHEMA: u32 = 1;

/// The four points of an instruction: it reads at the first and writes at the third.
const POINTS: i64 = 4;

/// What a reload costs.
pub const RELOAD: f64 = 4.0;

/// What a store costs.
pub const STORE: f64 = 1.0;

/// What a copy costs.
const COPY: f64 = 0.2;

/// A function behind the allocator.
#[derive(Debug, Default, Deserialize)]
pub struct Code {
    schema: u32,
    /// Its name.
    pub function: String,
    /// Its source file; none without debug information.
    #[serde(default)]
    pub file: Option<String>,
    /// Its line there.
    #[serde(default)]
    pub line: u32,
    /// In layout order.
    pub blocks: Vec<Block>,
    /// In layout order.
    pub instructions: Vec<Instruction>,
    /// Ranges with registers.
    pub ranges: Vec<Range>,
    /// Values as they were in front of the allocator.
    pub values: Vec<Value>,
    /// Per range the value that it is a piece of.
    #[serde(skip)]
    pub originals: BTreeMap<u32, u32>,
    /// Per value its ranges, as places in `ranges`.
    #[serde(skip)]
    pieces: BTreeMap<u32, Vec<usize>>,
    /// The points in front of the allocator, in order, with the places of their instructions.
    #[serde(skip)]
    by_before: Vec<(i64, usize)>,
    /// Per spill slot the value that it holds.
    #[serde(skip)]
    of_slot: BTreeMap<u32, u32>,
    /// Per number of a block its place.
    #[serde(skip)]
    by_number: BTreeMap<u32, usize>,
}

/// A block.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Block {
    /// LLVM's number.
    pub block: u32,
    /// Executions per call of the function.
    pub frequency: f64,
    /// How many loops it is in.
    pub depth: u32,
    /// The block at which its innermost loop begins.
    #[serde(default)]
    pub header: Option<u32>,
    /// The source line of that loop.
    #[serde(default)]
    pub loop_line: Option<u32>,
}

/// An instruction.
#[derive(Debug, Deserialize)]
pub struct Instruction {
    /// Its point now.
    pub point: i64,
    /// Its point in front of the allocator; none if the allocator made it.
    #[serde(default)]
    pub before: Option<i64>,
    /// LLVM's number of its block.
    pub block: u32,
    /// It with its registers, in the style of MIR.
    #[serde(default)]
    pub text: String,
    /// Its source line.
    #[serde(default)]
    pub line: Option<u32>,
    /// The file of that line, if it is not the function's.
    #[serde(default)]
    pub file: Option<String>,
    /// Ranges that it reads.
    #[serde(default)]
    pub reads: Vec<u32>,
    /// Spill slots that it loads.
    #[serde(default)]
    pub loads: Vec<u32>,
    /// Spill slots that it stores to.
    #[serde(default)]
    pub stores: Vec<u32>,
    /// Whether it copies one register to another.
    #[serde(default)]
    pub copy: bool,
}

/// A range with a register.
#[derive(Debug, Deserialize)]
pub struct Range {
    /// LLVM's number of the virtual register.
    pub range: u32,
    /// The value that it is a piece of.
    pub of: u32,
    /// Its register.
    pub register: String,
    /// Where it is live, by points now: pairs of begin and end.
    pub segments: Vec<i64>,
}

/// A virtual register in front of the allocator.
#[derive(Debug, Deserialize)]
pub struct Value {
    /// LLVM's number of it.
    pub range: u32,
    /// Its register class.
    pub class: String,
    /// The variable that it holds.
    #[serde(default)]
    pub variable: Option<String>,
    /// The line of its definition.
    #[serde(default)]
    pub line: Option<u32>,
    /// Its spill slot.
    #[serde(default)]
    pub slot: Option<u32>,
    /// Where it was live, by points then.
    pub segments: Vec<i64>,
}

/// The first point of the instruction at a point.
pub fn base(point: i64) -> i64 {
    point - point.rem_euclid(POINTS)
}

/// Whether pairs of begin and end hold the point.
fn covers(segments: &[i64], point: i64) -> bool {
    let behind = segments.partition_point(|&bound| bound <= point);
    !behind.is_multiple_of(2)
}

impl Value {
    /// Whether it was live at a point in front of the allocator.
    pub fn is_live(&self, point: i64) -> bool {
        covers(&self.segments, point)
    }

    /// The variable, else the virtual register.
    pub fn name(&self) -> String {
        self.variable.clone().unwrap_or_else(|| format!("%{}", self.range))
    }
}

impl Instruction {
    /// What it costs as a reload, a store and a copy.
    pub fn move_cost(&self) -> f64 {
        let [reload, store] = [&self.loads, &self.stores].map(|slots| !slots.is_empty());
        f64::from(u8::from(reload)) * RELOAD
            + f64::from(u8::from(store)) * STORE
            + f64::from(u8::from(self.copy)) * COPY
    }
}

impl Code {
    /// The instruction that was at a point, or the next one, of the time in front of the allocator.
    pub fn at_before(&self, point: i64) -> Option<usize> {
        let base = base(point);
        let place = self.by_before.partition_point(|known| known.0 < base);
        self.by_before.get(place).map(|known| known.1)
    }

    /// The point in front of the allocator of an instruction that may be new: that of the next one in its block, else
    /// of the last one in front of it.
    pub fn old_point(&self, place: usize) -> Option<i64> {
        let block = self.instructions[place].block;
        let behind = self.instructions[place..].iter().take_while(|next| next.block == block);
        let in_front = self.instructions[..place].iter().rev();
        behind.chain(in_front).find_map(|instruction| instruction.before)
    }

    /// The first of the new instructions in a row up to, or directly in front of, an instruction of its block; itself
    /// if there are none.
    pub fn first_new(&self, place: usize) -> usize {
        let block = self.instructions[place].block;
        let in_front = self.instructions[..place].iter().rev();
        let new = in_front.take_while(|of| of.block == block && of.before.is_none());
        place - new.count()
    }

    /// The register of a value at an instruction; `point` is one in front of the allocator and says whether
    /// that is where it reads or where it writes.
    pub fn register(&self, value: u32, instruction: usize, point: i64) -> Option<&str> {
        let now = self.instructions[instruction].point + point.rem_euclid(POINTS);
        let pieces = self.pieces.get(&value)?;
        let range = pieces.iter().map(|&piece| &self.ranges[piece]);
        range.into_iter().find(|range| covers(&range.segments, now)).map(|r| r.register.as_str())
    }

    /// The block of that number.
    pub fn block(&self, number: u32) -> Option<&Block> {
        self.by_number.get(&number).map(|&place| &self.blocks[place])
    }

    /// The value that a spill slot holds.
    pub fn value_in(&self, slot: u32) -> Option<u32> {
        self.of_slot.get(&slot).copied()
    }

    fn index(&mut self) {
        let blocks = self.blocks.iter().enumerate();
        self.by_number = blocks.map(|(place, block)| (block.block, place)).collect();
        let known = |(place, of): (usize, &Instruction)| Some((of.before?, place));
        self.by_before = self.instructions.iter().enumerate().filter_map(known).collect();
        self.by_before.sort_unstable();
        for (place, range) in self.ranges.iter().enumerate() {
            self.originals.insert(range.range, range.of);
            self.pieces.entry(range.of).or_default().push(place);
        }
        for value in &self.values {
            self.of_slot.extend(value.slot.map(|slot| (slot, value.range)));
            self.originals.entry(value.range).or_insert(value.range);
        }
    }
}

/// The functions in what the plugin wrote. Of two lines about one function, from a target that allocates
/// its classes one after the other, the last counts.
pub fn parse(text: &str) -> Result<BTreeMap<String, Code>> {
    let mut all = BTreeMap::new();
    for (index, line) in text.lines().enumerate() {
        let wrong = || format!("line {} of the placements is none of this plugin", index + 1);
        let mut code: Code = serde_json::from_str(line).with_context(wrong)?;
        ensure!(code.schema == SCHEMA, "the placements have schema {}", code.schema);
        code.index();
        all.insert(code.function.clone(), code);
    }
    Ok(all)
}
