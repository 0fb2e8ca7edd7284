//! From text to a function, with its live ranges.

mod function;
mod machine;
mod words;

use super::{recompute, Program};
use crate::analysis::liveness::Liveness;
use crate::model::function::{Block, VReg};
use crate::model::index::Idx;
use crate::model::point::Point;
use std::fmt;
use words::{need, number};

/// Why a text is not a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub problem: Problem,
}

/// What can be wrong in a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// A name of the given kind that was not introduced.
    Unknown(&'static str, String),
    /// A name that was introduced before, or a number out of order.
    Taken(String),
    /// A word where a number is due.
    NotANumber(String),
    /// The line ends before what is named.
    Missing(&'static str),
    /// A word that means nothing where it stands.
    Unexpected(String),
    /// Something stands where it may not.
    Misplaced(&'static str),
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match &self.problem {
            Problem::Unknown(kind, name) => write!(f, "there is no {kind} `{name}`"),
            Problem::Taken(name) => write!(f, "`{name}` is there already"),
            Problem::NotANumber(word) => write!(f, "`{word}` is not a number"),
            Problem::Missing(what) => write!(f, "the line ends before {what}"),
            Problem::Unexpected(word) => write!(f, "`{word}` means nothing here"),
            Problem::Misplaced(what) => write!(f, "{what}"),
        }
    }
}

impl std::error::Error for TextError {}

type Parsed<T> = Result<T, Problem>;

/// Reads a program; its live ranges and the stretches of fixed registers are computed.
pub fn parse(text: &str) -> Result<Program, TextError> {
    let mut parser = Parser::default();
    for (number, line) in text.lines().enumerate() {
        parser.line = number + 1;
        let line = line.split('#').next().unwrap_or_default().replace(',', " ");
        let words: Vec<&str> = line.split_whitespace().collect();
        parser.line(&words).map_err(|problem| TextError { line: number + 1, problem })?;
    }
    parser.finish()
}

#[derive(Default)]
struct Parser {
    program: Program,
    in_function: bool,
    point: u32,
    line: usize,
    last_split: Option<Point>,
    /// Whether the lines read last say something of the next instruction.
    is_about_next: bool,
    /// The lines that say where values can be recomputed.
    recomputable: Vec<(VReg, Point)>,
    /// Per block its line, to name it if a successor is missing.
    block_lines: Vec<usize>,
}

impl Parser {
    fn line(&mut self, words: &[&str]) -> Parsed<()> {
        let [first, rest @ ..] = words else { return Ok(()) };
        match (*first, self.in_function) {
            ("reg", false) => self.reg(rest),
            ("class", false) => self.class(rest),
            ("part", false) => self.part(rest),
            ("mask", false) => self.mask(rest),
            ("saved-anyway", false) => {
                let numbers: Parsed<_> = rest.iter().map(|word| number(word)).collect();
                self.program.function.machine.saved_anyway = numbers?;
                Ok(())
            }
            ("first-slot", false) => {
                let insts = number(need(rest.first(), "a number")?)?;
                self.program.function.first_slot_insts = insts;
                Ok(())
            }
            ("pads-even-saves", false) => {
                self.program.function.pads_even_saves = true;
                Ok(())
            }
            ("fills-odd-saves", false) => {
                self.program.function.fills_odd_saves = true;
                Ok(())
            }
            ("function", false) => {
                self.program.function.name = need(rest.first(), "the function's name")?.to_string();
                self.in_function = true;
                Ok(())
            }
            ("loop", true) => self.region(rest),
            ("range", true) => self.range(rest),
            ("block", true) => self.block(rest),
            ("block", false) => Err(Problem::Misplaced("a block before the line `function`")),
            ("first", true) => {
                let point = Point(self.point);
                self.open_block()?.first_split = point;
                Ok(())
            }
            ("remat", true) => {
                let vreg = self.vreg(need(rest.first(), "a virtual register")?)?;
                self.open_block()?;
                self.recomputable.push((vreg, recompute::point_of_line(&self.program.function)));
                Ok(())
            }
            ("two-address", true) => self.two_address(rest),
            ("costly", true) => self.costly(rest),
            ("folds", true) => self.folds(need(rest.first(), "a virtual register")?),
            ("narrow", true) => self.narrow(need(rest.first(), "a virtual register")?),
            ("touches", true) => {
                self.open_block()?.may_touch_stack = true;
                Ok(())
            }
            ("returns", true) => {
                self.open_block()?.splittable_return = true;
                Ok(())
            }
            ("last", true) => {
                self.open_block()?;
                self.last_split = Some(Point(self.point));
                Ok(())
            }
            _ => self.inst(first, rest),
        }
    }

    fn finish(mut self) -> Result<Program, TextError> {
        self.close_block().map_err(|problem| TextError { line: self.line, problem })?;
        let function = &self.program.function;
        for (block, &line) in function.blocks.indices().zip(&self.block_lines) {
            let missing = |to: &&Block| to.index() >= function.blocks.len();
            if let Some(to) = function.successors_of(block).iter().find(missing) {
                return Err(TextError {
                    line,
                    problem: Problem::Unknown("block", format!("{to:?}")),
                });
            }
        }
        self.close_exceptional_edges();
        self.program.function.widenings.sort_by_key(|widening| widening.vreg);
        Liveness::compute(&self.program.function).enter(&mut self.program.function);
        recompute::enter(&mut self.program.function, &self.recomputable);
        Ok(self.program)
    }

    /// Where no exceptional edge leaves a block, its last place for copies is the same for all values.
    fn close_exceptional_edges(&mut self) {
        let function = &mut self.program.function;
        for block in function.blocks.indices() {
            let successors = function.successors_of(block);
            if !successors.iter().any(|&to| function.blocks[to].is_landing_pad) {
                function.blocks[block].end_split = function.blocks[block].last_split;
            }
        }
    }
}
