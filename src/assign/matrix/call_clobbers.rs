//! Which registers the calls of a function clobber.
//!
//! Most functions have few kinds of calls and many calls; some have a kind for each call. So the calls
//! within a range are looked at one after the other as long as that is less than to search for each
//! kind, and kind by kind from there on.

use crate::model::function::Function;
use crate::model::index::{Idx, IndexVec, Span};
use crate::model::machine::{Mask, Reg};
use crate::model::point::{Point, Segment};
use std::collections::BTreeMap;

/// With no more kinds than these a search for each is short, however many segments a range has.
const FEW_KINDS: usize = 8;

/// The registers that all calls which a range is live across preserve; 0 stands for every register.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PreservedSet(u32);

/// The calls of a function by the registers that they preserve.
#[derive(Debug)]
pub struct CallClobbers<'a> {
    function: &'a Function,
    /// The points where each mask applies, sorted, in `points`.
    of_mask: IndexVec<Mask, Span>,
    points: Vec<Point>,
    /// Words of a mask.
    words: usize,
    /// The distinct sets: as many words each, one bit a register.
    sets: Vec<u64>,
    /// The sets by their words.
    known: BTreeMap<Vec<u64>, PreservedSet>,
    /// Scratch for `preserved_across`.
    kept: Vec<u64>,
}

impl<'a> CallClobbers<'a> {
    /// Collects the calls of a function.
    pub fn collect(function: &'a Function) -> Self {
        let machine = &function.machine;
        let mut of_mask = IndexVec::filled(Span::default(), machine.masks.len());
        for &(_, mask) in &machine.clobbers {
            of_mask[mask].end += 1;
        }
        let mut start = 0;
        for mask in of_mask.indices() {
            let count = of_mask[mask].end;
            of_mask[mask] = Span { start, end: start };
            start += count;
        }
        let mut points = vec![Point(0); machine.clobbers.len()];
        for &(point, mask) in &machine.clobbers {
            points[of_mask[mask].end as usize] = point;
            of_mask[mask].end += 1;
        }
        let words = machine.regs.len().div_ceil(u64::BITS as usize);
        let sets = vec![u64::MAX; words];
        let (known, kept) = (BTreeMap::new(), Vec::new());
        Self { function, of_mask, points, words, sets, known, kept }
    }

    fn points_of(&self, mask: Mask) -> &[Point] {
        &self.points[self.of_mask[mask].range()]
    }

    /// Calls `visit` with the calls within `segments` in order, until it returns false or a search for
    /// each mask takes less time. Returns where the first call is that is left then.
    fn visit_few(
        &self,
        segments: &[Segment],
        mut visit: impl FnMut(Point, Mask) -> bool,
    ) -> Option<Point> {
        let kinds = self.of_mask.len();
        let mut left = if kinds <= FEW_KINDS { kinds } else { kinds * segments.len() };
        for segment in segments {
            for &(point, mask) in self.function.machine.calls_within(*segment) {
                if left == 0 {
                    return Some(point);
                }
                left -= 1;
                if !visit(point, mask) {
                    return None;
                }
            }
        }
        None
    }

    /// The registers that every call within `live` preserves.
    pub fn preserved_across(&mut self, live: &[Segment]) -> PreservedSet {
        let mut kept = std::mem::take(&mut self.kept);
        kept.clear();
        // Returns whether a further call can make a difference.
        let keep = |kept: &mut Vec<u64>, mask: Mask| {
            kept.resize(self.words, u64::MAX);
            let preserved = self.function.machine.masks[mask].iter();
            kept.iter_mut().zip(preserved).for_each(|(kept, word)| *kept &= word);
            kept.iter().any(|&word| word != 0)
        };
        let rest = self.visit_few(live, |_, mask| keep(&mut kept, mask));
        if rest.is_some() {
            let is_crossed = |mask: &Mask| first_within(self.points_of(*mask), live).is_some();
            let mut crossed = self.of_mask.indices().filter(is_crossed);
            let _ = crossed.all(|mask| keep(&mut kept, mask));
        }
        let set = if kept.is_empty() { PreservedSet::default() } else { self.set_of(&kept) };
        self.kept = kept;
        set
    }

    fn set_of(&mut self, preserved: &[u64]) -> PreservedSet {
        if let Some(&known) = self.known.get(preserved) {
            return known;
        }
        let set = PreservedSet((self.sets.len() / self.words) as u32);
        self.sets.extend_from_slice(preserved);
        self.known.insert(preserved.to_vec(), set);
        set
    }

    /// Whether the register is in the set.
    pub fn contains(&self, set: PreservedSet, reg: Reg) -> bool {
        let (word, bit) = (reg.index() / u64::BITS as usize, reg.0 % u64::BITS);
        self.sets[set.0 as usize * self.words + word] >> bit & 1 != 0
    }

    /// Whether every call within `segments` preserves the register.
    pub fn preserved_within(&self, segments: &[Segment], reg: Reg) -> bool {
        let machine = &self.function.machine;
        let mut all = true;
        let rest = self.visit_few(segments, |_, mask| {
            all = machine.preserves(mask, reg);
            all
        });
        if rest.is_none() {
            return all;
        }
        self.clobbering(reg).all(|points| first_within(points, segments).is_none())
    }

    /// The first point within `segments` where a call clobbers the register.
    pub fn first_clobber(&self, segments: &[Segment], reg: Reg) -> Option<Point> {
        let machine = &self.function.machine;
        let mut first = None;
        let rest = self.visit_few(segments, |point, mask| {
            first = (!machine.preserves(mask, reg)).then_some(point);
            first.is_none()
        });
        if rest.is_none() {
            return first;
        }
        self.clobbering(reg).filter_map(|points| first_within(points, segments)).min()
    }

