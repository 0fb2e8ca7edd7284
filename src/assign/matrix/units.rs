//! Which live range holds each register unit at each point.
//!
//! Per unit a sorted list of stretches, cut into chunks of bounded length: finding a point is a
//! binary search over the chunks and one within, and inserting moves no more than one chunk.
//! Weakness: the list of chunks itself is a vector, so a unit with millions of stretches pays for
//! moving it.

use crate::model::function::VReg;
use crate::model::index::IndexVec;
use crate::model::machine::Unit;
use crate::model::point::{Point, Segment};
use crate::model::search::count_before;

/// A stretch of a unit and who holds it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Holding {
    /// The stretch.
    pub segment: Segment,
    /// The holder.
    pub vreg: VReg,
}

const CHUNK: usize = 64;

#[derive(Clone, Debug, Default)]
struct UnitHoldings {
    /// Sorted, and sorted among each other; not empty unless there is one only.
    chunks: Vec<Vec<Holding>>,
    /// Per chunk the end of its last holding: a search for a chunk stays in here.
    ends: Vec<Point>,
}

impl UnitHoldings {
    /// The place of the first holding that ends after `point`.
    fn first_after(&self, point: Point) -> (usize, usize) {
        let chunk = self.ends.partition_point(|&end| end <= point);
        let place = self
            .chunks
            .get(chunk)
            .map_or(0, |holdings| holdings.partition_point(|h| h.segment.end <= point));
        (chunk, place)
    }

    /// The same for a point that no holding in front of `from` ends after.
    fn first_after_from(&self, from: (usize, usize), point: Point) -> (usize, usize) {
        let (chunk, place) = from;
        if self.ends.get(chunk).is_none_or(|&end| end <= point) {
            return self.first_after(point);
        }
        let ahead = &self.chunks[chunk][place..];
        (chunk, place + count_before(ahead, |holding| holding.segment.end <= point))
    }

    /// Adds a holding unless another one is in its way; those in front of `from` are in front of it.
    /// Returns the place from which those behind it are searched, if it did.
    fn try_insert(&mut self, holding: Holding, from: (usize, usize)) -> Option<(usize, usize)> {
        let (mut chunk, mut place) = self.first_after_from(from, holding.segment.start);
        if chunk == self.chunks.len() {
            match self.chunks.last() {
                None => self.begin(),
                Some(last) => place = last.len(),
            }
            chunk = self.chunks.len() - 1;
        }
        let holdings = &mut self.chunks[chunk];
        let next = holdings.get(place);
        if next.is_some_and(|next| next.segment.start < holding.segment.end) {
            return None;
        }
        holdings.insert(place, holding);
        self.ends[chunk] = self.ends[chunk].max(holding.segment.end);
        if holdings.len() > CHUNK {
            self.divide(chunk);
            return Some((chunk, 0));
        }
        Some((chunk, place + 1))
    }

    /// Makes the first chunk. What takes memory is kept out of the function that is called for each segment.
    #[cold]
    #[inline(never)]
    fn begin(&mut self) {
        self.chunks = vec![Vec::with_capacity(CHUNK + 1)];
        self.ends = vec![Point(0)];
    }

    /// Makes two chunks of one.
    #[cold]
    #[inline(never)]
    fn divide(&mut self, chunk: usize) {
        let holdings = &mut self.chunks[chunk];
        let tail = holdings.split_off(CHUNK / 2);
        let end = std::mem::replace(&mut self.ends[chunk], holdings[CHUNK / 2 - 1].segment.end);
        self.chunks.insert(chunk + 1, tail);
        self.ends.insert(chunk + 1, end);
    }

    /// Drops a chunk that is empty.
    #[cold]
    #[inline(never)]
    fn drop_chunk(&mut self, chunk: usize) {
        self.chunks.remove(chunk);
        self.ends.remove(chunk);
    }

    /// Removes a holding; those in front of `from` are in front of it. Returns the place from which those
    /// behind it are searched.
    fn remove(&mut self, segment: Segment, from: (usize, usize)) -> (usize, usize) {
        let (chunk, place) = self.first_after_from(from, segment.start);
        let is_only = self.chunks.len() == 1;
        let holdings = &mut self.chunks[chunk];
        let removed = holdings.remove(place);
        debug_assert_eq!(removed.segment, segment);
        match holdings.last() {
            Some(last) => self.ends[chunk] = last.segment.end,
            None if is_only => self.ends[chunk] = Point(0),
            None => self.drop_chunk(chunk),
        }
        (chunk, place)
    }
}

/// The holdings of all register units.
#[derive(Clone, Debug)]
pub struct UnitMatrix {
    units: IndexVec<Unit, UnitHoldings>,
}

