//! The source's side of a minimum cut, kept up to date while nodes become sinks.
//!
//! Of several minimum cuts it is the one with the fewest nodes on the source's side: those that the source
//! reaches over arcs with residual capacity. Flow to a new sink only passes such nodes, so the side only
//! shrinks. It is kept as a forest of arcs by which its nodes are reached: a node can leave only if the
//! flow took its arc, or that of a node on the way to it.

use super::max_flow::{Changes, MaxFlow, Node, Spot, SOURCE};

/// The parent of a node that the source does not reach.
const OUTSIDE: u32 = u32::MAX;

/// The parent of a node that the source reaches by an arc of its own.
const ROOT: u32 = u32::MAX - 1;

/// The nodes on the source's side, other than the source.
#[derive(Clone, PartialEq, Debug)]
pub struct SourceSide {
    /// Per node the arc by which it is reached, [`ROOT`] or [`OUTSIDE`].
    parents: Vec<u32>,
}

/// Nodes whose arcs the flow took, with the arcs by which they were reached before.
#[derive(Debug, Default)]
pub struct Left {
    before: Vec<(u32, u32)>,
    /// How many of them are not reached any more; they come first.
    nodes: usize,
}

impl Left {
    /// The nodes that are not on the source's side any more.
    pub fn nodes(&self) -> impl Iterator<Item = Node> + '_ {
        self.before[..self.nodes].iter().map(|&(node, _)| node as Node)
    }
}

impl SourceSide {
    /// The nodes that the source reaches.
    pub fn of(flow: &MaxFlow) -> Self {
        let root = |node| if flow.is_entry(node) { ROOT } else { OUTSIDE };
        let mut side = Self { parents: (0..flow.nodes()).map(root).collect() };
        side.parents[SOURCE] = OUTSIDE;
        let roots = (0..flow.nodes()).filter(|&node| side.contains(node));
        let reached = roots.map(|node| node as u32).collect();
        side.reach_from(flow, reached);
        side
    }

    /// All nodes of a network.
    pub fn all(flow: &MaxFlow) -> Self {
        Self { parents: vec![ROOT; flow.nodes()] }
    }

    /// Whether a node is on the source's side.
    pub fn contains(&self, node: Node) -> bool {
        self.parents[node] != OUTSIDE
    }

    /// Whether a spot is on the source's side, or if it is not a node now, would be: both nodes beside it are.
    pub fn contains_at(&self, flow: &MaxFlow, spot: Spot) -> bool {
        flow.deciding(spot).is_some_and(|nodes| nodes.into_iter().all(|node| self.contains(node)))
    }

    /// Takes those nodes out that the source does not reach any more after the last changes.
    pub fn shrink(&mut self, flow: &MaxFlow, changes: &Changes) -> Left {
        let mut left = Left::default();
        let arcs = flow.all_arcs();
        let made = flow.nodes() - self.parents.len();
        self.parents.reserve_exact(made);
        self.parents.resize(flow.nodes(), OUTSIDE);
        // What is not suppressed any more was on the source's side if both its ends were. It has become a sink, or
        // there is an arc to one that cannot be cut.
        for node in changes.divided() {
            if flow.ends_of(node).iter().all(|end| self.contains(end.node)) {
                left.before.push((node as u32, OUTSIDE));
            }
        }
        for end in changes.divided().flat_map(|node| flow.ends_of(node)) {
            if self.parents[end.node] == end.from_middle {
                self.take_out(end.node as u32, &mut left);
            }
        }
        for arc in changes.arcs() {
            let head = arcs[arcs[arc as usize].twin as usize].tail;
            if self.parents[head as usize] == arc && !arcs[arc as usize].is_open() {
                self.take_out(head, &mut left);
            }
        }
        for node in changes.entries() {
            if self.parents[node as usize] == ROOT && !flow.is_entry(node as Node) {
                self.take_out(node, &mut left);
            }
        }
        // What is reached through one of them is not known to be reached either.
        let mut done = 0;
        while let Some(&(node, _)) = left.before.get(done) {
            done += 1;
            for arc in &arcs[flow.arcs_into(node as Node)] {
                if self.parents[arc.tail as usize] == arc.twin {
                    self.take_out(arc.tail, &mut left);
                }
            }
        }
        // Some are reached by another arc.
        for &(node, _) in &left.before {
            let mut into = flow.arcs_into(node as Node);
            let is_reached =
                |arc: &usize| arcs[*arc].is_open() && self.contains(arcs[*arc].tail as Node);
            if self.contains(node as Node) {
                continue;
            }
            if let Some(arc) = into.find(is_reached) {
                self.parents[node as usize] = arc as u32;
                self.reach_from(flow, vec![node]);
            }
        }
        let has_left = |&(node, _): &(u32, u32)| !self.contains(node as Node);
        let (before, stay): (Vec<_>, Vec<_>) = left.before.into_iter().partition(has_left);
        let nodes = before.len();
        Left { before: before.into_iter().chain(stay).collect(), nodes }
    }

    /// Takes nodes out whatever the flow is.
    pub fn take_out_all(&mut self, nodes: impl Iterator<Item = Node>) -> Left {
        let mut left = Left::default();
        for node in nodes {
            if self.contains(node) {
                self.take_out(node as u32, &mut left);
            }
        }
        left.nodes = left.before.len();
        left
    }

    /// Makes the side again what it was.
    pub fn restore(&mut self, left: Left) {
        for (node, parent) in left.before {
            self.parents[node as usize] = parent;
        }
    }

    fn take_out(&mut self, node: u32, left: &mut Left) {
        left.before.push((node, self.parents[node as usize]));
        self.parents[node as usize] = OUTSIDE;
    }

    /// Adds what is reached from some nodes, by open arcs.
    fn reach_from(&mut self, flow: &MaxFlow, mut reached: Vec<u32>) {
        let arcs = flow.all_arcs();
        while let Some(node) = reached.pop() {
            for arc in &arcs[flow.arcs_into(node as Node)] {
                let head = arc.tail as usize;
                if self.parents[head] == OUTSIDE && arcs[arc.twin as usize].is_open() {
                    self.parents[head] = arc.twin;
                    reached.push(arc.tail);
                }
            }
        }
    }
}
