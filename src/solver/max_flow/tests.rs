//! Flows in small random networks, held against every cut.

use super::*;
use crate::solver::source_side::SourceSide;
use crate::validity::choices::Choices;

/// The least capacity of all cuts, by trying them all.
fn brute_force(nodes: usize, arcs: &[(Node, Node, f64)], sinks: &[Node]) -> f64 {
    let is_on_side = |cut: u32, node: Node| node == SOURCE || cut >> node & 1 != 0;
    let capacity = |cut: u32| {
        let crosses = |arc: &&(Node, Node, f64)| is_on_side(cut, arc.0) && !is_on_side(cut, arc.1);
        arcs.iter().filter(crosses).map(|arc| arc.2).sum::<f64>()
    };
    let allowed = |cut: &u32| sinks.iter().all(|&node| !is_on_side(*cut, node));
    (0..1u32 << nodes).filter(allowed).map(capacity).fold(f64::INFINITY, f64::min)
}

#[test]
fn value_and_side_agree_with_trying_every_cut_after_each_sink_and_undoing() {
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
        let mut side = SourceSide::of(&network);
        for _ in 0..4 {
            let sink = 1 + choices.below(nodes as u64 - 1) as usize;
            let before = network.clone();
            let limit = 1.0 + choices.below(30) as f64;
            let mut changes = network.start_changes();
            network.add_sink(sink, limit, &mut scratch, &mut changes);
            let is_dearer = network.value() >= limit;
            let after = network.clone();
            network.undo(&mut changes);
            assert_eq!(network, before, "{arcs:?} {sinks:?} {sink}");
            if is_dearer {
                sinks.push(sink);
                assert!(brute_force(nodes, &arcs, &sinks) >= limit, "{arcs:?} {sinks:?}");
                sinks.pop();
                continue;
            }
            network.redo(&mut changes);
            assert_eq!(network, after, "{arcs:?} {sinks:?} {sink}");
            sinks.push(sink);
            let least = brute_force(nodes, &arcs, &sinks);
            assert_eq!(network.value(), least, "{arcs:?} {sinks:?}");
            let known = side.clone();
            let left = side.shrink(&network, &changes);
            let expected = SourceSide::of(&network);
            for node in 1..nodes {
                let stays = side.contains(node);
                assert_eq!(stays, expected.contains(node), "{arcs:?} {sinks:?} {node}");
                let has_left = left.nodes().any(|left| left == node);
                assert_eq!(has_left, known.contains(node) && !stays, "{arcs:?} {node}");
            }
            assert!(sinks.iter().all(|&node| !side.contains(node)), "{arcs:?} {sinks:?}");
            let is_on_side = |node: Node| node == SOURCE || side.contains(node);
            let cut = |arc: &&(Node, Node, f64)| is_on_side(arc.0) && !is_on_side(arc.1);
            let of_cut: f64 = arcs.iter().filter(cut).map(|arc| arc.2).sum();
            assert_eq!(of_cut, network.value(), "{arcs:?} {sinks:?}");
            let now = side.clone();
            side.restore(left);
            assert_eq!(side, known, "{arcs:?} {sinks:?}");
            side = now;
        }
    }
}
