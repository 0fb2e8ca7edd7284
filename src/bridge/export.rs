//! From the core's plan to the rows that the shim carries out.

use super::ffi::{
    PlaceRow, PlanMove, PlanPlace, PlanRename, PlanReuse, PlanRows, PlanSplit, SiteRow, SpanRow,
    Status, NONE,
};
use crate::model::function::{Function, VReg};
use crate::plan::{Move, Place, Plan, Site};

/// The plan as rows.
pub fn export(function: &Function, plan: &Plan) -> PlanRows {
    let mut rows = PlanRows {
        status: status(plan),
        message: String::new(),
        places: plan.places.iter().map(|place| place_row(*place)).collect(),
        splits: Vec::new(),
        pieces: Vec::new(),
        renames: Vec::new(),
        moves: Vec::new(),
        reuses: plan
            .reuses
            .iter()
            .map(|reuse| PlanReuse { inst: reuse.inst.0, holder: reuse.holder.0 })
            .collect(),
        dead_stores: plan.dead_stores.iter().map(|inst| inst.0).collect(),
        prepares: false,
        limits: false,
    };
    if rows.status == Status::Failed {
        let first = plan.places.iter().position(Option::is_none).unwrap_or_default();
        let (class, fate) = function
            .vregs
            .enumerate()
            .nth(first)
            .map_or((NONE, None), |(_, data)| (data.class.0, Some(data.fate)));
        rows.message = format!(
            "no register for {} of {} ranges, first {:?} of class {class} ({fate:?})",
            plan.failures(),
            plan.places.len(),
            VReg(first as u32),
        );
    }
    for split in &plan.splits {
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

fn status(plan: &Plan) -> Status {
    if plan.failures() > 0 {
        Status::Failed
    } else if plan.edits_code() {
        Status::Edit
    } else {
        Status::Done
    }
}

fn place_row(place: Option<Place>) -> PlanPlace {
    let (place, reg) = match place {
        None => (PlaceRow::Nowhere, NONE),
        Some(Place::Register(reg)) => (PlaceRow::Register, reg.0),
        Some(Place::Memory) => (PlaceRow::Memory, NONE),
        Some(Place::Later) => (PlaceRow::Later, NONE),
        Some(Place::Pieces) => (PlaceRow::Pieces, NONE),
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
