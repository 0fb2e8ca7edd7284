//! Maximum flow from one source to a growing set of sinks.
//!
//! Nodes become sinks one after the other. Flow that was sent before stays: no path to an earlier sink
//! opens when flow is sent to a new one, since that flow only passes nodes that the source reaches. So
//! the value of the minimum cut grows by the flow that can be sent to the new sink (Dinic 1970).
//! Distances are counted from the sink, so that a search stays near it. Paths are then followed towards
//! the sink along falling distances, where nearly all nodes lead on.

use std::ops::Range;
use std::rc::Rc;

/// A node of the network.
pub type Node = usize;

/// The source.
pub const SOURCE: Node = 0;

/// The capacity of an arc that must not be cut: larger than any sum of finite capacities.
pub const INFINITE: f64 = 1e30;

/// Residual capacities below this are rounding errors.
const EPSILON: f64 = 1e-9;

/// Marks a node, in place of its residual capacity from the source, that no flow from the source can
/// reach by any path. No arc with residual capacity leads into the set of these nodes, and none ever
/// will: flow that is sent later passes only nodes that the source reaches.
const UNREACHABLE: f64 = -1.0;

/// The distance of a node that the search did not reach.
const UNREACHED: u32 = u32::MAX;

/// A network under construction.
#[derive(Debug)]
pub struct FlowBuilder {
    /// Per node the capacity of the arc from the source.
    from_source: Vec<f64>,
    pairs: Vec<Pair>,
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
        Self { from_source: vec![0.0; nodes], pairs: Vec::with_capacity(pairs) }
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
        let mut arcs = vec![Arc { tail: 0, twin: 0 }; 2 * self.pairs.len()];
        let mut capacities = vec![0.0; arcs.len()];
        for &Pair { a, b, a_to_b, b_to_a } in self.pairs.iter().rev() {
            let mut next_into = |node: u32| {
                first[node as usize] -= 1;
                first[node as usize]
            };
            let (into_a, into_b) = (next_into(a), next_into(b));
            arcs[into_a as usize] = Arc { tail: b, twin: into_b };
            arcs[into_b as usize] = Arc { tail: a, twin: into_a };
            capacities[into_a as usize] = b_to_a;
            capacities[into_b as usize] = a_to_b;
        }
        let topology = Rc::new(Topology { first, arcs });
        MaxFlow { topology, from_source: self.from_source, capacities, value: 0.0 }
    }
}

/// An arc between two nodes other than the source, kept with the node it leads to.
#[derive(Clone, Copy, Debug)]
struct Arc {
    tail: u32,
    /// The arc the other way, kept with the tail.
    twin: u32,
}

/// The arcs of a network.
#[derive(Debug)]
struct Topology {
    /// Per node where the arcs that lead to it begin in `arcs`; one more entry for the end of all.
    first: Vec<u32>,
    arcs: Vec<Arc>,
}

/// A network with the maximum flow to its sinks so far. Clones share the topology.
#[derive(Clone, Debug)]
pub struct MaxFlow {
    topology: Rc<Topology>,
    /// Per node the residual capacity of the arc from the source, or [`UNREACHABLE`].
    from_source: Vec<f64>,
    /// Per arc its residual capacity.
    capacities: Vec<f64>,
    value: f64,
}

/// What a search knows of a node.
#[derive(Clone, Copy, Debug)]
struct Label {
    /// Its distance from the sink, in arcs.
    distance: u32,
    /// The first of its arcs that may still lead on to the sink.
    cursor: u32,
}

const NO_LABEL: Label = Label { distance: UNREACHED, cursor: 0 };

/// Memory that searches reuse; it fits any network.
#[derive(Debug, Default)]
pub struct Scratch {
    labels: Vec<Label>,
    queue: Vec<u32>,
    /// The nodes with residual capacity from the source that are nearest to the sink.
    entries: Vec<Node>,
    /// Arcs from an entry towards the sink.
    path: Vec<u32>,
    /// How many arcs all searches have looked at so far.
    steps: u64,
}

impl Scratch {
    /// How many arcs all searches have looked at so far: a measure of time that is the same in every
    /// run.
    pub fn steps(&self) -> u64 {
        self.steps
    }
}

