//! The spill cost of a function as an integer program.
//!
//! Two facts per range and place, as in `placement::residency`: the value is in a register, memory
//! holds it. Places are the gaps between the range's references in a block, and the block boundaries that edges join. A
//! register that is kept over a part of a gap only saves nothing, so that a gap is one place.

use regalloc_limit::analysis::liveness::Liveness;
use regalloc_limit::analysis::references::References;
use regalloc_limit::cost::CostModel;
use regalloc_limit::model::function::{Block, Function, Inst, VReg};
use regalloc_limit::model::index::{Idx, IndexVec};
use regalloc_limit::model::point::Point;
use std::collections::BTreeMap;

/// A fact that is to be chosen, or that is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fact {
    Choice(usize),
    Given(bool),
}

/// What is known of a value in a place.
#[derive(Clone, Copy, Debug)]
struct Place {
    in_register: Fact,
    in_memory: Fact,
}

/// The program: choose facts so that every row holds at the least price.
#[derive(Debug, Default)]
pub struct Model {
    /// The number of choices.
    pub choices: usize,
    /// Each with its price, which is paid if the first fact does not hold and the second does.
    pub rises: Vec<(Fact, Fact, f64)>,
    /// The second fact holds if the first does.
    pub implied: Vec<(Fact, Fact)>,
    /// One of the two facts holds.
    pub either: Vec<(Fact, Fact)>,
    /// No more of the facts hold than there are registers.
    pub fits: Vec<Vec<Fact>>,
    /// The registers.
    pub registers: usize,
}

/// The prices.
fn costs() -> CostModel {
    CostModel::default()
}

impl Model {
    fn choice(&mut self) -> Fact {
        self.choices += 1;
        Fact::Choice(self.choices - 1)
    }

    fn place(&mut self) -> Place {
        let place = Place { in_register: self.choice(), in_memory: self.choice() };
        self.either.push((place.in_register, place.in_memory));
        place
    }

    /// Code stands between two places: loads and stores are possible, at the block's frequency.
    fn moves(&mut self, from: Place, to: Place, frequency: f64) {
        self.rises.push((from.in_register, to.in_register, costs().reload * frequency));
        self.rises.push((from.in_memory, to.in_memory, costs().store * frequency));
    }

    /// No code stands between two places: the value can only be lost.
    fn flows(&mut self, from: Place, to: Place) {
        self.implied.push((to.in_register, from.in_register));
        self.implied.push((to.in_memory, from.in_memory));
    }

    /// The program for a function whose registers are all in one class, and in which no more than
    /// one instruction of a block is a terminator that has operands.
    pub fn of(function: &Function) -> Self {
        let registers = function.machine.regs.len();
        let model = Model { registers, ..Model::default() };
        let mut builder = Builder {
            function,
            live: Liveness::compute(function),
            references: References::collect(function),
            at_boundaries: BTreeMap::new(),
            before: IndexVec::filled(Vec::new(), function.insts.len()),
            behind: IndexVec::filled(Vec::new(), function.insts.len()),
            model,
        };
        for block in function.blocks.indices() {
            builder.add_block(block);
        }
        let Builder { mut model, before, behind, .. } = builder;
        model.fits.extend(before.iter().chain(behind.iter()).cloned());
        model.fits.retain(|facts| facts.len() > registers);
        model
    }
}

struct Builder<'f> {
    function: &'f Function,
    live: Liveness,
    references: References,
    /// By a range and the first of the block boundaries that are one place.
    at_boundaries: BTreeMap<(VReg, usize), Place>,
    /// What may be in registers when an instruction reads, and when it writes.
    before: IndexVec<Inst, Vec<Fact>>,
    behind: IndexVec<Inst, Vec<Fact>>,
    model: Model,
}

