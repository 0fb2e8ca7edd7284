//! Plans on random functions, carried out and judged without the allocator's own bookkeeping.
//!
//! A plan is carried out on the function: references are renamed, moves inserted, and liveness is
//! computed afresh. What is then live at the same time must not share a unit, and no piece may be
//! read where it was never written.

use super::assign;
use crate::analysis::liveness::Liveness;
use crate::model::function::{Fate, Function, Inst, InstData, InstKind, Name, Operand, VReg};
use crate::model::index::{Idx, IndexVec, Span};
use crate::model::machine::Reg;
use crate::model::point::{overlap, Point, Segment};
use crate::model::text::{parse, print, print_plan, Program};
use crate::plan::{Move, Place, Plan, Site, Split};
use std::fmt::Write;

/// A small generator (xorshift), so that a failure is reproduced by its seed.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) % bound
    }

    fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }
}

/// A random function: four registers of which two are callee-saved, pairs of them, calls with
/// arguments in r0 and r1, values that live through loops, and a few that must have a register.
fn random_text(seed: u64) -> String {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut text = String::from(
        "reg r0\nreg r1\nreg r2 saved 1\nreg r3 saved 2\nreg d0 of r0 r1\nreg d1 of r2 r3\n\
         class g r0 r1 r2 r3\nclass p d0 d1\npart lo d0=r0 d1=r2\nmask m0 r2 r3 d1\nmask m1\n\
         function f\n",
    );
    let (ranges, blocks) = (3 + random.below(8), 1 + random.below(6));
    let pairs = random.below(3).min(ranges - 2);
    for range in 0..ranges {
        let class = if range < pairs { "p" } else { "g" };
        let remat = if random.chance(15) { " remat" } else { "" };
        let _ = writeln!(text, "range %{range} {class}{remat}");
    }
    let mut next = ranges;
    for block in 0..blocks {
        let frequency = [1, 1, 2, 10, 100][random.below(5) as usize];
        let _ = write!(text, "block b{block} {frequency}");
        let mut successors = Vec::new();
        if block + 1 < blocks {
            successors.push(block + 1);
            if random.chance(60) {
                successors.push(1 + random.below(blocks - 1));
            }
        }
        for (number, to) in successors.iter().enumerate() {
            let _ = write!(text, "{}b{to}", if number == 0 { " -> " } else { " " });
        }
        text.push('\n');
        if block == 0 {
            for range in 0..ranges {
                let _ = writeln!(text, "  loadI {range} => %{range}");
            }
        }
        for _ in 0..random.below(7) {
            let (a, b, c) = (random.below(ranges), random.below(ranges), random.below(ranges));
            let part = |range| if range < pairs { ".lo" } else { "" };
            let single = pairs + random.below(ranges - pairs);
            let _ = match random.below(8) {
                0 => {
                    let a_part = part(a);
                    writeln!(
                        text,
                        "  i2i %{a}{a_part} => r0\n  call r0 => r0 keeps m0\n  i2i r0 => %{single}"
                    )
                }
                1 => writeln!(text, "  call keeps m0"),
                2 => writeln!(text, "  call keeps m1"),
                3 if a != single => writeln!(text, "  i2i %{a}{} => %{single}", part(a)),
                4 => {
                    next += 1;
                    let short = next - 1;
                    writeln!(text, "  loadI 7 => %{short}\n  store %{short}, %{a}")
                }
                5 => writeln!(text, "  add %{a}, 1 => %{a}"),
                6 => writeln!(text, "  store %{a}"),
                _ => writeln!(text, "  add %{a}, %{b} => %{c}"),
            };
        }
        if random.chance(15) {
            text += "  last\n";
        }
        if random.chance(70) {
            let _ = writeln!(text, "  cbr %{}", random.below(ranges));
        }
    }
    let declared: String =
        (ranges..next).map(|short| format!("range %{short} g register\n")).collect();
    text.replacen("block b0", &format!("{declared}block b0"), 1)
}

/// The function after the plan's splits.
fn carry_out(function: &Function, plan: &Plan) -> Function {
    let mut new = function.clone();
    for _ in function.vregs.len()..plan.places.len() {
        new.vregs.push(function.vregs[VReg(0)]);
    }
    for split in &plan.splits {
        let data = function.vregs[split.vreg];
        for &piece in split.pieces.iter().chain([&split.remainder]) {
            new.vregs[piece] = data;
        }
        for reference in function.insts.indices() {
            let renamed = split.renames.iter().find(|rename| rename.0 == reference);
            let to = renamed.map_or(split.remainder, |rename| rename.1);
            for operand in &mut new.operands[function.insts[reference].operands.range()] {
                if operand.name == Name::Virtual(split.vreg) {
                    operand.name = Name::Virtual(to);
                }
            }
        }
    }
    insert_moves(&mut new, plan);
    new
}

