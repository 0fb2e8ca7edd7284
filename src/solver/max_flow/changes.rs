//! What changes in a network, so that it can be undone.

use super::{Node, SUPPRESSED};

/// What sinks changed in a network, in order of time: by this it is undone, and done again without a search.
#[derive(Debug)]
pub struct Changes {
    /// Arcs with the capacities that they have not now: those before the change, or behind it once it is
    /// undone.
    pub(super) arcs: Vec<(u32, f64)>,
    /// The same of nodes and their arcs from the source.
    pub(super) entries: Vec<(u32, f64)>,
    /// The same of the value of the flow.
    pub(super) value: f64,
}

impl Changes {
    /// How many there are: a measure of the time that it takes to undo them.
    pub fn len(&self) -> usize {
        self.arcs.len() + self.entries.len()
    }

    /// Whether nothing changed.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The arcs whose capacities changed; some more than once.
    pub(in crate::solver) fn arcs(&self) -> impl Iterator<Item = u32> + '_ {
        self.arcs.iter().map(|&(arc, _)| arc)
    }

    /// The nodes that are not suppressed any more.
    pub(in crate::solver) fn divided(&self) -> impl Iterator<Item = Node> + '_ {
        let is_new = |entry: &&(u32, f64)| entry.1 == SUPPRESSED;
        self.entries.iter().filter(is_new).map(|&(node, _)| node as Node)
    }

    /// The nodes whose capacities from the source changed; some more than once.
    pub(in crate::solver) fn entries(&self) -> impl Iterator<Item = u32> + '_ {
        self.entries.iter().map(|&(node, _)| node)
    }
}
