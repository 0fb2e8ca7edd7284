//! Handover: a range that finds no register throughout is handed between two, so that it stays out of
//! memory. Wherever it is live one of the two must be free. Which of them has it at each edge bundle is a
//! minimum cut, whose price is that of the copies; within a block the value changes registers in the gaps
//! between what takes one and what takes the other. Of several pairs the one is taken that costs least, less
//! the copies of the range that disappear.
//!
//! Weakness: two registers, not more. What is left over when three are needed is left to the other splits.

mod pairs;

use super::super::assignment::Assignment;
use super::block_costs::saved_copies;
use super::cut::cut;
use super::piece::{Piece, PieceExtent};
use super::SplitScratch;
use crate::analysis::bundles::Bundles;
use crate::analysis::insertion_points::{InsertionPoint, InsertionPoints};
use crate::analysis::live_blocks::LiveBlocks;
use crate::analysis::references::Reference;
use crate::model::function::{Block, Function, Inst, VReg};
use crate::model::machine::Reg;
use crate::model::point::{Point, Segment};
use crate::plan::Split;
use crate::solver::max_flow::{Node, INFINITE, SOURCE};
use crate::solver::min_cut::{Network, FIRST, SINK};
use pairs::{pairs, Pair};

/// Which of the two registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Side {
    /// The piece's.
    Piece,
    /// That of the rest.
    Rest,
}

/// A stretch in which one of the registers is taken, so that the value has to be in the other one.
#[derive(Clone, Copy, Debug)]
struct Taken {
    segment: Segment,
    value_in: Side,
}

/// A segment of the range within one block.
struct Stretch {
    block: Block,
    segment: Segment,
    /// The bundle at the block's beginning, if the segment reaches it.
    entry: Option<Node>,
    /// The bundle at the block's end, if the segment reaches it.
    exit: Option<Node>,
}

/// Hands the range between two registers that are never taken at once, for copies that cost less than
/// `limit`. Returns what was cut; all of it has registers.
pub fn handover(
    assignment: &mut Assignment,
    scratch: &mut SplitScratch,
    vreg: VReg,
    limit: f64,
) -> Option<Split> {
    let options = assignment.context.options;
    let live = assignment.live_blocks(vreg);
    // There is at least one copy.
    let copy = assignment.context.costs.copy * live.least_frequency(assignment.function());
    if live.blocks().len() > options.max_handover_blocks || copy >= limit {
        return None;
    }
    let pairs = pairs(assignment, vreg, options.max_handover_pairs);
    if pairs.is_empty() {
        return None;
    }
    let (nodes, stretches) =
        stretches(assignment, scratch.bundles(assignment.function()), vreg, &live);
    let mut best: Option<(f64, Piece, Reg)> = None;
    for pair in pairs {
        let network = HandoverNetwork::new(assignment, vreg, &stretches, &pair);
        let Some(network) = network else { continue };
        let Some((price, at_nodes)) = network.solve(nodes, limit, scratch) else { continue };
        let extent = network.extent(&at_nodes);
        let references = extent.references(assignment.function(), assignment.references.of(vreg));
        let price = price - saved(assignment, vreg, &pair, &references);
        if best.as_ref().is_none_or(|best| price < best.0) {
            let piece = Piece { reg: pair.piece, extent, references, copied_at: None };
            best = Some((price, piece, pair.rest));
        }
    }
    let (_, piece, rest) = best?;
    let split = cut(assignment, vreg, vec![piece]);
    assignment.assign(split.remainder, rest);
    Some(split)
}

/// The price of the range's own copies that disappear, if these references are in the piece.
fn saved(assignment: &Assignment, vreg: VReg, pair: &Pair, in_piece: &[Reference]) -> f64 {
    let sum = |references: &[Reference], reg| saved_copies(assignment, vreg, references, reg);
    let all = sum(assignment.references.of(vreg), pair.rest);
    all - sum(in_piece, pair.rest) + sum(in_piece, pair.piece)
}

/// The segments of the range, cut at block boundaries, and how many bundles they touch.
fn stretches(
    assignment: &Assignment,
    bundles: &mut Bundles,
    vreg: VReg,
    live: &LiveBlocks,
) -> (usize, Vec<Stretch>) {
    let function = assignment.function();
    let bundles = bundles.of_range(function, live);
    let node = |bundle: u32| FIRST + bundle as Node;
    let mut stretches = Vec::with_capacity(live.blocks().len());
    for (live_block, ends) in live.blocks().zip(&bundles.ends) {
        let block = live_block.block;
        let segments = LiveBlocks::segments(function, assignment.ranges().live(vreg), live_block);
        let last = segments.len() - 1;
        for (number, segment) in segments.enumerate() {
            let entry = ends.entry.filter(|_| number == 0).map(node);
            let exit = ends.exit.filter(|_| number == last).map(node);
            stretches.push(Stretch { block, segment, entry, exit });
        }
    }
    (bundles.count, stretches)
}

/// What a change of registers in a stretch costs, and where it may be.
struct HandoverNetwork<'s, 'a> {
    function: &'a Function,
    points: InsertionPoints<'a>,
    stretches: &'s [Stretch],
    /// Per stretch what takes a register in it.
    taken: Vec<&'s [Taken]>,
    copy: f64,
    /// Price of the changes within stretches that no choice avoids.
    base: f64,
}

