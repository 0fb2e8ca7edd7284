//! What each part of a range costs in and out of one given register, and the cheapest choice for all
//! parts at once.
//!
//! At each bundle the value is in the register or in memory. What a choice costs per block is a sum
//! of terms in one or two bundles, so a minimum cut finds the best choice for all bundles: the
//! optimum of what greedy's `SpillPlacement` approximates. Within a block the register may be taken
//! for a stretch; the value then leaves before the stretch and comes back after it.
//!
//! Weakness: references between two stretches that take the register in one block stay in memory.

use super::parts::{Part, Parts};
use super::shape::Shape;
use super::state::State;
use crate::analysis::references::Reference;
use crate::cost::Prices;
use crate::model::function::VReg;
use crate::model::machine::Reg;
use crate::model::point::{Point, Segment};
use crate::plan::Site;
use crate::solver::max_flow::{Node, Scratch, INFINITE, SOURCE};
use crate::solver::min_cut::{Network, SINK};

/// What the value costs outside the piece's register.
#[derive(Clone, Copy)]
pub enum Outside {
    /// It is in memory: references cost reloads and stores.
    Memory(Prices),
    /// It is in another register: only the copies from and to the piece's register cost.
    Register {
        /// The range whose copies are meant.
        vreg: VReg,
        /// The piece's register.
        wanted: Reg,
    },
}

impl Outside {
    /// Price of bringing the value into the piece's register once at a point.
    fn enter(self, state: &State, at: Point) -> f64 {
        match self {
            Self::Memory(prices) => prices.read_at(state.function, at),
            Self::Register { .. } => state.costs.copy,
        }
    }

    /// Price of moving it out of the piece's register once.
    fn leave(self, state: &State) -> f64 {
        match self {
            Self::Memory(prices) => prices.write,
            Self::Register { .. } => state.costs.copy,
        }
    }

    /// Price of the references, per execution of the function.
    pub fn sum(self, state: &State, references: &[Reference]) -> f64 {
        match self {
            Self::Memory(prices) => prices.sum(state.function, references),
            Self::Register { vreg, wanted } => {
                let saved = |r: &&Reference| state.is_copy_with(vreg, r.inst, wanted);
                let block = |r: &Reference| state.function.insts[r.inst].block;
                let copies = references.iter().filter(saved);
                copies.map(|r| state.costs.copy * state.function.blocks[block(r)].frequency).sum()
            }
        }
    }
}

/// What one part costs, by where the value is at its ends; all prices are per execution of the
/// function.
#[derive(Clone, Copy, Default)]
pub struct Terms {
    /// Outside at the entry.
    entry_out: f64,
    /// Outside at the exit.
    exit_out: f64,
    /// In the register at the entry.
    entry_in: f64,
    /// In the register at the exit.
    exit_in: f64,
    /// In the register at the entry and outside at the exit.
    leaves: f64,
    /// Outside at the entry and in the register at the exit.
    enters: f64,
}

impl Terms {
    /// The register is free for the whole part: references cost at most one reload and one store,
    /// since they can share a piece within the block.
    pub fn clear(state: &State, outside: Outside, part: &Part) -> Self {
        let frequency = part.block.frequency;
        let end = Point(part.segment.end.0 - 1);
        let enter = outside.enter(state, end) * frequency;
        let leave = outside.leave(state) * frequency;
        let (at_entry, at_exit) = Self::clear_prices(state, outside, part);
        if part.entry.is_none() {
            return Self { exit_out: at_entry.max(at_exit), ..Self::default() };
        }
        let through = part.exit.is_some();
        Self {
            entry_out: at_entry,
            exit_out: at_exit,
            leaves: if through && at_exit == 0.0 { leave } else { 0.0 },
            enters: if through && at_entry == 0.0 { enter } else { 0.0 },
            ..Self::default()
        }
    }

    /// What the references of a part cost if the value is outside at the entry, and at the exit.
    fn clear_prices(state: &State, outside: Outside, part: &Part) -> (f64, f64) {
        let frequency = part.block.frequency;
        match outside {
            Outside::Memory(prices) => {
                let read =
                    part.references.iter().find(|r| r.reads).filter(|_| part.entry.is_some());
                let read = read.map_or(0.0, |r| {
                    let at = state.function.insts[r.inst].point.base();
                    prices.read_at(state.function, at) * frequency
                });
                let writes = part.entry.is_none() || part.references.iter().any(|r| r.writes);
                (read, if writes { prices.write * frequency } else { 0.0 })
            }
            Outside::Register { .. } => (part.price, 0.0),
        }
    }

