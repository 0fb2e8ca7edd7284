//! Minimum cut of a network in which more and more nodes are forced to the sink's side.
//!
//! Each forced node is a sink of its own. Flow that was sent before stays: no path to an earlier sink
//! opens when flow is sent to a new one, since it only passes nodes that the source reaches. So the
//! price of forcing one more node is the flow that can be sent to it (Dinic 1970). Distances are taken
//! from the sink, so that the search stays near; the paths are then followed towards it, along
//! falling distances, where nearly all nodes lead on.

use std::ops::Range;
use std::rc::Rc;

/// A node of the network.
pub type Node = usize;

/// The node whose side is the source's.
pub const SOURCE: Node = 0;

/// Stands for "never": larger than any sum of real prices.
pub const FORBIDDEN: f64 = 1e30;

/// Capacities below this are rounding errors of the flow.
const EPSILON: f64 = 1e-9;

/// Stands in place of what can flow to a node from the source for "nothing will, by any way": no arc on
/// which something can flow leads into the set of all such nodes, and none ever will, since flow that is
/// sent later passes only nodes that the source reaches.
const SETTLED: f64 = -1.0;

/// The level of a node that was not reached.
const UNREACHED: u32 = u32::MAX;

/// A network under construction.
#[derive(Debug)]
pub struct Builder {
    /// Per node the price of its not being on the source's side.
    from_source: Vec<f64>,
    pairs: Vec<Pair>,
}

/// Two nodes that depend on each other.
#[derive(Clone, Copy, Debug)]
struct Pair {
    a: u32,
    b: u32,
    /// Price of `a` being on the source's side while `b` is not.
    a_to_b: f64,
    /// The same the other way round.
    b_to_a: f64,
}

impl Builder {
    /// A network of `nodes` nodes, the source among them, with room for `pairs` pairs of other nodes
    /// that depend on each other.
    pub fn new(nodes: usize, pairs: usize) -> Self {
        Self { from_source: vec![0.0; nodes], pairs: Vec::with_capacity(pairs) }
    }

    /// Adds the price of `tail` being on the source's side while `head` is not.
    pub fn add(&mut self, tail: Node, head: Node, price: f64) {
        match tail {
            SOURCE => self.from_source[head] += price.max(0.0),
            _ => self.add_pair(tail, head, price, 0.0),
        }
    }

    /// Adds the prices of `a` being on the source's side while `b` is not, and the other way round;
    /// neither is the source.
    pub fn add_pair(&mut self, a: Node, b: Node, a_to_b: f64, b_to_a: f64) {
        if a != b && (a_to_b > 0.0 || b_to_a > 0.0) {
            self.pairs.push(Pair { a: a as u32, b: b as u32, a_to_b, b_to_a });
        }
    }

    /// The network with no node forced.
    pub fn finish(self) -> Flow {
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
        let mut arcs = vec![Arc { tail: 0, twin: 0 }; 2 * self.pairs.len()];
        let mut capacities = vec![0.0; arcs.len()];
        for &Pair { a, b, a_to_b, b_to_a } in self.pairs.iter().rev() {
            let mut place = |node: u32| {
                first[node as usize] -= 1;
                first[node as usize]
            };
            let (into_a, into_b) = (place(a), place(b));
            arcs[into_a as usize] = Arc { tail: b, twin: into_b };
            arcs[into_b as usize] = Arc { tail: a, twin: into_a };
            capacities[into_a as usize] = b_to_a;
            capacities[into_b as usize] = a_to_b;
        }
        let shape = Rc::new(Shape { first, arcs });
        Flow { shape, from_source: self.from_source, capacities, price: 0.0 }
    }
}

/// An arc between two nodes other than the source, kept with the node it leads to.
#[derive(Clone, Copy, Debug)]
struct Arc {
    tail: u32,
    /// The arc the other way, kept with the tail.
    twin: u32,
}

/// Which nodes depend on each other.
#[derive(Debug)]
struct Shape {
    /// Per node where the arcs that lead to it begin in `arcs`, and their end.
    first: Vec<u32>,
    arcs: Vec<Arc>,
}

/// A network with the flow to the nodes forced so far. Copies share what does not change.
#[derive(Clone, Debug)]
pub struct Flow {
    shape: Rc<Shape>,
    /// Per node how much more can flow to it from the source, or [`SETTLED`].
    from_source: Vec<f64>,
    /// Per arc how much more can flow.
    capacities: Vec<f64>,
    price: f64,
}

/// What a search knows of a node.
#[derive(Clone, Copy, Debug)]
struct Visit {
    /// How many arcs it is away from the sink.
    level: u32,
    /// The first arc that may lead to it still.
    cursor: u32,
}

const NO_VISIT: Visit = Visit { level: UNREACHED, cursor: 0 };

/// Room to work in, kept between searches; it fits any network.
#[derive(Debug, Default)]
pub struct Room {
    visits: Vec<Visit>,
    queue: Vec<u32>,
    /// Nodes nearest to the sink to which something can flow from the source.
    entries: Vec<Node>,
    /// Arcs from an entry towards the sink.
    path: Vec<u32>,
    /// Steps of all searches so far.
    steps: u64,
}

impl Room {
    /// How many steps all searches took so far: a measure of time that is the same for every run.
    pub fn steps(&self) -> u64 {
        self.steps
    }
}

impl Flow {
    /// Price of the cheapest choice in which all forced nodes are on the sink's side; at least
    /// [`FORBIDDEN`] if there is none.
    pub fn price(&self) -> f64 {
        self.price
    }

