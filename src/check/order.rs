//! The steps in an order in which what a block dominates follows it.
//!
//! A block is one node, or two if it has a `Step::Throw`: up to the last one, and the rest. So all
//! edges leave at the end of a node. The nodes stand in a preorder of their dominator tree, each in
//! front of the heaviest of those that follow it alone: such *chains* are runs of positions, and so
//! is all that a node dominates.

use super::program::{Block, Exit, Program, Step};
use crate::analysis::dominators::Dominators;
use crate::analysis::graph::Graph;
use crate::model::function::Block as TreeNode;
use crate::model::index::{Idx, Span};
use std::ops::Range;

/// A node that the function's entry does not reach.
const NONE: u32 = u32::MAX;

/// A place in the order: in front of the step with this number, behind the one before it.
pub type Position = u32;

/// A piece of a block that is left at its end only.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Node(pub u32);

/// A place within a chain of nodes, of which each but the first follows the one before it alone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Point {
    /// The first node of the chain.
    pub top: Node,
    /// The place.
    pub at: Position,
}

/// What is in front of a chain.
#[derive(Clone, Copy, Debug)]
pub enum Above {
    /// Nothing: the function begins there.
    Entry,
    /// The end of the one node that leads there.
    Point(Point),
    /// Several ways into this node.
    Several(Node),
}

/// The nodes and their steps in order.
#[derive(Debug)]
pub struct Order {
    /// Per position the step, in `Program::steps`.
    steps: Vec<u32>,
    /// Per node where its steps begin, where they end, and where those of all that it dominates end.
    starts: Vec<Position>,
    ends: Vec<Position>,
    below: Vec<Position>,
    /// Per node the first one of its chain, or `NONE`.
    tops: Vec<u32>,
    /// The edges turned round, of nodes that are reached.
    behind: Graph,
    tree: Dominators,
}

impl Order {
    /// The order of a program's steps.
    pub fn of(program: &Program) -> Self {
        let ahead = edges(program);
        let tree = Dominators::of_graph(&ahead, &ahead.reversed());
        let mut is_reached = vec![false; ahead.nodes()];
        tree.postorder().iter().for_each(|node| is_reached[node.index()] = true);
        let mut reached = Graph::default();
        for node in 0..ahead.nodes() as u32 {
            let next = ahead.next(node).iter().copied();
            reached.add(next.filter(|_| is_reached[node as usize]));
        }
        let nodes = ahead.nodes();
        let mut order = Self {
            steps: Vec::new(),
            starts: vec![0; nodes],
            ends: vec![0; nodes],
            below: vec![0; nodes],
            tops: vec![NONE; nodes],
            behind: reached.reversed(),
            tree,
        };
        if nodes != 0 {
            order.number(program);
        }
        order
    }

    /// Walks over the dominator tree and gives all steps their positions.
    fn number(&mut self, program: &Program) {
        let spans = spans(program);
        let postorder = self.tree.postorder();
        let mut children: Vec<Vec<u32>> = vec![Vec::new(); self.starts.len()];
        let mut weights = vec![1_u32; self.starts.len()];
        // A node is behind those below it in this order.
        for &node in &postorder {
            if let Some(parent) = self.tree.parent(node) {
                weights[parent.index()] += weights[node.index()];
            }
        }
        for &node in postorder.iter().rev() {
            if let Some(parent) = self.tree.parent(node) {
                children[parent.index()].push(node.0);
            }
        }
        let mut waiting = vec![(0, false)];
        while let Some((node, done)) = waiting.pop() {
            if done {
                self.below[node as usize] = self.steps.len() as u32;
                continue;
            }
            self.starts[node as usize] = self.steps.len() as u32;
            let span = spans[node as usize];
            self.steps.extend(span.start..span.end);
            self.ends[node as usize] = self.steps.len() as u32;
            if self.tops[node as usize] == NONE {
                self.tops[node as usize] = node;
            }
            waiting.push((node, true));
            // The rest of a block is next even if something heavier follows its throw.
            let weight =
                |&below: &u32| (node % 2 == 0 && below == node + 1, weights[below as usize]);
            let below = &children[node as usize];
            let next = below.iter().filter(|&&b| self.follows_alone(b)).max_by_key(|b| weight(b));
            waiting.extend(below.iter().filter(|&b| Some(b) != next).map(|&b| (b, false)));
            if let Some(&next) = next {
                self.tops[next as usize] = self.tops[node as usize];
                waiting.push((next, false));
            }
        }
    }

