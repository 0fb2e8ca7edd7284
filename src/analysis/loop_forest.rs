//! The loop nesting forest of a function, irreducible loops included.
//!
//! A compiler's loop tree has natural loops only, which are entered at one block. Where a function has
//! irreducible loops, with several entries, the whole forest is built here after Steensgaard
//! ("Sequentializing Program Dependence Graphs for Irreducible Programs", 1993). A strongly connected
//! component is a loop; the loops within it are the components that are left without the edges back to
//! its entries. Of natural loops this makes the tree that they have anyway, those with the same entry
//! joined.

use super::graph::Graph;
use crate::model::function::{Block, Function, Loop};
use crate::model::index::IndexVec;

/// A block that was not visited.
const NONE: u32 = u32::MAX;

/// The loops of a function as a forest.
#[derive(Debug)]
pub struct LoopForest {
    /// Per loop the one around it, which has a smaller number.
    parents: IndexVec<Loop, Option<Loop>>,
    /// Per block the innermost loop around it.
    innermost: IndexVec<Block, Option<Loop>>,
}

impl LoopForest {
    /// The function's own loop tree where all loops have one entry, which one walk over the edges
    /// tells; else the forest.
    pub fn of(function: &Function) -> Self {
        let natural = Self {
            parents: function.loops.iter().map(|data| data.parent).collect(),
            innermost: function.blocks.iter().map(|data| data.innermost).collect(),
        };
        let ahead = Graph::of(function);
        if natural.is_complete(&ahead) {
            return natural;
        }
        ForestBuilder::build(ahead)
    }

    /// Per loop the one around it, which has a smaller number.
    pub fn parents(&self) -> &IndexVec<Loop, Option<Loop>> {
        &self.parents
    }

    /// The innermost loop around a block.
    pub fn innermost(&self, block: Block) -> Option<Loop> {
        self.innermost[block]
    }

    /// The loops around a block from the inside out.
    pub fn around(&self, block: Block) -> impl Iterator<Item = Loop> + '_ {
        std::iter::successors(self.innermost[block], |&inner| self.parents[inner])
    }

    /// Whether a block belongs to a loop or to a loop within it.
    pub fn is_inside(&self, block: Block, loop_: Loop) -> bool {
        self.around(block).find(|&inner| inner <= loop_) == Some(loop_)
    }

    /// Whether all edges that go back go to the head of a loop that they are in. The head comes first
    /// of its loop on every walk from the entry, and so last of it in postorder.
    fn is_complete(&self, ahead: &Graph) -> bool {
        let order = ahead.postorder(0);
        let mut places = vec![NONE; ahead.nodes()];
        let mut heads: IndexVec<Loop, u32> = IndexVec::filled(NONE, self.parents.len());
        for (place, &node) in order.iter().enumerate() {
            places[node as usize] = place as u32;
            if let Some(loop_) = self.innermost(Block(node)) {
                heads[loop_] = node;
            }
        }
        let goes_to_a_head = |from: u32, to: u32| {
            let loop_ = self.innermost(Block(to));
            loop_.is_some_and(|loop_| heads[loop_] == to && self.is_inside(Block(from), loop_))
        };
        order.iter().all(|&from| {
            let mut back =
                ahead.next(from).iter().filter(|&&to| places[to as usize] >= places[from as usize]);
            back.all(|&to| goes_to_a_head(from, to))
        })
    }
}

/// The forest while it is built.
struct ForestBuilder {
    ahead: Graph,
    forest: LoopForest,
    /// Per block whether it is an entry of a loop around it that was found.
    is_entry: Vec<bool>,
    /// Per block the component that it was put into last.
    component: Vec<u32>,
    components: u32,
    /// Per block its place in the walk of a division, counted over all divisions.
    place: Vec<u32>,
    places: u32,
}

