//! Maximum flow from one source to a growing set of sinks.
//!
//! Nodes become sinks one after the other. Flow that was sent before stays: no path to an earlier sink
//! opens when flow is sent to a new one, since that flow only passes nodes that the source reaches. So
//! the value of the minimum cut grows by the flow that can be sent to the new sink (Dinic 1970).
//! Distances are counted from the sink, so that a search stays near it. Paths are then followed towards
//! the sink along falling distances, where nearly all nodes lead on.
//!
//! A node that only divides an arc is not made before it is to become a sink: until then there is one arc, and
//! that arc again if the sink is undone. The node is suppressed then: it stays, but no arc leads to it.

mod builder;
mod changes;
mod divisible;
#[cfg(test)]
mod tests;

pub use builder::FlowBuilder;
pub use changes::Changes;
use divisible::Divisible;
pub use divisible::Spot;
use std::ops::Range;

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

/// Marks, in the same place, a node that is suppressed.
const SUPPRESSED: f64 = -2.0;

/// An arc between two nodes other than the source, kept with the node it leads to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Arc {
    pub(super) tail: u32,
    /// The arc the other way, kept with the tail.
    pub(super) twin: u32,
    /// What is left of its capacity.
    capacity: f64,
}

impl Arc {
    /// Whether flow can be sent along it.
    pub(super) fn is_open(&self) -> bool {
        self.capacity > EPSILON
    }
}

/// A network with the maximum flow to its sinks so far.
#[derive(Clone, PartialEq, Debug)]
pub struct MaxFlow {
    /// Per node where the arcs that lead to it begin in `arcs`; one more entry for the end of all.
    first: Vec<u32>,
    arcs: Vec<Arc>,
    /// Per node the residual capacity of the arc from the source, or [`UNREACHABLE`] or [`SUPPRESSED`].
    from_source: Vec<f64>,
    divisible: Vec<Divisible>,
    value: f64,
}

/// What a search knows of a node.
#[derive(Clone, Copy, Default, Debug)]
struct Label {
    /// Its distance from the sink, in arcs, more than all distances of the searches before.
    distance: u32,
    /// The first of its arcs that may still lead on to the sink.
    cursor: u32,
}

/// Memory that searches reuse; it fits any network.
#[derive(Debug, Default)]
pub struct Scratch {
    /// Per node the last search's label, or an earlier one's if that did not reach it.
    labels: Vec<Label>,
    /// The distance of the last search's sink: labels with less are those of earlier searches.
    sink_distance: u32,
    /// The nodes that the last search reached, in order, and room for as many as there are.
    queue: Vec<u32>,
    /// How many it reached.
    reached: usize,
    /// The nodes with residual capacity from the source that are nearest to the sink.
    entries: Vec<Node>,
    /// Arcs from an entry towards the sink.
    path: Vec<u32>,
    /// How many arcs were looked at so far.
    steps: u64,
}

impl Scratch {
    /// Forgets what the last search found. The next one has so many nodes.
    fn start_search(&mut self, nodes: usize) {
        if self.labels.len() < nodes {
            self.labels.resize(nodes, Label::default());
            self.queue.resize(nodes, 0);
        }
        // The last node that was reached is farthest.
        let last = self.queue[..self.reached].last();
        let farthest = last.map_or(0, |&node| self.labels[node as usize].distance);
        self.sink_distance = farthest + 1;
        // A path has fewer arcs than there are nodes.
        if self.sink_distance > u32::MAX - nodes as u32 {
            self.labels.fill(Label::default());
            self.sink_distance = 1;
        }
        self.reached = 0;
        self.entries.clear();
    }

    /// How many arcs all searches have looked at so far, and what was counted beside them: a measure of time that
    /// is the same in every run.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Counts work of another kind that is so long as looking at so many arcs.
    pub fn count(&mut self, steps: usize) {
        self.steps += steps as u64;
    }
}

impl MaxFlow {
    /// The value of the flow, which is the capacity of the minimum cut between the source and the sinks;
    /// at least [`INFINITE`] if each cut has an arc of that capacity.
    pub fn value(&self) -> f64 {
        self.value
    }

    /// The number of nodes, the source among them.
    pub fn nodes(&self) -> usize {
        self.from_source.len()
    }

    /// The number of arcs between nodes other than the source.
    pub fn arcs(&self) -> usize {
        self.arcs.len()
    }

    /// Makes a node a sink, and writes down what changes. Stops as soon as the value is `limit` or more, and
    /// then the network is good for nothing until the changes are undone.
    pub fn add_sink(
        &mut self,
        sink: Node,
        limit: f64,
        scratch: &mut Scratch,
        changes: &mut Changes,
    ) {
        if self.from_source[sink] == UNREACHABLE {
            return;
        }
        if self.is_suppressed(sink) {
            self.divide(sink, changes);
        }
        while self.value < limit && self.find_entries(sink, scratch) {
            for number in 0..scratch.entries.len() {
                let entry = scratch.entries[number];
                scratch.path.clear();
                while self.value < limit && self.find_path(entry, sink, scratch) {
                    self.value += self.push_flow(entry, &mut scratch.path, changes);
                }
            }
        }
        if self.value < limit {
            // The last search reached all nodes from which there is residual capacity to the sink.
            for &node in &scratch.queue[..scratch.reached] {
                let left = &mut self.from_source[node as usize];
                changes.entries.push((node, *left));
                *left = UNREACHABLE;
            }
        }
    }

