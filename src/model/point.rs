//! Points of a function: where live ranges begin and end.
//!
//! A point is the number of an instruction or block boundary with one of four slots in the low two
//! bits. The numbers grow through the function in layout order and may have gaps.

use super::search::count_before;
use std::fmt;

/// A place in the function's linear order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Hash)]
pub struct Point(pub u32);

impl Point {
    const SLOTS: u32 = 4;

    /// The boundary before the instruction: where its block begins, if it is the first.
    pub fn base(self) -> Self {
        Self(self.0 & !(Self::SLOTS - 1))
    }

    /// Where the instruction writes results that must not share a register with its uses.
    pub fn early(self) -> Self {
        Self(self.base().0 + 1)
    }

    /// Where the instruction reads its uses and then writes its other results.
    pub fn register(self) -> Self {
        Self(self.base().0 + 2)
    }

    /// Just after the instruction: the end of a result that nobody reads.
    pub fn dead(self) -> Self {
        Self(self.base().0 + 3)
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let slot = ['B', 'e', 'r', 'd'][(self.0 % Self::SLOTS) as usize];
        write!(f, "{}{slot}", self.base().0)
    }
}

/// A half-open stretch of points, `start` included and `end` not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Segment {
    /// First point.
    pub start: Point,
    /// First point after the stretch.
    pub end: Point,
}

impl Segment {
    /// Whether the two share a point.
    pub fn overlaps(self, other: Self) -> bool {
        self.start < other.end && other.start < self.end
    }

    /// The number of points.
    pub fn len(self) -> u32 {
        self.end.0 - self.start.0
    }

    /// Whether it holds no point.
    pub fn is_empty(self) -> bool {
        self.start >= self.end
    }
}

/// Of sorted and disjoint segments the one that a point lies in.
pub fn segment_around(segments: &[Segment], at: Point) -> Option<Segment> {
    let after = segments.partition_point(|segment| segment.end <= at);
    segments.get(after).copied().filter(|segment| segment.start <= at)
}

/// Whether a point lies in one of the segments, which are sorted and disjoint.
pub fn covers(segments: &[Segment], at: Point) -> bool {
    segment_around(segments, at).is_some()
}

/// Skips what ends before the other list goes on. Returns what the first segments then share; none if the lists share
/// no point.
fn skip_to_common(a: &mut &[Segment], b: &mut &[Segment]) -> Option<Segment> {
    while let (Some(&x), Some(&y)) = (a.first(), b.first()) {
        if x.overlaps(y) {
            return Some(Segment { start: x.start.max(y.start), end: x.end.min(y.end) });
        }
        if x.end <= y.start {
            *a = &a[count_before(a, |segment| segment.end <= y.start)..];
        } else {
            *b = &b[count_before(b, |segment| segment.end <= x.start)..];
        }
    }
    None
}

/// The first point that two lists of disjoint segments, both sorted, share.
pub fn first_common(mut a: &[Segment], mut b: &[Segment]) -> Option<Point> {
    skip_to_common(&mut a, &mut b).map(|shared| shared.start)
}

/// Whether two lists of disjoint segments, both sorted, share a point.
pub fn overlap(a: &[Segment], b: &[Segment]) -> bool {
    first_common(a, b).is_some()
}

/// What two lists of disjoint segments, both sorted, share; it ends where a segment of either does.
pub fn common(mut a: &[Segment], mut b: &[Segment]) -> Vec<Segment> {
    let mut shared = Vec::new();
    while let Some(segment) = skip_to_common(&mut a, &mut b) {
        shared.push(segment);
        if a[0].end == segment.end {
            a = &a[1..];
        } else {
            b = &b[1..];
        }
    }
    shared
}

/// Calls `visit` with each segment of `others` that shares a point with `segments`; both are sorted
/// and disjoint.
pub fn visit_common(segments: &[Segment], others: &[Segment], mut visit: impl FnMut(Segment)) {
    let mut others = others;
    for segment in segments {
        others = &others[count_before(others, |other| other.end <= segment.start)..];
        others.iter().take_while(|o| o.start < segment.end).for_each(|&o| visit(o));
    }
}

/// What of `segments`, which are sorted and disjoint, lies between `start` and `end`.
pub fn clip(segments: &[Segment], start: Point, end: Point) -> Vec<Segment> {
    let first = segments.partition_point(|segment| segment.end <= start);
    let within = segments[first..].iter().take_while(|segment| segment.start < end);
    within.map(|s| Segment { start: s.start.max(start), end: s.end.min(end) }).collect()
}

/// Sorts segments of which those in front of `middle` and those from there on are sorted already.
pub fn merge_sorted(segments: &mut [Segment], middle: usize) {
    let (front, back) = segments.split_at(middle);
    debug_assert!(front.is_sorted() && back.is_sorted());
    if front.last().is_none_or(|last| back.first().is_none_or(|first| last <= first)) {
        return;
    }
    let back = back.to_vec();
    let (mut front, mut to) = (middle, segments.len());
    for &segment in back.iter().rev() {
        while front > 0 && segments[front - 1] > segment {
            (front, to) = (front - 1, to - 1);
            segments[to] = segments[front];
        }
        to -= 1;
        segments[to] = segment;
    }
}

/// Makes sorted segments disjoint by joining those that overlap or touch.
pub fn merge(segments: &mut Vec<Segment>) {
    segments.dedup_by(|next, last| {
        let joined = next.start <= last.end;
        if joined {
            last.end = last.end.max(next.end);
        }
        joined
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::validity::choices::Choices;

    #[test]
    fn two_sorted_lists_are_merged_as_a_sort_would() {
        let mut choices = Choices::from_seed(5);
        for _ in 0..500 {
            let mut list = |most: u64| {
                let mut list: Vec<Segment> = Vec::new();
                for _ in 0..choices.below(most) {
                    let start = choices.below(40) as u32;
                    let end = start + 1 + choices.below(5) as u32;
                    list.push(Segment { start: Point(start), end: Point(end) });
                }
                list.sort();
                list
            };
            let (front, back) = (list(9), list(12));
            let mut merged = [front.clone(), back].concat();
            let mut sorted = merged.clone();
            sorted.sort();
            merge_sorted(&mut merged, front.len());
            assert_eq!(merged, sorted);
        }
    }
}
