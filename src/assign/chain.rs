//! Keeping a value in registers through a stretch of one block by changing registers where one is
//! taken: the register that stays free longest comes first, which needs the fewest copies
//! (Wimmer and Mössenböck, "Optimized Interval Splitting in a Linear Scan Register Allocator",
//! VEE 2005, section 5, take the same choice at each split).

use super::state::State;
use crate::model::function::{Block, Inst, VReg};
use crate::model::machine::Reg;
use crate::model::point::{clip, Point, Segment};
use crate::plan::Site;

/// A stretch in one register.
#[derive(Debug)]
pub struct Link {
    /// The register.
    pub reg: Reg,
    /// Where it holds the value.
    pub segments: Vec<Segment>,
    /// Where the value is copied from the link before; none if it is written there afresh.
    pub joint: Option<Site>,
}

/// The links that cover `segments`, which lie in `block`, as far as registers are free; and the
/// point from which on none is, if there is one.
pub fn longest(
    state: &State,
    vreg: VReg,
    block: Block,
    segments: &[Segment],
) -> (Vec<Link>, Option<Point>) {
    let mut links: Vec<Link> = Vec::new();
    let mut rest = segments.to_vec();
    let mut joint = None;
    while let Some(&Segment { start, .. }) = rest.first() {
        let Some((reg, taken)) = free_longest(state, vreg, &rest) else {
            return (links, Some(start));
        };
        let Some(taken) = taken else {
            links.push(Link { reg, segments: rest, joint });
            break;
        };
        let (site, change) = last_place_before(state, block, &rest, taken);
        if change <= start {
            return (links, Some(start));
        }
        links.push(Link { reg, segments: clip(&rest, start, change), joint });
        rest = clip(&rest, change, Point(u32::MAX));
        joint = site;
    }
    (links, None)
}

/// The register that is free from the start of `segments` on for longest, and where it is taken
/// first.
fn free_longest(state: &State, vreg: VReg, segments: &[Segment]) -> Option<(Reg, Option<Point>)> {
    let start = segments.first()?.start;
    let mut best: Option<(Reg, Option<Point>)> = None;
    let is_saved = |reg: &&Reg| state.saving_price_over(segments, **reg) == 0.0;
    for &reg in state.order(vreg).iter().filter(is_saved) {
        let taken = state.first_taken(segments, reg);
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
/// which needs no copy, or between two instructions.
fn last_place_before(
    state: &State,
    block: Block,
    segments: &[Segment],
    taken: Point,
) -> (Option<Site>, Point) {
    let function = state.function;
    let here = segments.partition_point(|segment| segment.end <= taken);
    let start = segments[here].start;
    let span = function.blocks[block].insts;
    let insts = &function.insts.iter().as_slice()[span.range()];
    let number = insts.partition_point(|inst| inst.point.base() < taken.base());
    let inst = |number: usize| Inst(span.start + number as u32);
    let (site, change) = match insts.get(number) {
        Some(data) if data.point.base() == taken.base() => {
            (Site::Before(inst(number)), taken.base())
        }
        _ if number == 0 => return (None, start),
        _ => (Site::After(inst(number - 1)), insts[number - 1].point.dead()),
    };
    if change <= start {
        (None, start)
    } else {
        (Some(site), change)
    }
}
