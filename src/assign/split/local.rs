//! Local split: pieces within one block that hold several references each, in one register or in
//! several one after the other.
//!
//! Where a register is taken the value changes to another one: the register that stays free longest
//! comes first, which needs the fewest copies (Wimmer and Mössenböck, "Optimized Interval Splitting in
//! a Linear Scan Register Allocator", VEE 2005, section 5, take the same choice at each split).

use super::super::assignment::Assignment;
use super::piece::{Piece, PieceExtent};
use crate::analysis::insertion_points::{InsertionPoint, InsertionPoints};
use crate::analysis::live_blocks::{LiveBlock, LiveBlocks};
use crate::analysis::references::Reference;
use crate::cost::Prices;
use crate::model::function::{Block, Inst, VReg};
use crate::model::machine::Reg;
use crate::model::point::{clip, overlap, Point, Segment};

/// The local splits of one range.
pub struct LocalSplit<'s, 'a> {
    assignment: &'s Assignment<'a>,
    points: InsertionPoints<'a>,
    vreg: VReg,
}

impl<'s, 'a> LocalSplit<'s, 'a> {
    /// Those of a range.
    pub fn of(assignment: &'s Assignment<'a>, vreg: VReg) -> Self {
        Self { assignment, points: InsertionPoints::of(assignment.function(), vreg), vreg }
    }

    /// The pieces in one block that are worth their copies, beside the one for a `region`.
    pub fn pieces(&self, block: &LiveBlock, region: Option<&Piece>) -> Vec<Piece> {
        let function = self.assignment.function();
        let point = |reference: &Reference| function.insts[reference.inst].point;
        let all = block.references(self.assignment.references.of(self.vreg));
        let movable = all.partition_point(|r| !self.points.is_behind_last(r.inst));
        let mut pieces = Vec::new();
        let mut rest = self.longest_run(&all[..movable], region);
        if rest.len() < 2 {
            return pieces;
        }
        let segments: Vec<Segment> = {
            let live = self.assignment.ranges().live(self.vreg);
            LiveBlocks::segments(function, live, block).collect()
        };
        let most = self.assignment.context.options.max_local_split_references;
        while let [first, .., _] = rest {
            let window = &rest[..rest.len().min(most)];
            let start = point(first).base();
            let stretch = clip(&segments, start, point(&window[window.len() - 1]).dead());
            let Chain { links, end } = self.longest_chain(block.block, &stretch);
            let reached = |r: &Reference| end.is_none_or(|end| point(r).dead() <= end);
            let held = window.partition_point(reached);
            if held >= 2 {
                let held = &window[..held];
                pieces.extend(self.pieces_of_chain(block, &segments, held, links, region));
            }
            rest = &rest[held.max(1)..];
        }
        pieces
    }

