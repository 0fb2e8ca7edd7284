//! Dominators, by Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm" (2001).

use super::graph::Graph;
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
    /// Per node how many are above it.
    depths: Vec<u32>,
    /// Per node one further above, so that a walk to any other takes logarithmic time (Myers 1983).
    jumps: Vec<u32>,
    root: u32,
}

impl Dominators {
    /// What ways from the first node of a graph pass; `behind` is the graph turned round.
    pub fn of_graph(ahead: &Graph, behind: &Graph) -> Self {
        Self::compute(ahead, behind, 0)
    }

    /// What ways from the entry pass, and what ways to any end of the function do. The end, which is no block,
    /// has the number behind the last one; a block that does not reach it is below the second tree's root.
    pub fn of_both_ways(function: &Function) -> (Self, Self) {
        let ahead = Graph::with_end(function);
        let behind = ahead.reversed();
        let end = ahead.nodes() as u32 - 1;
        (Self::compute(&ahead, &behind, 0), Self::compute(&behind, &ahead, end))
    }

    fn compute(ahead: &Graph, behind: &Graph, root: u32) -> Self {
        let order = ahead.postorder(root);
        let none = || vec![NONE; ahead.nodes()];
        let mut tree =
            Self { parents: none(), places: none(), depths: none(), jumps: none(), root };
        for (place, &node) in order.iter().enumerate() {
            tree.places[node as usize] = place as u32;
        }
        tree.parents[root as usize] = root;
        let inner = || order.iter().rev().copied().filter(|&node| node != root);
        for node in inner() {
            tree.parents[node as usize] = tree.parent_by_known(behind, node);
        }
        // Edges back to a node that was reached before change nothing if it is above where they come from, as in all
        // cycles with one entry.
        let is_final = |tree: &Self, node: u32| {
            let is_back =
                |&&before: &&u32| tree.places[before as usize] <= tree.places[node as usize];
            let mut back = behind.next(node).iter().filter(is_back);
            back.all(|&before| tree.meet(before, node) == node)
        };
        let mut changed = !inner().all(|node| is_final(&tree, node));
        while changed {
            changed = false;
            for node in inner() {
                let parent = tree.parent_by_known(behind, node);
                changed |= tree.parents[node as usize] != parent;
                tree.parents[node as usize] = parent;
            }
        }
        order.iter().rev().for_each(|&node| tree.measure(node));
        tree
    }

    /// The nearest node that is above all those in front of a node of which that is known yet.
    fn parent_by_known(&self, behind: &Graph, node: u32) -> u32 {
        let known = behind.next(node).iter().copied().filter(|&before| self.is_reached(before));
        known.reduce(|a, b| self.meet(a, b)).unwrap_or(self.root)
    }

    /// Finds a node's depth and where it jumps to; its parent's are known. Two jumps of the same length
    /// that follow each other make one with the step to the parent.
    fn measure(&mut self, node: u32) {
        let parent = self.parents[node as usize];
        if node == self.root {
            (self.depths[node as usize], self.jumps[node as usize]) = (0, node);
            return;
        }
        let depth = |node: u32| self.depths[node as usize];
        let far = self.jumps[parent as usize];
        let farther = self.jumps[far as usize];
        let is_same = depth(parent) - depth(far) == depth(far) - depth(farther);
        self.depths[node as usize] = depth(parent) + 1;
        self.jumps[node as usize] = if is_same { farther } else { parent };
    }

    fn is_reached(&self, node: u32) -> bool {
        self.parents[node as usize] != NONE
    }

    /// The node above `node`, or itself, that is as deep as `to`; `node` if that is deeper.
    fn climb(&self, mut node: u32, to: u32) -> u32 {
        let depth = |node: u32| self.depths[node as usize];
        let target = depth(to);
        while depth(node) > target {
            let jump = self.jumps[node as usize];
            node = if depth(jump) >= target { jump } else { self.parents[node as usize] };
        }
        node
    }

    /// The nearest node that is above both or one of them.
    fn nearest_common(&self, mut a: u32, mut b: u32) -> u32 {
        if a != b && !(self.is_reached(a) && self.is_reached(b)) {
            return self.root;
        }
        let (parent, jump) = (|n: u32| self.parents[n as usize], |n: u32| self.jumps[n as usize]);
        if self.depths[a as usize] < self.depths[b as usize] {
            (a, b) = (b, a);
        }
        a = self.climb(a, b);
        // Nodes of the same depth jump to the same depth.
        while a != b {
            (a, b) = if jump(a) == jump(b) { (parent(a), parent(b)) } else { (jump(a), jump(b)) };
        }
        a
    }

    /// The same while the tree is made.
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

    /// The blocks that the root reaches, each after those first reached from it.
    pub fn postorder(&self) -> Vec<Block> {
        let reached = self.places.iter().filter(|&&place| place != NONE).count();
        let mut order = vec![Block::new(0); reached];
        for (node, &place) in self.places.iter().enumerate().filter(|(_, &place)| place != NONE) {
            order[place as usize] = Block::new(node);
        }
        order
    }

    fn block(&self, node: u32) -> Option<Block> {
        // With several blocks to begin at, the root stands for all of them.
        let is_block = node != self.root || self.root == 0;
        is_block.then(|| Block::new(node as usize))
    }

    /// The nearest block that all ways to either pass; none if they begin at different blocks.
    pub fn common(&self, a: Block, b: Block) -> Option<Block> {
        self.block(self.nearest_common(a.0, b.0))
    }

    /// The nearest other block that all ways to this one pass, if there is one.
    pub fn parent(&self, block: Block) -> Option<Block> {
        let parent = self.parents[block.index()];
        if parent == NONE || parent == block.0 {
            return None;
        }
        self.block(parent)
    }

    /// The farthest of those above the block, itself included, up to which `holds`; the block if
    /// not even it does. What holds far above must hold for all in between.
    pub fn farthest(&self, block: Block, holds: impl Fn(Block) -> bool) -> Block {
        let mut node = block.0;
        loop {
            let holds = |above: u32| above != node && holds(Block(above));
            let (far, parent) = (self.jumps[node as usize], self.parents[node as usize]);
            node = match (holds(far), holds(parent)) {
                (true, _) => far,
                (_, true) => parent,
                _ => return Block(node),
            };
        }
    }

    /// Whether all ways to `below` pass `above`.
    pub fn is_above(&self, above: Block, below: Block) -> bool {
        let (above, below) = (above.0, below.0);
        if above == self.root || above == below {
            return true;
        }
        self.is_reached(above) && self.is_reached(below) && self.climb(below, above) == above
    }
}
