//! The part of a range that is best kept in one given register, for all its blocks at once.
//!
//! At each bundle the value is in the register or in memory. What a choice costs per block is a sum
//! of terms in one or two bundles, so a minimum cut finds the best choice for all bundles: the
//! optimum of what greedy's `SpillPlacement` approximates. Within a block the register may be taken
//! for a stretch; the value then leaves before the stretch and comes back after it.
//!
//! Weakness: references between two stretches that take the register in one block stay in memory.

use super::live_blocks::LiveBlocks;
use super::shape::Shape;
use super::state::State;
use crate::analysis::bundles::{Bundle, Bundles};
use crate::analysis::references::{Prices, Reference, COPY};
use crate::model::function::{BlockData, VReg};
use crate::model::machine::Reg;
use crate::model::point::{Point, Segment};
use crate::placement::min_cut::{Network, Node, FORBIDDEN, SINK, SOURCE};
use crate::plan::Site;

/// A piece for one register.
pub struct Region {
    /// The register.
    pub reg: Reg,
    /// What the piece covers.
    pub shape: Shape,
}

/// Stretches and parts that are looked at before the search is content with what it has.
const BUDGET: usize = 100_000;

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
    /// Price of bringing the value into the piece's register once.
    fn enter(self) -> f64 {
        match self {
            Self::Memory(prices) => prices.read,
            Self::Register { .. } => COPY,
        }
    }

    /// Price of moving it out of the piece's register once.
    fn leave(self) -> f64 {
        match self {
            Self::Memory(prices) => prices.write,
            Self::Register { .. } => COPY,
        }
    }

    /// Price of the references, per execution of the function.
    fn sum(self, state: &State, references: &[Reference]) -> f64 {
        match self {
            Self::Memory(prices) => prices.sum(state.function, references),
            Self::Register { vreg, wanted } => {
                let saved = |r: &&Reference| state.is_copy_with(vreg, r.inst, wanted);
                let block = |r: &Reference| state.function.insts[r.inst].block;
                let copies = references.iter().filter(saved);
                copies.map(|r| COPY * state.function.blocks[block(r)].frequency).sum()
            }
        }
    }
}

/// The part of the range that is best kept in the register that its copies want, if the rest is in
/// another register; none if that saves little.
pub fn for_copies(
    state: &State,
    bundles: &Bundles,
    vreg: VReg,
    live: &LiveBlocks,
    wanted: Reg,
) -> Option<Region> {
    let outside = Outside::Register { vreg, wanted };
    let parts = parts(state, bundles, vreg, live);
    let nodes = nodes(&parts);
    let blocked = state.blocked(vreg, wanted);
    let all = outside.sum(state, state.references.of(vreg));
    let problem = Problem { state, outside, parts: &parts, nodes: &nodes, blocked: &blocked };
    let (price, shape) = problem.solve();
    let worth_it = price < all * (1.0 - super::split::MARGIN) && !shape.segments.is_empty();
    worth_it.then_some(Region { reg: wanted, shape })
}

fn nodes(parts: &[Part]) -> Vec<Bundle> {
    let mut nodes: Vec<Bundle> = parts.iter().flat_map(|p| [p.entry, p.exit]).flatten().collect();
    nodes.sort_unstable();
    nodes.dedup();
    nodes
}

/// The register and the part of the range for which keeping the part in the register saves most;
/// none if nothing is saved by much.
pub fn best(state: &State, bundles: &Bundles, vreg: VReg, live: &LiveBlocks) -> Option<Region> {
    let prices = Prices::of(state.function, vreg);
    let parts = parts(state, bundles, vreg, live);
    let nodes = nodes(&parts);
    let all_in_memory = prices.sum(state.function, state.references.of(vreg));
    let mut least = all_in_memory * (1.0 - super::split::MARGIN);
    let mut best = None;
    let mut budget = BUDGET;
    for &reg in state.order(vreg) {
        let blocked = state.blocked(vreg, reg);
        let work = blocked.len() + parts.len();
        if work > budget {
            break;
        }
        budget -= work;
        let opening = if state.opens_saved_register(reg) { super::SAVED_REGISTER } else { 0.0 };
        let outside = Outside::Memory(prices);
        let problem = Problem { state, outside, parts: &parts, nodes: &nodes, blocked: &blocked };
        let (price, shape) = problem.solve();
        if price + opening < least && !shape.segments.is_empty() {
            least = price + opening;
            best = Some(Region { reg, shape });
        }
    }
    best
}

/// A stretch of the range within one block that touches an end of the block.
struct Part<'a> {
    block: &'a BlockData,
    number: crate::model::function::Block,
    segment: Segment,
    entry: Option<Bundle>,
    exit: Option<Bundle>,
    references: &'a [Reference],
}

fn parts<'a>(state: &State<'a>, bundles: &Bundles, vreg: VReg, live: &LiveBlocks) -> Vec<Part<'a>> {
    let mut parts = Vec::new();
    for block in live.blocks() {
        let data = &state.function.blocks[block.block];
        let references = live.references(state, vreg, block);
        let segments = live.segments(state, vreg, block);
        let last = segments.len() - 1;
        for (number, &segment) in segments.iter().enumerate() {
            let point = |r: &Reference| state.function.insts[r.inst].point;
            let from = references.partition_point(|r| point(r).dead() < segment.start);
            let to = references.partition_point(|r| point(r).base() < segment.end);
            let entry = (number == 0 && block.live_in).then(|| bundles.entry(block.block));
            let exit = (number == last && block.live_out).then(|| bundles.exit(block.block));
            if entry.is_some() || exit.is_some() {
                let references = &references[from..to.max(from)];
                parts.push(Part {
                    block: data,
                    number: block.block,
                    segment,
                    entry,
                    exit,
                    references,
                });
            }
        }
    }
    parts
}

