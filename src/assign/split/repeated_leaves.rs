//! Copies out of a piece whose value the rest of the range still has.
//!
//! A value that enters a piece by a copy stays in the rest's register, or in its memory, until an instruction changes
//! it in the piece. If nothing has on any path to the next copy out of the piece, that copy changes nothing: the rest
//! stays live beside the piece instead. Which copies those are is found as available expressions are (Cocke 1970).

use super::piece::{Direction, PieceExtent, Transfer};
use super::region_blocks::RegionBlock;
use crate::model::function::Function;
use crate::model::point::{Point, Segment};

/// How the value goes through a stretch of the range within one block.
pub struct Passage<'r, 'a> {
    /// The stretch.
    pub block: &'r RegionBlock<'a>,
    /// Whether the piece has the value at the block's end.
    pub at_exit: bool,
    /// Whether the piece has the value all through the stretch, which reaches both ends of the block.
    pub is_through: bool,
    /// The transfer by which the value leaves the piece, if it was in the piece at the block's beginning and does.
    pub leave: Option<Transfer>,
    /// The transfer by which it enters, behind that, if it does.
    pub enter: Option<Transfer>,
}

/// Takes the transfers out of the extent that leave the piece without need, and shares with the rest what lies between
/// them and where the rest had the value last. The passages are those of all blocks in layout order.
pub fn drop(function: &Function, passages: &[Passage], extent: &mut PieceExtent) {
    let has = |direction| extent.transfers.iter().any(|transfer| transfer.direction == direction);
    if !has(Direction::Leave) || !has(Direction::Enter) {
        return;
    }
    let ways = Ways { function, passages };
    let kept = ways.kept_at_entries();
    let repeated: Vec<(usize, Transfer)> =
        (0..passages.len()).filter_map(|number| ways.repeated(number, &kept)).collect();
    if repeated.is_empty() {
        return;
    }
    extent.shared.append(&mut ways.shared(&repeated));
    extent.shared.sort_unstable();
    let frequency = |&(number, _): &(usize, Transfer)| passages[number].block.data.frequency;
    extent.exits -= repeated.iter().map(frequency).sum::<f64>();
    // Both are in layout order.
    let mut dropped = repeated.iter().map(|&(_, leave)| leave).peekable();
    extent.transfers.retain(|transfer| dropped.next_if_eq(transfer).is_none());
}

/// The ways that the value takes through a range with a piece.
struct Ways<'e, 'r, 'a> {
    function: &'e Function,
    passages: &'e [Passage<'r, 'a>],
}