impl MaxFlow {
    /// The value of the flow, which is the capacity of the minimum cut between the source and the sinks;
    /// at least [`INFINITE`] if each cut has an arc of that capacity.
    pub fn value(&self) -> f64 {
        self.value
    }

    /// The number of arcs between nodes other than the source.
    pub fn arcs(&self) -> usize {
        self.capacities.len()
    }

    /// Makes a node a sink. Stops as soon as the value is `limit` or more, and then the network is good
    /// for nothing else.
    pub fn add_sink(&mut self, sink: Node, limit: f64, scratch: &mut Scratch) {
        if self.from_source[sink] == UNREACHABLE {
            return;
        }
        if scratch.labels.len() < self.from_source.len() {
            scratch.labels.resize(self.from_source.len(), NO_LABEL);
        }
        while self.value < limit && self.find_entries(sink, scratch) {
            for number in 0..scratch.entries.len() {
                let entry = scratch.entries[number];
                scratch.path.clear();
                while self.value < limit && self.find_path(entry, sink, scratch) {
                    self.value += self.push_flow(entry, &mut scratch.path);
                }
            }
        }
        if self.value < limit {
            // The last search reached all nodes from which there is residual capacity to the sink.
            for &node in &scratch.queue {
                self.from_source[node as usize] = UNREACHABLE;
            }
        }
        clear(scratch);
    }

    /// Finds the entries, and the distances to the sink of all nodes that are as near, over arcs with
    /// residual capacity. Returns whether there is an entry.
    fn find_entries(&self, sink: Node, scratch: &mut Scratch) -> bool {
        clear(scratch);
        let Scratch { labels, queue, entries, steps, .. } = scratch;
        labels[sink] = Label { distance: 0, cursor: self.topology.first[sink] };
        queue.push(sink as u32);
        let mut farthest = UNREACHED;
        let mut done = 0;
        while let Some(&node) = queue.get(done) {
            let node = node as usize;
            let distance = labels[node].distance;
            if distance > farthest {
                break;
            }
            done += 1;
            if self.from_source[node] == UNREACHABLE {
                continue;
            }
            if self.from_source[node] > EPSILON {
                farthest = distance;
                entries.push(node);
            }
            if farthest != UNREACHED {
                continue;
            }
            let into = self.topology.arcs_into(node);
            *steps += into.len() as u64;
            for (arc, &capacity) in
                self.topology.arcs[into.clone()].iter().zip(&self.capacities[into])
            {
                let tail = arc.tail as usize;
                if capacity > EPSILON && labels[tail].distance == UNREACHED {
                    labels[tail] =
                        Label { distance: distance + 1, cursor: self.topology.first[tail] };
                    queue.push(arc.tail);
                }
            }
        }
        !entries.is_empty()
    }

    /// Extends the path to the sink along a shortest path with residual capacity. The cursors remember
    /// which arcs lead nowhere any more. Returns whether there is such a path.
    fn find_path(&self, entry: Node, sink: Node, scratch: &mut Scratch) -> bool {
        let Scratch { labels, path, steps, .. } = scratch;
        let Topology { first, arcs } = &*self.topology;
        if self.from_source[entry] <= EPSILON {
            return false;
        }
        let head = |arc: u32| arcs[arcs[arc as usize].twin as usize].tail as usize;
        let mut node = path.last().map_or(entry, |&arc| head(arc));
        while node != sink {
            let Label { distance, cursor } = labels[node];
            let leads_on = |arc: &Arc| {
                labels[arc.tail as usize].distance == distance - 1
                    && self.capacities[arc.twin as usize] > EPSILON
            };
            let left = &arcs[cursor as usize..first[node + 1] as usize];
            let dead = left.iter().position(leads_on).unwrap_or(left.len());
            labels[node].cursor = cursor + dead as u32;
            *steps += dead as u64 + 1;
            if let Some(arc) = left.get(dead) {
                path.push(arc.twin);
                node = arc.tail as usize;
            } else {
                // Go back and try the next arc there.
                let Some(last) = path.pop() else { return false };
                node = arcs[last as usize].tail as usize;
                labels[node].cursor += 1;
            }
        }
        true
    }

