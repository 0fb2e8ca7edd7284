//! The blocks of a random function and the edges between them.

use super::choices::Choices;
use std::fmt::Write;

/// The edges, and the loops where they are entered at their head only.
pub struct Graph {
    /// Per block.
    pub successors: Vec<Vec<u64>>,
    /// First and last block of each loop, outer ones first; a loop's blocks are consecutive.
    loops: Vec<(u64, u64)>,
}

impl Graph {
    /// Edges from block to block: regions with several entries, blocks that nothing reaches the
    /// head of, edges that occur twice.
    pub fn of_any_edges(choices: &mut Choices, blocks: u64) -> Graph {
        let mut successors = Vec::new();
        for block in 0..blocks {
            let mut to = Vec::new();
            if block + 1 < blocks {
                to.push(block + 1);
                for _ in 0..3 {
                    if choices.chance(40) {
                        to.push(1 + choices.below(blocks - 1));
                    }
                }
            }
            successors.push(to);
        }
        Graph { successors, loops: Vec::new() }
    }

    /// Nested loops, and edges forward that enter a loop at its head only.
    pub fn with_loops(choices: &mut Choices, blocks: u64) -> Graph {
        let mut loops: Vec<(u64, u64)> = Vec::new();
        for _ in 0..if blocks > 1 { choices.below(5) } else { 0 } {
            let first = 1 + choices.below(blocks - 1);
            let last = first + choices.below(blocks - first);
            let fits = |&(f, l): &(u64, u64)| {
                last < f || l < first || f < first && last < l || first < f && l < last
            };
            if loops.iter().all(fits) {
                loops.push((first, last));
            }
        }
        loops.sort_unstable();
        let enters_at_head = |from: u64, to: u64| {
            let contains = |&(f, l): &(u64, u64), block| f <= block && block <= l;
            loops
                .iter()
                .all(|region| contains(region, from) || !contains(region, to) || region.0 == to)
        };
        let mut successors = Vec::new();
        for block in 0..blocks {
            let mut to: Vec<u64> = (block + 1..blocks).take(1).collect();
            to.extend(loops.iter().filter(|region| region.1 == block).map(|region| region.0));
            if block + 2 < blocks && choices.chance(50) {
                let forward = block + 2 + choices.below(blocks - block - 2);
                to.extend(Some(forward).filter(|&forward| enters_at_head(block, forward)));
            }
            successors.push(to);
        }
        Graph { successors, loops }
    }

    /// The lines that declare the loops.
    pub fn loop_lines(&self) -> String {
        let mut text = String::new();
        for (number, &(first, last)) in self.loops.iter().enumerate() {
            let around = self.loops[..number].iter().rposition(|&(f, l)| f < first && last < l);
            let parent = around.map_or(String::new(), |parent| format!(" in l{parent}"));
            let _ = writeln!(text, "loop l{number}{parent}");
        }
        text
    }

    /// The innermost loop around both blocks.
    pub fn innermost(&self, a: u64, b: u64) -> Option<usize> {
        let contains = |&(f, l): &(u64, u64)| f <= a.min(b) && a.max(b) <= l;
        self.loops.iter().rposition(contains)
    }

    /// Ten times higher with each loop around the block; any where no loops are declared.
    pub fn frequency(&self, choices: &mut Choices, block: u64) -> f64 {
        let around = self.loops.iter().filter(|&&(f, l)| f <= block && block <= l).count();
        let factor = [1.0, 1.0, 0.5, 10.0, 100.0];
        match self.loops.is_empty() {
            true => factor[choices.below(5) as usize],
            false => factor[choices.below(3) as usize] * 10f64.powi(around as i32),
        }
    }
}
