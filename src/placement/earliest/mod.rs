//! Morgan's placement of spill code (*Building an Optimizing Compiler*, section 11.8): the stores
//! of a spilled temporary move toward the entry and its loads toward the exits, by the EARLIEST
//! equations of partial redundancy elimination (Drechsler and Stadel 1993).
//!
//! For stores, memory equals the register after a store *or a load*, until a definition; a use does
//! not matter. With ANTIN and AVOUT solved for that,
//!
//! ```text
//! EARLIEST(i, j) = ANTIN(j) and not AVOUT(i) and not (TRANSP(i) and ANTOUT(i))
//! ```
//!
//! says on which edges to insert a store, and the first stores of the blocks in ANTIN die. For
//! loads the same equations run on the reversed graph. There
//!
//! * a use, a definition *and a store* kill: a store reads the register, so that a load that sank
//!   below it would leave it garbage to store. (Morgan counts a store among what makes a load
//!   redundant; once stores are placed, a load reaches a store without a definition between them
//!   only where an insertion was impossible.)
//! * nothing is inserted on an edge where the temporary is dead.
//!
//! Where an insertion is impossible, Morgan pretends that the temporary is defined where the edge
//! leads to, which takes that block out of ANTIN, and solves again.
//!
//! No path executes more stores or loads afterwards. What the method does not know is how often a
//! path is taken: see `min_cut` for that.

mod facts;
#[cfg(test)]
mod tests;

pub use facts::{BlockSet, Event, Facts};

use crate::model::function::{Block, Function};
use crate::model::index::{IndexVec, Span};

/// A place for a store or a load.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Spot {
    /// Before every reference in the block.
    Head(Block),
    /// At the end of the block, before what leaves it.
    Tail(Block),
    /// On the edge from the first block to the second, which needs a block of its own.
    Edge(Block, Block),
}

/// How the stores, or the loads, of one temporary change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Placement {
    /// Where one is inserted, in order.
    pub inserted: Vec<Spot>,
    /// In order, the blocks that lose their stores before the first definition or load, or their
    /// loads behind the last use, definition or store. There is one of them at least.
    pub deleted: Vec<Block>,
}

/// The edges of a function in both directions, each once.
#[derive(Debug)]
pub struct Edges {
    after: Neighbours,
    before: Neighbours,
    entry: BlockSet,
    none: BlockSet,
}

#[derive(Debug)]
struct Neighbours {
    lists: IndexVec<Block, Span>,
    blocks: Vec<Block>,
}

impl Neighbours {
    fn of(&self, block: Block) -> &[Block] {
        &self.blocks[self.lists[block].range()]
    }

    /// From pairs sorted by their first block.
    fn new(count: usize, pairs: &[(Block, Block)]) -> Self {
        let mut lists = IndexVec::filled(Span::default(), count);
        for chunk in pairs.chunk_by(|a, b| a.0 == b.0) {
            let start = pairs.partition_point(|pair| pair.0 < chunk[0].0);
            lists[chunk[0].0] = Span::since(start, start + chunk.len());
        }
        Self { lists, blocks: pairs.iter().map(|pair| pair.1).collect() }
    }
}

impl Edges {
    /// The edges of a function, whose first block is its entry.
    pub fn of(function: &Function) -> Self {
        let count = function.blocks.len();
        let leave = |block| function.successors_of(block).iter().map(move |&to| (block, to));
        let mut pairs: Vec<(Block, Block)> = function.blocks.indices().flat_map(leave).collect();
        pairs.sort_unstable();
        pairs.dedup();
        let after = Neighbours::new(count, &pairs);
        pairs.iter_mut().for_each(|pair| *pair = (pair.1, pair.0));
        pairs.sort_unstable();
        let mut entry = BlockSet::new(count);
        if count > 0 {
            entry.insert(Block(0));
        }
        Self { after, before: Neighbours::new(count, &pairs), entry, none: BlockSet::new(count) }
    }
}

