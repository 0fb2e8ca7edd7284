//! Running a program on sets of values until nothing changes, and finding the reads that fail.

use super::program::{Block, Exit, Location, Pair, Place, Program, Step, Value};
use super::report::{trace, Fault};
use super::sets::{Set, Sets, EMPTY};
use crate::model::index::{Idx, IndexVec};

/// Faults that are reported of one function; the rest mostly follow from the first.
const MOST_FAULTS: usize = 8;

/// What all locations hold at one place of the function, on every path that leads there.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    held: Vec<Set>,
    /// Per value, as bits, whether it is not defined yet, so that any location will do.
    undefined: Vec<u64>,
}

impl State {
    /// At the function's entry: nothing is held, and nothing is defined.
    fn entry(program: &Program) -> Self {
        Self {
            held: vec![EMPTY; program.locations],
            undefined: vec![u64::MAX; program.values.div_ceil(64)],
        }
    }

    /// Whether the location holds the value, or the value is not defined.
    pub fn holds(&self, sets: &Sets, location: Location, value: Value) -> bool {
        self.is_undefined(value) || sets.contains(self.held[location.index()], value)
    }

    /// Whether each location holds its value.
    fn holds_all(&self, sets: &Sets, pairs: &[Pair]) -> bool {
        pairs.iter().all(|pair| self.holds(sets, Location(pair.0), Value(pair.1)))
    }

    /// As if the location held the value too.
    pub fn assume(&mut self, sets: &mut Sets, location: Location, value: Value) {
        let held = &mut self.held[location.index()];
        *held = sets.with(*held, &[value]);
    }

    /// What the location holds.
    pub fn held(&self, location: Location) -> Set {
        self.held[location.index()]
    }

    fn is_undefined(&self, value: Value) -> bool {
        self.undefined[value.index() / 64] >> (value.index() % 64) & 1 != 0
    }

    fn set_undefined(&mut self, value: Value, undefined: bool) {
        let bit = 1 << (value.index() % 64);
        let word = &mut self.undefined[value.index() / 64];
        *word = if undefined { *word | bit } else { *word & !bit };
    }

    /// The values are held nowhere any more.
    fn forget(&mut self, sets: &mut Sets, values: &[Value]) {
        for held in &mut self.held {
            if *held != EMPTY {
                *held = sets.filter(*held, |value| !values.contains(&value));
            }
        }
    }

    /// What is held here and at `other`. Returns whether that is less than what was held here.
    fn meet(&mut self, sets: &mut Sets, other: &Self) -> bool {
        if self == other {
            return false;
        }
        let before = self.clone();
        for (location, held) in self.held.iter_mut().enumerate() {
            let theirs = other.held[location];
            if *held == theirs {
                continue;
            }
            let ours = *held;
            let shared = |value: Value| other.is_undefined(value) || sets.contains(theirs, value);
            let mut both: Vec<Value> =
                sets.members(ours).iter().copied().filter(|&v| shared(v)).collect();
            both.extend(sets.members(theirs).iter().filter(|&&v| before.is_undefined(v)));
            *held = sets.of(both);
        }
        for (word, theirs) in self.undefined.iter_mut().zip(&other.undefined) {
            *word &= theirs;
        }
        *self != before
    }

    /// Carries out a step; reads change nothing.
    pub fn apply(&mut self, program: &Program, sets: &mut Sets, step: Step) {
        match step {
            Step::Read(_) | Step::ReadEither { .. } | Step::Throw => {}
            Step::Write(span) => self.write(sets, program.pairs_of(span)),
            Step::Hold(span) => {
                for &(location, value) in program.pairs_of(span) {
                    self.assume(sets, Location(location), Value(value));
                }
            }
            Step::Clobber(span) => {
                for &(location, _) in program.pairs_of(span) {
                    self.held[location as usize] = EMPTY;
                }
            }
            Step::Move(span) => self.copy(sets, program.pairs_of(span)),
            Step::Recompute { inputs, results } => {
                if self.holds_all(sets, program.pairs_of(inputs)) {
                    for &(target, source) in program.pairs_of(results) {
                        let more = sets.members(self.held[source as usize]).to_vec();
                        let held = &mut self.held[target as usize];
                        *held = sets.with(*held, &more);
                    }
                }
            }
            Step::Alias(span) => self.alias(sets, program.pairs_of(span)),
            Step::Undefine(span) => {
                let values: Vec<Value> =
                    program.pairs_of(span).iter().map(|pair| Value(pair.0)).collect();
                self.forget(sets, &values);
                values.iter().for_each(|&value| self.set_undefined(value, true));
            }
        }
    }

    fn write(&mut self, sets: &mut Sets, pairs: &[Pair]) {
        let values: Vec<Value> = pairs.iter().map(|pair| Value(pair.1)).collect();
        self.forget(sets, &values);
        values.iter().for_each(|&value| self.set_undefined(value, false));
        pairs.iter().for_each(|pair| self.held[pair.0 as usize] = EMPTY);
        for &(location, value) in pairs {
            let held = &mut self.held[location as usize];
            *held = sets.with(*held, &[Value(value)]);
        }
    }

