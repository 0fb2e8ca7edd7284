//! The search for the prices of cells that give the highest bound.

use super::super::limiter::Limiter;
use super::cells::{Candidate, Cells, Stay};
use crate::model::function::VReg;
use crate::model::point::Segment;
use crate::placement::spill_cut::priced::{self, Charge};
use crate::solver::max_flow::Scratch;

/// The share of the way to LIMIT's cost that the first steps go.
const FIRST_STEP: f64 = 1.0;
/// Rounds without a higher bound after which the steps get shorter.
const PATIENCE: u32 = 5;
/// By how much they get shorter.
const SHORTER: f64 = 0.66;
/// By how much they get longer where the bound rose and goes on rising.
const LONGER: f64 = 1.1;
/// The most that the last answers count in the direction of the next step.
const MOST_WEIGHT: f64 = 0.5;
/// The least that they count.
const LEAST_WEIGHT: f64 = 0.05;

/// What a range pays at some prices, and where it then is.
#[derive(Clone)]
struct Answer {
    charges: Vec<Charge>,
    price: f64,
    /// Per stay whether the range is in a register there.
    stays: Vec<bool>,
}

/// The prices so far, with what the ranges answer.
pub(super) struct Search<'l, 'f> {
    limiter: &'l Limiter<'f>,
    cells: Cells,
    /// Per cell how many registers the candidates may take together.
    capacity: Vec<f64>,
    prices: Vec<f64>,
    answers: Vec<Answer>,
    scratch: Scratch,
}

impl<'l, 'f> Search<'l, 'f> {
    /// Registers cost nothing.
    pub fn new(limiter: &'l Limiter<'f>, cells: Cells) -> Self {
        let count = cells.needed.len();
        let all = |candidate: &Candidate| Answer {
            charges: Vec::new(),
            price: 0.0,
            stays: vec![true; candidate.stays.len()],
        };
        let answers: Vec<Answer> = cells.candidates.iter().map(all).collect();
        let taken = taken(&cells, &answers);
        let capacity = taken.iter().zip(&cells.needed).map(|(t, &n)| t - f64::from(n)).collect();
        Self {
            limiter,
            cells,
            capacity,
            prices: vec![0.0; count],
            answers,
            scratch: Scratch::default(),
        }
    }

    /// The highest bound of so many rounds, in which so many arcs may be looked at; `cost` is what some plan
    /// costs. The steps go from the best prices so far to where the answers of all rounds say, the last ones
    /// most: the volume algorithm (Barahona and Anbil 2000). The prices are then those of that bound.
    pub fn raise(&mut self, cost: f64, rounds: u32, steps: u64) -> f64 {
        let mut best = 0.0;
        let mut center = self.prices.clone();
        let mut over_at_center = self.over();
        let mut direction = over_at_center.clone();
        let (mut step, mut waited) = (FIRST_STEP, 0);
        for _ in 0..rounds {
            // Prices are not negative.
            for (direction, price) in direction.iter_mut().zip(&center) {
                *direction = if *price > 0.0 { *direction } else { direction.max(0.0) };
            }
            let square = dot(&direction, &direction);
            if cost - best <= 1e-6 * cost || self.scratch.steps() > steps {
                break;
            }
            if square <= 1e-12 {
                direction.clone_from(&over_at_center);
                step *= SHORTER;
                continue;
            }
            let length = step * (cost - best) / square;
            for ((price, center), direction) in self.prices.iter_mut().zip(&center).zip(&direction)
            {
                *price = (center + length * direction).max(0.0);
            }
            self.ask();
            let (bound, over) = (self.bound(), self.over());
            if bound > best {
                best = bound;
                center.clone_from(&self.prices);
                over_at_center.clone_from(&over);
                waited = 0;
                if dot(&over, &direction) > 0.0 {
                    step *= LONGER;
                }
            } else {
                waited += 1;
            }
            if waited == PATIENCE {
                (step, waited) = (step * SHORTER, 0);
            }
            mix(&mut direction, &over);
        }
        self.prices = center;
        best.min(cost)
    }

