//! What changed I: the functions by the kind of instruction that changed most in each.

use super::Versus;
use serde::{Deserialize, Serialize};

/// The kind of instruction whose number, executed per call, changed most in a function.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// Copies from register to register.
    Copies,
    /// Saves and restores of callee-saved registers.
    CalleeSaved,
    /// Reloads and stores of spilled values.
    ReloadsAndStores,
    /// All other instructions.
    Others,
}

impl Cause {
    /// All of them, in the order in which they are shown.
    pub const ALL: [Cause; 4] =
        [Cause::Copies, Cause::CalleeSaved, Cause::ReloadsAndStores, Cause::Others];

    /// What it is called in tables.
    pub fn name(self) -> &'static str {
        match self {
            Cause::Copies => "copies",
            Cause::CalleeSaved => "callee-saved registers",
            Cause::ReloadsAndStores => "reloads and stores",
            Cause::Others => "others",
        }
    }
}

/// The functions of one cause.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Change {
    /// The cause.
    pub cause: Cause,
    /// Functions with a higher I than with the base.
    pub longer: Share,
    /// Functions with a lower I than with the base.
    pub shorter: Share,
    /// The functions with the highest ratios of I above 1, at most ten.
    pub worst: Vec<Longer>,
}

/// What some of the functions add to the mean of I.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Serialize)]
pub struct Share {
    /// How many functions.
    pub functions: usize,
    /// The sum of the logarithms of their ratios of I, divided by the number of all functions, in
    /// per cent: those of all causes add up to the logarithm of the geometric mean.
    pub percent: f64,
}

/// A function with a higher I than with the base.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Longer {
    /// The input it is in.
    pub input: String,
    /// Its name.
    pub function: String,
    /// I / base's I.
    pub ratio: f64,
    /// I.
    pub instructions: Versus<f64>,
}
