//! Splitting a range that got no register as a whole.
//!
//! The loop tree is walked from the outermost loops inwards: where some register is free all the
//! way through a loop that refers to the range, the loop gets a piece of its own, which lives in
//! that register; else its inner loops are tried, and at last single blocks with several
//! references. What remains is usually spilled, so that a piece costs a reload where it begins and,
//! if it changes the value, a store where it ends.
//!
//! Weakness: regions are whole loops or parts of one block, and the register of a piece is taken
//! first come first served, hottest region first.

use super::live_blocks::{LiveBlock, LiveBlocks};
use super::state::State;
use crate::analysis::bundles::{Bundle, Bundles};
use crate::analysis::references::{memory_cost, Reference, RELOAD, STORE};
use crate::model::function::{Function, Inst, Loop, VReg};
use crate::model::index::IndexVec;
use crate::model::machine::Reg;
use crate::model::point::{Point, Segment};
use crate::plan::{Move, Site, Split};

/// A split must save at least this share of what it works on, so that estimates that are a little
/// off do not add copies for nothing.
const MARGIN: f64 = 0.02;

/// A piece that was found worth having.
struct Piece {
    reg: Reg,
    segments: Vec<Segment>,
    references: Vec<Reference>,
    /// Where the value comes in (true) or goes out.
    transitions: Vec<(Site, bool)>,
}

/// Cuts the range and gives each piece its register. Returns what was cut, if it was; the remainder
/// is a new range that still needs a place.
pub fn split(state: &mut State, bundles: &Bundles, vreg: VReg) -> Option<Split> {
    if !state.function.lane_ranges_of(vreg).is_empty() {
        // A copy of a value of which only some lanes are defined would read the others.
        return None;
    }
    let live = LiveBlocks::of(state, vreg);
    let mut search = Search {
        state,
        bundles,
        vreg,
        live: &live,
        claimed: Vec::new(),
    };
    let mut pieces: Vec<Piece> = Vec::new();
    for region in search.loops_hottest_first() {
        pieces.extend(search.loop_piece(region, &pieces));
    }
    for block in live.blocks() {
        pieces.extend(search.block_piece(block, &pieces));
    }
    (!pieces.is_empty()).then(|| materialise(state, vreg, pieces))
}

struct Search<'s, 'a> {
    state: &'s State<'a>,
    bundles: &'s Bundles,
    vreg: VReg,
    live: &'s LiveBlocks,
    /// Bundles at which some piece holds the value already.
    claimed: Vec<Bundle>,
}

impl Search<'_, '_> {
    fn function(&self) -> &Function {
        self.state.function
    }

    /// The loops with references in them, outer loops before the loops they contain, and among
    /// those the ones with the costliest references first.
    fn loops_hottest_first(&self) -> Vec<Loop> {
        let function = self.function();
        let mut cost: IndexVec<Loop, f64> = IndexVec::filled(0.0, function.loops.len());
        for block in self.live.blocks() {
            let references = self.live.references(self.state, self.vreg, block);
            let here = self.price(references);
            let mut around = function.blocks[block.block].innermost;
            while let Some(region) = around {
                cost[region] += here;
                around = function.loops[region].parent;
            }
        }
        let mut loops: Vec<Loop> = cost
            .indices()
            .filter(|&region| cost[region] > 0.0)
            .collect();
        loops.sort_by(|&a, &b| {
            let depth = |region: Loop| function.loops[region].depth;
            depth(a)
                .cmp(&depth(b))
                .then(cost[b].total_cmp(&cost[a]))
                .then(a.cmp(&b))
        });
        loops
    }

    fn price(&self, references: &[Reference]) -> f64 {
        let rematerialisable = self.function().vregs[self.vreg].rematerialisable;
        memory_cost(self.function(), references, rematerialisable)
    }

    /// A piece for the whole loop, if a register is free in it and the loop refers to the range
    /// often enough.
    fn loop_piece(&mut self, region: Loop, taken: &[Piece]) -> Option<Piece> {
        let (inside, bundles) = self.bundles_of(region);
        if !inside
            || bundles
                .iter()
                .any(|bundle| self.claimed.binary_search(bundle).is_ok())
        {
            return None;
        }
        let mut shape = Shape::default();
        for block in self.live.blocks() {
            let enters = block.live_in && bundles.binary_search(&self.entry(block)).is_ok();
            let leaves = block.live_out && bundles.binary_search(&self.exit(block)).is_ok();
            self.add_block(&mut shape, block, enters, leaves)?;
        }
        let piece = self.finish(shape, taken)?;
        self.claimed.extend(bundles);
        self.claimed.sort_unstable();
        Some(piece)
    }

