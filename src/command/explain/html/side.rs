//! What one allocator does: who is in which register, and who is in none, by rows.

use super::super::build::{frequency, Builder};
use super::super::placements::{Code, Instruction, RELOAD, STORE};
use super::rows::{spans, Row, Spans};
use serde::Serialize;
use std::collections::BTreeMap;

/// An allocator's columns.
#[derive(Serialize)]
pub struct Side {
    /// The allocator.
    name: String,
    /// The registers, one name for those that overlap in several sizes.
    columns: Vec<String>,
    /// Column, value, first and last row, and whether it begins and ends within those (1 and 2, added), in
    /// the order of columns and rows.
    held: Vec<(usize, u32, usize, usize, u8)>,
    /// Value, first and last row of where it is live and in no register, in the order of rows.
    pub memory: Vec<(u32, usize, usize)>,
    /// Per row what is moved: the kind and the value.
    moves: BTreeMap<usize, Vec<(&'static str, Option<u32>)>>,
    /// Per value what its loads and stores cost, per call.
    costs: BTreeMap<u32, f64>,
}

impl Side {
    /// The columns of the allocator that is the first or the second of the rows.
    pub fn of(
        name: &str,
        builder: &Builder,
        code: &Code,
        rows: &[Row],
        before: &Spans,
        index: usize,
    ) -> Side {
        let point = |row: &Row| row.places[index].map(|place| code.instructions[place].point);
        let now = spans(rows, point);
        let families = columns(code);
        let columns: Vec<String> = families.values().map(|column| column.1.clone()).collect();
        let order: BTreeMap<&Family, usize> =
            families.keys().enumerate().map(|(place, family)| (family, place)).collect();
        let mut held = Vec::new();
        let mut kept: BTreeMap<u32, Vec<(usize, usize)>> = BTreeMap::new();
        for range in &code.ranges {
            let column = order[&family(&range.register).0];
            for segment in range.segments.chunks_exact(2) {
                let Some(run) = now.rows(segment[0], segment[1]) else { continue };
                let edges = now.edges(segment[0], segment[1], run);
                held.push((column, range.of, run.0, run.1, edges));
                kept.entry(range.of).or_default().push(run);
            }
        }
        held.sort_unstable_by_key(|run| (run.0, run.2, run.3));
        let mut memory = Vec::new();
        for value in &code.values {
            let kept = kept.get_mut(&value.range);
            let kept = kept.map_or(&[][..], |kept| {
                kept.sort_unstable();
                kept
            });
            for segment in value.segments.chunks_exact(2) {
                let Some(live) = before.rows(segment[0], segment[1]) else { continue };
                memory.extend(without(live, kept).map(|run| (value.range, run.0, run.1)));
            }
        }
        memory.sort_unstable_by_key(|run| (run.1, run.2, run.0));
        let mut side = Side {
            name: name.to_owned(),
            columns,
            held,
            memory,
            moves: BTreeMap::new(),
            costs: BTreeMap::new(),
        };
        side.price(builder, code, rows, index);
        side
    }

