//! Minimum cut of a network in which more and more nodes are forced to the sink's side.
//!
//! Each forced node is a sink of its own. Flow that was sent before stays: no path to an earlier sink
//! opens when flow is sent to a new one, since it only passes nodes that the source reaches. So the
//! price of forcing one more node is the flow that can be sent to it (Dinic 1970), and the search for
//! paths begins there and stays near.

use std::rc::Rc;

/// A node of the network.
pub type Node = usize;

/// The node whose side is "the fact holds".
pub const SOURCE: Node = 0;

/// Stands for "never": larger than any sum of real prices.
pub const FORBIDDEN: f64 = 1e30;

/// Capacities below this are rounding errors of the flow.
const EPSILON: f64 = 1e-9;

const END: u32 = u32::MAX;

/// Nodes and arcs without capacities.
#[derive(Debug, Default)]
struct Graph {
    first: Vec<u32>,
    /// Arcs in pairs: each is followed by its reverse.
    arcs: Vec<(u32, u32)>,
}

/// A network under construction.
#[derive(Debug)]
pub struct Builder {
    graph: Graph,
    capacities: Vec<f64>,
}

impl Builder {
    /// A network of `nodes` nodes, the source among them, with room for `arcs` arcs.
    pub fn new(nodes: usize, arcs: usize) -> Self {
        let graph = Graph { first: vec![END; nodes], arcs: Vec::with_capacity(2 * arcs) };
        Self { graph, capacities: Vec::with_capacity(2 * arcs) }
    }

    /// Adds the price of `tail` being on the source's side while `head` is not.
    pub fn add(&mut self, tail: Node, head: Node, price: f64) {
        if tail == head || price <= 0.0 {
            return;
        }
        for (tail, head, capacity) in [(tail, head, price), (head, tail, 0.0)] {
            let arc = self.graph.arcs.len() as u32;
            let next = std::mem::replace(&mut self.graph.first[tail], arc);
            self.graph.arcs.push((head as u32, next));
            self.capacities.push(capacity);
        }
    }

    /// The network with no node forced.
    pub fn finish(self) -> IncrementalCut {
        IncrementalCut { graph: Rc::new(self.graph), capacities: self.capacities, price: 0.0 }
    }
}

/// A network with the flow to the nodes forced so far. A copy shares what does not change.
#[derive(Clone, Debug)]
pub struct IncrementalCut {
    graph: Rc<Graph>,
    capacities: Vec<f64>,
    price: f64,
}

/// Room to work in, kept between searches; it fits any network.
#[derive(Debug, Default)]
pub struct Room {
    levels: Vec<u32>,
    cursor: Vec<u32>,
    queue: Vec<Node>,
    path: Vec<usize>,
    /// Steps of all searches so far.
    steps: u64,
}

impl Room {
    /// How many steps all searches took so far: a measure of time that is the same for every run.
    pub fn steps(&self) -> u64 {
        self.steps
    }
}

impl IncrementalCut {
    /// Price of the cheapest choice in which all forced nodes are on the sink's side; at least
    /// [`FORBIDDEN`] if there is none.
    pub fn price(&self) -> f64 {
        self.price
    }

    /// Forces a node to the sink's side. Stops as soon as the price is `limit` or more, and then the
    /// network is good for nothing else.
    pub fn force(&mut self, sink: Node, limit: f64, room: &mut Room) {
        if room.levels.len() < self.graph.first.len() {
            room.levels.resize(self.graph.first.len(), END);
            room.cursor.resize(self.graph.first.len(), END);
        }
        while self.price < limit && self.find_levels(sink, room) {
            for &node in &room.queue {
                room.cursor[node] = self.graph.first[node];
            }
            room.path.clear();
            loop {
                let pushed = self.push_flow(sink, room);
                self.price += pushed;
                if pushed <= EPSILON || self.price >= limit {
                    break;
                }
            }
        }
        clear(room);
    }

    /// Distances of the nodes to the sink over arcs with capacity left, up to that of the source.
    /// Returns whether there is a way.
    fn find_levels(&self, sink: Node, room: &mut Room) -> bool {
        clear(room);
        room.queue.push(sink);
        room.levels[sink] = 0;
        let mut done = 0;
        while let Some(&node) = room.queue.get(done) {
            done += 1;
            let mut arc = self.graph.first[node];
            while arc != END {
                let (tail, next) = self.graph.arcs[arc as usize];
                if self.capacities[arc as usize ^ 1] > EPSILON && room.levels[tail as usize] == END
                {
                    room.levels[tail as usize] = room.levels[node] + 1;
                    room.queue.push(tail as usize);
                    if tail as usize == SOURCE {
                        return true;
                    }
                }
                arc = next;
            }
        }
        false
    }

