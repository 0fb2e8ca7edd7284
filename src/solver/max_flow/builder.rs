//! Networks under construction.

use super::divisible::{Divisible, NONE, UNLINKED};
use super::{Arc, MaxFlow, Node, SOURCE};

/// A network under construction.
#[derive(Debug)]
pub struct FlowBuilder {
    /// Per node the capacity of the arc from the source.
    from_source: Vec<f64>,
    pairs: Vec<Pair>,
    /// With the numbers of pairs instead of arcs.
    divisible: Vec<Divisible>,
}

/// Two nodes with the capacities of the arcs between them.
#[derive(Clone, Copy, Debug)]
struct Pair {
    a: u32,
    b: u32,
    a_to_b: f64,
    b_to_a: f64,
}

impl FlowBuilder {
    /// A network of `nodes` nodes, the source among them, with space reserved for `pairs` connected
    /// pairs of other nodes.
    pub fn new(nodes: usize, pairs: usize) -> Self {
        let pairs = Vec::with_capacity(pairs);
        Self { from_source: vec![0.0; nodes], pairs, divisible: Vec::new() }
    }

    /// Adds a node.
    pub fn add_node(&mut self) -> Node {
        self.from_source.push(0.0);
        self.from_source.len() - 1
    }

    /// Adds to the capacity of the arc from `tail` to `head`.
    pub fn add(&mut self, tail: Node, head: Node, capacity: f64) {
        match tail {
            SOURCE => self.from_source[head] += capacity.max(0.0),
            _ => self.add_pair(tail, head, capacity, 0.0),
        }
    }

    /// Adds to the capacities of the arcs from `a` to `b` and back; neither is the source.
    pub fn add_pair(&mut self, a: Node, b: Node, a_to_b: f64, b_to_a: f64) {
        if a != b && (a_to_b > 0.0 || b_to_a > 0.0) {
            self.pairs.push(Pair { a: a as u32, b: b as u32, a_to_b, b_to_a });
        }
    }

    /// Adds an arc from `a` to `b` that a node may divide, with the same capacity on either side of it; neither is
    /// the source. One more arc may be divided together with it. If they are linked, the arc from its middle to the
    /// middle of the first is [`INFINITE`](super::INFINITE), as those from its tail to the head of the first and from
    /// its head to the tail of the first must be.
    pub fn add_divisible(
        &mut self,
        arc: (Node, Node, f64),
        beside: Option<(Node, Node, f64)>,
        are_linked: bool,
    ) {
        let mut add = |(a, b, a_to_b): (Node, Node, f64)| {
            self.pairs.push(Pair { a: a as u32, b: b as u32, a_to_b, b_to_a: 0.0 });
            self.pairs.len() as u32 - 1
        };
        let (arc, beside) = (add(arc), beside.map_or(NONE, add));
        let middle = if are_linked { NONE } else { UNLINKED };
        self.divisible.push(Divisible { arc, beside, middle });
    }

    /// The network without flow and without sinks.
    pub fn finish(self) -> MaxFlow {
        let mut first = vec![0; self.from_source.len() + 1];
        for pair in &self.pairs {
            first[pair.a as usize] += 1;
            first[pair.b as usize] += 1;
        }
        // Filling from the back moves each node's end to its beginning.
        let mut end = 0;
        for count in &mut first {
            end += *count;
            *count = end;
        }
        let count = 2 * self.pairs.len();
        // With some room for middles.
        let mut arcs = Vec::with_capacity(count + count / 8);
        arcs.resize(count, Arc { tail: 0, twin: 0, capacity: 0.0 });
        let mut divisible = self.divisible;
        // Those of the pairs that are divisible, in their order.
        let numbers = divisible.iter_mut().flat_map(|of| [&mut of.arc, &mut of.beside]);
        let mut numbers = numbers.rev().filter(|of| **of != NONE).peekable();
        for (number, &Pair { a, b, a_to_b, b_to_a }) in self.pairs.iter().enumerate().rev() {
            let mut next_into = |node: u32| {
                first[node as usize] -= 1;
                first[node as usize]
            };
            let (into_a, into_b) = (next_into(a), next_into(b));
            arcs[into_a as usize] = Arc { tail: b, twin: into_b, capacity: b_to_a };
            arcs[into_b as usize] = Arc { tail: a, twin: into_a, capacity: a_to_b };
            if let Some(of) = numbers.next_if(|of| **of == number as u32) {
                *of = into_a;
            }
        }
        drop(numbers);
        MaxFlow { first, arcs, from_source: self.from_source, divisible, value: 0.0 }
    }
}
