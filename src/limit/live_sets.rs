//! Live sets of the blocks that are over capacity.

use crate::model::function::{Block, BlockData, Function, VReg};
use crate::model::index::IndexVec;
use crate::model::point::{Point, Segment};
use crate::options::Context;
use std::ops::Range;

/// The ranges that are live somewhere in a block; long blocks are divided, and short neighbours share a list.
#[derive(Debug)]
pub struct LiveSets {
    /// In order.
    parts: Vec<BlockPart>,
    live: Vec<VReg>,
}

/// A block, a part of a long one, or a few short neighbours.
#[derive(Debug)]
struct BlockPart {
    points: Segment,
    /// Where its ranges are in the list of all.
    live: Range<usize>,
}

impl BlockPart {
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

impl LiveSets {
    /// The live sets of the blocks that `is_over` holds for, by a counting sort over the segments. Empty if
    /// there are more entries than the options allow.
    pub fn of(context: Context, is_over: &IndexVec<Block, bool>) -> Self {
        let Context { function, options, .. } = context;
        let insts = options.insts_per_live_list;
        let over = is_over.enumerate().filter(|over| *over.1);
        let mut parts: Vec<BlockPart> = Vec::new();
        // Instructions of the last part, if it consists of whole blocks.
        let mut shared = insts;
        for (block, _) in over {
            let data = &function.blocks[block];
            let count = data.insts.range().len() as u32;
            match parts.last_mut() {
                Some(last) if shared + count <= insts && last.points.end == data.points.start => {
                    last.points.end = data.points.end;
                    shared += count;
                }
                _ => {
                    parts.extend(BlockPart::all_of(data, insts));
                    shared = count;
                }
            }
        }
        visit(function, &mut parts, |part, _| part.live.end += 1);
        let total = parts.iter().map(|part| part.live.end).sum::<usize>();
        if total > options.max_live_entries {
            return Self { parts: Vec::new(), live: Vec::new() };
        }
        let mut start = 0;
        for part in &mut parts {
            let count = part.live.end;
            part.live = start..start;
            start += count;
        }
        let mut live = vec![VReg(0); total];
        visit(function, &mut parts, |part, vreg| {
            live[part.live.end] = vreg;
            part.live.end += 1;
        });
        Self { parts, live }
    }

    /// The ranges that are live somewhere in the part of a block around a point, in order.
    pub fn around(&self, at: Point) -> &[VReg] {
        let around = self.parts.partition_point(|part| part.points.end <= at);
        self.parts.get(around).map_or(&[], |part| &self.live[part.live.clone()])
    }
}

/// Calls `meet` with each part of a block and each range that is live in it.
fn visit(function: &Function, parts: &mut [BlockPart], mut meet: impl FnMut(&mut BlockPart, VReg)) {
    for vreg in function.vregs.indices() {
        let mut next = 0;
        for segment in function.live(vreg) {
            let rest = &parts[next..];
            next += rest.partition_point(|part| part.points.end <= segment.start);
            while let Some(part) = parts.get_mut(next) {
                if part.points.start >= segment.end {
                    break;
                }
                meet(part, vreg);
                next += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::text::parse;
    use crate::options::{Options, Settings};

    /// %0 lives from 4 to 16, %1 from 8 to 12, %2 in b1 alone, from 28 to 32.
    const TEXT: &str = "reg r0\nclass g r0\nfunction f\nblock b0 1 -> b1\n  loadI 1 => %0\n  \
                        loadI 2 => %1\n  store %1\n  store %0\n  jump\nblock b1 1\n  \
                        loadI 3 => %2\n  store %2\n  ret\n";

    fn live(options: Options, is_over: [bool; 2], at: u32) -> Vec<u32> {
        let function = parse(TEXT).unwrap().function;
        let settings = Settings { options, ..Settings::default() };
        let is_over = IndexVec::from(is_over.to_vec());
        let sets = LiveSets::of(settings.on(&function), &is_over);
        sets.around(Point(at)).iter().map(|vreg| vreg.0).collect()
    }

    #[test]
    fn a_block_has_what_is_live_in_it() {
        let options = Options { insts_per_live_list: 5, ..Options::default() };
        assert_eq!(live(options.clone(), [true, true], 12), [0, 1]);
        assert_eq!(live(options, [true, true], 28), [2]);
    }

    #[test]
    fn short_neighbours_share_a_list() {
        // Eight instructions in both.
        let options = Options { insts_per_live_list: 8, ..Options::default() };
        assert_eq!(live(options.clone(), [true, true], 12), [0, 1, 2]);
        assert_eq!(live(options, [false, true], 28), [2]);
    }

    #[test]
    fn long_blocks_are_divided() {
        // Five instructions, two for a part: three parts of 8 points, from 0, 8 and 16 on.
        let options = Options { insts_per_live_list: 2, ..Options::default() };
        assert_eq!(live(options.clone(), [true, false], 4), [0]);
        assert_eq!(live(options.clone(), [true, false], 9), [0, 1]);
        assert_eq!(live(options, [true, false], 17), [0]);
    }

    #[test]
    fn too_many_entries_are_none() {
        let options = Options { max_live_entries: 2, ..Options::default() };
        assert_eq!(live(options.clone(), [true, false], 12), [0, 1]);
        assert!(live(options, [true, true], 12).is_empty());
    }
}