    /// The most consecutive references that the region does not hold.
    fn longest_run<'r>(&self, all: &'r [Reference], region: Option<&Piece>) -> &'r [Reference] {
        let function = self.assignment.function();
        let is_held = |r: &Reference| region.is_some_and(|of| of.extent.holds(function, r.inst));
        all.split(is_held).max_by_key(|run| run.len()).unwrap_or_default()
    }

    /// The pieces of a chain, clipped to the references it holds; none if they save too little.
    fn pieces_of_chain(
        &self,
        block: &LiveBlock,
        segments: &[Segment],
        held: &[Reference],
        links: Vec<Link>,
        region: Option<&Piece>,
    ) -> Vec<Piece> {
        let function = self.assignment.function();
        let references = block.references(self.assignment.references.of(self.vreg));
        let (first, last) = (held[0].inst, held[held.len() - 1].inst);
        let (start, end) = (function.insts[first].point.base(), function.insts[last].point.dead());
        let is_live_across = |at: Point| {
            let around = segments.partition_point(|segment| segment.end <= at);
            segments.get(around).is_some_and(|segment| segment.start < at)
        };
        let frequency = function.blocks[block.block].frequency;
        let mut pieces: Vec<Piece> = Vec::new();
        for Link { reg, segments, copied_at } in links {
            let segments = clip(&segments, start, end);
            let extent = PieceExtent { segments, ..PieceExtent::default() };
            if !extent.segments.is_empty() {
                let references = extent.references(function, references);
                pieces.push(Piece { reg, extent, references, copied_at });
            }
        }
        if is_live_across(start) {
            let Some(enter) = self.points.before(first) else { return Vec::new() };
            pieces[0].extent.enter(enter, frequency);
        }
        if is_live_across(end) {
            let Some(leave) = self.points.after(last) else { return Vec::new() };
            let last_piece = pieces.len() - 1;
            pieces[last_piece].extent.leave(leave, frequency);
        }
        let overlaps = |piece: &Piece| {
            region.is_some_and(|of| overlap(&of.extent.segments, &piece.extent.segments))
        };
        if pieces.iter().any(overlaps) || !self.is_worth_it(&pieces, held, frequency) {
            return Vec::new();
        }
        pieces
    }

    fn is_worth_it(&self, pieces: &[Piece], held: &[Reference], frequency: f64) -> bool {
        let context = self.assignment.context;
        let prices = Prices::of(context, self.vreg);
        let saved = prices.sum(context.function, held);
        let writes = held.iter().any(|reference| reference.writes);
        let copies = pieces.iter().filter(|piece| piece.copied_at.is_some()).count();
        let mut paid = context.costs.copy * frequency * copies as f64;
        for piece in pieces {
            paid += piece.extent.entries * prices.read;
            paid += if writes { piece.extent.exits * prices.write } else { 0.0 };
        }
        saved - paid > context.options.split_margin * saved
    }

    /// The chain that covers `segments`, which lie in `block`, as far as registers are free.
    fn longest_chain(&self, block: Block, segments: &[Segment]) -> Chain {
        let mut links: Vec<Link> = Vec::new();
        let mut rest = segments.to_vec();
        let mut copied_at = None;
        while let Some(&Segment { start, .. }) = rest.first() {
            let Some((reg, taken)) = self.free_longest(&rest) else {
                return Chain { links, end: Some(start) };
            };
            let Some(taken) = taken else {
                links.push(Link { reg, segments: rest, copied_at });
                break;
            };
            let Handover { at, copy } = self.last_change_before(block, &rest, taken);
            if at <= start {
                return Chain { links, end: Some(start) };
            }
            links.push(Link { reg, segments: clip(&rest, start, at), copied_at });
            rest = clip(&rest, at, Point(u32::MAX));
            copied_at = copy;
        }
        Chain { links, end: None }
    }

    /// The register that is free from the start of `segments` on for longest, and where it is taken
    /// first.
    fn free_longest(&self, segments: &[Segment]) -> Option<(Reg, Option<Point>)> {
        let start = segments.first()?.start;
        let mut best: Option<(Reg, Option<Point>)> = None;
        let csr_price = self.assignment.csr().prices_over(segments);
        let costs_nothing = |reg: &&Reg| csr_price(**reg) == 0.0;
        for &reg in self.assignment.ranges().order(self.vreg).iter().filter(costs_nothing) {
            let taken = self.assignment.matrix().first_interference(segments, reg);
            let reach = |taken: Option<Point>| taken.map_or(u32::MAX, |point| point.0);
            let beats = best.is_none_or(|(_, other)| reach(taken) > reach(other));
            if beats && taken != Some(start) {
                best = Some((reg, taken));
            }
            if taken.is_none() {
                break;
            }
        }
        best
    }

    /// The last place before `taken` where the value can change registers: where a segment begins,
    /// which needs no copy, or an insertion point between two instructions.
    fn last_change_before(&self, block: Block, segments: &[Segment], taken: Point) -> Handover {
        let function = self.assignment.function();
        let here = segments.partition_point(|segment| segment.end <= taken);
        let start = segments[here].start;
        let span = function.blocks[block].insts;
        let insts = &function.insts.iter().as_slice()[span.range()];
        let number = insts.partition_point(|inst| inst.point.base() < taken.base());
        let inst = |number: usize| Inst(span.start + number as u32);
        let copy = match insts.get(number) {
            Some(data) if data.point.base() == taken.base() => self.points.before(inst(number)),
            _ if number == 0 => None,
            _ => self.points.after(inst(number - 1)),
        };
        let copy = copy.filter(|copy| copy.at > start);
        Handover { at: copy.map_or(start, |copy| copy.at), copy }
    }
}

/// Where a value changes registers.
struct Handover {
    at: Point,
    /// The copy; none if the value is written there afresh.
    copy: Option<InsertionPoint>,
}

/// Registers that hold a value one after the other.
struct Chain {
    links: Vec<Link>,
    /// From where on no register is free, if there is such a point.
    end: Option<Point>,
}

/// A stretch of a chain in one register.
struct Link {
    reg: Reg,
    /// Where it holds the value.
    segments: Vec<Segment>,
    /// Where the value is copied from the link before; none if it is written there afresh.
    copied_at: Option<InsertionPoint>,
}