    /// Sends as much as fits along one shortest path, searched backwards. The cursor remembers per
    /// node the arcs that lead nowhere any more, the path how far it is still open.
    fn push_flow(&mut self, sink: Node, room: &mut Room) -> f64 {
        let Room { levels, cursor, path, steps, .. } = room;
        let mut node = path.last().map_or(sink, |&arc| self.graph.arcs[arc ^ 1].0 as usize);
        while node != SOURCE {
            let arc = cursor[node];
            *steps += 1;
            if arc == END {
                // A dead end: go back and try the next arc there.
                let Some(last) = path.pop() else { return 0.0 };
                node = self.graph.arcs[last].0 as usize;
                cursor[node] = self.graph.arcs[cursor[node] as usize].1;
                continue;
            }
            let (tail, next) = self.graph.arcs[arc as usize];
            let into = arc as usize ^ 1;
            if self.capacities[into] > EPSILON && levels[tail as usize] == levels[node] + 1 {
                path.push(into);
                node = tail as usize;
            } else {
                cursor[node] = next;
            }
        }
        let least = path.iter().map(|&arc| self.capacities[arc]).fold(f64::INFINITY, f64::min);
        for &arc in path.iter() {
            self.capacities[arc] -= least;
            self.capacities[arc ^ 1] += least;
        }
        let full = path.iter().position(|&arc| self.capacities[arc] <= EPSILON);
        path.truncate(full.unwrap_or(0));
        least
    }

    /// Per node whether it is on the source's side in the cheapest choice; of several the one with
    /// the fewest nodes there.
    pub fn source_side(&self) -> Vec<bool> {
        let mut reached = vec![false; self.graph.first.len()];
        reached[SOURCE] = true;
        let mut stack = vec![SOURCE];
        while let Some(node) = stack.pop() {
            let mut arc = self.graph.first[node];
            while arc != END {
                let (head, next) = self.graph.arcs[arc as usize];
                let open = self.capacities[arc as usize] > EPSILON;
                if open && !std::mem::replace(&mut reached[head as usize], true) {
                    stack.push(head as usize);
                }
                arc = next;
            }
        }
        reached
    }
}

fn clear(room: &mut Room) {
    for node in room.queue.drain(..) {
        room.levels[node] = END;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::validity::choices::Choices;

    /// The least price over all choices, by trying them all.
    fn brute_force(nodes: usize, arcs: &[(Node, Node, f64)], forced: &[Node]) -> f64 {
        let holds = |choice: u32, node: Node| node == SOURCE || choice >> node & 1 != 0;
        let price = |choice: u32| {
            let cut = |arc: &&(Node, Node, f64)| holds(choice, arc.0) && !holds(choice, arc.1);
            arcs.iter().filter(cut).map(|arc| arc.2).sum::<f64>()
        };
        let allowed = |choice: &u32| forced.iter().all(|&node| !holds(*choice, node));
        (0..1u32 << nodes).filter(allowed).map(price).fold(f64::INFINITY, f64::min)
    }

    #[test]
    fn each_node_forced_adds_what_trying_every_choice_says() {
        let mut choices = Choices::from_seed(3);
        let mut room = Room::default();
        for _ in 0..300 {
            let nodes = 2 + choices.below(7) as usize;
            let mut builder = Builder::new(nodes, 3 * nodes);
            let mut arcs: Vec<(Node, Node, f64)> = Vec::new();
            for _ in 0..3 * nodes {
                let mut node = || choices.below(nodes as u64) as usize;
                let (tail, head) = (node(), node());
                if tail != head && head != SOURCE {
                    let price = 1.0 + choices.below(9) as f64;
                    builder.add(tail, head, price);
                    arcs.push((tail, head, price));
                }
            }
            let mut network = builder.finish();
            let mut forced = Vec::new();
            for _ in 0..3 {
                forced.push(1 + choices.below(nodes as u64 - 1) as usize);
                network.force(forced[forced.len() - 1], f64::INFINITY, &mut room);
                assert_eq!(
                    network.price(),
                    brute_force(nodes, &arcs, &forced),
                    "{arcs:?} {forced:?}"
                );
                let side = network.source_side();
                assert!(forced.iter().all(|&node| !side[node]), "{arcs:?} {forced:?}");
                let cut = |arc: &&(Node, Node, f64)| side[arc.0] && !side[arc.1];
                let of_choice: f64 = arcs.iter().filter(cut).map(|arc| arc.2).sum();
                assert_eq!(of_choice, network.price(), "{arcs:?} {forced:?}");
            }
        }
    }
}
