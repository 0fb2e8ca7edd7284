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
//! Nothing can be put on a critical edge, from a block with several successors to one with several
//! predecessors: the plan makes no blocks. Where an insertion is impossible, Morgan pretends that the
//! temporary is defined where the edge leads to, which takes that block out of ANTIN, and solves again.
//!
//! No path executes more stores or loads afterwards. What the method does not know is how often a
//! path is taken; [`MinCut`](crate::placement::min_cut) does.

use super::local_properties::LocalProperties;
use crate::analysis::block_set::BlockSet;
use crate::analysis::graph::Graph;
use crate::model::function::{Block, Function};

/// The boundary of a block at which a store or a load is inserted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum BlockBoundary {
    /// Before every reference in the block.
    Start(Block),
    /// At the end of the block, before what leaves it.
    End(Block),
}

/// How the stores, or the loads, of one temporary move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CodeMotion {
    /// Where one is inserted, in order.
    pub inserted: Vec<BlockBoundary>,
    /// In order, the blocks that lose their stores before the first definition or load, or their
    /// loads behind the last use, definition or store. There is one of them at least.
    pub deleted: Vec<Block>,
}

/// The edges of a function in both directions.
#[derive(Debug)]
pub struct FlowGraph {
    ahead: Graph,
    behind: Graph,
    entry: BlockSet,
    none: BlockSet,
}

impl FlowGraph {
    /// The edges of a function, whose first block is its entry.
    pub fn of(function: &Function) -> Self {
        let blocks = function.blocks.len();
        let ahead = Graph::simple(function);
        let mut entry = BlockSet::new(blocks);
        if blocks > 0 {
            entry.insert(Block(0));
        }
        Self { behind: ahead.reversed(), ahead, entry, none: BlockSet::new(blocks) }
    }
}

/// Where the stores of a temporary go.
pub fn move_stores(graph: &FlowGraph, local: &LocalProperties) -> CodeMotion {
    let equations = Equations {
        next: &graph.ahead,
        previous: &graph.behind,
        outer: &graph.entry,
        leave: &graph.none,
        local: &local.store_in,
        available: &local.equal_out,
        kills: &local.changes,
        direction: Direction::Forward,
    };
    equations.solve()
}

/// Where the loads of a temporary go, once its stores are placed.
pub fn move_loads(graph: &FlowGraph, local: &LocalProperties) -> CodeMotion {
    let equations = Equations {
        next: &graph.behind,
        previous: &graph.ahead,
        outer: &graph.none,
        leave: &graph.entry,
        local: &local.load_out,
        available: &local.load_in,
        kills: &local.touches,
        direction: Direction::Backward { live_in: &local.live_in },
    };
    equations.solve()
}

/// Which way the edges are followed.
#[derive(Clone, Copy)]
enum Direction<'a> {
    Forward,
    /// On the reversed graph, with the blocks at whose beginning the temporary is live.
    Backward {
        live_in: &'a BlockSet,
    },
}

/// The equations for stores or for loads, in the words of those for stores. "Next" and "previous" are
/// meant in their direction.
struct Equations<'a> {
    next: &'a Graph,
    previous: &'a Graph,
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
    direction: Direction<'a>,
}

impl Equations<'_> {
    fn solve(&self) -> CodeMotion {
        let available = self.available_out();
        let mut blocked = BlockSet::new(self.next.nodes());
        let mut anticipated = self.anticipated_in();
        loop {
            match self.insertions(&anticipated, &available, &blocked) {
                Ok(motion) => return motion,
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
            let reached = self.next(block);
            work.extend(reached.filter(|&to| !self.kills.contains(to) && available.insert(to)));
        }
        let mut work: Vec<Block> = available.iter().collect();
        while let Some(block) = work.pop() {
            let holds = self.available.contains(block)
                || self.previous(block).len() > 0
                    && !self.outer.contains(block)
                    && self.previous(block).all(|from| available.contains(from));
            if !holds && available.remove(block) {
                work.extend(self.next(block));
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
            let reached = self.previous(block);
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
            for from in self.previous(block) {
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
        let mut next = self.next(block);
        let ends = next.len() == 0 || self.leave.contains(block);
        !ends && next.all(|to| anticipated.contains(to))
    }

    fn next(&self, block: Block) -> impl ExactSizeIterator<Item = Block> + '_ {
        self.next.next(block.0).iter().copied().map(Block)
    }

    fn previous(&self, block: Block) -> impl ExactSizeIterator<Item = Block> + '_ {
        self.previous.next(block.0).iter().copied().map(Block)
    }

    /// The insertions of EARLIEST, or the blocks whose store cannot move where it says.
    fn insertions(
        &self,
        anticipated: &BlockSet,
        available: &BlockSet,
        blocked: &BlockSet,
    ) -> Result<CodeMotion, Vec<Block>> {
        let mut motion = CodeMotion::default();
        let mut impossible = Vec::new();
        for block in anticipated.iter() {
            let is_earliest = |&from: &Block| {
                let moves_on = !self.kills.contains(from)
                    && !blocked.contains(from)
                    && self.anticipated_out(anticipated, from);
                !available.contains(from) && !moves_on && self.is_live_from(from)
            };
            let wanted: Vec<Block> = self.previous(block).filter(is_earliest).collect();
            let comes_from_outside = self.outer.contains(block);
            let is_local = self.local.contains(block);
            if wanted.len() == self.previous(block).len()
                && (comes_from_outside || !wanted.is_empty())
            {
                // On every edge: what would go in and out again stays, the rest has one place.
                if !is_local {
                    motion.inserted.push(self.near(block));
                }
                continue;
            }
            let boundaries: Option<Vec<BlockBoundary>> =
                wanted.iter().map(|&from| self.boundary(from, block)).collect();
            match boundaries {
                Some(boundaries) if !comes_from_outside => {
                    motion.inserted.extend(boundaries);
                    motion.deleted.extend(is_local.then_some(block));
                }
                _ => impossible.push(block),
            }
        }
        motion.inserted.sort_unstable();
        match impossible.is_empty() {
            true => Ok(motion),
            false => Err(impossible),
        }
    }

    /// Whether the temporary is live on an edge that comes from a block, in the equations' direction. A
    /// store that is anticipated reads it, so that the question does not arise for stores.
    fn is_live_from(&self, from: Block) -> bool {
        match self.direction {
            Direction::Forward => true,
            Direction::Backward { live_in } => live_in.contains(from),
        }
    }

    /// The boundary of a block that all edges into it, in the equations' direction, lead to.
    fn near(&self, block: Block) -> BlockBoundary {
        match self.direction {
            Direction::Forward => BlockBoundary::Start(block),
            Direction::Backward { .. } => BlockBoundary::End(block),
        }
    }

    /// The boundary of a block that all edges out of it lead from.
    fn far(&self, block: Block) -> BlockBoundary {
        match self.direction {
            Direction::Forward => BlockBoundary::End(block),
            Direction::Backward { .. } => BlockBoundary::Start(block),
        }
    }

    /// The boundary for what belongs on an edge; none for a critical edge.
    fn boundary(&self, from: Block, to: Block) -> Option<BlockBoundary> {
        if self.next(from).len() == 1 {
            Some(self.far(from))
        } else {
            (self.previous(to).len() == 1).then(|| self.near(to))
        }
    }
}