    fn copy(&mut self, sets: &mut Sets, pairs: &[Pair]) {
        let mut copied: Vec<(u32, Set)> = Vec::new();
        for &(target, source) in pairs {
            let held = self.held[source as usize];
            match copied.iter_mut().find(|(known, _)| *known == target) {
                Some((_, all)) => *all = sets.intersection(*all, held),
                None => copied.push((target, held)),
            }
        }
        copied.iter().for_each(|&(target, held)| self.held[target as usize] = held);
    }

    fn alias(&mut self, sets: &mut Sets, pairs: &[Pair]) {
        let before = self.clone();
        let new: Vec<Value> = pairs.iter().map(|pair| Value(pair.0)).collect();
        self.forget(sets, &new);
        for (location, held) in self.held.iter_mut().enumerate() {
            let old = before.held[location];
            if old != EMPTY {
                let holds = |pair: &&Pair| sets.contains(old, Value(pair.1));
                let more: Vec<Value> = pairs.iter().filter(holds).map(|p| Value(p.0)).collect();
                *held = sets.with(*held, &more);
            }
        }
        for &value in &new {
            let mut sources = pairs.iter().filter(|pair| pair.0 == value.0);
            let undefined = sources.all(|pair| before.is_undefined(Value(pair.1)));
            self.set_undefined(value, undefined);
        }
    }
}

/// The states in which a block is left.
pub struct Exits {
    /// At its end.
    pub end: State,
    /// At its last `Step::Throw`, if it has one.
    pub throw: Option<State>,
}

impl Exits {
    /// The state that an edge carries.
    pub fn at(&self, exit: Exit) -> &State {
        match (exit, &self.throw) {
            (Exit::Throw, Some(state)) => state,
            _ => &self.end,
        }
    }
}

/// Runs a block, calling `visit` with the state before each of its steps.
pub fn run(
    program: &Program,
    sets: &mut Sets,
    block: Block,
    mut state: State,
    mut visit: impl FnMut(&Sets, &State, Place, Step),
) -> Exits {
    let mut throw = None;
    for &(place, step) in &program.steps[program.blocks[block].steps.range()] {
        visit(sets, &state, place, step);
        if step == Step::Throw {
            throw = Some(state.clone());
        }
        state.apply(program, sets, step);
    }
    Exits { end: state, throw }
}

/// The reads that fail, in layout order, a few at most.
pub fn check(program: &Program) -> Vec<Fault> {
    let mut sets = Sets::new();
    let entries = solve(program, &mut sets);
    let mut faults = Vec::new();
    for block in program.blocks.indices() {
        let Some(entry) = entries[block].clone() else { continue };
        let mut failed: Vec<(Place, Location, Value, Vec<Value>)> = Vec::new();
        run(program, &mut sets, block, entry, |sets, state, place, step| {
            let span = match step {
                Step::Read(span) => span,
                Step::ReadEither { first, second }
                    if !state.holds_all(sets, program.pairs_of(second)) =>
                {
                    first
                }
                _ => return,
            };
            for &(location, value) in program.pairs_of(span) {
                let (location, value) = (Location(location), Value(value));
                if !state.holds(sets, location, value) {
                    let held = sets.members(state.held(location)).to_vec();
                    failed.push((place, location, value, held));
                }
            }
        });
        for (place, location, expected, held) in failed {
            if faults.len() == MOST_FAULTS {
                return faults;
            }
            let path = trace(program, &mut sets, &entries, block, place, location, expected);
            faults.push(Fault { place, location, expected, held, path });
        }
    }
    faults
}

/// The state at the beginning of each block that can be reached.
fn solve(program: &Program, sets: &mut Sets) -> IndexVec<Block, Option<State>> {
    let mut entries: IndexVec<Block, Option<State>> = IndexVec::filled(None, program.blocks.len());
    if program.blocks.is_empty() {
        return entries;
    }
    entries[Block(0)] = Some(State::entry(program));
    let mut waiting = vec![false; program.blocks.len()];
    waiting[0] = true;
    // Layout order is close to a topological one, so loops take few sweeps.
    while waiting.contains(&true) {
        for block in program.blocks.indices() {
            if !std::mem::take(&mut waiting[block.index()]) {
                continue;
            }
            let entry = entries[block].clone().expect("only reached blocks wait");
            let exits = run(program, sets, block, entry, |_, _, _, _| {});
            for edge in &program.edges[program.blocks[block].edges.range()] {
                let leaving = exits.at(edge.exit);
                let changed = match &mut entries[edge.to] {
                    Some(known) => known.meet(sets, leaving),
                    unknown => {
                        *unknown = Some(leaving.clone());
                        true
                    }
                };
                waiting[edge.to.index()] |= changed;
            }
        }
    }
    entries
}
