//! What `-limit-log` wrote, as far as it is explained; `docs/log.md` is its schema.

use anyhow::{ensure, Context, Result};
use serde::Deserialize;

/// The schema that this module reads.
const SCHEMA: u32 = 1;

/// The log of one function.
#[derive(Debug, Default)]
pub struct FunctionLog {
    /// Its name.
    pub function: String,
    /// The register sets.
    pub sets: Vec<Set>,
    /// In order.
    pub events: Vec<Event>,
}

/// A register set.
#[derive(Clone, Debug, Deserialize)]
pub struct Set {
    /// Its number.
    pub set: u32,
    /// The class whose registers it has.
    pub class: String,
    /// How many those are.
    #[serde(default)]
    pub registers: i64,
    /// The classes whose values count in it.
    #[serde(default)]
    pub takes: Vec<Takes>,
}

/// A class whose values count in a set.
#[derive(Clone, Debug, Deserialize)]
pub struct Takes {
    /// The class.
    pub class: String,
    /// The registers of the set that a value of it takes.
    #[serde(default)]
    pub registers: i64,
}

/// A place in the code.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Place {
    /// LLVM's slot index.
    pub point: i64,
}

/// A range and a price; none if it cannot be done.
#[derive(Clone, Debug, Deserialize)]
pub struct Priced {
    /// The range.
    pub range: u32,
    /// Per execution of the function.
    pub price: Option<f64>,
}

/// A range that could have left registers in the stead of another.
#[derive(Clone, Debug, Deserialize)]
pub struct Alternative {
    /// The range.
    pub range: u32,
    /// What that would have cost, with all that would have had to leave too, per execution of the function.
    pub price: Option<f64>,
    /// Those.
    #[serde(default)]
    pub with: Vec<Range>,
}

/// A range in a list.
#[derive(Clone, Debug, Deserialize)]
pub struct Range {
    /// Its number.
    pub range: u32,
}

/// An event with its circumstances.
#[derive(Debug, Deserialize)]
pub struct Event {
    /// How often the code was edited before.
    #[serde(default)]
    pub round: u32,
    /// What happened.
    #[serde(flatten)]
    pub what: What,
}

/// What happened. Events that explain nothing here, and those of later versions, are `Other`.
#[derive(Debug, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum What {
    /// A set is over its capacity at a cell.
    Over {
        /// The set.
        set: u32,
        /// The cell.
        at: Place,
        /// Registers that live ranges take.
        held: i64,
        /// Registers that fixed values, or a call, leave.
        capacity: i64,
    },
    /// What it costs to take each of some ranges out of registers at a cell.
    Candidates {
        /// The set.
        set: u32,
        /// The cell.
        at: Place,
        /// Registers over capacity.
        excess: usize,
        /// In the order of their prices.
        offers: Vec<Priced>,
    },
    /// A range is cut.
    Split {
        /// The range.
        range: u32,
        /// Why.
        why: String,
        /// What that costs; none if it cannot be done.
        price: Option<f64>,
        /// The cheapest others.
        #[serde(default)]
        others: Vec<Alternative>,
        /// The pieces.
        pieces: Vec<Range>,
        /// The remainder.
        remainder: u32,
    },
    /// A range goes to memory.
    Memory {
        /// The range.
        range: u32,
        /// Why.
        why: String,
        /// What that costs.
        price: Option<f64>,
        /// The cheapest others.
        #[serde(default)]
        others: Vec<Alternative>,
    },
    /// An edit gave a piece or a part this number.
    Piece {
        /// The piece.
        range: u32,
        /// What it is a piece of.
        of: u32,
    },
    /// The function is left to another allocator.
    Refused {
        /// Why.
        reason: String,
    },
    /// Anything else.
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
struct Header {
    schema: u32,
    function: String,
    #[serde(default)]
    sets: Vec<Set>,
}

/// The functions in what the plugin wrote.
pub fn parse(text: &str) -> Result<Vec<FunctionLog>> {
    let mut all: Vec<FunctionLog> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let wrong = || format!("line {} of the log is none of this version's plugin", index + 1);
        if line.starts_with("{\"schema\"") {
            let header: Header = serde_json::from_str(line).with_context(wrong)?;
            ensure!(
                header.schema == SCHEMA,
                "the log has schema {}, and {SCHEMA} is known; use the plugin of this version",
                header.schema
            );
            let Header { function, sets, .. } = header;
            all.push(FunctionLog { function, sets, events: Vec::new() });
            continue;
        }
        let event: Event = serde_json::from_str(line).with_context(wrong)?;
        all.last_mut().with_context(wrong)?.events.push(event);
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_events_and_fields_are_passed_over() {
        let text = "{\"schema\":1,\"event\":\"function\",\"function\":\"f\",\"new\":1}\n\
                    {\"function\":\"f\",\"event\":\"novel\",\"range\":[1]}\n\
                    {\"function\":\"f\",\"event\":\"over\",\"set\":0,\"at\":{\"point\":4},\"held\":3,\"capacity\":2}\n";
        let logs = parse(text).expect("well-formed");
        let [Event { what: What::Other, .. }, Event { what: What::Over { held: 3, .. }, .. }] =
            &logs[0].events[..]
        else {
            panic!("{logs:?}")
        };
    }

    #[test]
    fn another_schema_is_an_error() {
        let error = parse("{\"schema\":99,\"function\":\"f\"}").expect_err("from the future");
        assert!(error.to_string().contains("schema 99"), "{error}");
    }
}
