//! From text to a function, with its live ranges.

use super::{recompute, Opcode, Program, COPY, OVERWRITE, PEEK, RELOAD, SPILL};
use crate::analysis::liveness::Liveness;
use crate::model::function::{
    Access, Block, BlockData, Fate, Inst, InstData, InstKind, Loop, LoopData, Name, Operand, Slot,
    SlotAccess, VReg, VRegData,
};
use crate::model::index::{Idx, IndexVec, Span};
use crate::model::machine::{Class, ClassData, Lanes, Reg, RegData, RegUnit, Unit};
use crate::model::point::{Point, Segment};
use std::fmt;

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

/// Points from one instruction to the next: the slots of one, so that nothing lies between them, as
/// in a function in which LLVM has put much new code.
const STEP: u32 = 4;
/// The largest number of a virtual register: a slip of the pen must not fill the memory.
const MAX_RANGE: u32 = 1 << 20;

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
            ("paired", false) => {
                let anyway = number(need(rest.first(), "a number")?)?;
                self.program.function.machine.saved_anyway.push(anyway);
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
            ("last", true) => {
                self.open_block()?;
                self.last_split = Some(Point(self.point));
                Ok(())
            }
            _ => self.inst(first, rest),
        }
    }

    fn reg(&mut self, words: &[&str]) -> Parsed<()> {
        let (name, mut rest) = words.split_first().ok_or(Problem::Missing("a register"))?;
        if self.reg_named(name).is_ok() {
            return Err(Problem::Taken(name.to_string()));
        }
        let machine = &self.program.function.machine;
        if !machine.parts.is_empty() || !machine.masks.is_empty() {
            return Err(Problem::Misplaced("a register after a part or a mask"));
        }
        let mut units: Vec<Unit> = Vec::new();
        let mut data =
            RegData { units: Span::default(), saved_group: 0, paired_file: 0, encoding_cost: 0 };
        while let Some((word, more)) = rest.split_first() {
            rest = more;
            match *word {
                "of" => {}
                "saved" | "paired" | "cost" => {
                    let value = number::<u8>(need(rest.first(), "a number")?)?;
                    rest = &rest[1..];
                    match *word {
                        "saved" => data.saved_group = u32::from(value),
                        "paired" => data.paired_file = u32::from(value),
                        _ => data.encoding_cost = value,
                    }
                }
                other => {
                    let inner = self.reg_named(other)?;
                    units.extend(machine.units_of(inner).iter().map(|part| part.unit));
                }
            }
        }
        let machine = &mut self.program.function.machine;
        if units.is_empty() {
            units.push(machine.units.push(Span::default()));
        }
        units.sort_unstable();
        units.dedup();
        let start = machine.reg_units.len();
        let parts = units.into_iter().map(|unit| RegUnit { unit, lanes: Lanes::ALL });
        machine.reg_units.extend(parts);
        data.units = Span::since(start, machine.reg_units.len());
        machine.regs.push(data);
        self.program.names.regs.push(name.to_string());
        Ok(())
    }

    fn class(&mut self, words: &[&str]) -> Parsed<()> {
        let (name, rest) = words.split_first().ok_or(Problem::Missing("a class"))?;
        let order = self.regs(rest)?;
        let machine = &mut self.program.function.machine;
        let start = machine.orders.len();
        machine.orders.extend(order);
        let order = Span::since(start, machine.orders.len());
        machine.classes.push(ClassData { order });
        introduce(&mut self.program.names.classes, name)
    }

    fn part(&mut self, words: &[&str]) -> Parsed<()> {
        let (name, rest) = words.split_first().ok_or(Problem::Missing("a part"))?;
        let mut row = IndexVec::filled(None, self.program.names.regs.len());
        for word in rest {
            let (whole, inner) =
                word.split_once('=').ok_or(Problem::Unexpected(word.to_string()))?;
            row[self.reg_named(whole)?] = Some(self.reg_named(inner)?);
        }
        self.program.function.machine.parts.push(row);
        introduce(&mut self.program.names.parts, name)
    }

    fn mask(&mut self, words: &[&str]) -> Parsed<()> {
        let (name, rest) = words.split_first().ok_or(Problem::Missing("a mask"))?;
        let mut bits = vec![0u64; self.program.names.regs.len().div_ceil(64)];
        for reg in self.regs(rest)? {
            bits[reg.index() / 64] |= 1 << (reg.0 % 64);
        }
        self.program.function.machine.masks.push(bits);
        introduce(&mut self.program.names.masks, name)
    }

    fn region(&mut self, words: &[&str]) -> Parsed<()> {
        let loops = &mut self.program.function.loops;
        in_order(need(words.first(), "a loop")?, 'l', loops.len())?;
        let parent = match words.get(1..).unwrap_or_default() {
            [] => None,
            ["in", name] => Some(Loop(known(name, 'l', loops.len(), "loop")?)),
            [word, ..] => return Err(Problem::Unexpected(word.to_string())),
        };
        let depth = parent.map_or(1, |parent| loops[parent].depth + 1);
        loops.push(LoopData { parent, depth });
        Ok(())
    }

    fn range(&mut self, words: &[&str]) -> Parsed<()> {
        let vreg = self.vreg(need(words.first(), "a virtual register")?)?;
        let class = need(words.get(1), "a class")?;
        let class = find(&self.program.names.classes, class, "class")?;
        let mut data = VRegData { class, ..self.program.function.vregs[vreg] };
        let mut rest = &words[2..];
        let start = self.program.function.hints.len();
        while let Some((word, more)) = rest.split_first() {
            rest = more;
            match *word {
                "remat" => data.rematerialisable = true,
                "split" => data.fate = Fate::Split,
                "register" => data.fate = Fate::Register,
                "only" => data.hints_only = true,
                "at" => {
                    data.assigned = Some(self.reg_named(need(rest.first(), "a register")?)?);
                    rest = &rest[1..];
                }
                "hints" => {
                    while let Some(reg) = rest.first().and_then(|name| self.reg_named(name).ok()) {
                        self.program.function.hints.push(reg);
                        rest = &rest[1..];
                    }
                }
                other => return Err(Problem::Unexpected(other.to_string())),
            }
        }
        data.hints = Span::since(start, self.program.function.hints.len());
        self.program.function.vregs[vreg] = data;
        Ok(())
    }

    fn block(&mut self, words: &[&str]) -> Parsed<()> {
        self.close_block();
        let function = &mut self.program.function;
        in_order(need(words.first(), "a block")?, 'b', function.blocks.len())?;
        let word = need(words.get(1), "a frequency")?;
        let frequency: f64 = number(word)?;
        if !frequency.is_finite() || frequency < 0.0 {
            return Err(Problem::NotANumber(word.to_string()));
        }
        let mut rest = &words[2..];
        let mut innermost = None;
        if let ["in", name, more @ ..] = rest {
            innermost = Some(Loop(known(name, 'l', function.loops.len(), "loop")?));
            rest = more;
        }
        let start = function.successors.len();
        if let ["->", names @ ..] = rest {
            for name in names {
                function.successors.push(Block(numbered(name, 'b', "block")?));
            }
        } else if let Some(word) = rest.first() {
            return Err(Problem::Unexpected(word.to_string()));
        }
        let at = Point(self.point);
        let insts = function.insts.len();
        function.blocks.push(BlockData {
            points: Segment { start: at, end: at },
            first_split: at,
            last_split: at,
            frequency,
            needs_frame: false,
            innermost,
            successors: Span::since(start, function.successors.len()),
            insts: Span::since(insts, insts),
        });
        self.block_lines.push(self.line);
        self.point += STEP;
        Ok(())
    }

    fn open_block(&mut self) -> Parsed<&mut BlockData> {
        let blocks = &mut self.program.function.blocks;
        match blocks.len() {
            0 => Err(Problem::Misplaced("an instruction outside a block")),
            len => Ok(&mut blocks[Block::new(len - 1)]),
        }
    }

    /// The block that was read last ends here.
    fn close_block(&mut self) {
        let end = Point(self.point);
        let Ok(data) = self.open_block() else { return };
        data.points.end = end;
        let block = Block::new(self.program.function.blocks.len() - 1);
        let default = self.program.default_last_split(block);
        let data = &mut self.program.function.blocks[block];
        data.last_split = self.last_split.take().unwrap_or(default);
        *data = data.with_splits_inside();
    }

    fn inst(&mut self, name: &str, words: &[&str]) -> Parsed<()> {
        self.open_block()?;
        let (words, mask) = match words {
            [words @ .., "keeps", mask] => (words, Some(*mask)),
            _ => (words, None),
        };
        let arrow = words.iter().position(|word| *word == "=>").unwrap_or(words.len());
        let mut operands = Vec::new();
        let mut immediates = Vec::new();
        for word in words.get(arrow + 1..).unwrap_or_default() {
            operands.push(self.operand(word, true)?);
        }
        for word in &words[..arrow] {
            match word.parse() {
                Ok(value) => immediates.push(value),
                Err(_) => operands.push(self.operand(word, false)?),
            }
        }
        let is_copy = name == COPY;
        if is_copy && (operands.len() != 2 || !operands[0].writes || operands[1].writes) {
            return Err(Problem::Misplaced("a copy has one source and one result"));
        }
        self.slot_access(name, &operands, &immediates)?;
        let point = Point(self.point);
        self.point += STEP;
        let names = &self.program.names;
        if let Some(mask) = mask {
            let mask = find(&names.masks, mask, "mask")?;
            self.program.function.machine.clobbers.push((point.register(), mask));
            self.open_block()?.needs_frame = true;
        }
        let function = &mut self.program.function;
        let start = function.operands.len();
        function.operands.extend(operands);
        function.insts.push(InstData {
            point,
            block: Block::new(function.blocks.len() - 1),
            kind: if is_copy { InstKind::Copy } else { InstKind::Plain },
            operands: Span::since(start, function.operands.len()),
        });
        let end = function.insts.len() as u32;
        self.open_block()?.insts.end = end;
        self.program.names.opcodes.push(Opcode { name: name.to_owned(), immediates });
        Ok(())
    }

    /// Notes what the next instruction does to a spill slot.
    fn slot_access(&mut self, name: &str, operands: &[Operand], slots: &[i64]) -> Parsed<()> {
        let function = &mut self.program.function;
        let inst = Inst::new(function.insts.len());
        let (access, writes) = match name {
            RELOAD => (Access::Reload(inst), vec![true]),
            SPILL => (Access::Store(inst), vec![false]),
            PEEK => (Access::Read, vec![]),
            OVERWRITE => (Access::Overwrite, vec![]),
            _ => return Ok(()),
        };
        let &[slot] = slots else { return Err(Problem::Missing("a spill slot")) };
        let is_plain = |o: &Operand| matches!(o.name, Name::Virtual(_)) && o.part.is_none();
        if operands.iter().map(|o| o.writes).ne(writes) || !operands.iter().all(is_plain) {
            return Err(Problem::Misplaced("a spill slot is loaded or stored as a whole"));
        }
        let slot =
            u32::try_from(slot).map(Slot).map_err(|_| Problem::NotANumber(slot.to_string()))?;
        function.slot_accesses.push(SlotAccess { point: Point(self.point), slot, access });
        Ok(())
    }

    fn operand(&mut self, word: &str, writes: bool) -> Parsed<Operand> {
        let (name, part) = match word.split_once('.') {
            Some((name, part)) => (name, Some(find(&self.program.names.parts, part, "part")?)),
            None => (word, None),
        };
        let name = match name.starts_with('%') {
            true => Name::Virtual(self.vreg(name)?),
            false => Name::Fixed(self.reg_named(name)?),
        };
        Ok(Operand { name, part, reads: !writes || part.is_some(), writes })
    }

    /// The virtual register of that name; it is of the first class until a line says otherwise.
    fn vreg(&mut self, word: &str) -> Parsed<VReg> {
        let vreg = VReg(numbered(word, '%', "virtual register")?);
        if vreg.0 > MAX_RANGE || self.program.names.classes.is_empty() {
            return Err(Problem::Unknown("class for", word.to_owned()));
        }
        let unknown = VRegData {
            class: Class(0),
            fate: Fate::Free,
            rematerialisable: false,
            recomputable: Span::default(),
            live: Span::default(),
            lane_ranges: Span::default(),
            hints: Span::default(),
            hints_only: false,
            assigned: None,
        };
        while self.program.function.vregs.len() <= vreg.index() {
            self.program.function.vregs.push(unknown);
        }
        Ok(vreg)
    }

    fn reg_named(&self, name: &str) -> Parsed<Reg> {
        find(&self.program.names.regs, name, "register")
    }

    fn regs(&self, names: &[&str]) -> Parsed<Vec<Reg>> {
        names.iter().map(|name| self.reg_named(name)).collect()
    }

    fn finish(mut self) -> Result<Program, TextError> {
        self.close_block();
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
        Liveness::compute(&self.program.function).enter(&mut self.program.function);
        recompute::enter(&mut self.program.function, &self.recomputable);
        Ok(self.program)
    }
}