    /// The least that the part can cost, whatever the others do.
    fn least(&self, part: &Part) -> f64 {
        let price = |entry: bool, exit: bool| {
            let mut sum = 0.0;
            if part.entry.is_some() {
                sum += if entry { self.entry_in } else { self.entry_out };
            }
            if part.exit.is_some() {
                sum += if exit { self.exit_in } else { self.exit_out };
            }
            match (entry, exit) {
                (true, false) => sum + self.leaves,
                (false, true) => sum + self.enters,
                _ => sum,
            }
        };
        let choices = [(false, false), (false, true), (true, false), (true, true)];
        choices.into_iter().map(|(a, b)| price(a, b)).fold(f64::INFINITY, f64::min)
    }
}

/// The choice for one register.
pub struct Problem<'s, 'a> {
    state: &'s State<'a>,
    outside: Outside,
    parts: &'s Parts<'a>,
    /// Per part the stretch for which the register is taken.
    taken: Vec<Option<Segment>>,
    terms: Vec<Terms>,
    /// Price of the references that are outside whatever is chosen.
    outside_anyway: f64,
}

impl<'s, 'a> Problem<'s, 'a> {
    /// Prices all parts, given where the register is taken.
    pub fn new(
        state: &'s State<'a>,
        outside: Outside,
        parts: &'s Parts<'a>,
        blocked: &[Segment],
    ) -> Self {
        let mut problem = Self {
            state,
            outside,
            parts,
            taken: Vec::with_capacity(parts.items.len()),
            terms: Vec::with_capacity(parts.items.len()),
            outside_anyway: parts.inner_price,
        };
        let mut ahead = blocked;
        for (part, &clear) in parts.items.iter().zip(&parts.clear) {
            let taken = taken_within(&mut ahead, part.segment);
            let (terms, anyway) =
                taken.map_or((clear, 0.0), |taken| problem.taken_terms(part, taken));
            problem.taken.push(taken);
            problem.terms.push(terms);
            problem.outside_anyway += anyway;
        }
        problem
    }

    /// A price that no choice is below.
    pub fn lower_bound(&self) -> f64 {
        let parts = self.parts.items.iter().zip(&self.terms);
        self.outside_anyway + parts.map(|(part, terms)| terms.least(part)).sum::<f64>()
    }

    /// The least price, and per node whether the value is in the register there; none if the price
    /// is `limit` or more.
    pub fn solve(&self, limit: f64, scratch: &mut Scratch) -> Option<(f64, Vec<bool>)> {
        let mut network = Network::new(self.parts.nodes, self.terms.len());
        for (part, terms) in self.parts.items.iter().zip(&self.terms) {
            if let Some(entry) = part.entry {
                network.add(SOURCE, entry, terms.entry_out);
                network.add(entry, SINK, terms.entry_in);
            }
            if let Some(exit) = part.exit {
                network.add(SOURCE, exit, terms.exit_out);
                network.add(exit, SINK, terms.exit_in);
            }
            if let (Some(entry), Some(exit)) = (part.entry, part.exit) {
                network.add_pair(entry, exit, terms.leaves, terms.enters);
            }
        }
        let (price, in_register) = network.solve(limit - self.outside_anyway, scratch)?;
        Some((price + self.outside_anyway, in_register))
    }

    /// What the piece covers.
    pub fn shape(&self, in_register: &[bool]) -> Shape {
        let held = |node: Option<Node>| node.is_some_and(|node| in_register[node]);
        let mut shape = Shape::default();
        for (part, taken) in self.parts.items.iter().zip(&self.taken) {
            let (enters, leaves) = (held(part.entry), held(part.exit));
            match taken {
                None => self.cover_clear(&mut shape, part, enters, leaves),
                Some(taken) => self.cover_taken(&mut shape, part, *taken, enters, leaves),
            }
        }
        shape
    }

