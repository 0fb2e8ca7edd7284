//! From the core's decision to the rows that the shim carries out.

use super::ffi::{
    PlaceRow, PlanMove, PlanPlace, PlanRename, PlanReuse, PlanRows, PlanSplit, SiteRow, SpanRow,
    Status, NONE,
};
use crate::plan::{Allocation, Decision, Edit, Move, Place, Purpose, Reuse, Site};

/// The decision as rows.
pub fn export(decision: &Decision) -> PlanRows {
    match decision {
        Decision::Edit(edit) => edit_rows(edit),
        Decision::Assign(allocation) => allocation_rows(allocation),
        Decision::Failed(_) => without_rows(Status::Failed),
    }
}

fn allocation_rows(allocation: &Allocation) -> PlanRows {
    let reuse = |reuse: &Reuse| PlanReuse { inst: reuse.inst.0, holder: reuse.holder.0 };
    PlanRows {
        registers: allocation.registers.iter().map(|reg| reg.0).collect(),
        reuses: allocation.reuses.iter().map(reuse).collect(),
        dead_stores: allocation.dead_stores.iter().map(|inst| inst.0).collect(),
        frame_mark: allocation.frame_mark.map_or(NONE, |block| block.0),
        ..without_rows(Status::Assign)
    }
}

/// Rows that change nothing.
pub fn without_rows(status: Status) -> PlanRows {
    PlanRows {
        status,
        places: Vec::new(),
        spills_parts: false,
        splits: Vec::new(),
        pieces: Vec::new(),
        renames: Vec::new(),
        moves: Vec::new(),
        registers: Vec::new(),
        reuses: Vec::new(),
        dead_stores: Vec::new(),
        frame_mark: NONE,
    }
}

/// An edit as rows.
pub fn edit_rows(edit: &Edit) -> PlanRows {
    let mut rows = without_rows(Status::Edit);
    rows.places = edit.places.iter().map(|place| place_row(*place)).collect();
    rows.spills_parts = edit.purpose == Purpose::Limit;
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
        Site::BeforeTerminators(block) => (SiteRow::BeforeTerminators, block.0),
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