/// Where a move goes: the instruction before which it stands, and whether it belongs to the one
/// before that.
fn place_of(function: &Function, site: Site) -> (u32, bool) {
    let at = |block, point: Point| {
        let insts = function.blocks[block].insts;
        let before = |i: &u32| function.insts[Inst(*i)].point < point;
        ((insts.start..insts.end).find(|i| !before(i)).unwrap_or(insts.end), false)
    };
    match site {
        Site::BlockStart(block) => at(block, function.blocks[block].first_split),
        Site::BlockEnd(block) => at(block, function.blocks[block].last_split),
        Site::Before(inst) => (inst.0, false),
        Site::After(inst) => (inst.0, true),
    }
}

/// The point of a move before it is numbered.
const NEW: Point = Point(0);
/// The same, if it happens at once with the move before it: all that leave registers at one place
/// do so together, and so do all that enter. Where their order matters, the next round sees it.
const WITH_LAST: Point = Point(1);

/// Where several moves stand between the same two instructions: what leaves a register goes before
/// what enters one.
fn rank(site: Site) -> u32 {
    match site {
        Site::After(_) => 0,
        Site::BlockStart(_) => 1,
        Site::BlockEnd(_) => 2,
        Site::Before(_) => 3,
    }
}

fn insert_moves(function: &mut Function, plan: &Plan) {
    let old = function.clone();
    let moves: Vec<Move> = plan.splits.iter().flat_map(|split| split.moves.clone()).collect();
    let mut insts: IndexVec<Inst, InstData> = IndexVec::new();
    for block in old.blocks.indices() {
        let span = old.blocks[block].insts;
        let start = insts.len();
        for number in span.start..=span.end {
            let ends_block = number == span.end;
            let here = moves.iter().filter(|step| {
                let (at, after) = place_of(&old, step.site);
                let in_block = match step.site {
                    Site::BlockStart(b) | Site::BlockEnd(b) => b == block,
                    Site::Before(i) | Site::After(i) => old.insts[i].block == block,
                };
                in_block && if after { at + 1 == number } else { at == number }
            });
            let mut here: Vec<&Move> = here.collect();
            here.sort_by_key(|step| rank(step.site));
            for (position, step) in here.iter().enumerate() {
                let with_last = position > 0 && rank(here[position - 1].site) == rank(step.site);
                let operands = function.operands.len();
                for (vreg, writes) in [(step.to, true), (step.from, false)] {
                    let name = Name::Virtual(vreg);
                    function.operands.push(Operand { name, part: None, reads: !writes, writes });
                }
                insts.push(InstData {
                    point: if with_last { WITH_LAST } else { NEW },
                    block,
                    kind: InstKind::Copy,
                    operands: Span::since(operands, operands + 2),
                });
            }
            if !ends_block {
                insts.push(old.insts[Inst(number)]);
            }
        }
        function.blocks[block].insts = Span::since(start, insts.len());
    }
    function.insts = insts;
    renumber(function, &old);
}

/// Numbers blocks and instructions afresh and moves the calls' masks along.
fn renumber(function: &mut Function, old: &Function) {
    let mut point = 0;
    for block in function.blocks.indices() {
        let start = Point(point);
        point += 16;
        for inst in function.blocks[block].insts.range().map(Inst::new) {
            let before = function.insts[inst].point;
            if before == WITH_LAST {
                point -= 16;
            }
            function.insts[inst].point = Point(point);
            if before != NEW && before != WITH_LAST {
                for (clobber, known) in
                    function.machine.clobbers.iter_mut().zip(&old.machine.clobbers)
                {
                    if known.0 == before.register() {
                        clobber.0 = Point(point).register();
                    }
                }
            }
            point += 16;
        }
        function.blocks[block].points = Segment { start, end: Point(point) };
    }
}

/// What is wrong with a plan; nothing if it is right.
fn faults(function: &Function, plan: &Plan) -> Vec<String> {
    let mut faults = Vec::new();
    let after = carry_out(function, plan);
    let live = Liveness::compute(&after);
    let machine = &after.machine;
    let held: Vec<(VReg, Reg)> = plan
        .places
        .iter()
        .enumerate()
        .filter_map(|(vreg, place)| match place {
            Some(Place::Register(reg)) => Some((VReg::new(vreg), *reg)),
            _ => None,
        })
        .collect();
    for (vreg, data) in function.vregs.enumerate() {
        let place = plan.places[vreg.index()];
        if data.fate == Fate::Register && !matches!(place, None | Some(Place::Register(_))) {
            faults.push(format!("{vreg:?} must have a register but is {place:?}"));
        }
    }
    for (number, &(vreg, reg)) in held.iter().enumerate() {
        let mine = &live.vregs[vreg];
        if !machine.order(after.vregs[vreg].class).contains(&reg) {
            faults.push(format!("{vreg:?}: {reg:?} is not of its class"));
        }
        for &(other, other_reg) in &held[..number] {
            if machine.overlap(reg, other_reg) && overlap(mine, &live.vregs[other]) {
                faults.push(format!("{vreg:?} and {other:?} share {reg:?}"));
            }
        }
        for part in machine.units_of(reg) {
            let fixed = &live.units[part.unit];
            if overlap(mine, fixed) && !shares_value(&after, vreg, reg, mine, fixed) {
                faults.push(format!("{vreg:?} meets a fixed value in {reg:?}"));
            }
        }
        for &(point, mask) in &machine.clobbers {
            let crosses = mine.iter().any(|s| s.start <= point && point < s.end);
            if crosses && !machine.preserves(mask, reg) {
                faults.push(format!("{vreg:?} loses {reg:?} at {point:?}"));
            }
        }
    }
    faults.extend(plan.splits.iter().flat_map(|split| stale_reads(&after, split)));
    faults
}

