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

/// An arc between two of the nodes, which does not lead to the source; none if the choices make no arc.
fn random_arc(choices: &mut Choices, nodes: usize) -> Option<(Node, Node, f64)> {
    let mut node = || choices.below(nodes as u64) as usize;
    let (tail, head) = (node(), node());
    let is_arc = tail != head && head != SOURCE;
    is_arc.then(|| (tail, head, 1.0 + choices.below(9) as f64))
}

/// Memory for `nodes` nodes after so many searches that distances begin anew before long.
fn used_scratch(nodes: usize) -> Scratch {
    let label = Label { distance: u32::MAX - 500, cursor: 0 };
    Scratch { labels: vec![label; nodes], queue: vec![0; nodes], reached: 1, ..Scratch::default() }
}

#[test]
fn value_and_side_agree_with_trying_every_cut_after_each_sink_and_undoing() {
    let mut choices = Choices::from_seed(3);
    let mut scratch = used_scratch(9);
    for _ in 0..300 {
        let nodes = 2 + choices.below(7) as usize;
        let mut builder = FlowBuilder::new(nodes, 3 * nodes);
        let mut arcs: Vec<(Node, Node, f64)> = Vec::new();
        for _ in 0..3 * nodes {
            if let Some((tail, head, capacity)) = random_arc(&mut choices, nodes) {
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

/// Divisible arcs, some in pairs, beside a network in which their middles are nodes from the beginning.
#[test]
fn a_middle_that_is_made_for_a_sink_is_as_if_it_had_been_there() {
    let mut choices = Choices::from_seed(5);
    let mut scratch = Scratch::default();
    let mut divided = 0;
    for _ in 0..600 {
        let nodes = 3 + choices.below(6) as usize;
        let pairs = choices.below(5) as usize;
        let mut lazy = FlowBuilder::new(nodes, 4 * nodes);
        let mut whole = FlowBuilder::new(nodes, 4 * nodes);
        for _ in 0..2 * nodes {
            if let Some((tail, head, capacity)) = random_arc(&mut choices, nodes) {
                lazy.add(tail, head, capacity);
                whole.add(tail, head, capacity);
            }
        }
        // Both middles of each pair in the whole network; the second is no node of the other one if there is one arc.
        let mut middles = Vec::new();
        for _ in 0..pairs {
            let mut arc = || {
                let mut node = || 1 + choices.below(nodes as u64 - 1) as usize;
                let (tail, head) = (node(), node());
                (tail, head, 1.0 + choices.below(9) as f64)
            };
            let (arc, beside) = (arc(), arc());
            let beside = choices.chance(60).then_some(beside);
            let are_linked = choices.chance(70);
            let linked = beside.filter(|_| are_linked);
            for (tail, head) in linked.into_iter().flat_map(|of| [(of.0, arc.1), (of.1, arc.0)]) {
                lazy.add(tail, head, INFINITE);
                whole.add(tail, head, INFINITE);
            }
            lazy.add_divisible(arc, beside, are_linked);
            let mut divide = |(tail, head, capacity)| {
                let middle = whole.add_node();
                whole.add(tail, middle, capacity);
                whole.add(middle, head, capacity);
                middle
            };
            let (first, second) = (divide(arc), beside.map(&mut divide));
            let linked = second.filter(|_| are_linked);
            linked.into_iter().for_each(|second| whole.add(second, first, INFINITE));
            middles.push((first, second));
        }
        let (mut lazy, mut whole) = (lazy.finish(), whole.finish());
        let (mut side, mut side_of_whole) = (SourceSide::of(&lazy), SourceSide::of(&whole));
        for _ in 0..5 {
            let number = choices.below((nodes - 1 + pairs) as u64) as usize;
            let (sink, sink_of_whole) = match number.checked_sub(nodes - 1) {
                None => (number + 1, number + 1),
                Some(pair) => (lazy.middle(pair), middles[pair].0),
            };
            let limit = 1.0 + choices.below(40) as f64;
            let mut changes = lazy.start_changes();
            lazy.add_sink(sink, limit, &mut scratch, &mut changes);
            let mut of_whole = whole.start_changes();
            whole.add_sink(sink_of_whole, limit, &mut scratch, &mut of_whole);
            assert_eq!(lazy.value() >= limit, whole.value() >= limit);
            lazy.undo(&mut changes);
            whole.undo(&mut of_whole);
            assert_eq!(lazy.value(), whole.value());
            if !choices.chance(60) {
                continue;
            }
            // What reached its limit is done without one.
            let mut changes = lazy.start_changes();
            lazy.add_sink(sink, f64::INFINITY, &mut scratch, &mut changes);
            lazy.undo(&mut changes);
            lazy.redo(&mut changes);
            let mut of_whole = whole.start_changes();
            whole.add_sink(sink_of_whole, f64::INFINITY, &mut scratch, &mut of_whole);
            assert_eq!(lazy.value(), whole.value());
            side.shrink(&lazy, &changes);
            side_of_whole.shrink(&whole, &of_whole);
            for node in 1..nodes {
                assert_eq!(side.contains(node), side_of_whole.contains(node));
            }
            for (pair, &(first, second)) in middles.iter().enumerate() {
                let is_divided = lazy.dividing(pair).is_some();
                divided += usize::from(is_divided);
                // Where it is no node, it is on the source's side if that changes nothing.
                let expected = |middle| side_of_whole.contains(middle);
                if is_divided {
                    assert_eq!(side.contains_at(&lazy, Spot::Middle(pair)), expected(first));
                    let beside = side.contains_at(&lazy, Spot::Beside(pair));
                    assert_eq!(beside, second.is_some_and(expected));
                }
            }
        }
    }
    assert!(divided > 100, "{divided}");
}
