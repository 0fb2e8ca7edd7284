//! Networks under construction.

use super::{Arc, MaxFlow, Node, SOURCE, SUPPRESSED};

/// A network under construction.
#[derive(Debug)]
pub struct FlowBuilder {
    /// Per node the capacity of the arc from the source.
    from_source: Vec<f64>,
    pairs: Vec<Pair>,
    suppressed: Vec<u32>,
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
        Self { from_source: vec![0.0; nodes], pairs, suppressed: Vec::new() }
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

    /// Suppresses a node until it becomes a sink. The last two nodes that it was connected with are its ends: it
    /// only divides an arc from the one to the other, with the same capacity on either side. If it is connected with
    /// another node, that one is suppressed too, and each of its own ends is connected so with the end of this
    /// one that lies there; both then become nodes of the network together.
    pub fn suppress(&mut self, node: Node) {
        self.suppressed.push(node as u32);
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
        let mut arcs = vec![Arc { tail: 0, twin: 0, capacity: 0.0 }; 2 * self.pairs.len()];
        for &Pair { a, b, a_to_b, b_to_a } in self.pairs.iter().rev() {
            let mut next_into = |node: u32| {
                first[node as usize] -= 1;
                first[node as usize]
            };
            let (into_a, into_b) = (next_into(a), next_into(b));
            arcs[into_a as usize] = Arc { tail: b, twin: into_b, capacity: b_to_a };
            arcs[into_b as usize] = Arc { tail: a, twin: into_a, capacity: a_to_b };
        }
        let mut flow = MaxFlow { first, arcs, from_source: self.from_source, value: 0.0 };
        for node in self.suppressed {
            flow.from_source[node as usize] = SUPPRESSED;
            flow.join_ends(node as Node);
        }
        flow
    }
}
