//! From the core's decision to the rows that the shim carries out.

use super::ffi::{
    PlaceRow, PlanMove, PlanPlace, PlanRename, PlanReuse, PlanRows, PlanSplit, PurposeRow, SiteRow,
    SpanRow, Status, NONE,
};
use crate::model::function::Function;
use crate::model::index::Idx;
use crate::plan::{Decision, Edit, Failure, Move, Place, Purpose, Site};

/// The decision as rows.
pub fn export(function: &Function, decision: &Decision) -> PlanRows {
    match decision {
        Decision::Edit(edit) => edit_rows(edit),
        Decision::Assign(allocation) => PlanRows {
            registers: allocation.registers.iter().map(|reg| reg.0).collect(),
            reuses: allocation
                .reuses
                .iter()
                .map(|reuse| PlanReuse { inst: reuse.inst.0, holder: reuse.holder.0 })
                .collect(),
            dead_stores: allocation.dead_stores.iter().map(|inst| inst.0).collect(),
            ..without_rows(Status::Assign, String::new())
        },
        Decision::Failed(failure) => without_rows(Status::Failed, message(function, failure)),
    }
}

/// Rows that change nothing.
pub fn without_rows(status: Status, message: String) -> PlanRows {
    PlanRows {
        status,
        message,
        purpose: PurposeRow::Assign,
        places: Vec::new(),
        splits: Vec::new(),
        pieces: Vec::new(),
        renames: Vec::new(),
        moves: Vec::new(),
        registers: Vec::new(),
        reuses: Vec::new(),
        dead_stores: Vec::new(),
    }
}

fn message(function: &Function, failure: &Failure) -> String {
    let first = failure.unplaced[0];
    let known = function.vregs.enumerate().nth(first.index());
    let (class, fate) = known.map_or((NONE, None), |(_, data)| (data.class.0, Some(data.fate)));
    format!(
        "no register for {} of {} ranges, first {first:?} of class {class} ({fate:?})",
        failure.unplaced.len(),
        failure.ranges,
    )
}

fn edit_rows(edit: &Edit) -> PlanRows {
    let mut rows = without_rows(Status::Edit, String::new());
    rows.purpose = match edit.purpose {
        Purpose::Widen => PurposeRow::Widen,
        Purpose::Limit => PurposeRow::Limit,
        Purpose::Assign => PurposeRow::Assign,
    };
    rows.places = edit.places.iter().map(|place| place_row(*place)).collect();
    for split in &edit.splits {
        let pieces = extend(&mut rows.pieces, split.pieces.iter().map(|piece| piece.0));
        let renames = extend(
            &mut rows.renames,
            split.renames.iter().map(|&(inst, piece)| PlanRename { inst: inst.0, piece: piece.0 }),
        );
        let moves = extend(&mut rows.moves, split.moves.iter().map(move_row));
        let (vreg, remainder) = (split.vreg.0, split.remainder.0);
        rows.splits.push(PlanSplit { vreg, remainder, pieces, renames, moves });
    }
    rows
}

fn place_row(place: Place) -> PlanPlace {
    let (place, reg) = match place {
        Place::Register(reg) => (PlaceRow::Register, reg.0),
        Place::Memory => (PlaceRow::Memory, NONE),
        Place::Later => (PlaceRow::Later, NONE),
        Place::Pieces => (PlaceRow::Pieces, NONE),
    };
    PlanPlace { place, reg }
}

fn move_row(motion: &Move) -> PlanMove {
    let (site, at) = match motion.site {
        Site::BlockStart(block) => (SiteRow::BlockStart, block.0),
        Site::BlockEnd(block) => (SiteRow::BlockEnd, block.0),
        Site::Before(inst) => (SiteRow::Before, inst.0),
        Site::After(inst) => (SiteRow::After, inst.0),
    };
    PlanMove { site, at, from: motion.from.0, to: motion.to.0 }
}

fn extend<T>(rows: &mut Vec<T>, items: impl Iterator<Item = T>) -> SpanRow {
    let start = rows.len() as u32;
    rows.extend(items);
    SpanRow { start, end: rows.len() as u32 }
}