    fn entry(&self, block: &LiveBlock) -> Bundle {
        self.bundles.entry(block.block)
    }

    fn exit(&self, block: &LiveBlock) -> Bundle {
        self.bundles.exit(block.block)
    }

    /// The bundles around the live blocks of a loop, sorted, and whether there are any.
    fn bundles_of(&self, region: Loop) -> (bool, Vec<Bundle>) {
        let function = self.function();
        let mut bundles = Vec::new();
        for block in self.live.blocks() {
            if !function.is_inside(block.block, region) {
                continue;
            }
            if block.live_in {
                bundles.push(self.entry(block));
            }
            if block.live_out {
                bundles.push(self.exit(block));
            }
        }
        bundles.sort_unstable();
        bundles.dedup();
        (!bundles.is_empty(), bundles)
    }

    /// Adds to the piece what it covers of a block, given whether it holds the value at the block's
    /// ends. None if the value would have to move where no code can be put.
    fn add_block(
        &self,
        shape: &mut Shape,
        block: &LiveBlock,
        enters: bool,
        leaves: bool,
    ) -> Option<()> {
        let segments = self.live.segments(self.state, self.vreg, block);
        let (first, last) = (segments[0], segments[segments.len() - 1]);
        let data = &self.function().blocks[block.block];
        let one = segments.len() == 1 && block.live_in && block.live_out;
        match (enters, leaves) {
            (false, false) => {}
            (true, true) => shape.segments.extend(&segments),
            (true, false) if !block.live_out => shape.segments.extend(&segments),
            (false, true) if !block.live_in => shape.segments.extend(&segments),
            // The value dies between the block's ends: nothing has to move.
            (true, false) if !one => shape.segments.push(first),
            (false, true) if !one => shape.segments.push(last),
            (true, false) => {
                shape.segments.push(Segment {
                    start: first.start,
                    end: data.first_split,
                });
                shape.leave(Site::BlockStart(block.block), data.frequency);
            }
            (false, true) => {
                if data.last_split >= last.end {
                    return None;
                }
                shape.segments.push(Segment {
                    start: data.last_split,
                    end: last.end,
                });
                shape.enter(Site::BlockEnd(block.block), data.frequency);
            }
        }
        Some(())
    }

    /// A piece within one block from the first to the last of its references, if there are several
    /// and a register is free between them.
    fn block_piece(&mut self, block: &LiveBlock, taken: &[Piece]) -> Option<Piece> {
        let function = self.function();
        let data = &function.blocks[block.block];
        let point = |reference: &Reference| function.insts[reference.inst].point;
        let all = self.live.references(self.state, self.vreg, block);
        let movable = all.partition_point(|reference| point(reference) < data.last_split);
        let references = &all[..movable];
        let (first, last) = (references.first()?, references.last()?);
        if references.len() < 2 || self.is_covered(taken, point(first).register()) {
            return None;
        }
        let segments = self.live.segments(self.state, self.vreg, block);
        let before = point(first).base();
        let after = Point(point(last).dead().0 + 1);
        let comes_in = segments.iter().any(|s| s.start < before && s.end > before);
        let goes_out = segments.iter().any(|s| s.start < after && s.end > after);
        let mut shape = Shape::default();
        for segment in segments {
            let start = if comes_in {
                segment.start.max(before)
            } else {
                segment.start
            };
            let end = if goes_out {
                segment.end.min(after)
            } else {
                segment.end
            };
            if start < end && start < after && end > before {
                shape.segments.push(Segment { start, end });
            }
        }
        if comes_in {
            shape.enter(Site::Before(first.inst), data.frequency);
        }
        if goes_out {
            shape.leave(Site::After(last.inst), data.frequency);
        }
        self.finish(shape, taken)
    }

    fn is_covered(&self, taken: &[Piece], point: Point) -> bool {
        taken.iter().any(|piece| covers(&piece.segments, point))
    }

