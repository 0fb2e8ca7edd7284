//! A function after a plan: references renamed, moves inserted, everything numbered afresh.

use crate::model::function::{Access, Function, Inst, InstData, InstKind, Name, Operand, VReg};
use crate::model::index::{Idx, IndexVec, Span};
use crate::model::point::{Point, Segment};
use crate::plan::{Move, Site, Split};

/// Whether moves between the same two instructions happen one after the other.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// As they do in the code.
    OneByOne,
    /// As the plan means them: all that leave registers at one place do so together, and so do all
    /// that enter. Where their order matters, the next round sees it.
    AtOnce,
}

/// The function after the splits.
pub fn carry_out(function: &Function, splits: &[Split], order: Order) -> Function {
    let mut new = function.clone();
    // They name instructions by numbers that change, and nothing has to follow them.
    new.two_address.clear();
    new.folds.clear();
    new.costly_uses.clear();
    let pieces = splits.iter().map(|split| split.pieces.len() + 1).sum::<usize>();
    for _ in 0..pieces {
        new.vregs.push(function.vregs[VReg(0)]);
    }
    for split in splits {
        let data = function.vregs[split.vreg];
        for &piece in split.pieces.iter().chain([&split.remainder]) {
            new.vregs[piece] = data;
        }
        for reference in function.insts.indices() {
            let renamed = split.renames.iter().find(|rename| rename.0 == reference);
            let to = renamed.map_or(split.remainder, |rename| rename.1);
            for operand in &mut new.operands[function.insts[reference].operands.range()] {
                if operand.name == Name::Virtual(split.vreg) {
                    operand.name = Name::Virtual(to);
                }
            }
        }
    }
    insert_moves(&mut new, splits, order);
    new
}

/// Where a move goes: the instruction before which it stands, and whether it belongs to the one
/// before that.
fn place_of(function: &Function, site: Site) -> (u32, bool) {
    let at = |block, point: Point| {
        let insts = function.blocks[block].insts;
        let before = |i: &u32| function.insts[Inst(*i)].point < point;
        ((insts.start..insts.end).find(|i| !before(i)).unwrap_or(insts.end), false)
    };
    match site {
        Site::BlockStart(block) => at(block, function.blocks[block].first_split),
        Site::BlockEnd(block) => at(block, function.blocks[block].last_split),
        Site::BeforeTerminators(block) => at(block, function.blocks[block].end_split),
        Site::Before(inst) => (inst.0, false),
        Site::After(inst) => (inst.0, true),
    }
}

/// The point of a new instruction before it is numbered.
pub const NEW: Point = Point(0);
/// The same, if it happens at once with the one before it.
const WITH_LAST: Point = Point(1);

/// Where several moves stand between the same two instructions: what leaves a register goes before
/// what enters one.
fn rank(site: Site) -> u32 {
    match site {
        Site::After(_) => 0,
        Site::BlockStart(_) => 1,
        Site::BlockEnd(_) | Site::BeforeTerminators(_) => 2,
        Site::Before(_) => 3,
    }
}

fn insert_moves(function: &mut Function, splits: &[Split], order: Order) {
    let old = function.clone();
    let moves: Vec<Move> = splits.iter().flat_map(|split| split.moves.clone()).collect();
    let mut insts: IndexVec<Inst, InstData> = IndexVec::new();
    for block in old.blocks.indices() {
        let span = old.blocks[block].insts;
        let start = insts.len();
        for number in span.start..=span.end {
            let ends_block = number == span.end;
            let here = moves.iter().filter(|step| {
                let (at, after) = place_of(&old, step.site);
                step.site.block(&old) == block
                    && if after { at + 1 == number } else { at == number }
            });
            let mut here: Vec<&Move> = here.collect();
            here.sort_by_key(|step| rank(step.site));
            for (position, step) in here.iter().enumerate() {
                let with_last = order == Order::AtOnce
                    && position > 0
                    && rank(here[position - 1].site) == rank(step.site);
                let operands = function.operands.len();
                for (vreg, writes) in [(step.to, true), (step.from, false)] {
                    let name = Name::Virtual(vreg);
                    function.operands.push(Operand { name, part: None, reads: !writes, writes });
                }
                insts.push(InstData {
                    point: if with_last { WITH_LAST } else { NEW },
                    block,
                    kind: InstKind::Copy,
                    operands: Span::since(operands, operands + 2),
                });
            }
            if !ends_block {
                insts.push(old.insts[Inst(number)]);
            }
        }
        function.blocks[block].insts = Span::since(start, insts.len());
    }
    function.insts = insts;
    renumber(function, &old);
}