impl<'s, 'a> HandoverNetwork<'s, 'a> {
    /// None if the value cannot change registers somewhere where it has to.
    fn new(
        assignment: &Assignment<'a>,
        vreg: VReg,
        stretches: &'s [Stretch],
        pair: &'s Pair,
    ) -> Option<Self> {
        let function = assignment.function();
        let mut network = Self {
            function,
            points: InsertionPoints::of(function, vreg),
            stretches,
            taken: Vec::with_capacity(stretches.len()),
            copy: assignment.context.costs.copy,
            base: 0.0,
        };
        for stretch in stretches {
            let Segment { start, end } = stretch.segment;
            let from = pair.taken.partition_point(|taken| taken.segment.end <= start);
            let to = pair.taken.partition_point(|taken| taken.segment.start < end);
            let taken = &pair.taken[from..to];
            for change in taken.windows(2).filter(|two| two[0].value_in != two[1].value_in) {
                network.change(stretch, change[0].segment.end, change[1].segment.start)?;
                network.base += network.price(stretch);
            }
            network.taken.push(taken);
        }
        Some(network)
    }

    fn price(&self, stretch: &Stretch) -> f64 {
        self.copy * self.function.blocks[stretch.block].frequency
    }

    /// The last insertion point in the stretch that is not before `from` and not behind `to`.
    fn change(&self, stretch: &Stretch, from: Point, to: Point) -> Option<InsertionPoint> {
        let span = self.function.blocks[stretch.block].insts;
        let insts = &self.function.insts.iter().as_slice()[span.range()];
        let number = insts.partition_point(|inst| inst.point.base() <= to);
        let last = number.checked_sub(1).map(|number| Inst(span.start + number as u32));
        let candidates = match last {
            Some(inst) => [self.points.after(inst), self.points.before(inst)],
            None => [Some(self.points.block_start(stretch.block)), None],
        };
        let block_end = Some(self.points.block_end(stretch.block));
        let is_within = |point: &InsertionPoint| {
            let from = from.max(stretch.segment.start);
            from <= point.at && point.at <= to.min(stretch.segment.end)
        };
        let all = [block_end, candidates[0], candidates[1]];
        all.into_iter().flatten().find(is_within)
    }

    /// Where the value changes registers between the beginning of the stretch and `taken`.
    fn first_change(&self, stretch: &Stretch, taken: &Taken) -> Option<InsertionPoint> {
        self.change(stretch, stretch.segment.start, taken.segment.start)
    }

    /// Where it does between `taken` and the end of the stretch.
    fn last_change(&self, stretch: &Stretch, taken: &Taken) -> Option<InsertionPoint> {
        self.change(stretch, taken.segment.end, stretch.segment.end)
    }

    /// The least price of all copies, and per node whether the value is in the piece's register there; none
    /// if the price is `limit` or more.
    fn solve(
        &self,
        nodes: usize,
        limit: f64,
        scratch: &mut SplitScratch,
    ) -> Option<(f64, Vec<bool>)> {
        if self.base >= limit {
            return None;
        }
        let mut network = Network::new(nodes, self.stretches.len());
        let mut add = |node: Option<Node>, wanted: Side, price: f64| {
            let Some(node) = node else { return };
            match wanted {
                Side::Piece => network.add(SOURCE, node, price),
                Side::Rest => network.add(node, SINK, price),
            }
        };
        for (stretch, taken) in self.stretches.iter().zip(&self.taken) {
            let price =
                |change: Option<InsertionPoint>| change.map_or(INFINITE, |_| self.price(stretch));
            if let [first, .., last] | [first @ last] = taken {
                add(stretch.entry, first.value_in, price(self.first_change(stretch, first)));
                add(stretch.exit, last.value_in, price(self.last_change(stretch, last)));
            }
        }
        for (stretch, taken) in self.stretches.iter().zip(&self.taken) {
            if let (true, Some(entry), Some(exit)) = (taken.is_empty(), stretch.entry, stretch.exit)
            {
                let price = self.price(stretch);
                network.add_pair(entry, exit, price, price);
            }
        }
        let (price, at_nodes) = network.solve(limit - self.base, &mut scratch.flow)?;
        Some((price + self.base, at_nodes))
    }

    /// What the piece covers.
    fn extent(&self, at_nodes: &[bool]) -> PieceExtent {
        let side = |node: Option<Node>| {
            node.map(|node| if at_nodes[node] { Side::Piece } else { Side::Rest })
        };
        let mut extent = PieceExtent::default();
        for (stretch, taken) in self.stretches.iter().zip(&self.taken) {
            let (entry, exit) = (side(stretch.entry), side(stretch.exit));
            let first = taken.first().map(|taken| taken.value_in);
            let mut now = entry.or(first).or(exit).unwrap_or(Side::Rest);
            let mut start = stretch.segment.start;
            let mut from = start;
            let ahead =
                taken.iter().map(|taken| (taken.value_in, taken.segment.start, taken.segment.end));
            let end = stretch.segment.end;
            for (next, to, behind) in ahead.chain(exit.map(|exit| (exit, end, end))) {
                if next != now {
                    let at = self.change(stretch, from, to).expect("it was priced");
                    let frequency = self.function.blocks[stretch.block].frequency;
                    if now == Side::Piece {
                        extent.cover(Segment { start, end: at.at });
                        extent.leave(at, frequency);
                    } else {
                        extent.enter(at, frequency);
                    }
                    (now, start) = (next, at.at);
                }
                from = behind;
            }
            if now == Side::Piece {
                extent.cover(Segment { start, end });
            }
        }
        extent
    }
}

#[cfg(test)]
mod tests;
