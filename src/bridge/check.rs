//! The entry to the checker: rows in, faults out, and no panic past this point.

use super::allocate::guarded;
use super::ffi::{CheckFault, CheckKind, CheckProgram, CheckResult, CheckStep, SpanRow, NONE};
use crate::check::{self, Block, BlockSteps, Edge, Exit, Fault, Place, Program, Step};
use crate::model::index::Span;

/// Checks what an allocator made of a function.
pub fn check_allocation(rows: &CheckProgram) -> CheckResult {
    match guarded(|| check::check(&import(rows))) {
        Ok(faults) => {
            CheckResult { panic: String::new(), faults: faults.into_iter().map(row).collect() }
        }
        Err(panic) => CheckResult { panic, faults: Vec::new() },
    }
}

fn span(row: &SpanRow) -> Span {
    Span { start: row.start, end: row.end }
}

fn import(rows: &CheckProgram) -> Program {
    let blocks = rows.blocks.iter();
    let edges = rows.edges.iter();
    Program {
        values: rows.values as usize,
        locations: rows.locations as usize,
        blocks: blocks
            .map(|row| BlockSteps { steps: span(&row.steps), edges: span(&row.edges) })
            .collect(),
        steps: rows.steps.iter().map(step).collect(),
        pairs: rows.pairs.iter().map(|pair| (pair.first, pair.second)).collect(),
        edges: edges
            .map(|row| Edge {
                to: Block(row.to),
                exit: if row.throws { Exit::Throw } else { Exit::End },
            })
            .collect(),
    }
}

fn step(row: &CheckStep) -> (Place, Step) {
    let pairs = span(&row.pairs);
    let step = match row.kind {
        CheckKind::Read => Step::Read(pairs),
        CheckKind::ReadEither => Step::ReadEither { first: pairs, second: span(&row.inputs) },
        CheckKind::Write => Step::Write(pairs),
        CheckKind::Hold => Step::Hold(pairs),
        CheckKind::Clobber => Step::Clobber(pairs),
        CheckKind::Move => Step::Move(pairs),
        CheckKind::Recompute => Step::Recompute { inputs: span(&row.inputs), results: pairs },
        CheckKind::Alias => Step::Alias(pairs),
        CheckKind::Undefine => Step::Undefine(pairs),
        _ => Step::Throw,
    };
    (Place(row.place), step)
}

fn row(fault: Fault) -> CheckFault {
    CheckFault {
        place: fault.place.0,
        location: fault.location.0,
        expected: fault.expected.0,
        held: fault.held.iter().map(|value| value.0).collect(),
        blocks: fault.path.blocks.iter().map(|block| block.0).collect(),
        lost_at: fault.path.lost_at.map_or(NONE, |place| place.0),
    }
}
