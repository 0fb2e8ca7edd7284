//! What a piece of a range covers, and where its value comes and goes.

use crate::model::function::{Function, Inst};
use crate::model::point::{covers, Segment};
use crate::plan::Site;

/// The outline of a piece.
#[derive(Clone, Debug, Default)]
pub struct Shape {
    /// Where the piece is live, sorted.
    pub segments: Vec<Segment>,
    /// Where the value comes in (true) or goes out.
    pub transitions: Vec<(Site, bool)>,
    /// Expected number of times that the value comes in.
    pub entries: f64,
    /// Expected number of times that it goes out.
    pub exits: f64,
}

impl Shape {
    /// The piece covers a segment after those it covers so far. A value that moves at the very end
    /// of a block covers no point there.
    pub fn cover(&mut self, segment: Segment) {
        if !segment.is_empty() {
            self.segments.push(segment);
        }
    }

    /// The value comes in here.
    pub fn enter(&mut self, site: Site, frequency: f64) {
        self.transitions.push((site, true));
        self.entries += frequency;
    }

    /// The value goes out here.
    pub fn leave(&mut self, site: Site, frequency: f64) {
        self.transitions.push((site, false));
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
}