impl Ways<'_, '_, '_> {
    /// Whether a reference of a passage between two points changes the value.
    fn is_changed(&self, passage: &Passage, from: Point, to: Point) -> bool {
        passage.block.references.iter().any(|reference| {
            let point = self.function.insts[reference.inst].point;
            reference.writes && point.dead() > from && point.base() < to
        })
    }

    /// The passages to which the value goes on from one, by number.
    fn next<'s>(&'s self, passage: &'s Passage) -> impl Iterator<Item = usize> + 's {
        let leads_on = passage.block.exit.is_some();
        let successors = self.function.successors_of(passage.block.block).iter();
        successors.filter(move |_| leads_on).filter_map(|&to| {
            let number = self.passages.partition_point(|other| other.block.block < to);
            let other = self.passages.get(number)?;
            (other.block.block == to && other.block.entry.is_some()).then_some(number)
        })
    }

    /// Per passage whether the rest has the value at its beginning on all paths, be it beside the piece.
    fn kept_at_entries(&self) -> Vec<bool> {
        let mut kept = vec![true; self.passages.len()];
        let mut changes = true;
        while std::mem::take(&mut changes) {
            for (number, passage) in self.passages.iter().enumerate() {
                let Segment { start, end } = passage.block.segment;
                let is_kept = if !passage.at_exit {
                    true
                } else if passage.is_through {
                    kept[number] && !self.is_changed(passage, start, end)
                } else {
                    passage.enter.is_some_and(|enter| !self.is_changed(passage, enter.at.at, end))
                };
                for next in self.next(passage).filter(|_| !is_kept) {
                    changes |= std::mem::replace(&mut kept[next], false);
                }
            }
        }
        kept
    }

    /// The transfer by which the value leaves the piece in a passage although the rest has it, with the passage's
    /// number; none if there is no such transfer.
    fn repeated(&self, number: usize, kept: &[bool]) -> Option<(usize, Transfer)> {
        let passage = &self.passages[number];
        let leave = passage.leave.filter(|_| kept[number])?;
        let is_changed = self.is_changed(passage, passage.block.segment.start, leave.at.at);
        (!is_changed).then_some((number, leave))
    }

    /// Where the rest has to be live beside the piece if the value is not copied where that is repeated.
    fn shared(&self, repeated: &[(usize, Transfer)]) -> Vec<Segment> {
        let mut is_needed = vec![false; self.passages.len()];
        let mut shared: Vec<Segment> = Vec::new();
        for &(number, leave) in repeated {
            is_needed[number] = true;
            shared.push(Segment { end: leave.at.at, ..self.passages[number].block.segment });
        }
        let is_needed_behind = |is_needed: &[bool], passage: &Passage| {
            passage.at_exit && self.next(passage).any(|next| is_needed[next])
        };
        let mut changes = true;
        while std::mem::take(&mut changes) {
            for (number, passage) in self.passages.iter().enumerate().rev() {
                if passage.is_through && is_needed_behind(&is_needed, passage) {
                    changes |= !std::mem::replace(&mut is_needed[number], true);
                }
            }
        }
        for passage in self.passages.iter().filter(|passage| is_needed_behind(&is_needed, passage))
        {
            let segment = passage.block.segment;
            let start = passage.enter.map_or(segment.start, |enter| enter.at.at);
            shared.push(Segment { start, ..segment });
        }
        shared.retain(|segment| !segment.is_empty());
        shared
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::with_assignment;
    use super::super::{region_for_hint, SplitScratch};
    use super::*;
    use crate::model::function::{Block, Inst, VReg};
    use crate::model::machine::Reg;
    use crate::model::text::parse;
    use crate::plan::Site;

    /// %0 comes in r0 and is returned there; a cold call, and a colder one behind it, destroy r0.
    fn text(behind_first: &str) -> String {
        format!(
            "reg r0\nreg r1\nclass g r0 r1\nmask m r1\nfunction f\n\
             block b0 1 -> b1 b3\n  i2i r0 => %0\n  store %0\n\
             block b1 0.25 -> b2 b3\n  call keeps m\n  {behind_first}\n\
             block b2 0.0625 -> b3\n  store %0\n  call keeps m\n\
             block b3 1\n  i2i %0 => r0\n  ret r0\n"
        )
    }

    /// What the piece that keeps %0 in r0 covers.
    fn extent(text: &str) -> PieceExtent {
        with_assignment(text, |assignment| {
            let scratch = &mut SplitScratch::default();
            let region =
                region_for_hint(&assignment, scratch, VReg(0), Reg(0), true, f64::INFINITY);
            region.expect("the calls are cold").extent
        })
    }

    fn leaves(extent: &PieceExtent) -> usize {
        extent.transfers.iter().filter(|transfer| transfer.direction == Direction::Leave).count()
    }

    #[test]
    fn what_the_rest_still_has_is_not_copied_out_again() {
        let text = text("store %0");
        let extent = extent(&text);
        let transfers = extent.transfers.iter().map(|t| (t.at.site, t.direction));
        // i3 is the last reference in b1, and i4 the one in b2, which may as well read the rest.
        let expected = [
            (Site::BlockStart(Block(1)), Direction::Leave),
            (Site::Before(Inst(3)), Direction::Enter),
            (Site::BlockEnd(Block(2)), Direction::Enter),
        ];
        assert_eq!(transfers.collect::<Vec<_>>(), expected, "no copy for the second call");
        let function = parse(&text).unwrap().function;
        let block = |number| function.blocks[Block(number)].points;
        let before = |number| function.insts[Inst(number)].point.base();
        let shared = [
            Segment { start: before(3), end: block(1).end },
            Segment { start: block(2).start, end: before(4) },
        ];
        assert_eq!(extent.shared, shared);
    }

    #[test]
    fn what_changed_in_the_piece_is_copied_out_again() {
        let extent = extent(&text("add %0, 1 => %0"));
        assert_eq!((leaves(&extent), extent.shared), (2, Vec::new()));
    }

    #[test]
    fn what_the_rest_has_on_one_path_only_is_copied_out_again() {
        // The second call is reached past the first one too.
        let extent =
            extent(&text("store %0").replace("block b0 1 -> b1 b3", "block b0 1 -> b1 b2"));
        assert_eq!((leaves(&extent), extent.shared), (2, Vec::new()));
    }
}
