//! A row of numbers of which runs are raised and lowered, and the greatest of a run is asked, both in
//! logarithmic time.

use std::ops::Range;

/// A row of numbers.
#[derive(Debug)]
pub struct MaxTree {
    /// Node `n` has the children `2n` and `2n + 1`; the leaves are the second half.
    nodes: Vec<Node>,
    leaves: usize,
}

/// A node of the tree.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The greatest number below, with what was added here and below, but not above.
    max: i32,
    /// What was added to all numbers below.
    added: i32,
}

/// The greatest number found so far, and the node below which it is; no node if none was found.
struct Best {
    height: i32,
    node: usize,
}

impl MaxTree {
    /// The numbers, in order.
    pub fn new(heights: &[i32]) -> Self {
        let leaves = heights.len().next_power_of_two();
        let mut nodes = vec![Node { max: i32::MIN / 2, added: 0 }; 2 * leaves];
        for (node, &height) in nodes[leaves..].iter_mut().zip(heights) {
            node.max = height;
        }
        let mut tree = Self { nodes, leaves };
        for node in (1..leaves).rev() {
            tree.update(node);
        }
        tree
    }

    /// Adds to the numbers of a run.
    pub fn add(&mut self, run: Range<usize>, amount: i32) {
        if run.is_empty() {
            return;
        }
        let (start, end) = (self.leaves + run.start, self.leaves + run.end - 1);
        // From the leaves up, the nodes at the ends that reach out of the run with their neighbours
        // are those that cover it.
        let (mut first, mut last) = (start, end);
        while first <= last {
            if first % 2 == 1 {
                self.raise(first, amount);
                first += 1;
            }
            if last % 2 == 0 {
                self.raise(last, amount);
                last -= 1;
            }
            (first, last) = (first / 2, last / 2);
        }
        let (mut first, mut last) = (start / 2, end / 2);
        while first != last {
            self.update(first);
            self.update(last);
            (first, last) = (first / 2, last / 2);
        }
        // This node has all of the run below it, or was raised itself; those above it were not.
        if first > 0 {
            self.update(first);
            first /= 2;
        }
        while first > 0 && self.update(first) {
            first /= 2;
        }
    }

    fn raise(&mut self, node: usize, amount: i32) {
        self.nodes[node].max += amount;
        self.nodes[node].added += amount;
    }

    /// Takes over what changed right below a node. Returns whether the node changed too.
    fn update(&mut self, node: usize) -> bool {
        let children = self.nodes[2 * node].max.max(self.nodes[2 * node + 1].max);
        let max = children + self.nodes[node].added;
        std::mem::replace(&mut self.nodes[node].max, max) != max
    }

    /// The greatest number; one below all others if there is none.
    pub fn max_of_all(&self) -> i32 {
        self.nodes[1].max
    }

    /// The greatest number of the run and its first place, if it is greater than `least`.
    pub fn max_over(&self, run: Range<usize>, least: i32) -> Option<(i32, usize)> {
        let mut best = Best { height: least, node: 0 };
        if !run.is_empty() {
            self.max_below(1, 0, 0..self.leaves, &run, &mut best);
        }
        let Best { height, node } = best;
        (node != 0).then(|| (height, self.first_max(node) - self.leaves))
    }

    /// Raises `best` to the first of the greatest numbers within the run below a node, to which `above` was
    /// added farther up. Where no number is greater nobody looks.
    fn max_below(
        &self,
        node: usize,
        above: i32,
        below: Range<usize>,
        run: &Range<usize>,
        best: &mut Best,
    ) {
        let Node { max, added } = self.nodes[node];
        if run.end <= below.start || below.end <= run.start || max + above <= best.height {
            return;
        }
        if run.start <= below.start && below.end <= run.end {
            *best = Best { height: max + above, node };
            return;
        }
        let middle = (below.start + below.end) / 2;
        self.max_below(2 * node, above + added, below.start..middle, run, best);
        self.max_below(2 * node + 1, above + added, middle..below.end, run, best);
    }

    /// The leaf of the first of the greatest numbers below a node.
    fn first_max(&self, mut node: usize) -> usize {
        while node < self.leaves {
            let (left, right) = (2 * node, 2 * node + 1);
            node = if self.nodes[right].max > self.nodes[left].max { right } else { left };
        }
        node
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::validity::choices::Choices;

    #[test]
    fn greatest_of_a_run_agrees_with_looking_at_all() {
        let mut choices = Choices::from_seed(5);
        for _ in 0..50 {
            let mut heights: Vec<i32> = Vec::new();
            (0..1 + choices.below(20)).for_each(|_| heights.push(choices.below(9) as i32));
            let mut tree = MaxTree::new(&heights);
            for _ in 0..20 {
                let end = 1 + choices.below(heights.len() as u64) as usize;
                let run = choices.below(end as u64) as usize..end;
                let amount = choices.below(7) as i32 - 3;
                tree.add(run.clone(), amount);
                heights[run.clone()].iter_mut().for_each(|height| *height += amount);
                let greatest = *heights[run.clone()].iter().max().expect("runs hold something");
                let first =
                    run.start + heights[run.clone()].iter().position(|&h| h == greatest).unwrap();
                let least = choices.below(9) as i32;
                let expected = Some((greatest, first)).filter(|_| greatest > least);
                assert_eq!(tree.max_over(run, least), expected, "{heights:?}");
            }
        }
    }
}