/// Points from one instruction to the next.
pub const STEP: u32 = 16;

/// Numbers blocks and instructions afresh; the calls' masks, the places for copies, the accesses to slots
/// and the places where values can be recomputed move along.
pub fn renumber(function: &mut Function, old: &Function) {
    let mut point = 0;
    let mut moved: Vec<Moved> = Vec::new();
    for block in function.blocks.indices() {
        let data = &mut function.blocks[block];
        let (old_first, old_last, old_end) = (data.first_split, data.last_split, data.end_split);
        data.points.start = Point(point);
        data.first_split = Point(point);
        let (mut last_split, mut end_split) = (None, None);
        point += STEP;
        for inst in data.insts.range().map(Inst::new) {
            let before = function.insts[inst].point;
            if before == WITH_LAST {
                point -= STEP;
            }
            function.insts[inst].point = Point(point);
            if before != NEW && before != WITH_LAST {
                moved.push(Moved { before, after: Point(point), inst });
                let masks = function.machine.clobbers.iter_mut().zip(&old.machine.clobbers);
                for (clobber, _) in masks.filter(|(_, known)| known.0 == before.register()) {
                    clobber.0 = Point(point).register();
                }
                if before < old_first {
                    data.first_split = Point(point + STEP);
                } else if before >= old_last {
                    last_split = last_split.or(Some(Point(point)));
                    if before >= old_end {
                        end_split = end_split.or(Some(Point(point)));
                    }
                }
            }
            point += STEP;
        }
        data.points.end = Point(point);
        data.last_split = last_split.unwrap_or(Point(point));
        data.end_split = end_split.unwrap_or(Point(point));
        *data = data.with_splits_inside();
    }
    move_accesses(function, &moved);
    move_recomputable(function, old, &moved);
}

/// An instruction that was there before: its points.
struct Moved {
    before: Point,
    after: Point,
    inst: Inst,
}

fn moved_from(moved: &[Moved], before: Point) -> Option<&Moved> {
    let index = moved.binary_search_by_key(&before, |moved| moved.before).ok()?;
    Some(&moved[index])
}

fn move_accesses(function: &mut Function, moved: &[Moved]) {
    for access in &mut function.slot_accesses {
        let Some(now) = moved_from(moved, access.point) else { continue };
        access.point = now.after;
        access.access = match access.access {
            Access::Reload(_) => Access::Reload(now.inst),
            Access::Store(_) => Access::Store(now.inst),
            other => other,
        };
    }
}

/// Segments begin and end at instructions and at the boundaries of blocks.
fn move_recomputable(function: &mut Function, old: &Function, moved: &[Moved]) {
    for vreg in function.vregs.indices() {
        let segments = function.recomputable(vreg).to_vec();
        let from = function.segments.len();
        for Segment { start, end } in segments {
            let block = old.block_at(start);
            let (points, now) = (old.blocks[block].points, function.blocks[block].points);
            let move_point = |point: Point, bound: Point| match moved_from(moved, point.base()) {
                Some(found) => Point(found.after.0 + (point.0 - found.before.0)),
                None => bound,
            };
            let start = if start == points.start { now.start } else { move_point(start, now.end) };
            let end = if end == points.end { now.end } else { move_point(end, start) };
            if start < end {
                function.segments.push(Segment { start, end });
            }
        }
        function.vregs[vreg].recomputable = Span::since(from, function.segments.len());
    }
}