impl ForestBuilder {
    fn build(ahead: Graph) -> LoopForest {
        let blocks = ahead.nodes();
        let mut builder = Self {
            ahead,
            forest: LoopForest {
                parents: IndexVec::new(),
                innermost: IndexVec::filled(None, blocks),
            },
            is_entry: vec![false; blocks],
            component: vec![NONE; blocks],
            components: 0,
            place: vec![NONE; blocks],
            places: 0,
        };
        let mut open: Vec<(Vec<u32>, Option<Loop>)> = vec![((0..blocks as u32).collect(), None)];
        while let Some((within, parent)) = open.pop() {
            for blocks in builder.divide(&within, parent) {
                let loop_ = builder.forest.parents.push(parent);
                for &block in &blocks {
                    builder.forest.innermost[Block(block)] = Some(loop_);
                }
                open.push((blocks, Some(loop_)));
            }
        }
        builder.forest
    }

    /// The loops right within one that is strongly connected, or within the function, and notes their
    /// entries. A component is all that `within` holds on ways that do not go back to known entries.
    fn divide(&mut self, within: &[u32], parent: Option<Loop>) -> Vec<Vec<u32>> {
        let found = self.components_of(within, parent);
        let loops = found.into_iter().filter(|blocks| match blocks[..] {
            [only] => self.ahead.next(only).contains(&only) && !self.is_entry[only as usize],
            _ => true,
        });
        let loops: Vec<Vec<u32>> = loops.collect();
        for &from in within {
            for &to in self.ahead.next(from) {
                let crosses = self.component[to as usize] != self.component[from as usize];
                self.is_entry[to as usize] |= crosses;
            }
        }
        // Nothing enters what the entry block begins, or what nothing reaches.
        for blocks in &loops {
            if !blocks.iter().any(|&block| self.is_entry[block as usize]) {
                self.is_entry[blocks[0] as usize] = true;
            }
        }
        loops
    }

    /// The strongly connected components of the blocks whose innermost known loop is `parent`, without
    /// edges to known entries (Tarjan 1972).
    fn components_of(&mut self, within: &[u32], parent: Option<Loop>) -> Vec<Vec<u32>> {
        let first_place = self.places;
        let first_component = self.components;
        let mut found = Vec::new();
        // The way from the root to the current block, with the edges done and the lowest place reached.
        let mut way: Vec<(u32, usize, u32)> = Vec::new();
        let mut unassigned: Vec<u32> = Vec::new();
        for &root in within {
            let mut next = Some(root).filter(|_| !self.is_placed(root, first_place));
            while let Some(block) = next.or(way.last().map(|step| step.0)) {
                if next.take().is_some() {
                    self.place[block as usize] = self.places;
                    way.push((block, 0, self.places));
                    self.places += 1;
                    unassigned.push(block);
                }
                let step = way.last_mut().expect("the block is on the way");
                let Some(&to) = self.ahead.next(block).get(step.1) else {
                    let (_, _, lowest) = way.pop().expect("the block is on the way");
                    if let Some(before) = way.last_mut() {
                        before.2 = before.2.min(lowest);
                    }
                    if lowest == self.place[block as usize] {
                        found.push(self.close(&mut unassigned, block));
                    }
                    continue;
                };
                step.1 += 1;
                let is_within = self.forest.innermost[Block(to)] == parent;
                if !is_within || self.is_entry[to as usize] {
                    continue;
                }
                let assigned = self.component[to as usize];
                if !self.is_placed(to, first_place) {
                    next = Some(to);
                } else if assigned == NONE || assigned < first_component {
                    step.2 = step.2.min(self.place[to as usize]);
                }
            }
        }
        found
    }

    fn is_placed(&self, block: u32, first_place: u32) -> bool {
        (first_place..self.places).contains(&self.place[block as usize])
    }