    fn price(&mut self, builder: &Builder, code: &Code, rows: &[Row], index: usize) {
        for (row, place) in
            rows.iter().enumerate().filter_map(|(r, row)| Some((r, row.places[index]?)))
        {
            let of: &Instruction = &code.instructions[place];
            let frequency = frequency(code, of);
            let mut moves = Vec::new();
            for (kind, list, price) in [("load", &of.loads, RELOAD), ("store", &of.stores, STORE)] {
                for &slot in list {
                    let value = code.value_in(slot);
                    moves.push((kind, value));
                    if let Some(value) = value {
                        *self.costs.entry(value).or_default() += price * frequency;
                    }
                }
            }
            if of.copy {
                let read = of.reads.first();
                let originals = |range: &u32| {
                    code.originals.get(range).copied().unwrap_or_else(|| builder.original(*range))
                };
                moves.push(("copy", read.map(originals)));
            }
            if !moves.is_empty() {
                self.moves.insert(row, moves);
            }
        }
    }
}

/// The rows of a run that are in none of others, which are in order.
fn without(
    (first, last): (usize, usize),
    others: &[(usize, usize)],
) -> impl Iterator<Item = (usize, usize)> {
    let mut next = first;
    let mut rest = Vec::new();
    for &(begin, end) in others.iter().filter(|other| other.1 >= first && other.0 <= last) {
        if begin > next {
            rest.push((next, begin - 1));
        }
        next = next.max(end + 1);
    }
    if next <= last {
        rest.push((next, last));
    }
    rest.into_iter()
}

/// What registers that overlap in several sizes have in common: the order of their letters, the number, and
/// the rest of the name.
type Family = (u8, u32, String);

/// Per family of registers the widest of those that are used, and its width.
fn columns(code: &Code) -> BTreeMap<Family, (u32, String)> {
    let mut all = BTreeMap::new();
    for range in &code.ranges {
        let (family, width) = family(&range.register);
        let widest = all.entry(family).or_insert((width, range.register.clone()));
        if width > widest.0 {
            *widest = (width, range.register.clone());
        }
    }
    all
}

/// The family of a register by its name on x86, AArch64 and RISC-V, and its width; others are alone.
fn family(name: &str) -> (Family, u32) {
    let split = name.find(|c: char| c.is_ascii_digit()).unwrap_or(name.len());
    let (letters, rest) = name.split_at(split);
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, suffix) = rest.split_at(digits);
    let number = number.parse().unwrap_or(0);
    let width = |order: &str, letter: &str| order.find(letter).unwrap_or(0) as u32 + 1;
    let is_x86 = |stem: &str| ["ax", "bx", "cx", "dx", "si", "di", "bp", "sp"].contains(&stem);
    match (letters, suffix) {
        ("xmm" | "ymm" | "zmm", "") => ((2, number, "mm".into()), width("xyz", &letters[..1])),
        ("r", "" | "d" | "w" | "b") if digits > 0 => {
            let width = if suffix.is_empty() { 4 } else { width("bwd", suffix) };
            ((1, number, "r".into()), width)
        }
        ("w" | "x", "") if digits > 0 => ((0, number, "x".into()), width("wx", letters)),
        ("b" | "h" | "s" | "d" | "q" | "z", "") if digits > 0 => {
            ((2, number, "v".into()), width("bhsdqz", letters))
        }
        ("f", "_h" | "_f" | "_d") => ((2, number, "f".into()), width("hfd", &suffix[1..])),
        (stem, "") if digits == 0 && is_x86(stem) => ((0, 0, stem.into()), 2),
        _ if digits == 0 && name.len() == 3 && is_x86(&name[1..]) => {
            let width = if name.starts_with('r') { 4 } else { 3 };
            ((0, 0, name[1..].into()), width)
        }
        _ if digits == 0 && name.len() == 3 && name.ends_with('l') && is_x86(&name[..2]) => {
            ((0, 0, name[..2].into()), 1)
        }
        ("al" | "bl" | "cl" | "dl" | "ah" | "bh" | "ch" | "dh", "") if digits == 0 => {
            ((0, 0, format!("{}x", &name[..1])), 1)
        }
        _ => ((3, number, format!("{letters}{suffix}")), 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registers_of_all_sizes_share_a_column() {
        for names in [
            &["al", "ax", "eax", "rax"][..],
            &["sil", "si", "esi", "rsi"],
            &["r8b", "r8w", "r8d", "r8"],
            &["xmm3", "ymm3", "zmm3"],
            &["w5", "x5"],
            &["h7", "s7", "d7", "q7"],
            &["f4_f", "f4_d"],
        ] {
            let families: Vec<(Family, u32)> = names.iter().map(|name| family(name)).collect();
            assert!(families.windows(2).all(|two| two[0].0 == two[1].0), "{families:?}");
            assert!(families.windows(2).all(|two| two[0].1 < two[1].1), "{families:?}");
        }
        assert_ne!(family("rbp").0, family("rbx").0);
        assert_ne!(family("x5").0, family("d5").0);
    }

    #[test]
    fn what_is_in_no_register_is_the_rest_of_the_rows() {
        let rest: Vec<_> = without((2, 9), &[(0, 1), (3, 4), (4, 6), (9, 12)]).collect();
        assert_eq!(rest, [(2, 2), (7, 8)]);
        assert_eq!(without((2, 3), &[(0, 5)]).count(), 0);
    }
}
