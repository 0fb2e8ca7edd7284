//! The lines of the function: loops, ranges, blocks and instructions.

use super::words::{find, in_order, known, need, number, numbered};
use super::{Parsed, Parser, Problem};
use crate::model::function::{
    Access, Block, BlockData, CostlyUse, Fate, Fold, Inst, InstData, InstKind, Loop, LoopData,
    Name, Operand, Slot, SlotAccess, TwoAddress, VReg, VRegData, Widening,
};
use crate::model::index::{Idx, Span};
use crate::model::machine::Class;
use crate::model::point::{Point, Segment};
use crate::model::text::{Opcode, COPY, OVERWRITE, PEEK, RELOAD, SPILL, UNREAD_COPY};

/// Points from one instruction to the next: the slots of one, so that nothing lies between them, as
/// in a function in which LLVM has put much new code.
const STEP: u32 = 4;
/// The largest number of a virtual register: a slip of the pen must not fill the memory.
const MAX_RANGE: u32 = 1 << 20;

impl Parser {
    pub(super) fn region(&mut self, words: &[&str]) -> Parsed<()> {
        let loops = &mut self.program.function.loops;
        in_order(need(words.first(), "a loop")?, 'l', loops.len())?;
        let parent = match words.get(1..).unwrap_or_default() {
            [] => None,
            ["in", name] => Some(Loop(known(name, 'l', loops.len(), "loop")?)),
            [word, ..] => return Err(Problem::Unexpected(word.to_string())),
        };
        loops.push(LoopData { parent });
        Ok(())
    }

