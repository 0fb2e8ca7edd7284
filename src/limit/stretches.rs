//! What lives where something is over capacity.

use crate::model::function::{Block, BlockData, Function, VReg};
use crate::model::index::IndexVec;
use crate::model::point::{Point, Segment};
use crate::options::Context;
use std::ops::Range;

/// Some blocks, long ones in parts, with the ranges that live in each part.
#[derive(Debug)]
pub struct Stretches {
    /// In order.
    stretches: Vec<Stretch>,
    live: Vec<VReg>,
}

#[derive(Debug)]
struct Stretch {
    points: Segment,
    /// Where its ranges are in the list of all.
    live: Range<usize>,
}

impl Stretch {
    /// A block in parts of some `insts` instructions.
    fn all_of(block: &BlockData, insts: u32) -> impl Iterator<Item = Self> {
        let Segment { start, end } = block.points;
        let parts = 1 + block.insts.range().len() as u32 / insts;
        let step = (end.0 - start.0).div_ceil(parts).max(1);
        (start.0..end.0).step_by(step as usize).map(move |at| Self {
            points: Segment { start: Point(at), end: Point(end.0.min(at + step)) },
            live: 0..0,
        })
    }
}

impl Stretches {
    /// The blocks that `is_over` holds for, by a counting sort over the segments.
    pub fn of(context: Context, is_over: &IndexVec<Block, bool>) -> Self {
        let Context { function, options, .. } = context;
        let insts = options.insts_per_live_list;
        let over = is_over.enumerate().filter(|over| *over.1);
        let mut stretches: Vec<Stretch> =
            over.flat_map(|(block, _)| Stretch::all_of(&function.blocks[block], insts)).collect();
        visit(function, &mut stretches, |known, _| known.live.end += 1);
        let total = stretches.iter().map(|known| known.live.end).sum::<usize>();
        if total > options.max_live_entries {
            return Self { stretches: Vec::new(), live: Vec::new() };
        }
        let mut start = 0;
        for known in &mut stretches {
            let count = known.live.end;
            known.live = start..start;
            start += count;
        }
        let mut live = vec![VReg(0); total];
        visit(function, &mut stretches, |known, vreg| {
            live[known.live.end] = vreg;
            known.live.end += 1;
        });
        Self { stretches, live }
    }

    /// The ranges that live in the stretch around a point, in order.
    pub fn around(&self, at: Point) -> &[VReg] {
        let around = self.stretches.partition_point(|known| known.points.end <= at);
        self.stretches.get(around).map_or(&[], |known| &self.live[known.live.clone()])
    }
}

/// Calls `meet` with each stretch and each range that lives in it.
fn visit(function: &Function, stretches: &mut [Stretch], mut meet: impl FnMut(&mut Stretch, VReg)) {
    for vreg in function.vregs.indices() {
        let mut next = 0;
        for segment in function.live(vreg) {
            let rest = &stretches[next..];
            next += rest.partition_point(|known| known.points.end <= segment.start);
            while let Some(known) = stretches.get_mut(next) {
                if known.points.start >= segment.end {
                    break;
                }
                meet(known, vreg);
                next += 1;
            }
        }
    }
}
