//! A range as the stretches between its references.

use super::{Gap, Place, Stay, Visit};
use crate::analysis::references::Reference;
use crate::model::function::Function;
use crate::model::point::{covers, segment_around, Point, Segment};
use std::ops::Range;

/// A range cut into the gaps between its references.
#[derive(Debug, Default)]
pub(super) struct Shape {
    pub(super) stays: Vec<Stay>,
    /// Per gap its points: from after a reference or the block's beginning to before a reference or
    /// the block's end.
    pub(super) gaps: Vec<Segment>,
    /// Per gap the place that it is; none between references of a block where the value is surely in
    /// a register.
    pub(super) places: Vec<Option<Place>>,
    /// How many places there are: first the bundles that the range touches.
    pub(super) place_count: u32,
    /// Per place whether the value can be recomputed all over it; empty if at none.
    pub(super) recomputable: Vec<bool>,
}

impl Shape {
    /// Nothing yet, with room for so many blocks and references.
    pub(super) fn with_capacity(blocks: usize, references: usize) -> Self {
        // A block has a gap more than it has references.
        let gaps = blocks + references;
        Self {
            stays: Vec::with_capacity(blocks),
            gaps: Vec::with_capacity(gaps),
            places: Vec::with_capacity(gaps),
            ..Self::default()
        }
    }

    /// Cuts a stay at its references. Where nothing has to leave registers, a gap at an end of the
    /// block is the same place as the boundary, and one between references is none: fewer places make
    /// a smaller network.
    pub(super) fn add_gaps(
        &mut self,
        function: &Function,
        live: &[Segment],
        all: &[Reference],
        (stay, mut over): (usize, &[Point]),
    ) {
        let Stay { live: block, entry, exit, ends_late, .. } = self.stays[stay];
        self.stays[stay].gaps = self.gaps.len() as u32;
        let points = function.blocks[block.block].points;
        let references = block.references(all);
        // Nothing comes between a definition this late and the block's end but a store of it.
        if let Some(last) = references.last().filter(|_| ends_late) {
            let behind = function.insts[last.inst].point.dead();
            over = &over[..over.partition_point(|&at| at < behind)];
        }
        let mut add = |shape: &mut Self, start: Point, end: Point, boundary: Option<Place>| {
            over = &over[over.partition_point(|&at| at < start)..];
            let may_leave = over.first().is_some_and(|&at| at < end);
            let place = if may_leave { Some(shape.new_place()) } else { boundary };
            shape.gaps.push(Segment { start, end });
            shape.places.push(place);
        };
        let mut start = entry.map(|entry| (points.start, Some(entry)));
        for reference in references {
            let point = function.insts[reference.inst].point;
            if let Some((start, boundary)) = start {
                add(self, start, point.base(), boundary);
            }
            start = covers(live, point.dead()).then_some((point.dead(), None));
        }
        if let Some((start, boundary)) = start {
            add(self, start, points.end, boundary.or(exit));
        }
    }

    /// Finds the places where the value can be recomputed, which it can in `segments`.
    pub(super) fn mark_recomputable(&mut self, function: &Function, segments: &[Segment]) {
        if segments.is_empty() {
            return;
        }
        self.recomputable = vec![true; self.place_count as usize];
        for stay in 0..self.stays.len() {
            let Stay { live, entry, exit, .. } = self.stays[stay];
            let points = function.blocks[live.block].points;
            let last = Point(points.end.0 - 1);
            for (place, at) in [(entry, points.start), (exit, last)] {
                if let Some(place) = place.filter(|_| !covers(segments, at)) {
                    self.recomputable[place.0 as usize] = false;
                }
            }
            for gap in self.gaps_of(stay) {
                let points = self.gaps[gap as usize];
                let around = segment_around(segments, points.start);
                let is_within = around.is_some_and(|segment| points.end <= segment.end);
                if let Some(place) = self.places[gap as usize].filter(|_| !is_within) {
                    self.recomputable[place.0 as usize] = false;
                }
            }
        }
    }

    pub(super) fn is_recomputable(&self, place: Place) -> bool {
        self.recomputable.get(place.0 as usize).is_some_and(|&is| is)
    }

    pub(super) fn new_place(&mut self) -> Place {
        self.place_count += 1;
        Place(self.place_count - 1)
    }

    pub(super) fn gaps_of(&self, stay: usize) -> Range<u32> {
        let end = self.stays.get(stay + 1).map_or(self.gaps.len() as u32, |next| next.gaps);
        self.stays[stay].gaps..end
    }

    pub(super) fn stay_of(&self, gap: usize) -> &Stay {
        &self.stays[self.stays.partition_point(|stay| stay.gaps as usize <= gap) - 1]
    }

    pub(super) fn place(&self, gap: Gap) -> Option<Place> {
        self.places[gap.0 as usize]
    }

    pub(super) fn visits<'s>(
        &'s self,
        function: &'s Function,
        all: &'s [Reference],
        stay: usize,
    ) -> impl Iterator<Item = Visit> + 's {
        let points = |gap: u32| self.gaps[gap as usize];
        let mut gaps = self.gaps_of(stay).peekable();
        self.stays[stay].live.references(all).iter().map(move |&reference| {
            let point = function.insts[reference.inst].point;
            let before = gaps.next_if(|&gap| points(gap).end == point.base());
            let after =
                gaps.peek().copied().filter(|&gap| points(gap).start.base() == point.base());
            Visit { reference, before: before.map(Gap), after: after.map(Gap) }
        })
    }
}
