//! Puts the log and the code together: regions, who is in which register there, and why others are not.

mod regions;
#[cfg(test)]
mod tests;

use super::log::{Alternative, FunctionLog, What};
use super::model::{Function, Gone, Moves, Other, Region};
use super::placements::{Block, Code, Instruction, Value, RELOAD, STORE};
use std::collections::{BTreeMap, BTreeSet};

/// Why a value left registers, by the log.
struct Fate<'e> {
    why: &'e str,
    /// What the allocator held that to cost.
    price: f64,
    others: &'e [Alternative],
}

/// One function with what was logged about it.
pub struct Builder<'e> {
    /// Behind limit.
    pub code: &'e Code,
    /// What limit decided.
    pub log: Option<&'e FunctionLog>,
    /// Behind the other allocator.
    pub beside: Option<&'e Code>,
    values: BTreeMap<u32, &'e Value>,
    originals: BTreeMap<u32, u32>,
    fates: BTreeMap<u32, Fate<'e>>,
    /// Per value where it is read: places of instructions.
    reads: BTreeMap<u32, Vec<usize>>,
    /// What the loads and stores of a slot cost, and the lines at which it is loaded.
    slots: BTreeMap<u32, (f64, BTreeSet<u32>)>,
    /// Per instruction, here and beside.
    pub lines: Vec<Line>,
    pub lines_beside: Vec<Line>,
    total: Moves,
}

/// A file and a line of it, as far as they are known.
pub type Line = (Option<String>, Option<u32>);

impl Moves {
    fn add(&mut self, instruction: &Instruction, frequency: f64) {
        self.reloads += u32::from(!instruction.loads.is_empty());
        self.stores += u32::from(!instruction.stores.is_empty());
        self.copies += u32::from(instruction.copy);
        self.cost += instruction.move_cost() * frequency;
    }
}

/// All moves of a function.
fn total(code: &Code) -> Moves {
    let mut moves = Moves::default();
    for instruction in &code.instructions {
        moves.add(instruction, frequency(code, instruction));
    }
    moves
}

/// How often an instruction executes per call of the function.
pub fn frequency(code: &Code, instruction: &Instruction) -> f64 {
    code.block(instruction.block).map_or(0.0, |block| block.frequency)
}

/// The lines of all instructions: what the allocator made has that of the next one in its block.
fn lines(code: &Code) -> Vec<Line> {
    let mut next: (u32, Option<String>, Option<u32>) = (u32::MAX, None, None);
    let mut all = Vec::with_capacity(code.instructions.len());
    for instruction in code.instructions.iter().rev() {
        if instruction.block != next.0 {
            next = (instruction.block, None, None);
        }
        if instruction.line.is_some() {
            let file = instruction.file.clone().or_else(|| code.file.clone());
            next = (instruction.block, file, instruction.line);
        }
        all.push((next.1.clone(), next.2));
    }
    all.reverse();
    all
}

impl<'e> Builder<'e> {
    /// Collects what is looked up.
    pub fn new(code: &'e Code, log: Option<&'e FunctionLog>, beside: Option<&'e Code>) -> Self {
        let mut builder = Builder {
            code,
            log,
            beside,
            values: code.values.iter().map(|value| (value.range, value)).collect(),
            originals: code.originals.clone(),
            fates: BTreeMap::new(),
            reads: BTreeMap::new(),
            slots: BTreeMap::new(),
            lines: lines(code),
            lines_beside: beside.map(lines).unwrap_or_default(),
            total: total(code),
        };
        builder.name_pieces();
        builder.read_fates();
        builder.read_uses();
        builder.price_slots();
        builder
    }

    /// Whether anything left registers or did not fit.
    pub fn has_anything(&self) -> bool {
        let over = |log: &FunctionLog| {
            log.events.iter().any(|event| matches!(event.what, What::Over { .. }))
        };
        self.total.reloads + self.total.stores > 0 || self.log.is_some_and(over)
    }

    /// Pieces that are gone by the end are known to the log alone.
    fn name_pieces(&mut self) {
        for event in self.log.iter().flat_map(|log| &log.events) {
            match &event.what {
                What::Split { range, pieces, remainder, .. } => {
                    let of = self.original(*range);
                    let parts = pieces.iter().map(|piece| piece.range).chain([*remainder]);
                    for part in parts {
                        self.originals.entry(part).or_insert(of);
                    }
                }
                What::Piece { range, of } => {
                    let of = self.original(*of);
                    self.originals.entry(*range).or_insert(of);
                }
                _ => {}
            }
        }
    }

    /// The value that a range is a piece of.
    pub fn original(&self, range: u32) -> u32 {
        self.originals.get(&range).copied().unwrap_or(range)
    }