struct Problem<'s, 'a> {
    state: &'s State<'a>,
    outside: Outside,
    parts: &'s [Part<'a>],
    nodes: &'s [Bundle],
    /// Where the register is taken, sorted.
    blocked: &'s [Segment],
}

impl Problem<'_, '_> {
    /// The least price, and the piece that has it.
    fn solve(&self) -> (f64, Shape) {
        let mut network = Network::new(self.nodes.len());
        let mut in_memory_anyway = 0.0;
        for part in self.parts {
            match self.taken_within(part.segment) {
                None => self.add_clear(&mut network, part),
                Some(taken) => in_memory_anyway += self.add_taken(&mut network, part, taken),
            }
        }
        let (price, in_register) = network.solve();
        let held = |bundle: Option<Bundle>| bundle.is_some_and(|b| in_register[self.node(b)]);
        let mut shape = Shape::default();
        for part in self.parts {
            let (enters, leaves) = (held(part.entry), held(part.exit));
            match self.taken_within(part.segment) {
                None => self.cover_clear(&mut shape, part, enters, leaves),
                Some(taken) => self.cover_taken(&mut shape, part, taken, enters, leaves),
            }
        }
        (price + in_memory_anyway, shape)
    }

    fn node(&self, bundle: Bundle) -> Node {
        2 + self.nodes.binary_search(&bundle).expect("every part's bundles are nodes")
    }

    /// From where to where the register is taken within a segment.
    fn taken_within(&self, segment: Segment) -> Option<Segment> {
        let first = self.blocked.partition_point(|b| b.end <= segment.start);
        let after = self.blocked.partition_point(|b| b.start < segment.end);
        (first < after).then(|| Segment {
            start: self.blocked[first].start.max(segment.start),
            end: self.blocked[after - 1].end.min(segment.end),
        })
    }

    /// The register is free for the whole part: references cost at most one reload and one store,
    /// since they can share a piece within the block.
    fn add_clear(&self, network: &mut Network, part: &Part) {
        let frequency = part.block.frequency;
        let (enter, leave) = (self.outside.enter() * frequency, self.outside.leave() * frequency);
        let (at_entry, at_exit) = self.clear_prices(part);
        match (part.entry, part.exit) {
            (Some(entry), Some(exit)) => {
                let (entry, exit) = (self.node(entry), self.node(exit));
                network.add(SOURCE, entry, at_entry);
                network.add(SOURCE, exit, at_exit);
                if at_exit == 0.0 {
                    network.add(entry, exit, leave);
                }
                if at_entry == 0.0 {
                    network.add(exit, entry, enter);
                }
            }
            (Some(entry), None) => network.add(SOURCE, self.node(entry), at_entry),
            (None, Some(exit)) => network.add(SOURCE, self.node(exit), at_entry.max(at_exit)),
            (None, None) => {}
        }
    }

    /// What the references of a part cost if the value is outside at the entry, and at the exit.
    fn clear_prices(&self, part: &Part) -> (f64, f64) {
        let frequency = part.block.frequency;
        match self.outside {
            Outside::Memory(prices) => {
                let reads = part.entry.is_some() && part.references.iter().any(|r| r.reads);
                let writes = part.entry.is_none() || part.references.iter().any(|r| r.writes);
                let price = |counts: bool, price: f64| if counts { price * frequency } else { 0.0 };
                (price(reads, prices.read), price(writes, prices.write))
            }
            Outside::Register { .. } => (self.outside.sum(self.state, part.references), 0.0),
        }
    }

    /// The register is taken for a stretch: the value has to leave before it and to come back after
    /// it. Returns the price of the references that are in memory whatever is chosen.
    fn add_taken(&self, network: &mut Network, part: &Part, taken: Segment) -> f64 {
        let frequency = part.block.frequency;
        let (head, middle, tail) = self.cut(part, taken);
        if let Some(entry) = part.entry {
            let entry = self.node(entry);
            network.add(SOURCE, entry, self.price(head));
            // The copy needs the register at the very boundary, even if the model has no point there.
            let leaves_in_time =
                taken.start >= part.block.first_split && taken.start > part.segment.start;
            let store = if leaves_in_time { self.outside.leave() * frequency } else { FORBIDDEN };
            network.add(entry, SINK, store);
        }
        if let Some(exit) = part.exit {
            let exit = self.node(exit);
            network.add(SOURCE, exit, self.price(tail));
            let returns_in_time =
                taken.end <= part.block.last_split && taken.end < part.segment.end;
            let defined = tail.first().is_some_and(|r| !r.reads);
            let reload = if defined { 0.0 } else { self.outside.enter() * frequency };
            network.add(exit, SINK, if returns_in_time { reload } else { FORBIDDEN });
        }
        let without_end =
            |wanted: bool, references| if wanted { 0.0 } else { self.price(references) };
        self.price(middle)
            + without_end(part.entry.is_some(), head)
            + without_end(part.exit.is_some(), tail)
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
            self.point(r).dead() < taken.start && self.point(r).base() < last_split
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
            Some(last) => (Point(self.point(last).dead().0 + 1), Site::After(last.inst)),
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
