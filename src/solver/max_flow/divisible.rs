//! Arcs that a node may divide, which is made when it is to become a sink.

use super::{Arc, Changes, MaxFlow, Node, INFINITE, SUPPRESSED};

/// What is not there.
pub(super) const NONE: u32 = u32::MAX;

/// In place of a middle that is not there yet, and will not have an arc from the middle of the other pair.
pub(super) const UNLINKED: u32 = u32::MAX - 1;

/// Two nodes with arcs between them that a node may divide, the middle. A second pair of nodes may be divided
/// together with it; an arc from the middle of that one to this one must not be cut, if they are linked.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Divisible {
    /// One of the two arcs.
    pub(super) arc: u32,
    /// One of the two arcs of the pair that is divided with it, or [`NONE`].
    pub(super) beside: u32,
    /// The middle, which the middle of the other pair follows; [`NONE`] or [`UNLINKED`] as long as nobody asked
    /// for it.
    pub(super) middle: u32,
}

impl Divisible {
    fn has_middle(&self) -> bool {
        self.middle < UNLINKED
    }
}

/// A node, or what would be one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spot {
    /// A node.
    Node(Node),
    /// The middle of a divisible pair.
    Middle(usize),
    /// The middle of the pair that is divided with it.
    Beside(usize),
}

/// One side of a node that divides an arc.
#[derive(Clone, Copy, Debug)]
pub(in crate::solver) struct End {
    /// The node there.
    pub(in crate::solver) node: Node,
    /// The arc that leads from there to the dividing node.
    to_middle: u32,
    /// The arc that leads to the node there: from the dividing node, or from the other end while that one is
    /// suppressed.
    pub(in crate::solver) from_middle: u32,
}

impl MaxFlow {
    /// The middle of a divisible pair, which is made if it is not there yet.
    pub fn middle(&mut self, pair: usize) -> Node {
        let of @ Divisible { arc, beside, middle } = self.divisible[pair];
        if of.has_middle() {
            return middle as Node;
        }
        let node = self.nodes();
        self.divisible[pair].middle = node as u32;
        let begin = self.arcs.len() as u32;
        let link = |tail: Node, twin, capacity| Arc { tail: tail as u32, twin, capacity };
        if beside == NONE {
            self.append_suppressed(None, arc);
        } else {
            let capacity = if middle == UNLINKED { 0.0 } else { INFINITE };
            self.append_suppressed(Some(link(node + 1, begin + 3, capacity)), arc);
            self.append_suppressed(Some(link(node, begin, 0.0)), beside);
        }
        node
    }

    /// Adds a suppressed node that divides the arc and its twin, with one more arc that leads to it.
    fn append_suppressed(&mut self, more: Option<Arc>, arc: u32) {
        let twin = self.arcs[arc as usize].twin;
        let ends = [(twin, arc), (arc, twin)].map(|(from_middle, to_end)| Arc {
            tail: self.arcs[to_end as usize].tail,
            twin: from_middle,
            capacity: 0.0,
        });
        grow(&mut self.arcs, 3);
        self.arcs.extend(more.into_iter().chain(ends));
        grow(&mut self.first, 1);
        self.first.push(self.arcs.len() as u32);
        grow(&mut self.from_source, 1);
        self.from_source.push(SUPPRESSED);
    }

    /// The middle of a divisible pair, if it divides it now.
    pub fn dividing(&self, pair: usize) -> Option<Node> {
        let of = self.divisible[pair];
        let middle = of.middle as Node;
        (of.has_middle() && !self.is_suppressed(middle)).then_some(middle)
    }

    /// The nodes that are on the source's side if the spot is, or if it is not a node now, would be; none if it never
    /// is.
    pub(in crate::solver) fn deciding(&self, spot: Spot) -> Option<[Node; 2]> {
        let (pair, arc, offset) = match spot {
            Spot::Node(node) => return Some([node; 2]),
            Spot::Middle(pair) => (pair, self.divisible[pair].arc, 0),
            Spot::Beside(pair) => (pair, self.divisible[pair].beside, 1),
        };
        if arc == NONE {
            return None;
        }
        let ends = || {
            let Arc { tail, twin, .. } = self.arcs[arc as usize];
            [tail, self.arcs[twin as usize].tail].map(|end| end as Node)
        };
        Some(self.dividing(pair).map_or_else(ends, |middle| [middle + offset; 2]))
    }

    /// How many pairs can be divided.
    #[cfg(test)]
    pub fn divisible(&self) -> usize {
        self.divisible.len()
    }

    /// The ends of a node that divides an arc.
    pub(in crate::solver) fn ends_of(&self, node: Node) -> [End; 2] {
        let behind = self.first[node + 1];
        [behind - 2, behind - 1].map(|to_middle| {
            let Arc { tail, twin, .. } = self.arcs[to_middle as usize];
            End { node: tail as Node, to_middle, from_middle: twin }
        })
    }

    /// Makes a suppressed node one of the network, and those that it is connected with beside its ends. The flow
    /// from one end to the other passes it now.
    pub(super) fn divide(&mut self, node: Node, changes: &mut Changes) {
        changes.entries.push((node as u32, SUPPRESSED));
        self.from_source[node] = 0.0;
        let [a, b] = self.ends_of(node);
        for (end, other) in [(a, b), (b, a)] {
            // What was left of the arc to the other end.
            let capacity = self.arcs[other.from_middle as usize].capacity;
            let to_middle = &mut self.arcs[end.to_middle as usize].capacity;
            changes.arcs.push((end.to_middle, *to_middle));
            *to_middle = capacity;
        }
        self.part_ends(node);
        for arc in self.first[node]..a.to_middle {
            let beside = self.arcs[arc as usize].tail as Node;
            if self.is_suppressed(beside) {
                self.divide(beside, changes);
            }
        }
    }

    /// Lets the arcs of both ends lead to the node that divides them.
    pub(super) fn part_ends(&mut self, node: Node) {
        for End { to_middle, from_middle, .. } in self.ends_of(node) {
            let arc = &mut self.arcs[from_middle as usize];
            (arc.tail, arc.twin) = (node as u32, to_middle);
        }
    }

    /// Lets the arcs of both ends lead to each other.
    pub(super) fn join_ends(&mut self, node: Node) {
        let [a, b] = self.ends_of(node);
        for (end, other) in [(a, b), (b, a)] {
            let arc = &mut self.arcs[end.from_middle as usize];
            (arc.tail, arc.twin) = (other.node as u32, other.from_middle);
        }
    }
}

/// Makes room for some more, and for an eighth of all: twice as much, as vectors take, would be too much memory.
fn grow<T>(vector: &mut Vec<T>, more: usize) {
    if vector.capacity() - vector.len() < more {
        vector.reserve_exact(more + vector.len() / 8);
    }
}