    /// No changes yet, to write down what sinks change from now on.
    pub fn start_changes(&self) -> Changes {
        // To grow them step by step takes half a per cent of what allocation executes.
        let (arcs, entries) = (Vec::with_capacity(64), Vec::with_capacity(32));
        Changes { arcs, entries, value: self.value }
    }

    /// Undoes changes, the last ones that were made.
    pub fn undo(&mut self, changes: &mut Changes) {
        for (arc, capacity) in changes.arcs.iter_mut().rev() {
            std::mem::swap(&mut self.arcs[*arc as usize].capacity, capacity);
        }
        for (node, capacity) in changes.entries.iter_mut().rev() {
            std::mem::swap(&mut self.from_source[*node as usize], capacity);
            if self.is_suppressed(*node as Node) {
                self.join_ends(*node as Node);
            }
        }
        std::mem::swap(&mut self.value, &mut changes.value);
    }

    /// Does changes again that were undone; the network is as it was before they were made.
    pub fn redo(&mut self, changes: &mut Changes) {
        for (arc, capacity) in &mut changes.arcs {
            std::mem::swap(&mut self.arcs[*arc as usize].capacity, capacity);
        }
        for (node, capacity) in &mut changes.entries {
            if self.is_suppressed(*node as Node) {
                self.part_ends(*node as Node);
            }
            std::mem::swap(&mut self.from_source[*node as usize], capacity);
        }
        std::mem::swap(&mut self.value, &mut changes.value);
    }

    /// Whether a node is suppressed.
    pub fn is_suppressed(&self, node: Node) -> bool {
        self.from_source[node] == SUPPRESSED
    }

    /// Finds the entries, and the distances to the sink of all nodes that are as near, over arcs with
    /// residual capacity. Nodes that the source does not reach lead to none. Returns whether there is an entry.
    fn find_entries(&self, sink: Node, scratch: &mut Scratch) -> bool {
        let nodes = self.nodes();
        scratch.start_search(nodes);
        let Scratch { labels, sink_distance, queue, reached, entries, steps, .. } = scratch;
        // As slices of one length, whose bounds are checked once.
        let (labels, queue) = (&mut labels[..nodes], &mut queue[..nodes]);
        let (from_source, first) = (&self.from_source[..nodes], &self.first[..nodes]);
        labels[sink] = Label { distance: *sink_distance, cursor: first[sink] };
        queue[0] = sink as u32;
        let mut count = 1;
        let mut farthest = u32::MAX;
        let mut done = 0;
        while done < count {
            let node = queue[done] as usize;
            let distance = labels[node].distance;
            if distance > farthest {
                break;
            }
            done += 1;
            if from_source[node] > EPSILON {
                farthest = distance;
                entries.push(node);
            }
            if farthest != u32::MAX {
                continue;
            }
            let into = &self.arcs[self.arcs_into(node)];
            *steps += into.len() as u64;
            for arc in into.iter().filter(|arc| arc.is_open()) {
                let tail = arc.tail as usize;
                if labels[tail].distance < *sink_distance && from_source[tail] != UNREACHABLE {
                    labels[tail] = Label { distance: distance + 1, cursor: first[tail] };
                    queue[count] = arc.tail;
                    count += 1;
                }
            }
        }
        *reached = count;
        !entries.is_empty()
    }

    /// Extends the path to the sink along a shortest path with residual capacity. The cursors remember
    /// which arcs lead nowhere any more. Returns whether there is such a path.
    fn find_path(&self, entry: Node, sink: Node, scratch: &mut Scratch) -> bool {
        let Scratch { labels, path, steps, .. } = scratch;
        let Self { first, arcs, .. } = self;
        if self.from_source[entry] <= EPSILON {
            return false;
        }
        let head = |arc: u32| arcs[arcs[arc as usize].twin as usize].tail as usize;
        let mut node = path.last().map_or(entry, |&arc| head(arc));
        while node != sink {
            let Label { distance, cursor } = labels[node];
            let leads_on = |arc: &Arc| {
                labels[arc.tail as usize].distance == distance - 1
                    && arcs[arc.twin as usize].is_open()
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
    fn push_flow(&mut self, entry: Node, path: &mut Vec<u32>, changes: &mut Changes) -> f64 {
        let capacities = path.iter().map(|&arc| self.arcs[arc as usize].capacity);
        let least = capacities.fold(self.from_source[entry], f64::min);
        changes.entries.push((entry as u32, self.from_source[entry]));
        self.from_source[entry] -= least;
        let mut full = None;
        for (number, &arc) in path.iter().enumerate() {
            let Arc { twin, ref mut capacity, .. } = self.arcs[arc as usize];
            changes.arcs.push((arc, *capacity));
            *capacity -= least;
            if *capacity <= EPSILON {
                full.get_or_insert(number);
            }
            let capacity = &mut self.arcs[twin as usize].capacity;
            changes.arcs.push((twin, *capacity));
            *capacity += least;
        }
        path.truncate(full.unwrap_or(path.len()));
        least
    }

    /// Whether there is residual capacity from the source to a node.
    pub(super) fn is_entry(&self, node: Node) -> bool {
        self.from_source[node] > EPSILON
    }

    /// The arcs of the whole network.
    pub(super) fn all_arcs(&self) -> &[Arc] {
        &self.arcs
    }

    /// The numbers of the arcs that lead to a node.
    pub(super) fn arcs_into(&self, node: Node) -> Range<usize> {
        self.first[node] as usize..self.first[node + 1] as usize
    }
}