/// Where the stores of a temporary go. `is_open` says whether one can be put in a place: not on an
/// abnormal edge, nor on any that the plan cannot split; not at the tail of a block whose last
/// instructions, behind the place for copies, define the temporary.
pub fn place_stores(edges: &Edges, facts: &Facts, is_open: impl Fn(Spot) -> bool) -> Placement {
    let problem = Problem {
        next: &edges.after,
        previous: &edges.before,
        outer: &edges.entry,
        leave: &edges.none,
        local: &facts.store_in,
        available: &facts.equal_out,
        kills: &facts.changes,
        way: Way::Forward,
    };
    problem.place(&is_open)
}

/// Where the loads of a temporary go, once its stores are placed. `is_open` as for stores.
pub fn place_loads(edges: &Edges, facts: &Facts, is_open: impl Fn(Spot) -> bool) -> Placement {
    let problem = Problem {
        next: &edges.before,
        previous: &edges.after,
        outer: &edges.none,
        leave: &edges.entry,
        local: &facts.load_out,
        available: &facts.load_in,
        kills: &facts.touches,
        way: Way::Backward { live_in: &facts.live_in },
    };
    problem.place(&is_open)
}

/// Which way the blocks are followed.
#[derive(Clone, Copy)]
enum Way<'a> {
    Forward,
    /// On the reversed graph, with the blocks at whose beginning the temporary is live.
    Backward {
        live_in: &'a BlockSet,
    },
}

/// One of the two problems, in the words of the one for stores. "Next" and "previous" are meant in
/// the direction of the problem.
struct Problem<'a> {
    next: &'a Neighbours,
    previous: &'a Neighbours,
    /// Blocks that are reached from outside the function.
    outer: &'a BlockSet,
    /// Blocks that lead out of the function besides those without a next one.
    leave: &'a BlockSet,
    /// ANTLOC.
    local: &'a BlockSet,
    /// AVLOC.
    available: &'a BlockSet,
    /// The blocks that are not in TRANSP.
    kills: &'a BlockSet,
    way: Way<'a>,
}

impl Problem<'_> {
    fn place(&self, is_open: &dyn Fn(Spot) -> bool) -> Placement {
        let available = self.available_out();
        let mut blocked = BlockSet::new(self.next.lists.len());
        let mut anticipated = self.anticipated_in();
        loop {
            match self.insertions(&anticipated, &available, &blocked, is_open) {
                Ok(placement) => return placement,
                Err(blocks) => {
                    for block in blocks {
                        blocked.insert(block);
                        anticipated.remove(block);
                        self.settle_anticipated(&mut anticipated, vec![block]);
                    }
                }
            }
        }
    }

    /// AVOUT: the greatest solution within what some path makes available.
    fn available_out(&self) -> BlockSet {
        let mut available = self.available.clone();
        let mut work: Vec<Block> = available.iter().collect();
        while let Some(block) = work.pop() {
            let reached = self.next.of(block).iter().copied();
            work.extend(reached.filter(|&to| !self.kills.contains(to) && available.insert(to)));
        }
        let mut work: Vec<Block> = available.iter().collect();
        while let Some(block) = work.pop() {
            let previous = self.previous.of(block);
            let holds = self.available.contains(block)
                || !previous.is_empty()
                    && !self.outer.contains(block)
                    && previous.iter().all(|&from| available.contains(from));
            if !holds && available.remove(block) {
                work.extend(self.next.of(block));
            }
        }
        available
    }

    /// ANTIN: the greatest solution within what some path anticipates, so that nothing is inserted
    /// before a loop without an exit.
    fn anticipated_in(&self) -> BlockSet {
        let mut anticipated = self.local.clone();
        let mut work: Vec<Block> = anticipated.iter().collect();
        while let Some(block) = work.pop() {
            let reached = self.previous.of(block).iter().copied();
            work.extend(
                reached.filter(|&from| !self.kills.contains(from) && anticipated.insert(from)),
            );
        }
        let removed = anticipated.iter().filter(|&block| !self.anticipates(&anticipated, block));
        let removed: Vec<Block> = removed.collect();
        removed.iter().for_each(|&block| {
            anticipated.remove(block);
        });
        self.settle_anticipated(&mut anticipated, removed);
        anticipated
    }

    /// Takes out of ANTIN what depends on blocks that were taken out.
    fn settle_anticipated(&self, anticipated: &mut BlockSet, mut removed: Vec<Block>) {
        while let Some(block) = removed.pop() {
            for &from in self.previous.of(block) {
                if !self.anticipates(anticipated, from) && anticipated.remove(from) {
                    removed.push(from);
                }
            }
        }
    }

    /// The equation of ANTIN, for a block that is transparent or has a store of its own.
    fn anticipates(&self, anticipated: &BlockSet, block: Block) -> bool {
        self.local.contains(block) || self.anticipated_out(anticipated, block)
    }

    fn anticipated_out(&self, anticipated: &BlockSet, block: Block) -> bool {
        let next = self.next.of(block);
        let ends = next.is_empty() || self.leave.contains(block);
        !ends && next.iter().all(|&to| anticipated.contains(to))
    }
}