    /// Whether one node alone leads to this one, which is not the entry.
    fn follows_alone(&self, node: u32) -> bool {
        let before = self.behind.next(node);
        node != 0 && before.iter().all(|other| *other == before[0])
    }

    /// The number of positions.
    pub fn len(&self) -> Position {
        self.steps.len() as Position
    }

    /// The step at a position, in `Program::steps`.
    pub fn step(&self, at: Position) -> usize {
        self.steps[at as usize] as usize
    }

    /// The place at which a block begins, if it is reached.
    pub fn start(&self, block: Block) -> Option<Point> {
        let first = Node(2 * block.0);
        (self.tops[first.0 as usize] != NONE)
            .then(|| Point { at: self.begin(first), ..self.end(first) })
    }

    /// The positions of a block's steps.
    pub fn positions(&self, block: Block) -> Range<Position> {
        let (first, rest) = (2 * block.index(), 2 * block.index() + 1);
        let end = if self.tops[rest] == NONE { self.ends[first] } else { self.ends[rest] };
        self.starts[first]..end
    }

    /// Where a node begins.
    pub fn begin(&self, node: Node) -> Position {
        self.starts[node.0 as usize]
    }

    /// The end of a node that is reached.
    pub fn end(&self, node: Node) -> Point {
        Point { top: Node(self.tops[node.0 as usize]), at: self.ends[node.0 as usize] }
    }

    /// The nodes that lead to a block or to a node.
    pub fn before(&self, node: Node) -> impl Iterator<Item = Node> + '_ {
        self.behind.next(node.0).iter().map(|&before| Node(before))
    }

    /// The block of which a node is a piece.
    pub fn block(&self, node: Node) -> Block {
        Block(node.0 / 2)
    }

    /// The first node of a block.
    pub fn first(&self, block: Block) -> Node {
        Node(2 * block.0)
    }

    /// What is in front of the first node of a chain, for a question of which nothing is written
    /// between the positions of `written`, which are the nearest to where the node begins.
    pub fn above(&self, node: Node, written: (Option<Position>, Option<Position>)) -> Above {
        let is_free = |above: TreeNode| {
            written.0.is_none_or(|at| at < self.starts[above.index()])
                && written.1.is_none_or(|at| at >= self.below[above.index()])
        };
        // Where nothing is written in all that a node dominates, the answer is that at its beginning.
        let mut node = TreeNode(node.0);
        if is_free(node) {
            node = self.tree.farthest(node, is_free);
        }
        match self.behind.next(node.0) {
            [] => Above::Entry,
            before if self.follows_alone(node.0) => Above::Point(self.end(Node(before[0]))),
            _ => Above::Several(Node(node.0)),
        }
    }
}

/// The steps of each node.
fn spans(program: &Program) -> Vec<Span> {
    let mut spans = Vec::new();
    for block in program.blocks.iter() {
        let steps = &program.steps[block.steps.range()];
        let thrown = steps.iter().rposition(|(_, step)| *step == Step::Throw);
        let middle = thrown.map_or(block.steps.end, |last| block.steps.start + last as u32 + 1);
        spans.push(Span { start: block.steps.start, end: middle });
        spans.push(Span { start: middle, end: block.steps.end });
    }
    spans
}

/// The edges between nodes.
fn edges(program: &Program) -> Graph {
    let mut graph = Graph::default();
    for (number, block) in program.blocks.enumerate() {
        let throws =
            program.steps[block.steps.range()].iter().any(|(_, step)| *step == Step::Throw);
        let edges = &program.edges[block.edges.range()];
        let leaving = |early: bool| {
            let is_early = move |exit: Exit| throws && exit == Exit::Throw;
            edges.iter().filter(move |edge| is_early(edge.exit) == early).map(|edge| 2 * edge.to.0)
        };
        if throws {
            graph.add(leaving(true).chain([2 * number.0 + 1]));
            graph.add(leaving(false));
        } else {
            graph.add(leaving(false));
            graph.add([].into_iter());
        }
    }
    graph
}
