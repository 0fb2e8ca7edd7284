//! Cutting a live range into pieces and a remainder.

use super::super::assignment::Assignment;
use super::piece::{Direction, Piece, Transfer};
use crate::analysis::references::Reference;
use crate::model::function::{Fate, Inst, VReg};
use crate::model::point::Segment;
use crate::plan::Split;
use crate::split::SplitEditor;

/// Makes ranges of the pieces, gives each its register, and makes a range of the remainder, which
/// still needs a place.
pub fn cut(assignment: &mut Assignment, vreg: VReg, pieces: Vec<Piece>) -> Split {
    let mut editor = SplitEditor::new(vreg);
    let mut transfers: Vec<(VReg, Transfer)> = Vec::new();
    let mut renamed: Vec<Inst> = Vec::new();
    let mut covered: Vec<Segment> = Vec::new();
    let mut last = None;
    for Piece { reg, extent, references, copied_at } in pieces {
        let piece = assignment.add_piece(vreg, Fate::Split, &extent.segments, &references);
        assignment.assign(piece, reg);
        editor.add_piece(piece);
        references.iter().for_each(|reference| editor.rename(reference.inst, piece));
        renamed.extend(references.iter().map(|reference| reference.inst));
        let before = last.replace(piece);
        if let (Some(at), Some(before)) = (copied_at, before) {
            editor.pass_on(before, piece, at);
        }
        transfers.extend(extent.transfers.into_iter().map(|transfer| (piece, transfer)));
        covered.extend(subtract(&extent.segments, &extent.shared));
    }
    for (piece, Transfer { at, direction }) in transfers {
        match direction {
            Direction::Enter => editor.enter(piece, at),
            Direction::Leave => editor.leave(piece, at),
        }
    }
    renamed.sort_unstable();
    covered.sort_unstable_by_key(|segment| segment.start);
    let rest = subtract(assignment.ranges().live(vreg), &covered);
    let references = assignment.references.of(vreg).iter();
    let references = references.filter(|r| renamed.binary_search(&r.inst).is_err());
    let references: Vec<Reference> = references.copied().collect();
    editor.finish(assignment.add_piece(vreg, Fate::Free, &rest, &references))
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
                rest.push(Segment { start, end: hole.start });
            }
            start = start.max(hole.end);
            if hole.end > segment.end {
                break;
            }
            holes.next();
        }
        if start < segment.end {
            rest.push(Segment { start, end: segment.end });
        }
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::point::Point;

    #[test]
    fn what_pieces_cover_is_taken_off_a_range() {
        let segments = |ends: &[(u32, u32)]| -> Vec<Segment> {
            let segment = |&(start, end)| Segment { start: Point(start), end: Point(end) };
            ends.iter().map(segment).collect()
        };
        // A hole in the middle, one that reaches over the end of a segment and the beginning of the next,
        // and one that touches a whole segment.
        let rest = subtract(
            &segments(&[(0, 10), (20, 30), (40, 50), (60, 70)]),
            &segments(&[(2, 4), (25, 45), (60, 70)]),
        );
        assert_eq!(rest, segments(&[(0, 2), (4, 10), (20, 25), (45, 50)]));
        assert_eq!(subtract(&segments(&[(0, 10)]), &[]), segments(&[(0, 10)]));
    }
}
