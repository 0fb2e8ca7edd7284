//! Graphs of blocks as flat lists.

use crate::model::function::Function;

/// The edges of a graph, by the node that they leave.
#[derive(Debug)]
pub struct Graph {
    /// Per node where its edges begin, and the end of all.
    starts: Vec<u32>,
    edges: Vec<u32>,
}

impl Default for Graph {
    /// A graph without nodes.
    fn default() -> Self {
        Self { starts: vec![0], edges: Vec::new() }
    }
}

impl Graph {
    /// A graph without nodes, with space for some.
    fn with_capacity(nodes: usize, edges: usize) -> Self {
        let mut starts = Vec::with_capacity(nodes + 1);
        starts.push(0);
        Self { starts, edges: Vec::with_capacity(edges) }
    }

    /// The blocks of a function.
    pub fn of(function: &Function) -> Self {
        Self::with_last_followed_by(function, &[])
    }

    /// The same with one edge at most from a block to another.
    pub fn simple(function: &Function) -> Self {
        let mut graph = Self { starts: vec![0], edges: Vec::new() };
        let mut next: Vec<u32> = Vec::new();
        for block in function.blocks.indices() {
            next.clear();
            next.extend(function.successors_of(block).iter().map(|next| next.0));
            next.sort_unstable();
            next.dedup();
            graph.add(next.iter().copied());
        }
        graph
    }

    /// The blocks with one more node, which follows all blocks that nothing follows.
    pub fn with_end(function: &Function) -> Self {
        let mut graph = Self::with_last_followed_by(function, &[function.blocks.len() as u32]);
        graph.add([].into_iter());
        graph
    }

    fn with_last_followed_by(function: &Function, end: &[u32]) -> Self {
        let mut graph =
            Self::with_capacity(function.blocks.len() + 1, function.successors.len() + end.len());
        for block in function.blocks.indices() {
            match function.successors_of(block) {
                [] => graph.add(end.iter().copied()),
                next => graph.add(next.iter().map(|next| next.0)),
            }
        }
        graph
    }

    /// Adds a node.
    pub fn add(&mut self, next: impl Iterator<Item = u32>) {
        self.edges.extend(next);
        self.starts.push(self.edges.len() as u32);
    }

    /// The number of nodes.
    pub fn nodes(&self) -> usize {
        self.starts.len() - 1
    }

    /// The nodes that follow a node.
    pub fn next(&self, node: u32) -> &[u32] {
        let (start, end) = (self.starts[node as usize], self.starts[node as usize + 1]);
        &self.edges[start as usize..end as usize]
    }

    /// The graph with all edges turned round.
    pub fn reversed(&self) -> Self {
        let mut starts = vec![0; self.starts.len()];
        self.edges.iter().for_each(|&to| starts[to as usize + 1] += 1);
        for node in 0..self.nodes() {
            starts[node + 1] += starts[node];
        }
        let mut places = starts.clone();
        let mut edges = vec![0; self.edges.len()];
        for node in 0..self.nodes() as u32 {
            for &to in self.next(node) {
                let place = &mut places[to as usize];
                edges[*place as usize] = node;
                *place += 1;
            }
        }
        Self { starts, edges }
    }

    /// The nodes that `root` reaches, each after those first reached from it.
    pub fn postorder(&self, root: u32) -> Vec<u32> {
        let mut order = Vec::with_capacity(self.nodes());
        let mut seen = vec![false; self.nodes()];
        let mut stack = Vec::with_capacity(self.nodes());
        stack.push((root, 0));
        seen[root as usize] = true;
        while let Some((node, done)) = stack.last_mut() {
            let Some(&next) = self.next(*node).get(*done) else {
                order.push(*node);
                stack.pop();
                continue;
            };
            *done += 1;
            if !std::mem::replace(&mut seen[next as usize], true) {
                stack.push((next, 0));
            }
        }
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::text::parse;

    #[test]
    fn a_simple_graph_has_each_edge_once() {
        let text = "reg r0\nclass g r0\nfunction f\nblock b0 1 -> b2 b1 b2\n  cbr\n\
                    block b1 1 -> b2\n  jump\nblock b2 1\n  ret\n";
        let function = parse(text).unwrap().function;
        assert_eq!(Graph::of(&function).next(0), [2, 1, 2]);
        let simple = Graph::simple(&function);
        assert_eq!([simple.next(0), simple.next(1), simple.next(2)], [&[1, 2][..], &[2], &[]]);
        assert_eq!(simple.reversed().next(2), [0, 1]);
    }
}
