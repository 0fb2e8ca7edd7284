//! How far the copies that `limit` leaves are from the fewest that an assignment without splits leaves, found by
//! trying all of those, over random functions that have one. With splits fewer may be left.

use crate::{costs, distribution};
use regalloc_limit::allocate::Session;
use regalloc_limit::model::function::{Function, Inst, InstData, InstKind, Name, VReg};
use regalloc_limit::model::index::Idx;
use regalloc_limit::model::machine::Reg;
use regalloc_limit::model::point::{covers, overlap};
use regalloc_limit::model::text::parse;
use regalloc_limit::options::Settings;
use regalloc_limit::validity::choices::Choices;
use regalloc_limit::validity::next_round;
use std::fmt::Write;

const REGS: u64 = 4;
/// The first register that calls preserve.
const FIRST_KEPT: u64 = 2;

/// Blocks with their frequencies and successors: a row, a branch, and a loop.
const SHAPES: [&[(&str, &str)]; 3] = [
    &[("1", "")],
    &[("1", " -> b1 b2"), ("0.5", " -> b3"), ("0.5", " -> b3"), ("1", "")],
    &[("1", " -> b1"), ("10", " -> b1 b2"), ("1", "")],
];

/// A function with arguments, calls and a result in fixed registers, and copies between ranges.
fn text(seed: u64) -> String {
    let choices = &mut Choices::from_seed(seed);
    let ranges = 3 + choices.below(5);
    let list =
        |numbers: std::ops::Range<u64>| -> String { numbers.map(|r| format!(" r{r}")).collect() };
    let mut text: String = (0..REGS).map(|reg| format!("reg r{reg}\n")).collect();
    let _ =
        writeln!(text, "class g{}\nmask m{}\nfunction f", list(0..REGS), list(FIRST_KEPT..REGS));
    let shape = SHAPES[choices.below(SHAPES.len() as u64) as usize];
    for (number, (frequency, successors)) in shape.iter().enumerate() {
        let _ = writeln!(text, "block b{number} {frequency}{successors}");
        if number == 0 {
            let arguments = choices.below(3);
            for range in 0..ranges {
                let _ = match range < arguments {
                    true => writeln!(text, "  i2i r{range} => %{range}"),
                    false => writeln!(text, "  loadI 1 => %{range}"),
                };
            }
        }
        for _ in 0..1 + choices.below(5) {
            let (a, b, c) = (choices.below(ranges), choices.below(ranges), choices.below(ranges));
            let _ = match choices.below(6) {
                0 => writeln!(text, "  store %{a}"),
                1 => writeln!(text, "  add %{a}, %{b} => %{c}"),
                2 => writeln!(text, "  i2i %{a} => r0\n  call r0 => r0 keeps m\n  i2i r0 => %{c}"),
                3 => writeln!(
                    text,
                    "  i2i %{a} => r0\n  i2i %{b} => r1\n  call r0 r1 => r0 keeps m\n  i2i r0 => %{c}"
                ),
                _ if a == c => Ok(()),
                _ => writeln!(text, "  i2i %{a} => %{c}"),
            };
        }
    }
    let _ = writeln!(text, "  i2i %0 => r0\n  ret r0");
    text
}

/// A copy between two operands, with what it costs.
type Copied = (Name, Name, f64);

/// The copies of a function.
fn copies(function: &Function) -> Vec<Copied> {
    let copy = |(inst, data): (Inst, &InstData)| {
        let [a, b] = function.operands_of(inst) else { return None };
        let price = costs().copy * function.blocks[data.block].frequency;
        (data.kind == InstKind::Copy).then_some((a.name, b.name, price))
    };
    function.insts.enumerate().filter_map(copy).collect()
}

/// What the copies cost that stay if ranges have these registers. One of a range that has none yet may go.
fn cost(copies: &[Copied], register: impl Fn(VReg) -> Option<Reg>) -> f64 {
    let reg = |name: Name| match name {
        Name::Fixed(reg) => Some(reg),
        Name::Virtual(vreg) => register(vreg),
    };
    let stays = |copy: &&Copied| reg(copy.0).zip(reg(copy.1)).is_some_and(|(a, b)| a != b);
    copies.iter().filter(stays).map(|copy| copy.2).sum()
}

/// All assignments without splits, tried one range after the other.
struct Search<'f> {
    function: &'f Function,
    copies: Vec<Copied>,
    held: Vec<Reg>,
    least: Option<f64>,
}

impl Search<'_> {
    fn least(function: &Function) -> Option<f64> {
        let copies = copies(function);
        let mut search = Search { function, copies, held: Vec::new(), least: None };
        search.place();
        search.least
    }

    fn place(&mut self) {
        let so_far = cost(&self.copies, |vreg| self.held.get(vreg.index()).copied());
        if self.least.is_some_and(|least| so_far >= least) {
            return;
        }
        if self.held.len() == self.function.vregs.len() {
            self.least = Some(so_far);
            return;
        }
        for reg in (0..REGS as usize).map(Reg::new) {
            if self.is_free(VReg::new(self.held.len()), reg) {
                self.held.push(reg);
                self.place();
                self.held.pop();
            }
        }
    }

    fn is_free(&self, vreg: VReg, reg: Reg) -> bool {
        let (function, machine) = (self.function, &self.function.machine);
        let live = function.live(vreg);
        let holders = self.held.iter().enumerate().filter(|(_, &held)| held == reg);
        let is_taken = |other| overlap(live, function.live(VReg::new(other)));
        holders.map(|holder| holder.0).all(|other| !is_taken(other))
            && machine.units_of(reg).iter().all(|part| !overlap(live, machine.fixed_of(part.unit)))
            && machine
                .clobbers
                .iter()
                .all(|&(at, mask)| machine.preserves(mask, reg) || !covers(live, at))
    }
}

/// What the copies cost that `limit` leaves; none if it loads or stores something.
fn by_limit(function: &Function) -> Option<f64> {
    let session = Session::new(&Settings::default()).run(function.clone(), next_round);
    let (last, allocation) = session.expect("everything fits");
    let others = |function: &Function| {
        function.insts.iter().filter(|inst| inst.kind != InstKind::Copy).count()
    };
    let left = cost(&copies(&last), |vreg| Some(allocation.registers[vreg]));
    (others(&last) == others(function)).then_some(left)
}

#[test]
fn copies_cost_little_more_than_the_least() {
    let (mut ratios, mut sums, mut spilled) = (Vec::new(), (0.0, 0.0), 0);
    for seed in 1..=3000 {
        let function = parse(&text(seed)).unwrap_or_else(|e| panic!("seed {seed}: {e}")).function;
        let Some(least) = Search::least(&function) else { continue };
        let Some(left) = by_limit(&function) else {
            spilled += 1;
            continue;
        };
        sums = (sums.0 + left, sums.1 + least);
        ratios.push(((left + costs().copy) / (least + costs().copy), seed));
    }
    let count = ratios.len();
    let mean = distribution("Copies (and one more each)", ratios);
    println!(
        "In sum {:.4} of the least; {spilled} of {} in memory",
        sums.0 / sums.1,
        count + spilled
    );
    assert!(count >= 1000, "{count} functions fit");
    assert_eq!(spilled, 0, "functions that fit have loads or stores");
    assert!(mean <= 1.0, "geometric mean {mean}");
    assert!(sums.0 <= 0.95 * sums.1, "{} in sum, at the least {}", sums.0, sums.1);
}
