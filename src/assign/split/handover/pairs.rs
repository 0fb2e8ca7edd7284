//! The pairs of registers that a range can be handed between: wherever it is live, one of the two is free.
//!
//! What takes a register is collected for few of them. Where a pair is taken at once, all others that are taken there
//! too are no pairs either, so that a few such points tell for nearly all that there are none.

use super::{Side, Taken};
use crate::assign::assignment::Assignment;
use crate::model::function::VReg;
use crate::model::machine::Reg;
use crate::model::point::{common, Point, Segment};
use std::cell::OnceCell;
use std::collections::VecDeque;

/// Points at which is asked whether all registers are taken.
const MAX_PROBED_POINTS: usize = 32;

/// Two registers of which one is free wherever the range is live.
pub struct Pair {
    /// The piece's.
    pub piece: Reg,
    /// That of the rest.
    pub rest: Reg,
    /// Where one of them is taken, in order.
    pub taken: Vec<Taken>,
}

/// The most promising pairs: those first of which one is taken most rarely, less the copies of the range that their
/// registers would join.
pub fn pairs(assignment: &Assignment, vreg: VReg, most: usize) -> Vec<Pair> {
    let candidates = Candidates::of(assignment, vreg);
    let found = candidates.pairs();
    if found.is_empty() {
        return Vec::new();
    }
    let copy = assignment.context.costs.copy;
    let copy_costs = assignment.copy_costs(vreg);
    let machine = &assignment.function().machine;
    let saved = |number: usize| copy_costs.saved(machine, candidates.regs[number]);
    let price = |(first, second): (usize, usize)| {
        let executions = candidates.executions(first).min(candidates.executions(second));
        (copy * executions - saved(first) - saved(second), first, second)
    };
    let mut priced: Vec<(f64, usize, usize)> = found.into_iter().map(price).collect();
    priced.sort_by(|x, y| x.0.total_cmp(&y.0).then((x.1, x.2).cmp(&(y.1, y.2))));
    priced.truncate(most);
    priced.iter().map(|&(_, first, second)| candidates.pair(first, second)).collect()
}

/// The registers that cost nothing, by number, with what is known of them.
struct Candidates<'c, 'a> {
    assignment: &'c Assignment<'a>,
    vreg: VReg,
    regs: Vec<Reg>,
    /// Where each is taken within the range.
    taken: Vec<OnceCell<Vec<Segment>>>,
    /// How often that is executed, each segment counted once.
    executions: Vec<OnceCell<f64>>,
}

impl<'c, 'a> Candidates<'c, 'a> {
    fn of(assignment: &'c Assignment<'a>, vreg: VReg) -> Self {
        let ranges = assignment.ranges();
        let csr_price = assignment.csr().prices(vreg, ranges.live(vreg));
        let order = ranges.order(vreg).iter().copied();
        let regs: Vec<Reg> = order.filter(|&reg| csr_price(reg) == 0.0).collect();
        let taken = regs.iter().map(|_| OnceCell::new()).collect();
        let executions = regs.iter().map(|_| OnceCell::new()).collect();
        Self { assignment, vreg, regs, taken, executions }
    }

    /// All pairs of which one is always free.
    fn pairs(&self) -> Vec<(usize, usize)> {
        let count = self.regs.len();
        if count == 0 || self.are_all_taken_somewhere() {
            return Vec::new();
        }
        let machine = &self.assignment.function().machine;
        let with_later = |first: usize| (first + 1..count).map(move |second| (first, second));
        let mut open: VecDeque<(usize, usize)> = (0..count).flat_map(with_later).collect();
        open.retain(|&(a, b)| !machine.overlap(self.regs[a], self.regs[b]));
        let mut found = Vec::new();
        while let Some((first, second)) = open.pop_front() {
            let matrix = self.assignment.matrix();
            match matrix.first_interference(self.taken(first), self.regs[second]) {
                None => found.push((first, second)),
                Some(at) => {
                    let taken: Vec<bool> =
                        self.regs.iter().map(|&reg| !self.is_free_at(reg, at)).collect();
                    open.retain(|&(a, b)| !(taken[a] && taken[b]));
                }
            }
        }
        found
    }

