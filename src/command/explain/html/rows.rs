//! The rows of the page: blocks, source lines, and the instructions of both allocators side by side.

use super::super::build::{Builder, Line};
use super::super::log::{Set, What};
use super::super::placements::{base, Code, Instruction};
use serde::Serialize;
use std::collections::BTreeMap;

/// A block's head, a source line, or an instruction.
#[derive(Default, Serialize)]
pub struct Row<'e> {
    /// The place of its block.
    pub b: usize,
    /// The place of its source line; none at the head of a block.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub l: Option<usize>,
    /// The instruction with limit, and with the other; none where only one has it. Empty if it is none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub t: Vec<Option<&'e str>>,
    /// The pressure: the place of the set, held, and the capacity if that is exceeded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub p: Option<(usize, i64, Option<i64>)>,
    /// Values that could leave here, with their prices, in the order of those.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub o: Vec<(u32, Option<f64>)>,
    /// Its point in front of the allocator.
    #[serde(skip)]
    pub before: Option<i64>,
    /// With limit, and with the other: the place of the instruction.
    #[serde(skip)]
    pub places: [Option<usize>; 2],
}

/// The rows of a function.
pub struct Rows<'e> {
    /// In layout order.
    pub rows: Vec<Row<'e>>,
    /// The source lines of them.
    pub lines: Vec<(Option<String>, u32)>,
}

/// Per row the first and the last point that it stands for; both never fall.
pub struct Spans {
    first: Vec<i64>,
    last: Vec<i64>,
}

/// Per block its instructions, and the place of the first.
fn by_block(code: &Code) -> BTreeMap<u32, (usize, &[Instruction])> {
    let mut place = 0;
    let chunks = code.instructions.chunk_by(|a, b| a.block == b.block).map(|chunk| {
        place += chunk.len();
        (chunk[0].block, (place - chunk.len(), chunk))
    });
    chunks.collect()
}

impl<'e> Rows<'e> {
    /// What both have stands in one row; what an allocator made has its own.
    pub fn of(builder: &Builder<'e>) -> Self {
        let (here, there) = (by_block(builder.code), builder.beside.map(by_block));
        let mut all = Rows { rows: Vec::new(), lines: Vec::new() };
        let mut known = BTreeMap::new();
        for (b, block) in builder.code.blocks.iter().enumerate() {
            all.rows.push(Row { b, ..Row::default() });
            let (i, mine) = here.get(&block.block).copied().unwrap_or_default();
            let others = there.as_ref().and_then(|there| there.get(&block.block));
            let (j, others) = others.copied().unwrap_or_default();
            let mut last = None;
            for [x, y] in beside(mine, others) {
                let (place, other) = (x.map(|x| x + i), y.map(|y| y + j));
                let line = match (place, other) {
                    (Some(place), _) => &builder.lines[place],
                    (_, Some(place)) => &builder.lines_beside[place],
                    _ => continue,
                };
                let l = all.line(line, &mut known);
                if l.is_some() && l != last {
                    all.rows.push(Row { b, l, ..Row::default() });
                    last = l;
                }
                let [x, y] = [x.map(|x| &mine[x]), y.map(|y| &others[y])];
                let text = |of: Option<&'e Instruction>| of.map(|of| of.text.as_str());
                let t = match builder.beside {
                    Some(_) => vec![text(x), text(y)],
                    None => vec![text(x)],
                };
                let before = x.or(y).and_then(|of| of.before);
                let places = [place, other];
                all.rows.push(Row { b, l, t, before, places, ..Row::default() });
            }
        }
        all
    }

    fn line(&mut self, line: &Line, known: &mut BTreeMap<Line, usize>) -> Option<usize> {
        let number = line.1?;
        let place = known.entry(line.clone()).or_insert_with(|| {
            self.lines.push((line.0.clone(), number));
            self.lines.len() - 1
        });
        Some(*place)
    }
}

/// The places of instructions of a block with two allocators; a pair is the same one.
fn beside(mine: &[Instruction], others: &[Instruction]) -> Vec<[Option<usize>; 2]> {
    let (mut i, mut j, mut pairs) = (0, 0, Vec::new());
    loop {
        let of = (mine.get(i).map(|of| of.before), others.get(j).map(|of| of.before));
        let (take, take_other) = match of {
            (None, None) => return pairs,
            (Some(Some(point)), Some(Some(other))) => (point <= other, other <= point),
            (Some(None), _) | (Some(_), None) => (true, false),
            (_, Some(_)) => (false, true),
        };
        pairs.push([take.then_some(i), take_other.then_some(j)]);
        i += usize::from(take);
        j += usize::from(take_other);
    }
}