impl Builder<'_> {
    fn place_at(&mut self, vreg: VReg, boundary: usize) -> Place {
        let model = &mut self.model;
        *self.at_boundaries.entry((vreg, boundary)).or_insert_with(|| model.place())
    }

    fn is_live_in(&self, vreg: VReg, block: Block) -> bool {
        self.is_live(vreg, self.function.blocks[block].points.start)
    }

    fn is_live_out(&self, vreg: VReg, block: Block) -> bool {
        self.is_live(vreg, Point(self.function.blocks[block].points.end.0 - 1))
    }

    /// Per block boundary, beginnings and ends in turn, the first one that is the same place: the value is where it is on
    /// both sides of an edge on which it is live.
    fn first_boundaries(&self, vreg: VReg) -> Vec<usize> {
        let mut first: Vec<usize> = (0..2 * self.function.blocks.len()).collect();
        let blocks = || self.function.blocks.indices();
        let leaving = |block| self.function.successors_of(block).iter().map(move |&to| (block, to));
        let edges = blocks().filter(|&block| self.is_live_out(vreg, block)).flat_map(leaving);
        let edges: Vec<_> = edges.filter(|&(_, to)| self.is_live_in(vreg, to)).collect();
        loop {
            let before = first.clone();
            for (from, to) in &edges {
                let (end, beginning) = (2 * from.index() + 1, 2 * to.index());
                let least = first[end].min(first[beginning]);
                (first[end], first[beginning]) = (least, least);
            }
            if first == before {
                return first;
            }
        }
    }

    fn is_live(&self, vreg: VReg, point: Point) -> bool {
        self.live.vregs[vreg].iter().any(|s| s.start <= point && point < s.end)
    }

    fn add_block(&mut self, block: Block) {
        let (mut at_start, mut at_end) = (Vec::new(), Vec::new());
        for vreg in self.function.vregs.indices() {
            let first = self.first_boundaries(vreg);
            let (beginning, end) = (first[2 * block.index()], first[2 * block.index() + 1]);
            let entry = self.is_live_in(vreg, block).then(|| self.place_at(vreg, beginning));
            let exit = self.is_live_out(vreg, block).then(|| self.place_at(vreg, end));
            at_start.extend(entry.map(|place| place.in_register));
            at_end.extend(exit.map(|place| place.in_register));
            self.add_range(block, vreg, entry, exit);
        }
        self.model.fits.extend([at_start, at_end]);
    }

    /// Follows one range through a block.
    fn add_range(&mut self, block: Block, vreg: VReg, entry: Option<Place>, exit: Option<Place>) {
        let function = self.function;
        let data = function.blocks[block];
        let is_late = |inst: Inst| function.insts[inst].point >= data.last_split;
        let references = self.references.of(vreg).to_vec();
        let mut next = data.insts.start;
        // Where the value is, and whether code can still be put behind that.
        let (mut here, mut is_open) = (entry, true);
        // The last reference, if it read the value and that lives on.
        let mut reader: Option<Inst> = None;
        for reference in references.iter().filter(|r| function.insts[r.inst].block == block) {
            let inst = reference.inst;
            let mut in_memory = Fact::Given(false);
            if let Some(from) = here {
                let gap = self.add_gap(from, is_open, data.frequency, reader);
                self.occupy(next..inst.0, gap.in_register);
                if reference.reads {
                    let given = Fact::Given(true);
                    self.model.rises.push((
                        gap.in_register,
                        given,
                        costs().reload * data.frequency,
                    ));
                    self.before[inst].push(given);
                }
                in_memory = gap.in_memory;
            }
            let lives_on = self.is_live(vreg, function.insts[inst].point.dead());
            if reference.writes {
                self.behind[inst].push(Fact::Given(true));
                in_memory = Fact::Given(false);
            }
            here = lives_on.then_some(Place { in_register: Fact::Given(true), in_memory });
            reader = (lives_on && !reference.writes).then_some(inst);
            is_open = !is_late(inst);
            next = inst.0 + 1;
        }
        if let (Some(from), Some(exit)) = (here, exit) {
            let gap = self.add_gap(from, is_open, data.frequency, reader);
            let end = data.insts.end;
            let late = (next..end).find(|&inst| is_late(Inst(inst))).unwrap_or(end);
            self.occupy(next..late, gap.in_register);
            self.occupy(late..end, exit.in_register);
            match is_open {
                true => self.model.moves(gap, exit, data.frequency),
                false => self.model.flows(gap, exit),
            }
        }
    }

    /// The place that follows another within a block.
    fn add_gap(
        &mut self,
        from: Place,
        is_open: bool,
        frequency: f64,
        reader: Option<Inst>,
    ) -> Place {
        let gap = self.model.place();
        match is_open {
            true => self.model.moves(from, gap, frequency),
            false => self.model.flows(from, gap),
        }
        if let Some(inst) = reader {
            // The register is free for the results if memory holds the value already.
            let stays = self.model.choice();
            self.model.implied.push((gap.in_register, stays));
            self.model.either.push((from.in_memory, stays));
            self.behind[inst].push(stays);
        }
        gap
    }

    fn occupy(&mut self, insts: std::ops::Range<u32>, fact: Fact) {
        for inst in insts.map(|inst| Inst::new(inst as usize)) {
            self.before[inst].push(fact);
            self.behind[inst].push(fact);
        }
    }
}
