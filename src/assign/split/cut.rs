//! Cutting a live range into pieces and a remainder.

use super::super::assignment::Assignment;
use super::piece::{Direction, Piece, Transfer};
use crate::analysis::references::Reference;
use crate::model::function::{Fate, Inst, VReg};
use crate::model::point::Segment;
use crate::plan::{Move, Split};

/// Makes ranges of the pieces, gives each its register, and makes a range of the remainder, which
/// still needs a place.
pub fn cut(assignment: &mut Assignment, vreg: VReg, pieces: Vec<Piece>) -> Split {
    let mut renames: Vec<(Inst, VReg)> = Vec::new();
    let mut transfers: Vec<(VReg, Transfer)> = Vec::new();
    let mut moves: Vec<Move> = Vec::new();
    let mut covered: Vec<Segment> = Vec::new();
    let mut numbers = Vec::new();
    for Piece { reg, extent, references, copied_at } in pieces {
        let number = assignment.add_piece(vreg, Fate::Split, &extent.segments, &references);
        assignment.assign(number, reg);
        renames.extend(references.iter().map(|reference| (reference.inst, number)));
        if let (Some(site), Some(&from)) = (copied_at, numbers.last()) {
            moves.push(Move { site, from, to: number });
        }
        transfers.extend(extent.transfers.iter().map(|&transfer| (number, transfer)));
        covered.extend(extent.segments);
        numbers.push(number);
    }
    renames.sort_unstable_by_key(|&(inst, _)| inst);
    covered.sort_unstable_by_key(|segment| segment.start);
    let rest = subtract(assignment.ranges().live(vreg), &covered);
    let is_renamed =
        |inst: Inst| renames.binary_search_by_key(&inst, |&(renamed, _)| renamed).is_ok();
    let references = assignment.references.of(vreg).iter();
    let references: Vec<Reference> = references.filter(|r| !is_renamed(r.inst)).copied().collect();
    let remainder = assignment.add_piece(vreg, Fate::Free, &rest, &references);
    moves.extend(transfers.iter().map(|&(piece, Transfer { site, direction })| match direction {
        Direction::Enter => Move { site, from: remainder, to: piece },
        Direction::Leave => Move { site, from: piece, to: remainder },
    }));
    Split { vreg, remainder, pieces: numbers, renames, moves }
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
