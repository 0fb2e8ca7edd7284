//! Placements on random graphs, judged by following paths through them.

use super::*;
use crate::model::index::Idx;
use crate::validity::choices::Choices;

/// What happens next: an event, or, if there is none, another value takes the register.
type Happening = Option<Event>;

/// Blocks of steps. The first block is the entry.
#[derive(Clone, Debug)]
struct RandomCode {
    successors: Vec<Vec<usize>>,
    blocks: Vec<Vec<Happening>>,
}

/// Whether the register, and whether memory, holds the temporary's value.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Holders {
    register: bool,
    memory: bool,
}

impl Holders {
    /// The state after the step; none if the step reads what does not hold the value.
    fn after(self, step: Happening) -> Option<Holders> {
        match step {
            Some(Use) => self.register.then_some(self),
            Some(Define) => Some(Holders { register: true, memory: false }),
            Some(Store) => self.register.then_some(Holders { memory: true, ..self }),
            Some(Load) => self.memory.then_some(Holders { register: true, ..self }),
            None => Some(Holders { register: false, ..self }),
        }
    }
}

impl RandomCode {
    fn random(choices: &mut Choices) -> RandomCode {
        let count = 3 + choices.below(6) as usize;
        let mut program = RandomCode { successors: Vec::new(), blocks: Vec::new() };
        for block in 0..count {
            // The last block is an exit; others are one now and then.
            let is_exit = block + 1 == count || choices.chance(5);
            let ways = if is_exit { 0 } else { 1 + choices.below(2) };
            let ways = (0..ways).map(|_| match choices.chance(60) {
                true => block + 1,
                false => 1 + choices.below(count as u64 - 1) as usize,
            });
            program.successors.push(ways.collect());
            let steps = [Some(Use), Some(Define), Some(Store), Some(Load), Some(Load), None, None];
            let length = choices.below(3);
            let step = |_| steps[choices.below(steps.len() as u64) as usize];
            program.blocks.push((0..length).map(step).collect());
        }
        program.blocks[0].insert(0, Some(Define));
        while let Some((block, at)) = program.fault() {
            program.repair(block, at);
        }
        program
    }

    /// Makes a step valid that reads what is not there on every path: a use is loaded before, what
    /// is loaded is stored behind each definition, and a store of garbage goes.
    fn repair(&mut self, block: usize, at: usize) {
        match self.blocks[block][at] {
            Some(Use) => self.blocks[block].insert(at, Some(Load)),
            Some(Load) => {
                for steps in &mut self.blocks {
                    let behind = |step| (step == Some(Define)).then_some(Some(Store));
                    let and_store = |&step: &Happening| [step].into_iter().chain(behind(step));
                    *steps = steps.iter().flat_map(and_store).collect();
                }
            }
            _ => {
                self.blocks[block].remove(at);
            }
        }
    }

    /// A step that reads what does not hold the value on every path that leads there.
    fn fault(&self) -> Option<(usize, usize)> {
        let mut states: Vec<Option<Holders>> = vec![None; self.blocks.len()];
        states[0] = Some(Holders { register: false, memory: false });
        let mut work = vec![0];
        let mut fault = None;
        // A state only ever loses what it holds, so that the last one found is the right one.
        while let Some(block) = work.pop() {
            let Some(mut state) = states[block] else { continue };
            for (at, &step) in self.blocks[block].iter().enumerate() {
                match state.after(step) {
                    Some(next) => state = next,
                    None => {
                        fault = fault.or(Some((block, at)));
                        break;
                    }
                }
            }
            for &to in &self.successors[block] {
                let known = states[to].unwrap_or(Holders { register: true, memory: true });
                let register = known.register && state.register;
                let met = Some(Holders { register, memory: known.memory && state.memory });
                if met != states[to] {
                    states[to] = met;
                    work.push(to);
                }
            }
        }
        fault
    }
}

impl RandomCode {
    fn edges(&self) -> FlowGraph {
        let lists: Vec<&[usize]> = self.successors.iter().map(Vec::as_slice).collect();
        graph(&lists)
    }