/// The reads of a split range's pieces where the piece does not hold the range's last value on
/// every path. Every range is written before it is read.
fn stale_reads(after: &Function, split: &Split) -> Vec<String> {
    let pieces: Vec<VReg> = split.pieces.iter().chain([&split.remainder]).copied().collect();
    let bit = |name: Name| match name {
        Name::Virtual(vreg) => pieces.iter().position(|&piece| piece == vreg).map(|n| 1u64 << n),
        Name::Fixed(_) => None,
    };
    // Per block the pieces that hold the last value at its beginning, as bits; at first all.
    let mut fresh: Vec<u64> = vec![u64::MAX; after.blocks.len()];
    fresh[0] = 0;
    let mut faults = Vec::new();
    // Sets only shrink, and the bits of all blocks bound the number of rounds.
    let mut changed = true;
    while changed {
        changed = false;
        faults.clear();
        for (block, data) in after.blocks.enumerate() {
            let mut now = fresh[block.index()];
            for inst in data.insts.range().map(Inst::new) {
                let operands = after.operands_of(inst);
                let mut reads = operands.iter().filter(|o| o.reads).filter_map(|o| bit(o.name));
                if reads.clone().any(|read| now & read == 0) {
                    faults.push(format!("{inst:?} reads an old value of {:?}", split.vreg));
                }
                let moves = after.insts[inst].kind == InstKind::Copy && reads.next().is_some();
                for write in operands.iter().filter(|o| o.writes).filter_map(|o| bit(o.name)) {
                    now = if moves { now | write } else { write };
                }
            }
            for successor in &after.successors[data.successors.range()] {
                let next = &mut fresh[successor.index()];
                changed |= *next & now != *next;
                *next &= now;
            }
        }
    }
    faults
}

/// Whether a range and a fixed value meet only from a copy between them on.
fn shares_value(
    function: &Function,
    vreg: VReg,
    reg: Reg,
    mine: &[Segment],
    fixed: &[Segment],
) -> bool {
    let is_copy = |point: Point| {
        function.insts.indices().any(|inst| {
            let operands = function.operands_of(inst);
            let [to, from] = operands else { return false };
            let register = |operand: &Operand| {
                let reg = match operand.name {
                    Name::Fixed(fixed) => fixed,
                    Name::Virtual(_) if operand.name == Name::Virtual(vreg) => reg,
                    Name::Virtual(_) => return None,
                };
                operand.part.map_or(Some(reg), |part| function.machine.parts[part][reg])
            };
            function.insts[inst].kind == InstKind::Copy
                && function.insts[inst].point.register() == point
                && register(to).is_some()
                && register(to) == register(from)
        })
    };
    let common = |a: &Segment| {
        let a = *a;
        fixed.iter().filter(move |b| b.overlaps(a)).map(move |b| b.start.max(a.start))
    };
    mine.iter().flat_map(common).all(is_copy)
}

fn check(program: &Program) -> Plan {
    let plan = assign(&program.function);
    let faults = faults(&program.function, &plan);
    let plan_text = print_plan(program, &plan);
    assert!(faults.is_empty(), "{}\n{plan_text}\n{}", print(program), faults.join("\n"));
    plan
}

#[test]
fn plans_on_random_functions_are_valid_and_the_same_again() {
    let (mut splits, mut memory, mut moves) = (0, 0, 0);
    for seed in 1..=3000 {
        let text = random_text(seed);
        let program = parse(&text).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        let plan = check(&program);
        assert_eq!(plan, assign(&program.function), "seed {seed}");
        assert_eq!(print(&parse(&print(&program)).unwrap()), print(&program), "seed {seed}");
        splits += plan.splits.len();
        moves += plan.splits.iter().map(|split| split.moves.len()).sum::<usize>();
        memory += plan.places.iter().filter(|place| **place == Some(Place::Memory)).count();
    }
    // The property says little if nothing was ever split or put in memory.
    assert!(splits > 500 && moves > 500 && memory > 500, "{splits} {moves} {memory}");
}
