//! Minimum cut of a small network, by Dinic's algorithm (Dinic 1970).
//!
//! Nodes stand for places where a value is either in a register (the source's side) or in memory
//! (the sink's side); an arc's capacity is the price of its tail being in a register and its head
//! in memory. The cut of least price is the best choice for all places at once.

/// A node of the network.
pub type Node = usize;

/// Stands for "never": larger than any sum of real prices.
pub const FORBIDDEN: f64 = 1e30;

/// Capacities below this are rounding errors of the flow.
const EPSILON: f64 = 1e-9;

#[derive(Clone, Copy, Debug)]
struct Arc {
    head: u32,
    next: u32,
    capacity: f64,
}

const END: u32 = u32::MAX;

/// A network under construction.
#[derive(Debug)]
pub struct Network {
    first: Vec<u32>,
    /// Arcs in pairs: each is followed by its reverse.
    arcs: Vec<Arc>,
    /// Per node the price of its being in memory, and of its being in a register.
    own: Vec<(f64, f64)>,
    /// What every choice costs.
    base: f64,
}

/// The node whose side is "in a register".
pub const SOURCE: Node = 0;
/// The node whose side is "in memory".
pub const SINK: Node = 1;
/// The first of the other nodes.
pub const FIRST: Node = 2;

impl Network {
    /// A network of `nodes` nodes beside source and sink, the first of which is node 2, with room
    /// for `arcs` pairs of nodes that depend on each other.
    pub fn new(nodes: usize, arcs: usize) -> Self {
        Self {
            first: vec![END; nodes + 2],
            arcs: Vec::with_capacity(2 * (arcs + nodes)),
            own: vec![(0.0, 0.0); nodes + 2],
            base: 0.0,
        }
    }

    /// Adds the price of `tail` being in a register while `head` is in memory.
    pub fn add(&mut self, tail: Node, head: Node, price: f64) {
        if tail == head {
            return;
        }
        match (tail, head) {
            (SOURCE, SINK) => self.base += price,
            (SOURCE, node) => self.own[node].0 += price,
            (node, SINK) => self.own[node].1 += price,
            _ => self.add_pair(tail, head, price, 0.0),
        }
    }

    /// Adds the prices of `a` being in a register while `b` is in memory, and the other way round.
    pub fn add_pair(&mut self, a: Node, b: Node, leaves: f64, enters: f64) {
        if a != b && (leaves > 0.0 || enters > 0.0) {
            self.push(a, b, leaves);
            self.push(b, a, enters);
        }
    }

    /// A node costs the lesser of its own prices whatever is chosen; what is left is one arc.
    fn add_own_prices(&mut self) {
        for node in 2..self.own.len() {
            let (in_memory, in_register) = self.own[node];
            self.base += in_memory.min(in_register);
            if in_memory > in_register {
                self.push(SOURCE, node, in_memory - in_register);
                self.push(node, SOURCE, 0.0);
            } else if in_register > in_memory {
                self.push(node, SINK, in_register - in_memory);
                self.push(SINK, node, 0.0);
            }
        }
    }

    fn push(&mut self, tail: Node, head: Node, capacity: f64) {
        let next = std::mem::replace(&mut self.first[tail], self.arcs.len() as u32);
        self.arcs.push(Arc { head: head as u32, next, capacity });
    }

