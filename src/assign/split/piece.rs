//! A piece of a live range: what it covers, and where its value enters and leaves it.

use crate::analysis::insertion_points::InsertionPoint;
use crate::analysis::references::Reference;
use crate::model::function::{Function, Inst};
use crate::model::machine::Reg;
use crate::model::point::{covers, Segment};

/// What a piece covers, and the copies that lead into and out of it.
#[derive(Clone, Debug, Default)]
pub struct PieceExtent {
    /// Where the piece is live, sorted.
    pub segments: Vec<Segment>,
    /// Where the value has left it already, and an instruction still reads it there: the rest of the range is live too.
    pub shared: Vec<Segment>,
    /// The copies between the piece and the rest of the range.
    pub transfers: Vec<Transfer>,
    /// Expected number of times that the value enters, per execution of the function.
    pub entries: f64,
    /// Expected number of times that it leaves.
    pub exits: f64,
}

/// A copy between a piece and the rest of its range.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Transfer {
    /// Where the copy goes.
    pub at: InsertionPoint,
    /// Which way the value moves.
    pub direction: Direction,
}

/// Which way a value moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// From the rest of the range into the piece.
    Enter,
    /// From the piece to the rest of the range.
    Leave,
}

impl PieceExtent {
    /// The piece covers a segment behind those that it covers so far. A value that moves at the very
    /// end of a block covers no point there.
    pub fn cover(&mut self, segment: Segment) {
        if !segment.is_empty() {
            self.segments.push(segment);
        }
    }

    /// The value enters here.
    pub fn enter(&mut self, at: InsertionPoint, frequency: f64) {
        self.transfers.push(Transfer { at, direction: Direction::Enter });
        self.entries += frequency;
    }

    /// The value leaves here.
    pub fn leave(&mut self, at: InsertionPoint, frequency: f64) {
        self.transfers.push(Transfer { at, direction: Direction::Leave });
        self.exits += frequency;
    }

    /// Whether the piece is what an instruction refers to: it ends there, begins there, or lives
    /// across.
    pub fn holds(&self, function: &Function, inst: Inst) -> bool {
        let point = function.insts[inst].point;
        [point.base(), point.early(), point.register()]
            .into_iter()
            .any(|point| covers(&self.segments, point))
    }

    /// Those of the references to the range that it holds.
    pub fn references(&self, function: &Function, references: &[Reference]) -> Vec<Reference> {
        references.iter().filter(|r| self.holds(function, r.inst)).copied().collect()
    }
}

/// A piece that was found worth having.
#[derive(Clone, Debug)]
pub struct Piece {
    /// Its register.
    pub reg: Reg,
    /// What it covers.
    pub extent: PieceExtent,
    /// The references that it holds.
    pub references: Vec<Reference>,
    /// Where the value is copied from the piece before, if it is.
    pub copied_at: Option<InsertionPoint>,
}
