//! What the checker has to find, computed the plain way: for all locations and values at once, over
//! and over until nothing changes.

use super::program::{Block, Edge, Exit, Location, Pair, Place, Program, Step, Value};
use crate::model::index::{Idx, IndexVec, Span};
use crate::validity::choices::Choices;

/// What is so at one place.
#[derive(Clone, PartialEq)]
struct State {
    /// Per value, whether no way defines it.
    undefined: Vec<bool>,
    /// Per location and value, whether it is held. One that no way defines is where a `Hold` put it,
    /// one that only some ways define need not be held on the others.
    held: Vec<Vec<bool>>,
}

impl State {
    fn holds(&self, &(location, value): &Pair) -> bool {
        self.undefined[value as usize] || self.held[location as usize][value as usize]
    }

    fn forget(&mut self, value: u32) {
        self.held.iter_mut().for_each(|held| held[value as usize] = false);
    }

    fn apply(&mut self, program: &Program, step: Step) {
        let before = self.clone();
        let pairs = program.pairs_of(step.changes());
        match step {
            Step::Read(_) | Step::ReadEither { .. } | Step::Throw => {}
            Step::Write(_) => {
                for &(location, value) in pairs {
                    self.forget(value);
                    self.undefined[value as usize] = false;
                    self.held[location as usize].fill(false);
                }
                pairs.iter().for_each(|&(l, v)| self.held[l as usize][v as usize] = true);
            }
            Step::Hold(_) => {
                pairs.iter().for_each(|&(l, v)| self.held[l as usize][v as usize] = true)
            }
            Step::Clobber(_) => pairs.iter().for_each(|&(l, _)| self.held[l as usize].fill(false)),
            Step::Move(_) => {
                pairs.iter().for_each(|&(to, _)| self.held[to as usize].fill(true));
                for &(to, from) in pairs {
                    let both = self.held[to as usize].iter_mut().zip(&before.held[from as usize]);
                    both.for_each(|(to, from)| *to &= from);
                }
            }
            Step::Recompute { inputs, .. } => {
                if program.pairs_of(inputs).iter().all(|pair| before.holds(pair)) {
                    for &(to, from) in pairs {
                        let both =
                            self.held[to as usize].iter_mut().zip(&before.held[from as usize]);
                        both.for_each(|(to, from)| *to |= from);
                    }
                }
            }
            Step::Alias(_) => {
                for &(new, _) in pairs {
                    self.forget(new);
                    self.undefined[new as usize] = true;
                }
                for &(new, old) in pairs {
                    self.undefined[new as usize] &= before.undefined[old as usize];
                    for (held, before_held) in self.held.iter_mut().zip(&before.held) {
                        held[new as usize] |= before_held[old as usize];
                    }
                }
            }
            Step::Undefine(_) => {
                for &(value, _) in pairs {
                    self.forget(value);
                    self.undefined[value as usize] = true;
                }
            }
        }
    }
}

/// The state at the end of a block, and at its last throw.
fn leave(program: &Program, block: Block, mut state: State) -> (State, State) {
    let mut thrown = None;
    for &(_, step) in &program.steps[program.blocks[block].steps.range()] {
        state.apply(program, step);
        if step == Step::Throw {
            thrown = Some(state.clone());
        }
    }
    (state.clone(), thrown.unwrap_or(state))
}

/// The states at the beginnings of blocks: first what is undefined, which does not depend on what is
/// held, then the rest.
fn solve(program: &Program) -> Vec<Option<State>> {
    let all = State {
        undefined: vec![true; program.values],
        held: vec![vec![true; program.values]; program.locations],
    };
    let mut states = vec![None; program.blocks.len()];
    states[0] = Some(all.clone());
    for holding in [false, true] {
        if let Some(entry) = states[0].as_mut().filter(|_| holding) {
            let defined: Vec<bool> = entry.undefined.iter().map(|undefined| !undefined).collect();
            entry.held.fill(defined);
        }
        let mut changed = true;
        while changed {
            changed = false;
            for block in program.blocks.indices() {
                let Some(state) = states[block.index()].clone() else { continue };
                let (end, thrown) = leave(program, block, state);
                for edge in &program.edges[program.blocks[block].edges.range()] {
                    let from = if edge.exit == Exit::Throw { &thrown } else { &end };
                    let to = &mut states[edge.to.index()];
                    let was = to.clone();
                    let to = to.get_or_insert_with(|| all.clone());
                    for value in 0..program.values {
                        to.undefined[value] &= from.undefined[value];
                        let needless = from.undefined[value] && !to.undefined[value];
                        for location in 0..program.locations {
                            to.held[location][value] &=
                                !holding || needless || from.held[location][value];
                        }
                    }
                    changed |= was.as_ref() != Some(&*to);
                }
            }
        }
    }
    states
}

/// All reads that fail: their places, locations and values.
pub fn failing(program: &Program) -> Vec<(Place, Location, Value)> {
    let mut failing = Vec::new();
    for (block, state) in solve(program).into_iter().enumerate() {
        let Some(mut state) = state else { continue };
        for &(place, step) in &program.steps[program.blocks[Block::new(block)].steps.range()] {
            let read = match step {
                Step::Read(read) => read,
                Step::ReadEither { first, second } => {
                    if program.pairs_of(second).iter().all(|pair| state.holds(pair)) {
                        Span::default()
                    } else {
                        first
                    }
                }
                _ => Span::default(),
            };
            let missing = program.pairs_of(read).iter().filter(|pair| !state.holds(pair));
            failing.extend(missing.map(|pair| (place, Location(pair.0), Value(pair.1))));
            state.apply(program, step);
        }
    }
    failing
}

/// A program of a few blocks, locations and values.
pub fn random(choices: &mut Choices) -> Program {
    let (values, locations) = (1 + choices.below(5), 1 + choices.below(5));
    let blocks = 1 + choices.below(6);
    let mut program = Program {
        values: values as usize,
        locations: locations as usize,
        blocks: IndexVec::new(),
        ..Program::default()
    };
    for _ in 0..blocks {
        let first = program.steps.len();
        for _ in 0..choices.below(7) {
            let mut span = |program: &mut Program, a, b, most| {
                let start = program.pairs.len();
                for _ in 0..1 + choices.below(most) {
                    let pair = (choices.below(a) as u32, choices.below(b) as u32);
                    program.pairs.push(pair);
                }
                Span::since(start, program.pairs.len())
            };
            let reads = span(&mut program, locations, values, 2);
            let moves = span(&mut program, locations, locations, 3);
            let aliases = span(&mut program, values, values, 3);
            let step = match choices.below(14) {
                0..=2 => Step::Write(reads),
                3 => Step::Hold(reads),
                4 => Step::Clobber(reads),
                5 | 6 => Step::Move(moves),
                7 => Step::Recompute { inputs: reads, results: moves },
                8 | 9 => Step::Alias(aliases),
                10 => Step::Undefine(aliases),
                11 => Step::Throw,
                12 => Step::ReadEither {
                    first: reads,
                    second: Span { end: reads.start + 1, ..reads },
                },
                _ => Step::Read(reads),
            };
            program.steps.push((Place(program.steps.len() as u32), step));
        }
        let steps = Span::since(first, program.steps.len());
        let first = program.edges.len();
        for _ in 0..choices.below(4) {
            let exit = if choices.below(3) == 0 { Exit::Throw } else { Exit::End };
            program.edges.push(Edge { to: Block(choices.below(blocks) as u32), exit });
        }
        let edges = Span::since(first, program.edges.len());
        program.blocks.push(super::program::BlockSteps { steps, edges });
    }
    program
}
