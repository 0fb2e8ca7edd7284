//! What a comparison found, in the form in which it is written as JSON: see [`Report`].

pub mod causes;
pub mod growth;

use crate::allocator::Allocator;
use crate::measure::Settings;
use crate::score::Score;
use causes::Change;
use growth::Growth;
use serde::{Deserialize, Serialize};

/// The version of the form of all reports; raised when a field changes its meaning or goes.
const SCHEMA: u32 = 1;

/// What a report begins with, whichever command writes it.
#[derive(Debug, Default, Deserialize, Serialize)]
pub struct Heading {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The version of this command.
    pub version: String,
    /// The first line about its version that `llc` prints.
    pub llvm: String,
    /// What all runs had in common.
    pub arguments: Arguments,
    /// The allocators, the base first.
    pub allocators: Vec<NamedFlags>,
}

impl Heading {
    /// The heading of a report on what the allocators do with these settings.
    pub fn new(settings: &Settings, llvm: String, allocators: &[Allocator]) -> Heading {
        Heading {
            schema: SCHEMA,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            llvm,
            arguments: Arguments {
                command: settings.command.clone(),
                opt: settings.opt.clone(),
                mcpu: settings.mcpu.clone(),
                llc_args: settings.llc_args.clone(),
            },
            allocators: allocators
                .iter()
                .map(|Allocator { name, flags }| NamedFlags {
                    name: name.clone(),
                    flags: flags.clone(),
                })
                .collect(),
        }
    }
}

/// A whole comparison.
#[derive(Debug, Serialize)]
pub struct Report {
    /// What made it.
    #[serde(flatten)]
    pub heading: Heading,
    /// One for each target and each allocator but the base.
    pub comparisons: Vec<Comparison>,
    /// What failed, by target, input and allocator.
    pub failures: Vec<Failure>,
    /// One for each target, input and function, in this order.
    pub functions: Vec<FunctionRow>,
    /// The worst functions in assembly; for HTML only.
    #[serde(skip)]
    pub listings: Vec<Listing>,
    /// How the time of allocation grows, from an earlier run of `bench`; for HTML only.
    #[serde(skip)]
    pub growth: Vec<Growth>,
}

/// A function's assembly text with the base and with the first other allocator.
#[derive(Debug)]
pub struct Listing {
    /// The target.
    pub target: String,
    /// The input.
    pub input: String,
    /// The function.
    pub function: String,
    /// The base's text, and the other one's.
    pub texts: [String; 2],
    /// The page of `explain`, as the report links to it.
    pub page: Option<String>,
}

/// The arguments of every run of `llc`.
#[derive(Debug, Default, Deserialize, Serialize)]
pub struct Arguments {
    /// The command line that makes the same figures again.
    pub command: String,
    /// The level of optimisation.
    pub opt: String,
    /// The processor.
    pub mcpu: Option<String>,
    /// Further arguments.
    pub llc_args: Vec<String>,
}

/// An allocator.
#[derive(Debug, Deserialize, Serialize)]
pub struct NamedFlags {
    /// Its name in this report.
    pub name: String,
    /// The arguments of `llc` that choose it.
    pub flags: Vec<String>,
}

/// One allocator against the base, on the inputs that neither failed on.
#[derive(Debug, Default, Deserialize, PartialEq, Serialize)]
pub struct Comparison {
    /// The target.
    pub target: String,
    /// The allocator.
    pub allocator: String,
    /// Functions compared.
    pub functions: usize,
    /// Those of them in which either of the two has a value in memory for want of a register.
    pub pressured: usize,
    /// Inputs left out since one of the two failed on them.
    pub failed_inputs: usize,
    /// Geometric mean of (O + 1) / (base's O + 1); none of no functions, as in the other means.
    pub move_cost: Option<f64>,
    /// The same over the pressured functions.
    pub move_cost_pressured: Option<f64>,
    /// Geometric mean of I / base's I.
    pub instructions: Option<f64>,
    /// The same over the pressured functions.
    pub instructions_pressured: Option<f64>,
    /// Functions with a lower O than with the base.
    pub better: usize,
    /// Functions with a higher O than with the base.
    pub worse: usize,
    /// Functions of which (O + 1) / (base's O + 1) is above 2.
    pub over_twice: usize,
    /// Functions with an I above the base's by more than 0.1 %.
    #[serde(default)]
    pub longer: usize,
    /// Functions that the plugin's allocator gave to its last resort.
    pub last_resort: u64,
    /// Processor seconds in the allocation passes.
    pub allocation_seconds: Versus<f64>,
    /// Processor seconds in the whole code generator.
    pub codegen_seconds: Versus<f64>,
    /// Bytes of code.
    pub text_bytes: Versus<u64>,
    /// Copies executed per call, summed over the functions.
    #[serde(default)]
    pub copies: Versus<f64>,
    /// What changed I, by the kind of instruction that changed most in each function.
    #[serde(default)]
    pub causes: Vec<Change>,
    /// The functions with the highest ratios of O above 1, at most ten.
    pub worst: Vec<Worst>,
}

/// A sum for an allocator and for the base.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Serialize)]
pub struct Versus<T> {
    /// The allocator's.
    pub this: T,
    /// The base's.
    pub base: T,
}

impl Versus<f64> {
    /// The ratio of the two; none if the base's is 0.
    pub fn ratio(self) -> Option<f64> {
        (self.base > 0.0).then(|| self.this / self.base)
    }
}

impl Versus<u64> {
    /// The ratio of the two; none if the base's is 0.
    pub fn ratio(self) -> Option<f64> {
        Versus { this: self.this as f64, base: self.base as f64 }.ratio()
    }
}

/// A function that costs more than with the base.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Worst {
    /// The input it is in.
    pub input: String,
    /// Its name.
    pub function: String,
    /// (O + 1) / (base's O + 1).
    pub ratio: f64,
    /// O.
    pub move_cost: Versus<f64>,
}

/// An input that an allocator has no code for.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Failure {
    /// The target.
    pub target: String,
    /// The input.
    pub input: String,
    /// The allocator; none if the input could not be compiled to IR, or if no allocator took it.
    pub allocator: Option<String>,
    /// Why, in one line.
    pub reason: String,
}

/// A function with what each allocator makes of it.
#[derive(Debug, Serialize)]
pub struct FunctionRow {
    /// The target.
    pub target: String,
    /// What the input is part of.
    pub project: String,
    /// The input.
    pub input: String,
    /// The function.
    pub function: String,
    /// In the order of [`Heading::allocators`]; none where the allocator failed on the input.
    pub scores: Vec<Option<Score>>,
}