fn need<'w>(word: Option<&&'w str>, what: &'static str) -> Parsed<&'w str> {
    word.copied().ok_or(Problem::Missing(what))
}

fn number<T: std::str::FromStr>(word: &str) -> Parsed<T> {
    word.parse().map_err(|_| Problem::NotANumber(word.to_owned()))
}

fn find<I: Idx>(names: &IndexVec<I, String>, name: &str, kind: &'static str) -> Parsed<I> {
    let found = names.iter().position(|known| known == name);
    found.map(I::new).ok_or_else(|| Problem::Unknown(kind, name.to_owned()))
}

fn introduce<I: Idx>(names: &mut IndexVec<I, String>, name: &str) -> Parsed<()> {
    if names.iter().any(|known| known == name) {
        return Err(Problem::Taken(name.to_owned()));
    }
    names.push(name.to_owned());
    Ok(())
}

/// The number after the letter that names a kind of thing.
fn numbered(word: &str, letter: char, kind: &'static str) -> Parsed<u32> {
    let number = word.strip_prefix(letter).and_then(|digits| digits.parse().ok());
    number.ok_or_else(|| Problem::Unknown(kind, word.to_owned()))
}

fn known(word: &str, letter: char, len: usize, kind: &'static str) -> Parsed<u32> {
    let number = numbered(word, letter, kind)?;
    if (number as usize) < len {
        return Ok(number);
    }
    Err(Problem::Unknown(kind, word.to_owned()))
}

/// Blocks and loops are numbered as they come.
fn in_order(word: &str, letter: char, next: usize) -> Parsed<()> {
    if word.strip_prefix(letter).and_then(|digits| digits.parse().ok()) == Some(next) {
        return Ok(());
    }
    Err(Problem::Taken(word.to_owned()))
}