    /// The register is taken for a stretch: the value has to leave before it and to come back after
    /// it. The second result is the price of the references that are outside whatever is chosen.
    fn taken_terms(&self, part: &Part, taken: Segment) -> (Terms, f64) {
        let frequency = part.block.frequency;
        let (head, middle, tail) = self.cut(part, taken);
        let mut terms = Terms::default();
        let mut anyway = self.price(middle);
        if part.entry.is_some() {
            // The copy needs the register at the very boundary, even if the model has no point there.
            let in_time = taken.start >= part.block.first_split && taken.start > part.segment.start;
            terms.entry_out = self.price(head);
            terms.entry_in =
                if in_time { self.outside.leave(self.state) * frequency } else { INFINITE };
        } else {
            anyway += self.price(head);
        }
        if part.exit.is_some() {
            let in_time = taken.end <= part.block.last_split && taken.end < part.segment.end;
            let defined = tail.first().is_some_and(|r| !r.reads);
            let at = tail.first().map_or(Point(part.segment.end.0 - 1), |r| self.point(r).base());
            let enter = if defined { 0.0 } else { self.outside.enter(self.state, at) * frequency };
            terms.exit_out = self.price(tail);
            terms.exit_in = if in_time { enter } else { INFINITE };
        } else {
            anyway += self.price(tail);
        }
        (terms, anyway)
    }

    fn price(&self, references: &[Reference]) -> f64 {
        self.outside.sum(self.state, references)
    }

    fn point(&self, reference: &Reference) -> Point {
        self.state.function.insts[reference.inst].point
    }

    /// The references before, in, and after the stretch that is taken, as far as the value can move
    /// right after or before them.
    fn cut<'p>(
        &self,
        part: &Part<'p>,
        taken: Segment,
    ) -> (&'p [Reference], &'p [Reference], &'p [Reference]) {
        let all = part.references;
        let last_split = part.block.last_split;
        let head = all.partition_point(|r| {
            self.point(r).dead() <= taken.start && self.point(r).base() < last_split
        });
        let tail = all.partition_point(|r| self.point(r).base() < taken.end).max(head);
        (&all[..head], &all[head..tail], &all[tail..])
    }

    fn cover_clear(&self, shape: &mut Shape, part: &Part, enters: bool, leaves: bool) {
        let whole = part.segment;
        match (enters, leaves) {
            (false, false) => {}
            (true, true) => shape.cover(whole),
            (true, false) if part.exit.is_none() => shape.cover(whole),
            (false, true) if part.entry.is_none() => shape.cover(whole),
            (true, false) => self.leave_after(shape, part, part.references),
            (false, true) => self.enter_before(shape, part, part.references),
        }
    }

    fn cover_taken(
        &self,
        shape: &mut Shape,
        part: &Part,
        taken: Segment,
        enters: bool,
        leaves: bool,
    ) {
        let (head, _, tail) = self.cut(part, taken);
        if enters {
            self.leave_after(shape, part, head);
        }
        if leaves {
            self.enter_before(shape, part, tail);
        }
    }

    /// From the block's beginning to after the last of `references` that the value can follow.
    fn leave_after(&self, shape: &mut Shape, part: &Part, references: &[Reference]) {
        let frequency = part.block.frequency;
        let movable = references.partition_point(|r| self.point(r).base() < part.block.last_split);
        let (end, site) = match references[..movable].last() {
            None => (part.block.first_split, Site::BlockStart(part.number)),
            Some(last) => (self.point(last).dead(), Site::After(last.inst)),
        };
        shape.cover(Segment { start: part.segment.start, end: end.min(part.segment.end) });
        shape.leave(site, frequency);
    }

    /// From before the first of `references` to the block's end.
    fn enter_before(&self, shape: &mut Shape, part: &Part, references: &[Reference]) {
        let frequency = part.block.frequency;
        let first = references.first().filter(|r| self.point(r).base() < part.block.last_split);
        match first {
            Some(first) if !first.reads => {
                let start = self.point(first).early().max(part.segment.start);
                shape.cover(Segment { start, end: part.segment.end });
            }
            _ => {
                let (start, site) = match first {
                    None => (part.block.last_split, Site::BlockEnd(part.number)),
                    Some(first) => (self.point(first).base(), Site::Before(first.inst)),
                };
                let start = start.max(part.segment.start);
                shape.cover(Segment { start, end: part.segment.end });
                shape.enter(site, frequency);
            }
        }
    }
}

/// From where to where a register is taken within a segment, if it is taken in the stretches `ahead`.
/// Drops those that end before the segment.
fn taken_within(ahead: &mut &[Segment], segment: Segment) -> Option<Segment> {
    while let Some((_, rest)) = ahead.split_first().filter(|(b, _)| b.end <= segment.start) {
        *ahead = rest;
    }
    let mut within = ahead.iter().take_while(|blocked| blocked.start < segment.end);
    let first = within.next()?;
    let last = within.last().unwrap_or(first);
    Some(Segment { start: first.start.max(segment.start), end: last.end.min(segment.end) })
}