/// The points of the rows. One without an instruction stands behind that of the row above it in its block,
/// else in front of the next.
pub fn spans(rows: &[Row], point: impl Fn(&Row) -> Option<i64>) -> Spans {
    let (mut first, mut last) = (Vec::new(), Vec::new());
    let mut floor = i64::MIN;
    for block in rows.chunk_by(|a, b| a.b == b.b) {
        let mut above = block.iter().find_map(&point).map_or(floor, |next| next - 1);
        for row in block {
            let (begin, end) = match point(row) {
                Some(point) => (point, point + 2),
                None => (above, above),
            };
            above = point(row).map_or(above, |point| point + 3);
            first.push(begin.max(floor));
            last.push(end.max(floor));
            floor = first[first.len() - 1];
        }
    }
    for index in 1..last.len() {
        last[index] = last[index].max(last[index - 1]);
    }
    Spans { first, last }
}

impl Spans {
    /// The rows from the begin of a segment to its end, both inclusive; none if it has no row.
    pub fn rows(&self, begin: i64, end: i64) -> Option<(usize, usize)> {
        let first = self.last.partition_point(|&last| last < begin);
        let behind = self.first.partition_point(|&first| first < end);
        (first < behind).then(|| (first, behind - 1))
    }

    /// Whether a segment begins, and ends, within its first and last row: 1 and 2, added.
    pub fn edges(&self, begin: i64, end: i64, (first, last): (usize, usize)) -> u8 {
        u8::from(self.first[first] < begin) + 2 * u8::from(self.last[last] >= end)
    }
}

/// Fills in pressure and prices for what was there in front of the allocator. Where the log has no set over
/// capacity, what is held is counted.
pub fn measure(rows: &mut [Row], before: &Spans, builder: &Builder) {
    let Some(log) = builder.log else { return };
    let mut over: BTreeMap<i64, (usize, i64, i64)> = BTreeMap::new();
    let mut offers = BTreeMap::new();
    for event in log.events.iter().filter(|event| event.round == 0) {
        match &event.what {
            What::Over { set, at, held, capacity } => {
                let Some(set) = log.sets.iter().position(|of| of.set == *set) else { continue };
                let worst = over.entry(base(at.point)).or_insert((set, *held, *capacity));
                if held - capacity > worst.1 - worst.2 {
                    *worst = (set, *held, *capacity);
                }
            }
            What::Candidates { at, offers: of, .. } => {
                let of = of.iter().map(|offer| (builder.original(offer.range), offer.price));
                offers.insert(base(at.point), of.collect::<Vec<_>>());
            }
            _ => {}
        }
    }
    let counts: Vec<Vec<i64>> =
        log.sets.iter().map(|set| held(set, rows.len(), before, builder)).collect();
    for (index, row) in rows.iter_mut().enumerate().filter(|(_, row)| row.before.is_some()) {
        if let Some((set, held, capacity)) = row.before.and_then(|point| over.get(&point)) {
            row.p = Some((*set, *held, Some(*capacity)));
        } else {
            let registers = |set: usize| log.sets[set].registers;
            let fill = |set: &usize| counts[*set][index] * 1000 / registers(*set).max(1);
            let fullest = (0..counts.len()).rev().max_by_key(fill);
            row.p = fullest.map(|set| {
                let held = counts[set][index];
                (set, held, Some(registers(set)).filter(|&registers| registers < held))
            });
        }
        row.o = row.before.and_then(|point| offers.remove(&point)).unwrap_or_default();
    }
}

/// Per row the registers of a set that live values take.
fn held(set: &Set, rows: usize, before: &Spans, builder: &Builder) -> Vec<i64> {
    let mut counts = vec![0; rows + 1];
    for value in &builder.code.values {
        let Some(takes) = set.takes.iter().find(|takes| takes.class == value.class) else {
            continue;
        };
        for (first, last) in value.segments.chunks_exact(2).filter_map(|s| before.rows(s[0], s[1]))
        {
            counts[first] += takes.registers;
            counts[last + 1] -= takes.registers;
        }
    }
    let mut sum = 0;
    for count in &mut counts {
        sum += *count;
        *count = sum;
    }
    counts
}