    /// The ranges that leave registers at the prices, with the cells at which each does. Those come first that
    /// gain most.
    pub fn leaving(&mut self) -> Vec<(VReg, Vec<Segment>)> {
        self.ask();
        let mut leaving: Vec<(f64, VReg, Vec<Segment>)> = Vec::new();
        for (candidate, answer) in self.cells.candidates.iter().zip(&self.answers) {
            let left = candidate.stays.iter().zip(&answer.stays).filter(|stay| !stay.1);
            let out: Vec<Segment> = left.map(|(stay, _)| self.points(stay)).collect();
            if !out.is_empty() {
                let in_registers: f64 = answer.charges.iter().map(|charge| charge.price).sum();
                leaving.push((in_registers - answer.price, candidate.gaps.vreg, out));
            }
        }
        leaving.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        leaving.into_iter().map(|(_, vreg, out)| (vreg, out)).collect()
    }

    /// From the first to the last point of a stay's cells, of which there is one at least.
    fn points(&self, stay: &Stay) -> Segment {
        let points = &self.cells.points;
        Segment { start: points[stay.cells.start].start, end: points[stay.cells.end - 1].end }
    }

    /// The bound that the prices give.
    fn bound(&self) -> f64 {
        let paid: f64 = self.answers.iter().map(|answer| answer.price).sum();
        let owned: f64 = self.prices.iter().zip(&self.capacity).map(|(p, c)| p * c).sum();
        paid - owned
    }

    /// Per cell by how many registers it is over capacity.
    fn over(&self) -> Vec<f64> {
        let taken = taken(&self.cells, &self.answers);
        taken.iter().zip(&self.capacity).map(|(taken, capacity)| taken - capacity).collect()
    }

    /// Asks each range whose registers have other prices now.
    fn ask(&mut self) {
        let sums = sums(&self.prices);
        let function = self.limiter.context.function;
        for (candidate, answer) in self.cells.candidates.iter().zip(&mut self.answers) {
            let charges = charges(candidate, &sums);
            if charges == answer.charges {
                continue;
            }
            let references = self.limiter.references;
            let (price, locations) = priced::cheapest(
                function,
                references,
                &candidate.gaps,
                &charges,
                &mut self.scratch,
            );
            let stays = candidate.stays.iter().map(|stay| locations.in_register(stay.node));
            *answer = Answer { charges, price, stays: stays.collect() };
        }
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Mixes the direction with the last answers, by the weight that makes it shortest.
fn mix(direction: &mut [f64], over: &[f64]) {
    let between = dot(direction, over);
    let (old, new) = (dot(direction, direction), dot(over, over));
    let spread = old + new - 2.0 * between;
    let weight = if spread > 0.0 { (old - between) / spread } else { 1.0 };
    let weight = weight.clamp(LEAST_WEIGHT, MOST_WEIGHT);
    for (direction, over) in direction.iter_mut().zip(over) {
        *direction += weight * (over - *direction);
    }
}

/// Per cell the sum of the prices of those before it.
fn sums(prices: &[f64]) -> Vec<f64> {
    let mut sums = vec![0.0];
    sums.extend(prices.iter().scan(0.0, |sum, price| {
        *sum += price;
        Some(*sum)
    }));
    sums
}

/// What a range pays at each node.
fn charges(candidate: &Candidate, sums: &[f64]) -> Vec<Charge> {
    let price = |stay: &super::cells::Stay| {
        (sums[stay.cells.end] - sums[stay.cells.start]) * f64::from(stay.registers)
    };
    let charge = |stay: &super::cells::Stay| Charge { node: stay.node, price: price(stay) };
    candidate.stays.iter().map(charge).filter(|charge| charge.price > 0.0).collect()
}

/// Per cell the registers that the candidates take.
fn taken(cells: &Cells, answers: &[Answer]) -> Vec<f64> {
    let mut changes = vec![0; cells.needed.len() + 1];
    for (candidate, answer) in cells.candidates.iter().zip(answers) {
        let stays = candidate.stays.iter().zip(&answer.stays);
        for (stay, _) in stays.filter(|stay| *stay.1) {
            changes[stay.cells.start] += stay.registers;
            changes[stay.cells.end] -= stay.registers;
        }
    }
    changes.pop();
    let taken = changes.iter().scan(0, |sum: &mut i32, change| {
        *sum += change;
        Some(f64::from(*sum))
    });
    taken.collect()
}