    /// Whether all are taken where the first one is for the first times, so that there are no two of which one is always
    /// free.
    fn are_all_taken_somewhere(&self) -> bool {
        // Who was free at one point is likely to be free at the next one.
        let mut others = self.regs[1..].to_vec();
        self.taken(0).iter().take(MAX_PROBED_POINTS).any(|taken| {
            let free = others.iter().position(|&reg| self.is_free_at(reg, taken.start));
            if let Some(free) = free {
                others.swap(0, free);
            }
            free.is_none()
        })
    }

    fn is_free_at(&self, reg: Reg, at: Point) -> bool {
        let at = [Segment { start: at, end: Point(at.0 + 1) }];
        self.assignment.matrix().first_interference(&at, reg).is_none()
    }

    fn taken(&self, number: usize) -> &[Segment] {
        self.taken[number].get_or_init(|| {
            let live = self.assignment.ranges().live(self.vreg);
            let matrix = self.assignment.matrix();
            common(live, &matrix.interfering_segments(self.vreg, self.regs[number]))
        })
    }

    fn executions(&self, number: usize) -> f64 {
        let function = self.assignment.function();
        let frequency = |s: &Segment| function.blocks[function.block_at(s.start)].frequency;
        let sum = || self.taken(number).iter().map(frequency).sum();
        *self.executions[number].get_or_init(sum)
    }

    fn pair(&self, piece: usize, rest: usize) -> Pair {
        let taken = |number: usize, value_in: Side| {
            self.taken(number).iter().map(move |&segment| Taken { segment, value_in })
        };
        let mut all: Vec<Taken> =
            taken(piece, Side::Rest).chain(taken(rest, Side::Piece)).collect();
        all.sort_by_key(|taken| taken.segment);
        Pair { piece: self.regs[piece], rest: self.regs[rest], taken: all }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::super::tests::with_assignment;
    use super::*;
    use crate::validity::choices::Choices;

    const REGS: u32 = 5;

    /// A block in which %0 lives throughout, with the registers of the other ranges.
    fn random_block(choices: &mut Choices) -> (String, Vec<Reg>) {
        let regs: Vec<String> = (0..REGS).map(|reg| format!("r{reg}")).collect();
        let declared: String = regs.iter().map(|reg| format!("reg {reg}\n")).collect();
        let mut text = format!("{declared}class g {}\nfunction f\nblock b0 1\n", regs.join(" "));
        text += "  loadI 0 => %0\n";
        let mut registers = Vec::new();
        let mut holders = [None; REGS as usize];
        for _ in 0..choices.below(30) {
            let reg = choices.below(u64::from(REGS)) as usize;
            match holders[reg].take() {
                Some(holder) => text += &format!("  store %{holder}\n"),
                None => {
                    registers.push(Reg(reg as u32));
                    holders[reg] = Some(registers.len());
                    text += &format!("  loadI 1 => %{}\n", registers.len());
                }
            }
        }
        for holder in holders.into_iter().flatten() {
            text += &format!("  store %{holder}\n");
        }
        (text + "  store %0\n", registers)
    }

    #[test]
    fn pairs_are_those_of_which_one_is_free_at_every_point() {
        let mut choices = Choices::from_seed(3);
        let (mut with_pairs, mut without) = (0, 0);
        for _ in 0..500 {
            let (text, registers) = random_block(&mut choices);
            with_assignment(&text, |mut assignment| {
                for (number, &reg) in registers.iter().enumerate() {
                    assignment.assign(VReg(number as u32 + 1), reg);
                }
                let live = assignment.ranges().live(VReg(0))[0];
                let is_free = |reg: u32, at: u32| {
                    let at = Segment { start: Point(at), end: Point(at + 1) };
                    assignment.matrix().is_free_within(&[at], Reg(reg))
                };
                let mut expected = Vec::new();
                for a in 0..REGS {
                    for b in a + 1..REGS {
                        let mut points = live.start.0..live.end.0;
                        if points.all(|at| is_free(a, at) || is_free(b, at)) {
                            expected.push((a as usize, b as usize));
                        }
                    }
                }
                let mut found = Candidates::of(&assignment, VReg(0)).pairs();
                found.sort_unstable();
                assert_eq!(found, expected, "{text}");
                *if found.is_empty() { &mut without } else { &mut with_pairs } += 1;
            });
        }
        assert!(with_pairs > 50 && without > 50, "{with_pairs} {without}");
    }
}