    /// Calls `visit` with each point within `segments` where a call clobbers the register.
    pub fn visit_clobbers(&self, segments: &[Segment], reg: Reg, mut visit: impl FnMut(Point)) {
        let machine = &self.function.machine;
        let rest = self.visit_few(segments, |point, mask| {
            if !machine.preserves(mask, reg) {
                visit(point);
            }
            true
        });
        let Some(from) = rest else { return };
        for points in self.clobbering(reg) {
            for segment in segments {
                let start = segment.start.max(from);
                let next = points.partition_point(|&point| point < start);
                points[next..].iter().take_while(|&&p| p < segment.end).for_each(|&p| visit(p));
            }
        }
    }

    /// Per mask that does not preserve the register the points where it applies.
    fn clobbering(&self, reg: Reg) -> impl Iterator<Item = &[Point]> {
        let machine = &self.function.machine;
        let masks = self.of_mask.indices().filter(move |&mask| !machine.preserves(mask, reg));
        masks.map(|mask| self.points_of(mask))
    }
}

/// The first of the points, which are sorted, that lies in one of the segments.
fn first_within(points: &[Point], segments: &[Segment]) -> Option<Point> {
    segments.iter().find_map(|segment| {
        let next = points.partition_point(|&point| point < segment.start);
        points.get(next).copied().filter(|&point| point < segment.end)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::point::covers;
    use crate::model::text::parse;
    use crate::validity::choices::Choices;

    const REGS: u32 = 70;

    /// A call at each of some points, with one of `kinds` masks that each clobber up to five registers.
    fn with_calls(choices: &mut Choices, kinds: u64) -> Function {
        let regs: String = (0..REGS).map(|reg| format!("reg r{reg}\n")).collect();
        let mut function = parse(&format!("{regs}function f\nblock b0 1\n")).unwrap().function;
        let machine = &mut function.machine;
        for _ in 0..kinds {
            let mut mask = vec![u64::MAX; 2];
            for _ in 0..choices.below(6) {
                let reg = choices.below(u64::from(REGS));
                mask[reg as usize / 64] &= !(1 << (reg % 64));
            }
            machine.masks.push(mask);
        }
        let points = (0..400).filter(|_| choices.below(4) == 0);
        let points: Vec<u32> = points.collect();
        for point in points {
            machine.clobbers.push((Point(point), Mask::new(choices.below(kinds) as usize)));
        }
        function
    }

    fn segments(choices: &mut Choices) -> Vec<Segment> {
        let mut segments = Vec::new();
        let mut start = 0;
        for _ in 0..choices.below(8) {
            start += 1 + choices.below(60) as u32;
            let end = start + 1 + choices.below(60) as u32;
            segments.push(Segment { start: Point(start), end: Point(end) });
            start = end;
        }
        segments
    }

    #[test]
    fn what_is_clobbered_agrees_with_looking_at_every_call() {
        let mut choices = Choices::from_seed(11);
        let (mut clobbered, mut free) = (0, 0);
        for round in 0..300 {
            let kinds = if round % 2 == 0 { 1 + round / 2 % 5 } else { 20 + round };
            let function = with_calls(&mut choices, kinds);
            let machine = &function.machine;
            let mut calls = CallClobbers::collect(&function);
            let segments = segments(&mut choices);
            let preserved = calls.preserved_across(&segments);
            for reg in (0..REGS).map(Reg) {
                let lost = |call: &&(Point, Mask)| {
                    covers(&segments, call.0) && !machine.preserves(call.1, reg)
                };
                let lost = machine.clobbers.iter().filter(lost);
                let lost: Vec<Point> = lost.map(|call| call.0).collect();
                let mut visited = Vec::new();
                calls.visit_clobbers(&segments, reg, |point| visited.push(point));
                visited.sort();
                assert_eq!(visited, lost);
                assert_eq!(calls.first_clobber(&segments, reg), lost.first().copied());
                assert_eq!(calls.preserved_within(&segments, reg), lost.is_empty());
                assert_eq!(calls.contains(preserved, reg), lost.is_empty());
                clobbered += usize::from(!lost.is_empty());
                free += usize::from(lost.is_empty());
            }
        }
        assert!(clobbered > 2000 && free > 2000, "{clobbered} and {free}");
    }

    #[test]
    fn as_many_calls_are_looked_at_as_searches_for_each_kind_take() {
        let mut choices = Choices::from_seed(12);
        let of = |start, end| Segment { start: Point(start), end: Point(end) };
        for (kinds, most) in [(1, 1), (3, 3), (20, 40), (200, 400)] {
            let function = with_calls(&mut choices, kinds);
            let mut looks = 0;
            let segments = [of(0, 200), of(200, 400)];
            let rest = CallClobbers::collect(&function).visit_few(&segments, |_, _| {
                looks += 1;
                true
            });
            let all = &function.machine.clobbers;
            assert_eq!(looks, most.min(all.len()));
            assert_eq!(rest, all.get(most).map(|call| call.0));
        }
    }

    #[test]
    fn sets_of_the_same_registers_are_one() {
        let mut choices = Choices::from_seed(13);
        let mut function = with_calls(&mut choices, 90);
        function.machine.masks.indices().for_each(|mask| function.machine.masks[mask].fill(0));
        let mut calls = CallClobbers::collect(&function);
        let within = |start, end| [Segment { start: Point(start), end: Point(end) }];
        let first = calls.preserved_across(&within(0, 100));
        assert_ne!(first, PreservedSet::default());
        assert_eq!(calls.preserved_across(&within(100, 400)), first);
        assert_eq!(calls.preserved_across(&[]), PreservedSet::default());
    }
}
