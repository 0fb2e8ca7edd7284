//! Dominators, by Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm" (2001).

use crate::model::function::{Block, Function};
use crate::model::index::Idx;

/// A node that the root does not reach, or that was not reached yet.
const NONE: u32 = u32::MAX;

/// A tree in which each block is below the nearest block that all ways to it pass.
#[derive(Debug)]
pub struct Dominators {
    /// Per node its parent; the root's is itself. The last node is the root if there are several
    /// blocks to begin at.
    parents: Vec<u32>,
    /// Per node its place in a postorder walk: a parent's is higher.
    places: Vec<u32>,
    root: u32,
}

impl Dominators {
    /// What ways from the entry pass.
    pub fn of(function: &Function) -> Self {
        let ahead = Graph::of(function);
        Self::compute(&ahead, &ahead.reversed(), 0)
    }

    /// What ways to any end of the function pass. A block that reaches none is below the root.
    pub fn of_reverse(function: &Function) -> Self {
        let ahead = Graph::with_end(function);
        let end = ahead.len() as u32 - 1;
        Self::compute(&ahead.reversed(), &ahead, end)
    }

    fn compute(ahead: &Graph, behind: &Graph, root: u32) -> Self {
        let order = ahead.postorder(root);
        let mut tree =
            Self { parents: vec![NONE; ahead.len()], places: vec![NONE; ahead.len()], root };
        for (place, &node) in order.iter().enumerate() {
            tree.places[node as usize] = place as u32;
        }
        tree.parents[root as usize] = root;
        let mut changed = true;
        while changed {
            changed = false;
            for &node in order.iter().rev().filter(|&&node| node != root) {
                let known = behind.next(node).iter().copied();
                let known = known.filter(|&before| tree.parents[before as usize] != NONE);
                let parent = known.reduce(|a, b| tree.meet(a, b)).unwrap_or(root);
                changed |= tree.parents[node as usize] != parent;
                tree.parents[node as usize] = parent;
            }
        }
        tree
    }

    fn meet(&self, mut a: u32, mut b: u32) -> u32 {
        while a != b {
            if self.parents[a as usize] == NONE || self.parents[b as usize] == NONE {
                return self.root;
            }
            if self.places[a as usize] < self.places[b as usize] {
                a = self.parents[a as usize];
            } else {
                b = self.parents[b as usize];
            }
        }
        a
    }

    fn block(&self, node: u32) -> Option<Block> {
        // With several blocks to begin at, the root stands for all of them.
        let is_block = node != self.root || self.root == 0;
        is_block.then(|| Block::new(node as usize))
    }

    /// The nearest block that all ways to either pass; none if they begin at different blocks.
    pub fn common(&self, a: Block, b: Block) -> Option<Block> {
        self.block(self.meet(a.0, b.0))
    }

    /// The nearest other block that all ways to this one pass, if there is one.
    pub fn parent(&self, block: Block) -> Option<Block> {
        let parent = self.parents[block.index()];
        if parent == NONE || parent == block.0 {
            return None;
        }
        self.block(parent)
    }

    /// Whether all ways to `below` pass `above`.
    pub fn is_above(&self, above: Block, below: Block) -> bool {
        self.meet(above.0, below.0) == above.0
    }
}

/// The edges of a graph, by the node that they leave.
pub(super) struct Graph {
    /// Per node where its edges begin, and the end of all.
    starts: Vec<u32>,
    edges: Vec<u32>,
}

impl Graph {
    pub(super) fn of(function: &Function) -> Self {
        let mut graph = Self { starts: vec![0], edges: Vec::new() };
        for block in function.blocks.indices() {
            graph.add(function.successors_of(block).iter().map(|next| next.0));
        }
        graph
    }

    /// The same with one more node, which follows all blocks that nothing follows.
    fn with_end(function: &Function) -> Self {
        let end = function.blocks.len() as u32;
        let mut graph = Self { starts: vec![0], edges: Vec::new() };
        for block in function.blocks.indices() {
            match function.successors_of(block) {
                [] => graph.add([end].into_iter()),
                next => graph.add(next.iter().map(|next| next.0)),
            }
        }
        graph.add([].into_iter());
        graph
    }

    pub(super) fn add(&mut self, next: impl Iterator<Item = u32>) {
        self.edges.extend(next);
        self.starts.push(self.edges.len() as u32);
    }

    pub(super) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    pub(super) fn next(&self, node: u32) -> &[u32] {
        let (start, end) = (self.starts[node as usize], self.starts[node as usize + 1]);
        &self.edges[start as usize..end as usize]
    }

    fn reversed(&self) -> Self {
        let mut starts = vec![0; self.starts.len()];
        self.edges.iter().for_each(|&to| starts[to as usize + 1] += 1);
        for node in 0..self.len() {
            starts[node + 1] += starts[node];
        }
        let mut places = starts.clone();
        let mut edges = vec![0; self.edges.len()];
        for node in 0..self.len() as u32 {
            for &to in self.next(node) {
                let place = &mut places[to as usize];
                edges[*place as usize] = node;
                *place += 1;
            }
        }
        Self { starts, edges }
    }

    /// The nodes that `root` reaches, each after those first reached from it.
    pub(super) fn postorder(&self, root: u32) -> Vec<u32> {
        let mut order = Vec::with_capacity(self.len());
        let mut seen = vec![false; self.len()];
        let mut stack = vec![(root, 0)];
        seen[root as usize] = true;
        while let Some((node, done)) = stack.last_mut() {
            let Some(&next) = self.next(*node).get(*done) else {
                order.push(*node);
                stack.pop();
                continue;
            };
            *done += 1;
            if !std::mem::replace(&mut seen[next as usize], true) {
                stack.push((next, 0));
            }
        }
        order
    }
}