    pub(super) fn range(&mut self, words: &[&str]) -> Parsed<()> {
        let vreg = self.vreg(need(words.first(), "a virtual register")?)?;
        let class = need(words.get(1), "a class")?;
        let class = find(&self.program.names.classes, class, "class")?;
        let mut data = VRegData { class, ..self.program.function.vregs[vreg] };
        let mut rest = &words[2..];
        let start = self.program.function.hints.len();
        while let Some((word, more)) = rest.split_first() {
            rest = more;
            match *word {
                "remat" => {
                    data.rematerialisable = true;
                    if let Some(insts) = rest.first().and_then(|word| word.parse().ok()) {
                        data.recompute_insts = insts;
                        rest = &rest[1..];
                    }
                }
                "split" => data.fate = Fate::Split,
                "register" => data.fate = Fate::Register,
                "only" => data.hints_only = true,
                "at" => {
                    data.assigned = Some(self.reg_named(need(rest.first(), "a register")?)?);
                    rest = &rest[1..];
                }
                "wide" => {
                    let class = need(rest.first(), "a class")?;
                    let class = find(&self.program.names.classes, class, "class")?;
                    let widening = Widening { vreg, class, narrow: Vec::new() };
                    self.program.function.widenings.push(widening);
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

    pub(super) fn block(&mut self, words: &[&str]) -> Parsed<()> {
        self.close_block()?;
        let function = &mut self.program.function;
        in_order(need(words.first(), "a block")?, 'b', function.blocks.len())?;
        let word = need(words.get(1), "a frequency")?;
        let frequency: f64 = number(word)?;
        if !frequency.is_finite() || frequency < 0.0 {
            return Err(Problem::NotANumber(word.to_string()));
        }
        let mut rest = &words[2..];
        let is_landing_pad = rest.first() == Some(&"pad");
        rest = &rest[usize::from(is_landing_pad)..];
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
            end_split: at,
            is_landing_pad,
            frequency,
            needs_frame: false,
            may_touch_stack: false,
            splittable_return: false,
            innermost,
            successors: Span::since(start, function.successors.len()),
            insts: Span::since(insts, insts),
        });
        self.block_lines.push(self.line);
        self.point += STEP;
        Ok(())
    }

    pub(super) fn open_block(&mut self) -> Parsed<&mut BlockData> {
        let blocks = &mut self.program.function.blocks;
        match blocks.len() {
            0 => Err(Problem::Misplaced("an instruction outside a block")),
            len => Ok(&mut blocks[Block::new(len - 1)]),
        }
    }

    /// The block that was read last ends here.
    pub(super) fn close_block(&mut self) -> Parsed<()> {
        if self.is_about_next {
            return Err(Problem::Misplaced("the instruction that this is about is missing"));
        }
        let end = Point(self.point);
        let Ok(data) = self.open_block() else { return Ok(()) };
        data.points.end = end;
        let block = Block::new(self.program.function.blocks.len() - 1);
        let default = self.program.default_last_split(block);
        let data = &mut self.program.function.blocks[block];
        data.last_split = self.last_split.take().unwrap_or(default);
        data.end_split = default;
        *data = data.with_splits_inside();
        Ok(())
    }

    pub(super) fn inst(&mut self, name: &str, words: &[&str]) -> Parsed<()> {
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
        let is_copy = name == COPY || name == UNREAD_COPY;
        if is_copy && (operands.len() != 2 || !operands[0].writes || operands[1].writes) {
            return Err(Problem::Misplaced("a copy has one source and one result"));
        }
        if name == UNREAD_COPY {
            operands[1].reads = false;
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
        let reads_ranges = operands.iter().any(|o| o.reads && matches!(o.name, Name::Virtual(_)));
        for operand in operands.iter().filter(|operand| operand.writes) {
            if let Name::Virtual(vreg) = operand.name {
                function.vregs[vreg].reads_ranges |= reads_ranges;
            }
        }
        let start = function.operands.len();
        function.operands.extend(operands);
        function.insts.push(InstData {
            point,
            block: Block::new(function.blocks.len() - 1),
            kind: if is_copy { InstKind::Copy } else { InstKind::Plain },
            operands: Span::since(start, function.operands.len()),
        });
        let end = function.insts.len() as u32;
        self.is_about_next = false;
        self.open_block()?.insts.end = end;
        self.program.names.opcodes.push(Opcode { name: name.to_owned(), immediates });
        Ok(())
    }

    /// The next instruction is better if a result has an operand's register.
    pub(super) fn two_address(&mut self, words: &[&str]) -> Parsed<()> {
        self.open_block()?;
        let result = self.vreg(need(words.first(), "a result")?)?;
        let operand = self.vreg(need(words.get(1), "an operand")?)?;
        let saves_inst = match words.get(2..).unwrap_or_default() {
            [] => false,
            ["saves"] => true,
            [word, ..] => return Err(Problem::Unexpected(word.to_string())),
        };
        let function = &mut self.program.function;
        let inst = Inst::new(function.insts.len());
        function.two_address.push(TwoAddress { inst, result, operand, saves_inst });
        self.is_about_next = true;
        Ok(())
    }

    /// The next instruction can take in the load of a value.
    pub(super) fn folds(&mut self, word: &str) -> Parsed<()> {
        self.open_block()?;
        let vreg = self.vreg(word)?;
        let function = &mut self.program.function;
        function.folds.push(Fold { inst: Inst::new(function.insts.len()), vreg });
        self.is_about_next = true;
        Ok(())
    }

    /// The next instruction takes another one if a value, or both of two, are in costly registers.
    pub(super) fn costly(&mut self, words: &[&str]) -> Parsed<()> {
        self.open_block()?;
        let vreg = self.vreg(need(words.first(), "a virtual register")?)?;
        let beside = words.get(1).map(|word| self.vreg(word)).transpose()?;
        let function = &mut self.program.function;
        let inst = Inst::new(function.insts.len());
        function.costly_uses.push(CostlyUse { inst, vreg, beside });
        self.is_about_next = true;
        Ok(())
    }

    /// The next instruction needs the smaller class of a range that could have a larger one.
    pub(super) fn narrow(&mut self, word: &str) -> Parsed<()> {
        let vreg = self.vreg(word)?;
        self.open_block()?;
        let function = &mut self.program.function;
        let next = Inst::new(function.insts.len());
        let widening = function.widenings.iter_mut().find(|widening| widening.vreg == vreg);
        let Some(widening) = widening else {
            return Err(Problem::Misplaced("only a range that is `wide` has a smaller class"));
        };
        widening.narrow.push(next);
        self.is_about_next = true;
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
    pub(super) fn vreg(&mut self, word: &str) -> Parsed<VReg> {
        let vreg = VReg(numbered(word, '%', "virtual register")?);
        if vreg.0 > MAX_RANGE || self.program.names.classes.is_empty() {
            return Err(Problem::Unknown("class for", word.to_owned()));
        }
        let unknown = VRegData {
            name: None,
            class: Class(0),
            fate: Fate::Free,
            rematerialisable: false,
            recomputable: Span::default(),
            recompute_insts: 1,
            reads_ranges: false,
            live: Span::default(),
            lane_ranges: Span::default(),
            hints: Span::default(),
            hints_only: false,
            assigned: None,
        };
        while self.program.function.vregs.len() <= vreg.index() {
            let name = Some(self.program.function.vregs.len() as u32);
            self.program.function.vregs.push(VRegData { name, ..unknown });
        }
        Ok(vreg)
    }
}