    /// Sends as much flow as fits from the source along the path, and keeps the part of the path in front
    /// of its first saturated arc. Returns how much was sent.
    fn push_flow(&mut self, entry: Node, path: &mut Vec<u32>) -> f64 {
        let capacities = path.iter().map(|&arc| self.capacities[arc as usize]);
        let least = capacities.fold(self.from_source[entry], f64::min);
        self.from_source[entry] -= least;
        for &arc in path.iter() {
            self.capacities[arc as usize] -= least;
            let twin = self.topology.arcs[arc as usize].twin;
            self.capacities[twin as usize] += least;
        }
        let full = path.iter().position(|&arc| self.capacities[arc as usize] <= EPSILON);
        path.truncate(full.unwrap_or(path.len()));
        least
    }

    /// Per node whether it is on the source's side of the minimum cut; of several such cuts the one with
    /// the fewest nodes there.
    pub fn source_side(&self) -> Vec<bool> {
        let mut reached: Vec<bool> = self.from_source.iter().map(|&left| left > EPSILON).collect();
        reached[SOURCE] = true;
        let nodes = (SOURCE + 1..reached.len()).filter(|&node| reached[node]);
        let mut stack: Vec<Node> = nodes.collect();
        while let Some(node) = stack.pop() {
            for arc in &self.topology.arcs[self.topology.arcs_into(node)] {
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

impl Topology {
    /// The arcs that lead to a node.
    fn arcs_into(&self, node: Node) -> Range<usize> {
        self.first[node] as usize..self.first[node + 1] as usize
    }
}

fn clear(scratch: &mut Scratch) {
    for node in scratch.queue.drain(..) {
        scratch.labels[node as usize] = NO_LABEL;
    }
    scratch.entries.clear();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::validity::choices::Choices;

    /// The least capacity of all cuts, by trying them all.
    fn brute_force(nodes: usize, arcs: &[(Node, Node, f64)], sinks: &[Node]) -> f64 {
        let is_on_side = |cut: u32, node: Node| node == SOURCE || cut >> node & 1 != 0;
        let capacity = |cut: u32| {
            let crosses =
                |arc: &&(Node, Node, f64)| is_on_side(cut, arc.0) && !is_on_side(cut, arc.1);
            arcs.iter().filter(crosses).map(|arc| arc.2).sum::<f64>()
        };
        let allowed = |cut: &u32| sinks.iter().all(|&node| !is_on_side(*cut, node));
        (0..1u32 << nodes).filter(allowed).map(capacity).fold(f64::INFINITY, f64::min)
    }

    #[test]
    fn the_value_agrees_with_trying_every_cut_after_each_sink() {
        let mut choices = Choices::from_seed(3);
        let mut scratch = Scratch::default();
        for _ in 0..300 {
            let nodes = 2 + choices.below(7) as usize;
            let mut builder = FlowBuilder::new(nodes, 3 * nodes);
            let mut arcs: Vec<(Node, Node, f64)> = Vec::new();
            for _ in 0..3 * nodes {
                let mut node = || choices.below(nodes as u64) as usize;
                let (tail, head) = (node(), node());
                if tail != head && head != SOURCE {
                    let capacity = 1.0 + choices.below(9) as f64;
                    builder.add(tail, head, capacity);
                    arcs.push((tail, head, capacity));
                }
            }
            let mut network = builder.finish();
            let mut sinks = Vec::new();
            for _ in 0..3 {
                sinks.push(1 + choices.below(nodes as u64 - 1) as usize);
                network.add_sink(sinks[sinks.len() - 1], f64::INFINITY, &mut scratch);
                assert_eq!(
                    network.value(),
                    brute_force(nodes, &arcs, &sinks),
                    "{arcs:?} {sinks:?}"
                );
                let side = network.source_side();
                assert!(sinks.iter().all(|&node| !side[node]), "{arcs:?} {sinks:?}");
                let cut = |arc: &&(Node, Node, f64)| side[arc.0] && !side[arc.1];
                let of_cut: f64 = arcs.iter().filter(cut).map(|arc| arc.2).sum();
                assert_eq!(of_cut, network.value(), "{arcs:?} {sinks:?}");
            }
        }
    }
}
