//! What the log says of single ranges and cells, for remarks.

use super::event::{Alternative, Event, Why};
use super::names::Round;
use super::{Log, Phase, Record};
use crate::model::function::VReg;
use crate::model::point::Point;
use std::collections::BTreeMap;

/// A cell over capacity, before anything leaves registers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Overload {
    /// The block of the cell.
    pub block: u32,
    /// The instruction of the cell; none at the beginning of a block.
    pub inst: Option<u32>,
    /// Whether that is where the instruction writes.
    pub writes: bool,
    /// The source line; 0 if none is known.
    pub line: u32,
    /// The class whose registers are too few.
    pub class: String,
    /// The registers that what is live takes.
    pub held: i32,
    /// The registers that there are.
    pub capacity: i32,
}

/// A range that left registers, by the client's name.
#[derive(Clone, PartialEq, Debug)]
pub struct Departure {
    /// The range.
    pub range: VReg,
    /// Why.
    pub why: Why,
    /// Who decided.
    pub phase: Phase,
    /// What that costs, per execution of the function.
    pub price: f64,
    /// Whether it is recomputed wherever it is needed.
    pub recomputed: bool,
    /// The cheapest ranges that could have left in its stead.
    pub others: Vec<Alternative>,
    /// The cell for the sake of which it left, if one is known.
    pub overload: Option<Overload>,
}

impl Log {
    /// The ranges that left registers so far, in order; those of a round that has not ended have no names
    /// yet.
    pub fn departures(&self) -> Vec<Departure> {
        let mut found = Vec::new();
        // Of the round so far: the cells over capacity, and who decided that a range leaves, and where.
        let mut over: BTreeMap<Point, Overload> = BTreeMap::new();
        let mut causes: BTreeMap<VReg, (Phase, Option<Point>)> = BTreeMap::new();
        let mut number = 0;
        for record in self.records.borrow().iter() {
            if record.round != number {
                number = record.round;
                over.clear();
                causes.clear();
            }
            let phase = record.phase;
            let (range, why, price, recomputed, others) = match &record.event {
                Event::Over { at, .. } => {
                    let round = self.rounds.get(number as usize);
                    let cell = round.and_then(|round| overload(round, record));
                    over.extend(cell.map(|cell| (*at, cell)));
                    continue;
                }
                Event::Leave { range, at, .. } => {
                    causes.insert(*range, (phase, Some(*at)));
                    continue;
                }
                Event::Exchange { instead, .. } => {
                    causes.extend(instead.iter().map(|other| (other.range, (phase, None))));
                    continue;
                }
                Event::Memory { range, why, price, recomputed, others } => {
                    (*range, *why, *price, *recomputed != 0, others)
                }
                Event::Split { range, why: Why::Pressure, price, others, .. } => {
                    (*range, Why::Pressure, *price, false, others)
                }
                _ => continue,
            };
            let cause = causes.get(&range).filter(|_| why == Why::Pressure);
            let (phase, at) = cause.copied().unwrap_or((phase, None));
            let overload = at.and_then(|at| over.get(&at)).cloned();
            let others = others.clone();
            found.push(Departure { range, why, phase, price, recomputed, others, overload });
        }
        found
    }

    /// The cells over capacity of the last round, in layout order for each register set.
    pub fn overloads(&self) -> Vec<Overload> {
        let Some(round) = self.rounds.last() else { return Vec::new() };
        let number = self.rounds.len() as u32 - 1;
        let records = self.records.borrow();
        let of_round = records.iter().filter(|record| record.round == number);
        of_round.filter_map(|record| overload(round, record)).collect()
    }
}

/// The cell that the record is about, if it is one over capacity.
fn overload(round: &Round, record: &Record) -> Option<Overload> {
    let Event::Over { set, at, held, capacity } = record.event else { return None };
    let place = round.place(at);
    Some(Overload {
        block: place.block.0,
        inst: place.inst,
        writes: at != at.base(),
        line: place.line,
        class: round.sets[set].class.clone(),
        held,
        capacity,
    })
}