impl UnitMatrix {
    /// Every unit free.
    pub fn new(units: usize) -> Self {
        Self { units: IndexVec::filled(UnitHoldings::default(), units) }
    }

    /// Gives the unit to `vreg` over `segments`. Two ranges in one register would be wrong code, so that a unit which
    /// is not free stops the allocation of the function here.
    pub fn take(&mut self, unit: Unit, segments: &[Segment], vreg: VReg) {
        let taken = self.try_take(unit, segments, vreg);
        assert!(taken, "a register unit is given to two ranges");
    }

    /// Gives the unit to `vreg` over `segments`, which are sorted, if it is free there. Returns
    /// whether it was.
    pub fn try_take(&mut self, unit: Unit, segments: &[Segment], vreg: VReg) -> bool {
        let holdings = &mut self.units[unit];
        let mut from = (0, 0);
        let in_the_way = segments.iter().position(|&segment| {
            let next = holdings.try_insert(Holding { segment, vreg }, from);
            from = next.unwrap_or(from);
            next.is_none()
        });
        if let Some(taken) = in_the_way {
            self.release(unit, &segments[..taken]);
        }
        in_the_way.is_none()
    }

    /// Takes back what `take` gave over the same segments.
    pub fn release(&mut self, unit: Unit, segments: &[Segment]) {
        let holdings = &mut self.units[unit];
        segments.iter().fold((0, 0), |from, &segment| holdings.remove(segment, from));
    }

    /// Calls `visit` with each holding that overlaps `segments`, in order, until it returns false;
    /// a holding may come twice. Returns whether the visit went to the end.
    pub fn visit_overlaps(
        &self,
        unit: Unit,
        segments: &[Segment],
        mut visit: impl FnMut(Holding) -> bool,
    ) -> bool {
        let holdings = &self.units[unit];
        let chunks = &holdings.chunks;
        let mut segments = segments;
        // The first holding that may overlap the next segment: what is in front of it ends before.
        let mut from = (0, 0);
        while let Some(&segment) = segments.first() {
            let (mut chunk, mut place) = holdings.first_after_from(from, segment.start);
            from = (chunk, place);
            let next_start = loop {
                let Some(holdings) = chunks.get(chunk) else {
                    return true;
                };
                let Some(holding) = holdings.get(place) else {
                    (chunk, place) = (chunk + 1, 0);
                    continue;
                };
                if holding.segment.start >= segment.end {
                    break holding.segment.start;
                }
                if !visit(*holding) {
                    return false;
                }
                from = (chunk, place);
                place += 1;
            };
            // What ends before the next holding begins overlaps nothing.
            let rest = &segments[1..];
            segments = &rest[count_before(rest, |later| later.end <= next_start)..];
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn segment(start: u32, end: u32) -> Segment {
        Segment { start: Point(start), end: Point(end) }
    }

    /// A plain list that is searched from end to end.
    fn overlapping(list: &[Holding], query: &[Segment]) -> Vec<VReg> {
        let hit = |h: &&Holding| query.iter().any(|s| s.overlaps(h.segment));
        let mut found: Vec<VReg> = list.iter().filter(hit).map(|h| h.vreg).collect();
        found.sort();
        found.dedup();
        found
    }

    #[test]
    fn overlaps_agree_with_a_plain_list_through_inserts_and_removals() {
        let mut matrix = UnitMatrix::new(1);
        let mut list: Vec<Holding> = Vec::new();
        let mut seed = 1u32;
        let mut random = |bound: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) % bound
        };
        for round in 0..4000u32 {
            let start = random(4000);
            let end = start + 1 + random(3);
            let next = end + random(200);
            let both = [segment(start, end), segment(next, next + 1)];
            if random(3) == 0 && !list.is_empty() {
                let gone = list.swap_remove(random(list.len() as u32) as usize);
                matrix.release(Unit(0), &[gone.segment]);
            } else {
                let is_free = overlapping(&list, &both).is_empty();
                assert_eq!(matrix.try_take(Unit(0), &both, VReg(round)), is_free, "round {round}");
                let holdings = both.map(|segment| Holding { segment, vreg: VReg(round) });
                list.extend(is_free.then_some(holdings).into_iter().flatten());
            }
            let from = random(4000);
            let query = [segment(from, from + 5), segment(from + 9, from + 40 + random(300))];
            let mut found = Vec::new();
            matrix.visit_overlaps(Unit(0), &query, |holding| {
                found.push(holding.vreg);
                true
            });
            found.sort();
            found.dedup();
            assert_eq!(found, overlapping(&list, &query), "round {round}");
        }
        assert!(list.len() > CHUNK, "the lists were long enough to be cut");
    }
}
