//! What the plugin's judge writes: one JSON line per function (`-limit-score=FILE`).

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Instructions of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Count {
    /// In the text.
    #[serde(rename = "static")]
    pub in_text: u64,
    /// Executed per call of the function, by LLVM's block frequencies.
    pub weighted: f64,
}

/// What the code of one function costs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Score {
    /// O: 4 x reloads + stores + 0.2 x copies + saves and restores of callee-saved registers, each
    /// executed per call.
    pub move_cost: f64,
    /// Whether a value is in memory for want of a register.
    pub pressured: bool,
    /// Loads from spill slots.
    pub reloads: Count,
    /// Stores to spill slots.
    pub stores: Count,
    /// Copies from register to register.
    pub copies: Count,
    /// Saves and restores of callee-saved registers.
    pub callee_saved: Count,
    /// All instructions: I is what is executed.
    pub instructions: Count,
    /// Size of the frame in bytes.
    pub stack_bytes: u64,
    /// Size of the machine code in bytes, from the object file's symbols.
    #[serde(default)]
    pub code_bytes: Option<u64>,
    /// What all calls together cost, where the input has a profile.
    #[serde(default)]
    pub profile: Option<Profile>,
}

/// What all calls of a function together cost, by the input's profile.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Profile {
    /// How often the function is entered.
    pub entries: u64,
    /// O of all calls.
    pub move_cost: f64,
    /// I of all calls.
    pub instructions: f64,
}

#[derive(Deserialize)]
struct Line {
    function: String,
    #[serde(flatten)]
    score: Score,
}

/// Reads the judge's lines; the scores by the function's name.
pub fn parse(text: &str) -> Result<BTreeMap<String, Score>> {
    let mut scores = BTreeMap::new();
    for (index, text) in text.lines().enumerate() {
        let line: Line = serde_json::from_str(text)
            .with_context(|| format!("line {} is no score of this version's plugin", index + 1))?;
        scores.insert(line.function, line.score);
    }
    Ok(scores)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = r#"{"module":"m","function":"f","move_cost":9.5,"pressured":true,
        "reloads":{"static":1,"weighted":2},"stores":{"static":1,"weighted":1},
        "copies":{"static":3,"weighted":2.5},"callee_saved":{"static":0,"weighted":0},
        "instructions":{"static":12,"weighted":27},"stack_bytes":24,"code_bytes":null,
        "profile":{"entries":7,"move_cost":66.5,"instructions":189}}"#;

    #[test]
    fn a_line_is_read() {
        let scores = parse(&LINE.replace('\n', " ")).expect("well-formed");
        let score = &scores["f"];
        assert_eq!((score.move_cost, score.pressured, score.stack_bytes), (9.5, true, 24));
        assert_eq!(score.copies, Count { in_text: 3, weighted: 2.5 });
        let profile = Profile { entries: 7, move_cost: 66.5, instructions: 189.0 };
        assert_eq!((score.code_bytes, score.profile), (None, Some(profile)));
    }

    #[test]
    fn a_cut_line_is_an_error_that_names_it() {
        let text = format!("{}\n{{\"module\":\"m\"", LINE.replace('\n', " "));
        let error = parse(&text).expect_err("the second line is cut");
        assert!(error.to_string().contains("line 2"), "{error}");
    }
}