impl Problem<'_> {
    /// The insertions of EARLIEST, or the blocks whose store cannot move where it says.
    fn insertions(
        &self,
        anticipated: &BlockSet,
        available: &BlockSet,
        blocked: &BlockSet,
        is_open: &dyn Fn(Spot) -> bool,
    ) -> Result<Placement, Vec<Block>> {
        let mut placement = Placement::default();
        let mut impossible = Vec::new();
        for block in anticipated.iter() {
            let previous = self.previous.of(block);
            let is_earliest = |&&from: &&Block| {
                let moves_on = !self.kills.contains(from)
                    && !blocked.contains(from)
                    && self.anticipated_out(anticipated, from);
                !available.contains(from) && !moves_on && self.is_live_from(from)
            };
            let wanted: Vec<Block> = previous.iter().filter(is_earliest).copied().collect();
            let comes_from_outside = self.outer.contains(block);
            let is_local = self.local.contains(block);
            if wanted.len() == previous.len() && (comes_from_outside || !wanted.is_empty()) {
                // On every edge: what would go in and out again stays, the rest has one place.
                if is_local {
                    continue;
                }
                if is_open(self.near(block)) {
                    placement.inserted.push(self.near(block));
                    continue;
                }
            }
            let spots: Option<Vec<Spot>> =
                wanted.iter().map(|&from| self.spot(from, block, is_open)).collect();
            match spots {
                Some(spots) if !comes_from_outside => {
                    placement.inserted.extend(spots);
                    placement.deleted.extend(is_local.then_some(block));
                }
                _ => impossible.push(block),
            }
        }
        placement.inserted.sort_unstable();
        match impossible.is_empty() {
            true => Ok(placement),
            false => Err(impossible),
        }
    }

    /// Whether the temporary is live on an edge that comes from a block, in the problem's direction.
    /// A store that is anticipated reads it, so that the question does not arise for stores.
    fn is_live_from(&self, from: Block) -> bool {
        match self.way {
            Way::Forward => true,
            Way::Backward { live_in } => live_in.contains(from),
        }
    }

    /// The place in a block that all edges into it, in the problem's direction, lead to.
    fn near(&self, block: Block) -> Spot {
        match self.way {
            Way::Forward => Spot::Head(block),
            Way::Backward { .. } => Spot::Tail(block),
        }
    }

    /// A place for what belongs on an edge, if there is one.
    fn spot(&self, from: Block, to: Block, is_open: &dyn Fn(Spot) -> bool) -> Option<Spot> {
        let (far, edge) = match self.way {
            Way::Forward => (Spot::Tail(from), Spot::Edge(from, to)),
            Way::Backward { .. } => (Spot::Head(from), Spot::Edge(to, from)),
        };
        let far = Some(far).filter(|_| self.next.of(from).len() == 1);
        let near = Some(self.near(to)).filter(|_| self.previous.of(to).len() == 1);
        far.into_iter().chain(near).chain([edge]).find(|&spot| is_open(spot))
    }
}