    /// A value may leave in several pieces: the dearest one says why, of equals the first.
    fn read_fates(&mut self) {
        for event in self.log.iter().flat_map(|log| &log.events) {
            let (range, why, price, others) = match &event.what {
                What::Split { range, why, price, others, .. } if why != "small class" => {
                    (*range, why, *price, others)
                }
                What::Memory { range, why, price, others } => (*range, why, *price, others),
                _ => continue,
            };
            let price = price.unwrap_or(f64::INFINITY);
            let fate = Fate { why, price, others };
            let known = self.fates.get(&self.original(range));
            if known.is_none_or(|known| known.price < price) {
                self.fates.insert(self.original(range), fate);
            }
        }
    }

    fn read_uses(&mut self) {
        for (place, of) in self.code.instructions.iter().enumerate() {
            // The allocator's own stores and copies do not need the value.
            let is_own = of.before.is_none() && (!of.stores.is_empty() || of.copy);
            let read = of.reads.iter().filter(|_| !is_own).map(|&range| self.original(range));
            // What is folded into an instruction is read from the slot.
            let is_load = of.before.is_some();
            let loads = of.loads.iter().filter(|_| is_load);
            let loaded = loads.filter_map(|&slot| self.code.value_in(slot));
            let values: BTreeSet<u32> = read.chain(loaded).collect();
            for value in values {
                self.reads.entry(value).or_default().push(place);
            }
        }
    }

    fn price_slots(&mut self) {
        for (instruction, line) in self.code.instructions.iter().zip(&self.lines) {
            let frequency = frequency(self.code, instruction);
            for &slot in &instruction.loads {
                let known = self.slots.entry(slot).or_default();
                known.0 += RELOAD * frequency;
                known.1.extend(line.1);
            }
            for &slot in &instruction.stores {
                self.slots.entry(slot).or_default().0 += STORE * frequency;
            }
        }
    }

    /// The variable that a value holds, else its virtual register.
    pub fn name(&self, value: u32) -> String {
        let known = self.values.get(&value);
        known.map_or_else(|| format!("%{value}"), |value| value.name())
    }

    fn share(&self, cost: f64) -> f64 {
        if self.total.cost > 0.0 {
            cost / self.total.cost
        } else {
            0.0
        }
    }

    /// The function; its regions are the dearest first, and then those that execute most.
    pub fn function(&self) -> Function {
        let reason = |log: &FunctionLog| {
            log.events.iter().find_map(|event| match &event.what {
                What::Refused { reason } => Some(reason.clone()),
                _ => None,
            })
        };
        let mut regions: Vec<Region> = self.regions();
        regions.sort_by(|a, b| {
            let by_frequency = b.frequency.total_cmp(&a.frequency);
            b.moves.cost.total_cmp(&a.moves.cost).then(by_frequency).then(a.line.cmp(&b.line))
        });
        Function {
            name: self.code.function.clone(),
            file: self.code.file.clone(),
            line: self.code.line,
            refused: self.log.and_then(reason),
            moves: self.total,
            moves_beside: self.beside.map(total),
            regions,
            regions_left_out: 0,
        }
    }

    /// A value that is in no register at an instruction, as place, of a block.
    pub fn gone(&self, value: u32, place: usize, block: &Block) -> Gone {
        let slot = self.values.get(&value).and_then(|value| value.slot);
        let priced = slot.and_then(|slot| self.slots.get(&slot)).cloned();
        let (cost, reload_lines) = priced.unwrap_or_default();
        let reads = self.reads.get(&value).map_or(&[][..], Vec::as_slice);
        let line = |place: &usize| self.lines[*place].1;
        let in_loop = |place: &&usize| {
            let other = self.code.block(self.code.instructions[**place].block);
            block.header.is_some() && other.is_some_and(|other| other.header == block.header)
        };
        let next = reads.iter().find(|&&read| read >= place);
        let next = next.filter(in_loop).or_else(|| reads.iter().find(in_loop)).or(next);
        let fate = self.fates.get(&value);
        let name = |range: u32| self.name(self.original(range));
        let other = |other: &Alternative| Other {
            name: name(other.range),
            with: other.with.iter().map(|with| name(with.range)).collect(),
            price: other.price,
        };
        Gone {
            value,
            name: self.name(value),
            line: self.values.get(&value).and_then(|value| value.line),
            place: if slot.is_some() { "memory" } else { "recomputed" },
            why: fate.map(|fate| fate.why.to_owned()),
            price: fate.map(|fate| fate.price).filter(|price| price.is_finite()),
            cost,
            share: self.share(cost),
            reload_lines: reload_lines.into_iter().collect(),
            next_use: next.and_then(line),
            last_use: reads.iter().rev().find_map(line),
            others: fate.map_or(&[][..], |fate| fate.others).iter().map(other).collect(),
        }
    }
}
