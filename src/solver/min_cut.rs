//! Minimum cut of a network in which many nodes have an arc from the source and one to the sink.

use super::max_flow::{FlowBuilder, Node, Scratch, SOURCE};
use super::source_side::SourceSide;

/// The sink.
pub const SINK: Node = 1;
/// The first of the other nodes.
pub const FIRST: Node = 2;

/// A network under construction.
#[derive(Debug)]
pub struct Network {
    builder: FlowBuilder,
    /// Per node its arcs from the source and to the sink.
    terminal: Vec<Terminal>,
    /// The capacity that every cut has.
    base: f64,
}

/// The capacities of a node's arcs from the source and to the sink.
#[derive(Clone, Copy, Default, Debug)]
struct Terminal {
    from_source: f64,
    to_sink: f64,
}

impl Network {
    /// A network of `nodes` nodes beside source and sink, the first of which is [`FIRST`], with space
    /// reserved for `pairs` connected pairs of nodes.
    pub fn new(nodes: usize, pairs: usize) -> Self {
        Self {
            builder: FlowBuilder::new(nodes + FIRST, pairs + nodes),
            terminal: vec![Terminal::default(); nodes + FIRST],
            base: 0.0,
        }
    }

    /// Adds to the capacity of the arc from `tail` to `head`.
    pub fn add(&mut self, tail: Node, head: Node, capacity: f64) {
        match (tail, head) {
            (SOURCE, SINK) => self.base += capacity,
            (SOURCE, node) => self.terminal[node].from_source += capacity,
            (node, SINK) => self.terminal[node].to_sink += capacity,
            _ => self.add_pair(tail, head, capacity, 0.0),
        }
    }

    /// Adds to the capacities of the arcs from `a` to `b` and back.
    pub fn add_pair(&mut self, a: Node, b: Node, a_to_b: f64, b_to_a: f64) {
        self.builder.add_pair(a, b, a_to_b, b_to_a);
    }

    /// Every cut has the lesser of a node's two terminal capacities; what is left is one arc.
    fn add_terminal_arcs(&mut self) {
        for node in FIRST..self.terminal.len() {
            let Terminal { from_source, to_sink } = self.terminal[node];
            self.base += from_source.min(to_sink);
            self.builder.add(SOURCE, node, from_source - to_sink);
            self.builder.add(node, SINK, to_sink - from_source);
        }
    }

    /// The capacity of the minimum cut, and per node whether it is on the source's side; none as soon as
    /// the capacity is known to be `limit` or more. Of several minimum cuts the one with the fewest nodes
    /// on the source's side.
    pub fn solve(mut self, limit: f64, scratch: &mut Scratch) -> Option<(f64, Vec<bool>)> {
        self.add_terminal_arcs();
        let mut flow = self.builder.finish();
        let mut changes = flow.start_changes();
        flow.add_sink(SINK, limit - self.base, scratch, &mut changes);
        let capacity = self.base + flow.value();
        (capacity < limit).then(|| {
            let side = SourceSide::of(&flow);
            let is_on_side = |node| node == SOURCE || side.contains(node);
            (capacity, (0..flow.nodes()).map(is_on_side).collect())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::max_flow::INFINITE;

    /// The least capacity of all cuts, by trying them all.
    fn brute_force(nodes: usize, arcs: &[(Node, Node, f64)]) -> f64 {
        let capacity = |cut: u32| {
            let is_on_side =
                |node: Node| node == SOURCE || (node != SINK && cut >> (node - 2) & 1 != 0);
            let crosses =
                |&&(tail, head, _): &&(Node, Node, f64)| is_on_side(tail) && !is_on_side(head);
            arcs.iter().filter(crosses).map(|arc| arc.2).sum::<f64>()
        };
        (0..1u32 << nodes).map(capacity).fold(f64::INFINITY, f64::min)
    }

    #[test]
    fn capacity_and_sides_agree_with_trying_every_cut() {
        let mut scratch = Scratch::default();
        let mut seed = 7u32;
        let mut random = |bound: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) % bound
        };
        for _ in 0..300 {
            let nodes = 1 + random(7) as usize;
            let mut network = Network::new(nodes, 3 * nodes);
            let arcs: Vec<(Node, Node, f64)> = (0..3 * nodes)
                .map(|_| {
                    let node = |draw: u32| draw as usize % (nodes + 2);
                    (node(random(100)), node(random(100)), f64::from(1 + random(9)))
                })
                .filter(|&(tail, head, _)| tail != head && tail != SINK && head != SOURCE)
                .collect();
            for &(tail, head, capacity) in &arcs {
                network.add(tail, head, capacity);
            }
            let (capacity, side) =
                network.solve(f64::INFINITY, &mut scratch).expect("there is no limit");
            let cut = |&&(tail, head, _): &&(Node, Node, f64)| side[tail] && !side[head];
            let of_cut: f64 = arcs.iter().filter(cut).map(|arc| arc.2).sum();
            assert_eq!(capacity, brute_force(nodes, &arcs), "{arcs:?}");
            assert_eq!(of_cut, capacity, "{arcs:?}");
        }
    }

    #[test]
    fn an_infinite_arc_is_never_cut() {
        let mut network = Network::new(1, 2);
        network.add(SOURCE, 2, 3.0);
        network.add(2, SINK, INFINITE);
        assert_eq!(
            network.solve(4.0, &mut Scratch::default()),
            Some((3.0, vec![true, false, false]))
        );
    }

    #[test]
    fn a_cut_at_the_limit_is_no_answer() {
        let mut network = Network::new(1, 2);
        network.add(SOURCE, 2, 3.0);
        network.add(2, SINK, 5.0);
        assert_eq!(network.solve(3.0, &mut Scratch::default()), None);
    }
}
