//! The log as text, in the manner of the core's text form.

use super::event::{Alternative, Event, Placed, Priced, Transfer};
use super::names::Round;
use super::{Log, Record};
use crate::analysis::register_sets::RegSet;
use crate::model::function::VReg;
use crate::model::machine::Reg;
use crate::model::point::Point;
use std::fmt::Write;

/// One line per round, and below it one for each of its events.
pub fn print(log: &Log) -> String {
    let mut text = String::new();
    let mut last = None;
    for record in log.records.borrow().iter() {
        if last.replace(record.round) != Some(record.round) {
            let _ = writeln!(text, "round {}", record.round);
        }
        let index = record.decision.map_or(String::new(), |index| format!("{index}. "));
        let line = Line { log, round: log.rounds.get(record.round as usize) }.text(record);
        let _ = writeln!(text, "  {}: {index}{line}", record.phase);
    }
    text
}

/// A line of the text.
struct Line<'l> {
    log: &'l Log,
    round: Option<&'l Round>,
}

impl Line<'_> {
    fn text(&self, record: &Record) -> String {
        let (reg, at) = (|reg: Reg| self.reg(reg), |at: Point| self.place(at));
        match &record.event {
            Event::Over { set, at: cell, held, capacity } => {
                format!("{} holds {held} of {capacity} {}", self.set(*set), at(*cell))
            }
            Event::Candidates { set, at: cell, excess, offers } => {
                let (set, offers) = (self.set(*set), self.priced(offers));
                format!("{set} is {excess} over {}: {offers}", at(*cell))
            }
            Event::Leave { range, at: cell, price } => {
                let (name, at, last_use) = (self.name(*range), at(*cell), self.last_use(*range));
                format!("{name} leaves {at} for {}{last_use}", number(*price))
            }
            Event::Exhausted {} => "stops: the budget is used up".to_owned(),
            Event::PutBack { range, price } => {
                format!("{} comes back and saves {}", self.name(*range), number(*price))
            }
            Event::Exchange { range, price, instead } => {
                let (price, instead) = (number(*price), self.priced(instead));
                format!("{} comes back and saves {price}, instead {instead}", self.name(*range))
            }
            Event::Retreat { range, before, price } => {
                let (before, price) = (number(*before), number(*price));
                format!("{} is out at fewer places: {price} instead of {before}", self.name(*range))
            }
            Event::Prices { before, price, bound } => {
                let [before, price, bound] = [before, price, bound].map(|price| number(*price));
                format!("prices make a plan for {price} instead of {before}; none costs less than {bound}")
            }
            Event::Split { range, why, price, rest: open, pieces, remainder, moves, others } => {
                let (why, price) = (why.name(), number(*price));
                let (open, others) = (*open, self.others(others));
                let in_memory = match open {
                    0.0 => String::new(),
                    open => format!(" or {} in memory", number(open)),
                };
                let (pieces, rest) = (self.placed(pieces), self.name(*remainder));
                let moves = self.moves(moves);
                format!(
                    "{} is cut ({why}, {price}): {pieces}, rest {rest}{in_memory}{moves}{others}",
                    self.name(*range)
                )
            }
            Event::Memory { range, why, price, recomputed, others } => {
                let to = if *recomputed != 0 { "is recomputed" } else { "goes to memory" };
                let (why, price, others) = (why.name(), number(*price), self.others(others));
                format!("{} {to} ({why}, {price}){others}", self.name(*range))
            }
            Event::Evict { range, reg: taken, why, worth, holders } => {
                let (why, worth, holders) = (why.name(), number(*worth), self.priced(holders));
                format!(
                    "{} takes {} ({why}, {worth}) from {holders}",
                    self.name(*range),
                    reg(*taken)
                )
            }
            Event::MakeRoom { range, reg: taken, moved } => {
                format!("{} takes {}: {}", self.name(*range), reg(*taken), self.placed(moved))
            }
            Event::LastChance { range, evicted } => {
                let evicted: Vec<String> = evicted.iter().map(|&vreg| self.name(vreg)).collect();
                format!(
                    "{} moves others, without register {}",
                    self.name(*range),
                    evicted.join(" ")
                )
            }
            Event::CalleeSaved { range, reg: saved, saving, price } => {
                let (saving, price) = (number(*saving), number(*price));
                format!(
                    "{} has {}, saved for {saving}, else {price}",
                    self.name(*range),
                    reg(*saved)
                )
            }
            Event::Postpone { range, reg: saved, saving, price } => {
                let (saving, price) = (number(*saving), number(*price));
                format!(
                    "{} waits: {} is saved for {saving}, else {price}",
                    self.name(*range),
                    reg(*saved)
                )
            }
            Event::Share { reg: saved, ranges } => {
                let ranges: Vec<String> = ranges.iter().map(|&vreg| self.name(vreg)).collect();
                format!("{} is shared by {}", reg(*saved), ranges.join(" "))
            }
            Event::Recolour { range, price, moved } => {
                let moved = self.placed(moved);
                format!(
                    "a copy of {} goes and saves {}: {moved}",
                    self.name(*range),
                    number(*price)
                )
            }
            Event::Register { range, reg: own } => {
                format!("{} in {}", self.name(*range), reg(*own))
            }
            Event::Reuse { at: reload, holder } => {
                format!("reload {}: {} still has it", at(*reload), self.name(*holder))
            }
            Event::DeadStore { at: store } => format!("store {}: nobody reads it", at(*store)),
            Event::FrameMark { at: start } => format!("the frame begins at {}", at(*start)),
            Event::Piece { range, of } => format!("{} is of {}", self.name(*range), self.name(*of)),
            Event::Refused { reason } => format!("left to another allocator: {reason}"),
        }
    }

    /// The number of the range, with the variable that it holds.
    fn name(&self, range: VReg) -> String {
        match self.log.names.ranges.get(&range.0) {
            Some(known) if !known.variable.is_empty() => {
                format!("%{}({})", range.0, known.variable)
            }
            _ => format!("%{}", range.0),
        }
    }

    /// The line that keeps a range alive.
    fn last_use(&self, range: VReg) -> String {
        match self.log.names.ranges.get(&range.0).map_or(0, |known| known.last_use) {
            0 => String::new(),
            line => format!(", its last use is in line {line}"),
        }
    }

    fn reg(&self, reg: Reg) -> String {
        let known = self.log.names.regs.get(&reg.0);
        known.cloned().unwrap_or_else(|| format!("{reg:?}"))
    }

    fn set(&self, set: RegSet) -> String {
        let known = self.round.map(|round| round.sets[set].class.clone());
        known.filter(|class| !class.is_empty()).unwrap_or_else(|| format!("{set:?}"))
    }

    /// Where something is: an instruction reads at `i`, and writes behind that.
    fn place(&self, at: Point) -> String {
        let Some(round) = self.round else { return format!("at {at:?}") };
        let place = round.place(at);
        let line = match place.line {
            0 => String::new(),
            line => format!(" line {line}"),
        };
        match place.inst {
            Some(inst) if at == at.base() => format!("at i{inst}{line}"),
            Some(inst) => format!("behind i{inst}{line}"),
            None => format!("at the start of {:?}{line}", place.block),
        }
    }

    fn priced(&self, all: &[Priced]) -> String {
        let one = |priced: &Priced| format!("{} {}", self.name(priced.range), number(priced.price));
        let all: Vec<String> = all.iter().map(one).collect();
        all.join(", ")
    }

    fn others(&self, all: &[Alternative]) -> String {
        let one = |other: &Alternative| {
            let with: Vec<String> = other.with.iter().map(|&range| self.name(range)).collect();
            let with =
                if with.is_empty() { with.concat() } else { format!(" with {}", with.join(" ")) };
            format!("{}{with} {}", self.name(other.range), number(other.price))
        };
        let all: Vec<String> = all.iter().map(one).collect();
        if all.is_empty() {
            return String::new();
        }
        format!(", others {}", all.join(", "))
    }

    fn placed(&self, all: &[Placed]) -> String {
        let one = |placed: &Placed| match placed.reg {
            Some(reg) => format!("{} in {}", self.name(placed.range), self.reg(reg)),
            None => self.name(placed.range),
        };
        let all: Vec<String> = all.iter().map(one).collect();
        all.join(", ")
    }

    fn moves(&self, all: &[Transfer]) -> String {
        let one = |moved: &Transfer| {
            format!(
                "; {} => {} {}",
                self.name(moved.from),
                self.name(moved.to),
                self.place(moved.at)
            )
        };
        all.iter().map(one).collect()
    }
}

/// At most four digits behind the point.
fn number(price: f64) -> String {
    let text = format!("{price:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