    fn local(&self) -> LocalProperties {
        let code: Code =
            self.blocks.iter().map(|b| b.iter().flatten().copied().collect()).collect();
        let mut local = local(&code, &[]);
        // Live where a use, a load or a store comes before any definition.
        let reads =
            |steps: &Vec<Happening>| steps.iter().flatten().next().map(|&event| event != Define);
        let mut live: Vec<bool> = self.blocks.iter().map(|b| reads(b) == Some(true)).collect();
        for _ in 0..self.blocks.len() {
            for block in 0..self.blocks.len() {
                let out = self.successors[block].iter().any(|&to| live[to]);
                live[block] |= out && reads(&self.blocks[block]).is_none();
            }
        }
        (0..live.len()).filter(|&b| live[b]).for_each(|b| local.set_live_in(Block::new(b)));
        local
    }

    /// The program after its stores, or its loads, were moved.
    fn moved(&self, motion: &CodeMotion, event: Event) -> RandomCode {
        let mut new = self.clone();
        for block in motion.deleted.iter().map(|block| block.index()) {
            let steps = &mut new.blocks[block];
            let stops = |step: &Happening| match (event, step) {
                (Store, step) => matches!(step, Some(Define | Load)),
                (_, step) => matches!(step, Some(Define | Use | Store)),
            };
            let range = match event {
                Store => 0..steps.iter().position(stops).unwrap_or(steps.len()),
                _ => steps.iter().rposition(stops).map_or(0, |at| at + 1)..steps.len(),
            };
            let before = steps.len();
            let mut at = 0..before;
            steps.retain(|step| {
                !at.next().is_some_and(|at| range.contains(&at)) || *step != Some(event)
            });
            assert!(steps.len() < before, "what is deleted is there");
        }
        for &boundary in &motion.inserted {
            match boundary {
                BlockBoundary::Start(block) => new.blocks[block.index()].insert(0, Some(event)),
                BlockBoundary::End(block) => new.blocks[block.index()].push(Some(event)),
            }
        }
        new
    }

    /// How often an event happens on the path that the turns describe, one for each block with
    /// several ways out; none if the path does not end.
    fn count(&self, mut turns: impl Iterator<Item = usize>, event: Event) -> Option<usize> {
        let (mut block, mut count) = (0, 0);
        for _ in 0..300 {
            count += self.blocks[block].iter().filter(|&&step| step == Some(event)).count();
            block = match self.successors[block].as_slice() {
                [] => return Some(count),
                [only] => *only,
                ways => ways[turns.next()? % ways.len()],
            };
        }
        None
    }
}

/// Follows 20 paths through the programs before and after; how many execute fewer of the event.
fn compare(choices: &mut Choices, before: &RandomCode, after: &RandomCode, event: Event) -> usize {
    assert_eq!(after.fault(), None, "{before:?}\n{after:?}");
    let mut fewer = 0;
    for _ in 0..20 {
        let turns: Vec<usize> = (0..60).map(|_| choices.below(2) as usize).collect();
        let count = |program: &RandomCode| program.count(turns.iter().copied(), event);
        let (Some(old), Some(new)) = (count(before), count(after)) else { continue };
        assert!(new <= old, "{event:?} on {turns:?}: {old}, then {new}\n{before:?}\n{after:?}");
        fewer += usize::from(new < old);
    }
    fewer
}

#[test]
fn no_path_of_a_random_program_loses_a_value_or_executes_more() {
    let (mut fewer_stores, mut fewer_loads) = (0, 0);
    for seed in 1..=4_000 {
        let choices = &mut Choices::from_seed(seed);
        let program = RandomCode::random(choices);
        let edges = program.edges();
        let stores = move_stores(&edges, &program.local());
        let stored = program.moved(&stores, Store);
        fewer_stores += compare(choices, &program, &stored, Store);
        let loads = move_loads(&edges, &stored.local());
        let loaded = stored.moved(&loads, Load);
        fewer_loads += compare(choices, &stored, &loaded, Load);
    }
    // The property says little where nothing moves.
    assert!(fewer_stores > 20 && fewer_loads > 20, "{fewer_stores} stores, {fewer_loads} loads");
}
