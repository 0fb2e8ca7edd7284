//! How the checker's time grows with a function's size: `cargo bench --no-default-features --bench
//! check -- 1000000`, with the largest number of steps.
//!
//! The programs are what a right allocation of a row of branches leaves: values that live long in
//! registers or slots, others that are stored and loaded again around calls, and constants that are
//! computed again.

use regalloc_limit::check::{check, Block, BlockSteps, Edge, Exit, Place, Program, Step};
use regalloc_limit::model::index::{IndexVec, Span};
use std::time::{Duration, Instant};

/// Registers; calls preserve the second half, which hold values that live long.
const REGISTERS: u32 = 16;
/// Programs of ten sizes between a thousand steps and a million, as many per factor of ten.
const SIZES: [usize; 10] =
    [1_000, 2_200, 4_600, 10_000, 22_000, 46_000, 100_000, 220_000, 460_000, 1_000_000];
/// Each is measured so often; the least time counts.
const RUNS: usize = 3;

/// Writes one program.
struct Writer {
    program: Program,
    /// Slots are the locations behind registers, expressions those behind all slots.
    slots: u32,
    /// Steps and edges of the block begin there.
    first_step: usize,
    first_edge: usize,
}

impl Writer {
    fn step(&mut self, pairs: &[(u32, u32)], step: impl Fn(Span) -> Step) {
        let start = self.program.pairs.len();
        self.program.pairs.extend(pairs);
        let place = Place(self.program.steps.len() as u32);
        let span = Span::since(start, self.program.pairs.len());
        self.program.steps.push((place, step(span)));
    }

    /// Ends the block, which leads to the ones this much farther on.
    fn end(&mut self, next: &[u32]) {
        let block = self.program.blocks.len() as u32;
        let edges = next.iter().map(|next| Edge { to: Block(block + next), exit: Exit::End });
        self.program.edges.extend(edges);
        self.program.blocks.push(BlockSteps {
            steps: Span::since(self.first_step, self.program.steps.len()),
            edges: Span::since(self.first_edge, self.program.edges.len()),
        });
        self.first_step = self.program.steps.len();
        self.first_edge = self.program.edges.len();
    }

    /// A branch around a call; slot, value and constant `number` are its own.
    fn branch(&mut self, number: u32) {
        let half = REGISTERS / 2;
        let (slot, constant) = (REGISTERS + number, REGISTERS + self.slots + number);
        let (value, long) = (half + 2 * number, number % half);
        self.step(&[(0, value)], Step::Write);
        self.step(&[(slot, 0)], Step::Move);
        self.end(&[1, 2]);
        let clobbered: Vec<(u32, u32)> = (0..half).map(|register| (register, 0)).collect();
        self.step(&clobbered, Step::Clobber);
        self.step(&[(half + long, long)], Step::Read);
        self.end(&[1]);
        self.step(&[(1, slot), (2, constant)], Step::Move);
        self.step(&[(1, value), (2, value + 1)], Step::Read);
        // One that was stored long ago, and a constant that was computed long ago.
        let old = number / 2;
        self.step(&[(1, REGISTERS + old), (2, constant - number + old)], Step::Move);
        self.step(&[(1, half + 2 * old), (2, half + 2 * old + 1)], Step::Read);
        self.end(&[1]);
    }
}

/// A program of about this many steps.
fn generate(steps: usize) -> Program {
    let (half, slots) = (REGISTERS / 2, steps as u32 / 8);
    let program = Program {
        values: (half + 2 * slots) as usize,
        locations: (REGISTERS + 2 * slots) as usize,
        blocks: IndexVec::new(),
        ..Program::default()
    };
    let mut writer = Writer { program, slots, first_step: 0, first_edge: 0 };
    let mut entry: Vec<(u32, u32)> = (0..half).map(|long| (half + long, long)).collect();
    entry.extend((0..slots).map(|number| (REGISTERS + slots + number, half + 2 * number + 1)));
    writer.step(&entry, Step::Write);
    writer.end(&[1]);
    (0..slots).for_each(|number| writer.branch(number));
    writer.end(&[]);
    writer.program
}

fn main() {
    let largest = std::env::args().filter_map(|word| word.parse().ok()).max().unwrap_or(100_000);
    println!("{:>10} {:>10} {:>10}", "steps", "ms", "ns a step");
    for steps in SIZES.into_iter().filter(|&steps| steps <= largest) {
        let program = generate(steps);
        let time = |_| {
            let start = Instant::now();
            assert!(check(&program).is_empty(), "the allocation is right");
            start.elapsed()
        };
        let best = (0..RUNS).map(time).min().unwrap_or(Duration::ZERO);
        let (count, ms) = (program.steps.len(), best.as_secs_f64() * 1e3);
        println!("{count:>10} {ms:>10.2} {:>10.0}", ms * 1e6 / count as f64);
    }
}