    /// Forces a node to the sink's side. Stops as soon as the price is `limit` or more, and then the
    /// network is good for nothing else.
    pub fn force(&mut self, sink: Node, limit: f64, room: &mut Room) {
        if self.from_source[sink] == SETTLED {
            return;
        }
        if room.visits.len() < self.from_source.len() {
            room.visits.resize(self.from_source.len(), NO_VISIT);
        }
        while self.price < limit && self.find_entries(sink, room) {
            for number in 0..room.entries.len() {
                let entry = room.entries[number];
                room.path.clear();
                while self.price < limit && self.find_path(entry, sink, room) {
                    self.price += self.push_flow(entry, &mut room.path);
                }
            }
        }
        if self.price < limit {
            // The last search reached all from where something could flow to the sink.
            for &node in &room.queue {
                self.from_source[node as usize] = SETTLED;
            }
        }
        clear(room);
    }

    /// The entries, with the distances to the sink of all nodes that are as near, over arcs with
    /// capacity left. Returns whether there is one.
    fn find_entries(&self, sink: Node, room: &mut Room) -> bool {
        clear(room);
        let Room { visits, queue, entries, steps, .. } = room;
        visits[sink] = Visit { level: 0, cursor: self.shape.first[sink] };
        queue.push(sink as u32);
        let mut farthest = UNREACHED;
        let mut done = 0;
        while let Some(&node) = queue.get(done) {
            let node = node as usize;
            let level = visits[node].level;
            if level > farthest {
                break;
            }
            done += 1;
            if self.from_source[node] == SETTLED {
                continue;
            }
            if self.from_source[node] > EPSILON {
                farthest = level;
                entries.push(node);
            }
            if farthest != UNREACHED {
                continue;
            }
            let into = self.shape.arcs_into(node);
            *steps += into.len() as u64;
            for (arc, &capacity) in self.shape.arcs[into.clone()].iter().zip(&self.capacities[into])
            {
                let tail = arc.tail as usize;
                if capacity > EPSILON && visits[tail].level == UNREACHED {
                    visits[tail] = Visit { level: level + 1, cursor: self.shape.first[tail] };
                    queue.push(arc.tail);
                }
            }
        }
        !entries.is_empty()
    }

    /// Makes the path lead on to the sink, by one of the shortest ways on which something can still
    /// flow. The cursor remembers per node which arcs lead nowhere any more. Returns whether there is
    /// such a way.
    fn find_path(&self, entry: Node, sink: Node, room: &mut Room) -> bool {
        let Room { visits, path, steps, .. } = room;
        let Shape { first, arcs } = &*self.shape;
        if self.from_source[entry] <= EPSILON {
            return false;
        }
        let head = |arc: u32| arcs[arcs[arc as usize].twin as usize].tail as usize;
        let mut node = path.last().map_or(entry, |&arc| head(arc));
        while node != sink {
            let Visit { level, cursor } = visits[node];
            let leads_on = |arc: &Arc| {
                visits[arc.tail as usize].level == level - 1
                    && self.capacities[arc.twin as usize] > EPSILON
            };
            let left = &arcs[cursor as usize..first[node + 1] as usize];
            let dead = left.iter().position(leads_on).unwrap_or(left.len());
            visits[node].cursor = cursor + dead as u32;
            *steps += dead as u64 + 1;
            if let Some(arc) = left.get(dead) {
                path.push(arc.twin);
                node = arc.tail as usize;
            } else {
                // Go back and try the next arc there.
                let Some(last) = path.pop() else { return false };
                node = arcs[last as usize].tail as usize;
                visits[node].cursor += 1;
            }
        }
        true
    }

    /// Sends as much as fits from the source along the path, and keeps of the path what is still open.
    fn push_flow(&mut self, entry: Node, path: &mut Vec<u32>) -> f64 {
        let capacities = path.iter().map(|&arc| self.capacities[arc as usize]);
        let least = capacities.fold(self.from_source[entry], f64::min);
        self.from_source[entry] -= least;
        for &arc in path.iter() {
            self.capacities[arc as usize] -= least;
            let twin = self.shape.arcs[arc as usize].twin;
            self.capacities[twin as usize] += least;
        }
        let full = path.iter().position(|&arc| self.capacities[arc as usize] <= EPSILON);
        path.truncate(full.unwrap_or(path.len()));
        least
    }

    /// Per node whether it is on the source's side in the cheapest choice; of several the one with
    /// the fewest nodes there.
    pub fn source_side(&self) -> Vec<bool> {
        let mut reached: Vec<bool> = self.from_source.iter().map(|&left| left > EPSILON).collect();
        reached[SOURCE] = true;
        let nodes = (SOURCE + 1..reached.len()).filter(|&node| reached[node]);
        let mut stack: Vec<Node> = nodes.collect();
        while let Some(node) = stack.pop() {
            for arc in &self.shape.arcs[self.shape.arcs_into(node)] {
                let head = arc.tail as usize;
                let is_open = || self.capacities[arc.twin as usize] > EPSILON;
                if !reached[head] && is_open() {
                    reached[head] = true;
                    stack.push(head);
                }
            }
        }
        reached
    }
}

impl Shape {
    /// The arcs that lead to a node.
    fn arcs_into(&self, node: Node) -> Range<usize> {
        self.first[node] as usize..self.first[node + 1] as usize
    }
}

fn clear(room: &mut Room) {
    for node in room.queue.drain(..) {
        room.visits[node as usize] = NO_VISIT;
    }
    room.entries.clear();
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