    fn arcs_of(&self, node: Node) -> impl Iterator<Item = usize> + '_ {
        let step = |arc: u32| (arc != END).then_some(arc as usize);
        std::iter::successors(step(self.first[node]), move |&arc| step(self.arcs[arc].next))
    }

    /// The price of the best choice, and per node whether it is in a register; none as soon as it
    /// is known to cost `limit` or more. Where two choices cost the same, as few nodes as possible
    /// are in a register.
    pub fn solve(mut self, limit: f64) -> Option<(f64, Vec<bool>)> {
        self.add_own_prices();
        let mut price = self.base;
        let mut levels = Vec::new();
        let mut queue = Vec::with_capacity(self.first.len());
        let mut cursor: Vec<u32> = Vec::new();
        let mut path = Vec::with_capacity(self.first.len());
        loop {
            if price >= limit {
                return None;
            }
            self.find_levels(&mut levels, &mut queue);
            if levels[SINK] == END {
                let in_register = levels.iter().map(|&level| level != END).collect();
                return Some((price, in_register));
            }
            cursor.clone_from(&self.first);
            loop {
                let pushed = self.push_flow(&levels, &mut cursor, &mut path);
                if pushed <= EPSILON {
                    break;
                }
                price += pushed;
                if price >= limit {
                    return None;
                }
            }
        }
    }

    /// Distance of every node from the source over arcs with capacity left, `END` if there is no
    /// way or it is no nearer than the sink. `queue` is room to work in.
    fn find_levels(&self, levels: &mut Vec<u32>, queue: &mut Vec<Node>) {
        levels.clear();
        levels.resize(self.first.len(), END);
        queue.clear();
        queue.push(SOURCE);
        levels[SOURCE] = 0;
        let mut done = 0;
        while let Some(&node) = queue.get(done) {
            done += 1;
            for arc in self.arcs_of(node) {
                let Arc { head, capacity, .. } = self.arcs[arc];
                if capacity > EPSILON && levels[head as usize] == END {
                    levels[head as usize] = levels[node] + 1;
                    if head as usize == SINK {
                        return;
                    }
                    queue.push(head as usize);
                }
            }
        }
    }

    /// Sends as much as fits along one shortest path. `cursor` remembers per node the arcs that
    /// lead nowhere any more; `path` is room to work in.
    fn push_flow(&mut self, levels: &[u32], cursor: &mut [u32], path: &mut Vec<usize>) -> f64 {
        path.clear();
        let mut node = SOURCE;
        while node != SINK {
            let arc = cursor[node];
            if arc == END {
                // A dead end: go back and try the next arc there.
                let Some(last) = path.pop() else { return 0.0 };
                node = self.arcs[last ^ 1].head as usize;
                cursor[node] = self.arcs[cursor[node] as usize].next;
                continue;
            }
            let Arc { head, next, capacity } = self.arcs[arc as usize];
            if capacity > EPSILON && levels[head as usize] == levels[node] + 1 {
                path.push(arc as usize);
                node = head as usize;
            } else {
                cursor[node] = next;
            }
        }
        let least = path.iter().map(|&arc| self.arcs[arc].capacity).fold(f64::INFINITY, f64::min);
        for &arc in path.iter() {
            self.arcs[arc].capacity -= least;
            self.arcs[arc ^ 1].capacity += least;
        }
        least
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The least price over all choices, by trying them all.
    fn brute_force(nodes: usize, arcs: &[(Node, Node, f64)]) -> f64 {
        let price = |choice: u32| {
            let in_register =
                |node: Node| node == SOURCE || (node != SINK && choice >> (node - 2) & 1 != 0);
            let cut =
                |&&(tail, head, _): &&(Node, Node, f64)| in_register(tail) && !in_register(head);
            arcs.iter().filter(cut).map(|arc| arc.2).sum::<f64>()
        };
        (0..1u32 << nodes).map(price).fold(f64::INFINITY, f64::min)
    }

    #[test]
    fn price_and_choice_agree_with_trying_every_choice() {
        let mut seed = 7u32;
        let mut random = |bound: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) % bound
        };
        for _ in 0..300 {
            let nodes = 1 + random(7) as usize;
            let mut network = Network::new(nodes, 3 * nodes);
            let arcs: Vec<(Node, Node, f64)> = (0..3 * nodes)
                .map(|_| {
                    let node = |draw: u32| draw as usize % (nodes + 2);
                    (node(random(100)), node(random(100)), f64::from(1 + random(9)))
                })
                .filter(|&(tail, head, _)| tail != head && tail != SINK && head != SOURCE)
                .collect();
            for &(tail, head, price) in &arcs {
                network.add(tail, head, price);
            }
            let (price, side) = network.solve(f64::INFINITY).expect("there is no limit");
            let cut = |&&(tail, head, _): &&(Node, Node, f64)| side[tail] && !side[head];
            let of_choice: f64 = arcs.iter().filter(cut).map(|arc| arc.2).sum();
            assert_eq!(price, brute_force(nodes, &arcs), "{arcs:?}");
            assert_eq!(of_choice, price, "{arcs:?}");
        }
    }

    #[test]
    fn a_forbidden_arc_is_never_cut() {
        let mut network = Network::new(1, 2);
        network.add(SOURCE, 2, 3.0);
        network.add(2, SINK, FORBIDDEN);
        assert_eq!(network.solve(4.0), Some((3.0, vec![true, false, false])));
    }

    #[test]
    fn a_choice_at_the_limit_is_not_worth_it() {
        let mut network = Network::new(1, 2);
        network.add(SOURCE, 2, 3.0);
        network.add(2, SINK, 5.0);
        assert_eq!(network.solve(3.0), None);
    }
}
