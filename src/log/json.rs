//! The log as lines of JSON; `docs/log.md` is the schema.

use super::field::Value;
use super::names::Round;
use super::{Log, Record};
use crate::model::point::Point;
use std::fmt::Write;

/// The number of the schema. It grows when a field is renamed, changes its meaning or goes.
const SCHEMA: u32 = 1;

/// The function's line, and one for each event.
pub fn print(log: &Log, pass: &str, module: &str, function: &str) -> String {
    let mut text = String::new();
    header(&mut text, log, pass, module, function);
    for (number, record) in log.records.borrow().iter().enumerate() {
        event(&mut text, log, function, number, record);
    }
    text
}

fn header(text: &mut String, log: &Log, pass: &str, module: &str, function: &str) {
    let mut line = Object::open(text);
    line.number("schema", SCHEMA);
    line.string("event", "function");
    line.string("pass", pass);
    line.string("module", module);
    line.string("function", function);
    line.number("decisions", log.decisions());
    line.list("registers", &log.names.regs, |item, (name, text)| {
        item.number("number", name);
        item.string("name", text);
    });
    line.list("ranges", &log.names.ranges, |item, (name, range)| {
        item.number("range", name);
        item.string("variable", &range.variable);
        item.number("line", range.line);
        item.number("last_use", range.last_use);
    });
    let sets = log.rounds.first().map(|round| round.sets.iter());
    line.list("sets", sets.into_iter().flatten().enumerate(), |item, (number, set)| {
        item.number("set", number);
        item.string("class", &set.class);
        item.number("registers", set.registers);
        item.list("takes", &set.takes, |item, (class, registers)| {
            item.string("class", class);
            item.number("registers", registers);
        });
    });
    let blocks = log.rounds.first().map(|round| round.blocks.iter());
    line.list("blocks", blocks.into_iter().flatten().enumerate(), |item, (number, block)| {
        item.number("block", number);
        item.price("frequency", block.frequency);
    });
    line.close();
    text.push('\n');
}

fn event(text: &mut String, log: &Log, function: &str, number: usize, record: &Record) {
    let round = log.rounds.get(record.round as usize);
    let mut line = Object::open(text);
    line.string("function", function);
    line.number("number", number);
    line.number("round", record.round);
    line.string("phase", record.phase.name());
    if let Some(decision) = record.decision {
        line.number("decision", decision);
    }
    line.string("event", record.event.name());
    record.event.visit_fields(|key, value| field(&mut line, round, key, &value));
    line.close();
    text.push('\n');
}

fn field(line: &mut Object, round: Option<&Round>, key: &str, value: &Value) {
    match *value {
        Value::Range(range) => line.number(key, range.0),
        Value::Reg(reg) => line.number(key, reg.0),
        Value::Set(set) => line.number(key, set.0),
        Value::Count(count) => line.number(key, count),
        Value::Price(price) => line.price(key, price),
        Value::Text(text) => line.string(key, text),
        Value::Point(at) => line.object(key, |item| place(item, round, at)),
        Value::Ranges(ranges) => {
            line.list(key, ranges, |item, range| item.number("range", range.0));
        }
        Value::Priced(all) => line.list(key, all, |item, priced| {
            item.number("range", priced.range.0);
            item.price("price", priced.price);
        }),
        Value::Alternatives(all) => line.list(key, all, |item, other| {
            item.number("range", other.range.0);
            item.price("price", other.price);
            item.list("with", &other.with, |item, range| item.number("range", range.0));
        }),
        Value::Placed(all) => line.list(key, all, |item, placed| {
            item.number("range", placed.range.0);
            if let Some(reg) = placed.reg {
                item.number("reg", reg.0);
            }
        }),
        Value::Transfers(all) => line.list(key, all, |item, moved| {
            item.object("at", |item| place(item, round, moved.at));
            item.number("from", moved.from.0);
            item.number("to", moved.to.0);
        }),
    }
}

/// A point, with what stands there.
fn place(item: &mut Object, round: Option<&Round>, at: Point) {
    item.number("point", at.0);
    let Some(place) = round.map(|round| round.place(at)) else { return };
    item.number("block", place.block.0);
    if place.line != 0 {
        item.number("line", place.line);
    }
}

/// An object of JSON while it is written.
struct Object<'t> {
    text: &'t mut String,
    is_empty: bool,
}

impl<'t> Object<'t> {
    fn open(text: &'t mut String) -> Self {
        text.push('{');
        Self { text, is_empty: true }
    }

    fn close(self) {
        self.text.push('}');
    }

    /// Keys are names of fields, in which nothing has to be escaped.
    fn key(&mut self, key: &str) {
        let comma = if std::mem::replace(&mut self.is_empty, false) { "" } else { "," };
        let _ = write!(self.text, "{comma}\"{key}\":");
    }

    fn number(&mut self, key: &str, number: impl std::fmt::Display) {
        self.key(key);
        let _ = write!(self.text, "{number}");
    }

    /// JSON has no number for what is infinite: what cannot be done has the price null.
    fn price(&mut self, key: &str, price: f64) {
        self.key(key);
        if price.is_finite() {
            let _ = write!(self.text, "{price}");
        } else {
            self.text.push_str("null");
        }
    }

    fn string(&mut self, key: &str, value: &str) {
        self.key(key);
        self.text.push('"');
        for character in value.chars() {
            match character {
                '"' | '\\' => self.text.extend(['\\', character]),
                control if control < ' ' => {
                    let _ = write!(self.text, "\\u{:04x}", control as u32);
                }
                other => self.text.push(other),
            }
        }
        self.text.push('"');
    }

    fn object(&mut self, key: &str, write: impl FnOnce(&mut Object)) {
        self.key(key);
        let mut inner = Object::open(self.text);
        write(&mut inner);
        inner.close();
    }

    fn list<T>(
        &mut self,
        key: &str,
        items: impl IntoIterator<Item = T>,
        mut write: impl FnMut(&mut Object, T),
    ) {
        self.key(key);
        self.text.push('[');
        for (number, item) in items.into_iter().enumerate() {
            if number > 0 {
                self.text.push(',');
            }
            let mut object = Object::open(self.text);
            write(&mut object, item);
            object.close();
        }
        self.text.push(']');
    }
}
