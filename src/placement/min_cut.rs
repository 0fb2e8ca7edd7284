//! The cheapest choice of a side for every node, where each has a price of its own on either side.
//!
//! Nodes stand for places where a value is either in a register (the source's side) or in memory
//! (the sink's side); an arc's capacity is the price of its tail being in a register and its head
//! in memory. The cut of least price is the best choice for all places at once.

use super::flow::{Builder, Node, Room, SOURCE};

/// The node whose side is "in memory".
pub const SINK: Node = 1;
/// The first of the other nodes.
pub const FIRST: Node = 2;

/// A network under construction.
#[derive(Debug)]
pub struct Network {
    builder: Builder,
    /// Per node the price of its being in memory, and of its being in a register.
    own: Vec<(f64, f64)>,
    /// What every choice costs.
    base: f64,
}

impl Network {
    /// A network of `nodes` nodes beside source and sink, the first of which is node 2, with room
    /// for `pairs` pairs of nodes that depend on each other.
    pub fn new(nodes: usize, pairs: usize) -> Self {
        Self {
            builder: Builder::new(nodes + FIRST, pairs + nodes),
            own: vec![(0.0, 0.0); nodes + FIRST],
            base: 0.0,
        }
    }

    /// Adds the price of `tail` being in a register while `head` is in memory.
    pub fn add(&mut self, tail: Node, head: Node, price: f64) {
        match (tail, head) {
            (SOURCE, SINK) => self.base += price,
            (SOURCE, node) => self.own[node].0 += price,
            (node, SINK) => self.own[node].1 += price,
            _ => self.add_pair(tail, head, price, 0.0),
        }
    }

    /// Adds the prices of `a` being in a register while `b` is in memory, and the other way round.
    pub fn add_pair(&mut self, a: Node, b: Node, leaves: f64, enters: f64) {
        self.builder.add_pair(a, b, leaves, enters);
    }

    /// A node costs the lesser of its own prices whatever is chosen; what is left is one arc.
    fn add_own_prices(&mut self) {
        for node in FIRST..self.own.len() {
            let (in_memory, in_register) = self.own[node];
            self.base += in_memory.min(in_register);
            self.builder.add(SOURCE, node, in_memory - in_register);
            self.builder.add(node, SINK, in_register - in_memory);
        }
    }

    /// The price of the best choice, and per node whether it is in a register; none as soon as it
    /// is known to cost `limit` or more. Where two choices cost the same, as few nodes as possible
    /// are in a register.
    pub fn solve(mut self, limit: f64, room: &mut Room) -> Option<(f64, Vec<bool>)> {
        self.add_own_prices();
        let mut flow = self.builder.finish();
        flow.force(SINK, limit - self.base, room);
        let price = self.base + flow.price();
        (price < limit).then(|| (price, flow.source_side()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::placement::flow::FORBIDDEN;

    /// The least price over all choices, by trying them all.
    fn brute_force(nodes: usize, arcs: &[(Node, Node, f64)]) -> f64 {
        let price = |choice: u32| {
            let in_register =
                |node: Node| node == SOURCE || (node != SINK && choice >> (node - 2) & 1 != 0);
            let cut =
                |&&(tail, head, _): &&(Node, Node, f64)| in_register(tail) && !in_register(head);
            arcs.iter().filter(cut).map(|arc| arc.2).sum::<f64>()
        };
        (0..1u32 << nodes).map(price).fold(f64::INFINITY, f64::min)
    }

    #[test]
    fn price_and_choice_agree_with_trying_every_choice() {
        let mut room = Room::default();
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
            for &(tail, head, price) in &arcs {
                network.add(tail, head, price);
            }
            let (price, side) = network.solve(f64::INFINITY, &mut room).expect("there is no limit");
            let cut = |&&(tail, head, _): &&(Node, Node, f64)| side[tail] && !side[head];
            let of_choice: f64 = arcs.iter().filter(cut).map(|arc| arc.2).sum();
            assert_eq!(price, brute_force(nodes, &arcs), "{arcs:?}");
            assert_eq!(of_choice, price, "{arcs:?}");
        }
    }

    #[test]
    fn a_forbidden_arc_is_never_cut() {
        let mut network = Network::new(1, 2);
        network.add(SOURCE, 2, 3.0);
        network.add(2, SINK, FORBIDDEN);
        assert_eq!(network.solve(4.0, &mut Room::default()), Some((3.0, vec![true, false, false])));
    }

    #[test]
    fn a_choice_at_the_limit_is_not_worth_it() {
        let mut network = Network::new(1, 2);
        network.add(SOURCE, 2, 3.0);
        network.add(2, SINK, 5.0);
        assert_eq!(network.solve(3.0, &mut Room::default()), None);
    }
}