    /// Makes a component of `block` and what was reached from it, in layout order.
    fn close(&mut self, unassigned: &mut Vec<u32>, block: u32) -> Vec<u32> {
        let start = unassigned.iter().rposition(|&known| known == block);
        let mut blocks = unassigned.split_off(start.expect("the block is unassigned"));
        blocks.iter().for_each(|&of| self.component[of as usize] = self.components);
        self.components += 1;
        blocks.sort_unstable();
        blocks
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::text::parse;
    use crate::validity::generate;
    use std::collections::BTreeSet;

    /// The loops as their blocks, sorted.
    fn members(forest: &LoopForest) -> Vec<Vec<u32>> {
        let blocks = || forest.innermost.indices();
        let of = |loop_| blocks().filter(move |&b| forest.is_inside(b, loop_)).map(|b| b.0);
        let mut all: Vec<Vec<u32>> =
            forest.parents.indices().map(|loop_| of(loop_).collect()).collect();
        all.sort();
        all
    }

    fn forest(edges: &[&[u32]]) -> Vec<Vec<u32>> {
        let mut text = "reg r0\nclass g r0\nfunction f\n".to_owned();
        for (number, next) in edges.iter().enumerate() {
            let next = next.iter().map(|to| format!(" b{to}")).collect::<String>();
            let arrow = if next.is_empty() { "" } else { " ->" };
            text += &format!("block b{number} 1{arrow}{next}\n  cbr\n");
        }
        members(&ForestBuilder::build(Graph::of(&parse(&text).unwrap().function)))
    }

    #[test]
    fn an_irreducible_loop_is_a_loop() {
        // b0 enters at b1 and at b2, which go to each other.
        assert_eq!(forest(&[&[1, 2], &[2], &[1, 3], &[]]), [[1, 2]]);
    }

    #[test]
    fn loops_within_an_irreducible_loop_are_found() {
        // b1 and b2 are entered; b3, between them, goes to itself, and b4 and b5 to each other.
        let edges: [&[u32]; 7] = [&[1, 2], &[3], &[4, 6], &[3, 2], &[5], &[4, 1], &[]];
        assert_eq!(forest(&edges), [vec![1, 2, 3, 4, 5], vec![3], vec![4, 5]]);
    }

    #[test]
    fn an_irreducible_loop_within_a_natural_one_is_found() {
        // b1 is the head of all; b2 and b3 go to each other and are both entered from it.
        assert_eq!(forest(&[&[1], &[2, 3], &[3], &[2, 1, 4], &[]]), [vec![1, 2, 3], vec![2, 3]]);
    }

    /// The definition itself: who reaches whom, and back, by ways within `within` that do not end an
    /// edge at an entry.
    fn slow(ahead: &Graph, within: &[u32], entries: &BTreeSet<u32>, all: &mut Vec<Vec<u32>>) {
        let reached = |from: u32| {
            let mut seen = BTreeSet::new();
            let mut open = vec![from];
            while let Some(block) = open.pop() {
                for &to in ahead.next(block) {
                    if within.contains(&to) && !entries.contains(&to) && seen.insert(to) {
                        open.push(to);
                    }
                }
            }
            seen
        };
        let reach: Vec<BTreeSet<u32>> = (0..ahead.nodes() as u32).map(reached).collect();
        let mut done = BTreeSet::new();
        for &block in within.iter().filter(|&&block| reach[block as usize].contains(&block)) {
            let both = |other: &u32| {
                reach[block as usize].contains(other) && reach[*other as usize].contains(&block)
            };
            let members: Vec<u32> = within.iter().copied().filter(both).collect();
            if !done.insert(members.clone()) {
                continue;
            }
            let outside = (0..ahead.nodes() as u32).filter(|from| !members.contains(from));
            let to = outside.flat_map(|from| ahead.next(from)).copied();
            let mut entries: BTreeSet<u32> = to.filter(|to| members.contains(to)).collect();
            if entries.is_empty() {
                entries.insert(members[0]);
            }
            slow(ahead, &members, &entries, all);
            all.push(members);
        }
    }

    #[test]
    fn forests_of_random_functions_are_those_of_the_definition() {
        let (mut natural, mut others) = (0, 0);
        for seed in 1..=400 {
            let text = generate::from_seed(seed);
            let function = parse(&text).unwrap().function;
            let ahead = Graph::of(&function);
            let blocks: Vec<u32> = (0..ahead.nodes() as u32).collect();
            let mut expected = Vec::new();
            slow(&ahead, &blocks, &BTreeSet::new(), &mut expected);
            expected.sort();
            assert_eq!(members(&ForestBuilder::build(ahead)), expected, "seed {seed}\n{text}");
            if function.loops.is_empty() {
                // The generator declares no loops where it takes any edges.
                others += expected.len();
            } else {
                natural += expected.len();
            }
            assert_eq!(members(&LoopForest::of(&function)), expected, "seed {seed}\n{text}");
        }
        assert!(natural > 50 && others > 50, "{natural} and {others} loops say little");
    }
}