    /// Finds the piece a register and weighs what it saves against what it costs.
    fn finish(&self, shape: Shape, taken: &[Piece]) -> Option<Piece> {
        let function = self.function();
        let references: Vec<Reference> = self
            .state
            .references
            .of(self.vreg)
            .iter()
            .filter(|r| shape.covers(function, r.inst))
            .copied()
            .collect();
        let writes = references.iter().any(|reference| reference.writes);
        let saved = self.price(&references);
        let paid = shape.entries * RELOAD + if writes { shape.exits * STORE } else { 0.0 };
        if saved - paid <= MARGIN * saved {
            return None;
        }
        let fits = |reg: Reg| {
            !self.state.opens_saved_register(reg)
                && self.state.is_free_over(&shape.segments, reg)
                && taken.iter().all(|other| {
                    !function.machine.overlap(other.reg, reg)
                        || !crate::model::point::overlap(&other.segments, &shape.segments)
                })
                && self
                    .state
                    .ranges
                    .calls_preserve(function, &shape.segments, reg)
        };
        let reg = self
            .state
            .order(self.vreg)
            .iter()
            .copied()
            .find(|&reg| fits(reg))?;
        let Shape {
            segments,
            transitions,
            ..
        } = shape;
        Some(Piece {
            reg,
            segments,
            references,
            transitions,
        })
    }
}

/// What a piece would cover.
#[derive(Default)]
struct Shape {
    segments: Vec<Segment>,
    transitions: Vec<(Site, bool)>,
    /// Expected number of times that the value comes in.
    entries: f64,
    /// Expected number of times that it goes out.
    exits: f64,
}

impl Shape {
    fn enter(&mut self, site: Site, frequency: f64) {
        self.transitions.push((site, true));
        self.entries += frequency;
    }

    fn leave(&mut self, site: Site, frequency: f64) {
        self.transitions.push((site, false));
        self.exits += frequency;
    }

    fn covers(&self, function: &Function, inst: Inst) -> bool {
        holds_reference(&self.segments, function.insts[inst].point)
    }
}

fn covers(segments: &[Segment], point: Point) -> bool {
    let next = segments.partition_point(|segment| segment.end <= point);
    segments
        .get(next)
        .is_some_and(|segment| segment.start <= point)
}

/// Whether a range that is live over `segments` is what the instruction at `point` refers to: it
/// ends there, begins there, or lives across.
fn holds_reference(segments: &[Segment], point: Point) -> bool {
    covers(segments, point.base())
        || covers(segments, point.early())
        || covers(segments, point.register())
}

fn materialise(state: &mut State, vreg: VReg, pieces: Vec<Piece>) -> Split {
    let function = state.function;
    let mut renames: Vec<(Inst, VReg)> = Vec::new();
    let mut transitions: Vec<(VReg, Site, bool)> = Vec::new();
    let mut covered: Vec<Segment> = Vec::new();
    let mut numbers = Vec::new();
    for piece in pieces {
        let number = state
            .ranges
            .add_piece(function, vreg, &piece.segments, &piece.references);
        state.grow();
        state.assign(number, piece.reg);
        renames.extend(
            piece
                .references
                .iter()
                .map(|reference| (reference.inst, number)),
        );
        transitions.extend(
            piece
                .transitions
                .iter()
                .map(|&(site, enters)| (number, site, enters)),
        );
        covered.extend(piece.segments);
        numbers.push(number);
    }
    renames.sort_unstable_by_key(|&(inst, _)| inst);
    covered.sort_unstable_by_key(|segment| segment.start);
    let rest = subtract(state.ranges.live(vreg), &covered);
    let references: Vec<Reference> = state
        .references
        .of(vreg)
        .iter()
        .filter(|r| {
            renames
                .binary_search_by_key(&r.inst, |&(inst, _)| inst)
                .is_err()
        })
        .copied()
        .collect();
    let remainder = state.ranges.add_piece(function, vreg, &rest, &references);
    state.grow();
    let to_move = |&(piece, site, enters): &(VReg, Site, bool)| {
        let (from, to) = if enters {
            (remainder, piece)
        } else {
            (piece, remainder)
        };
        Move { site, from, to }
    };
    let moves = transitions.iter().map(to_move).collect();
    Split {
        vreg,
        remainder,
        pieces: numbers,
        renames,
        moves,
    }
}

/// The parts of `segments` outside `holes`; both sorted and disjoint.
fn subtract(segments: &[Segment], holes: &[Segment]) -> Vec<Segment> {
    let mut rest = Vec::new();
    let mut holes = holes.iter().peekable();
    for segment in segments {
        let mut start = segment.start;
        while let Some(hole) = holes.peek() {
            if hole.start >= segment.end {
                break;
            }
            if start < hole.start {
                rest.push(Segment {
                    start,
                    end: hole.start,
                });
            }
            start = start.max(hole.end);
            if hole.end > segment.end {
                break;
            }
            holes.next();
        }
        if start < segment.end {
            rest.push(Segment {
                start,
                end: segment.end,
            });
        }
    }
    rest
}
