//! Regions: lines in loops that are over capacity or have loads and stores, and who is where there.

use super::{frequency, Builder, Line};
use crate::explain::log::What;
use crate::explain::model::{Beside, Gone, Held, Moves, OneMore, Region, Strip};
use crate::explain::placements::{Block, Code};
use std::collections::{BTreeMap, BTreeSet};

/// What makes a region: the loop's first block, the file and the line; the block if no line is known.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    header: Option<u32>,
    file: Option<String>,
    line: Option<u32>,
    block: Option<u32>,
}

/// What is known of a region before it is described.
#[derive(Default)]
struct Draft {
    points: BTreeSet<i64>,
    /// Per set the worst cell: registers over capacity, the point, held, capacity.
    worst: BTreeMap<u32, (i64, i64, i64, i64)>,
    /// The spot that is shown, by its price: the worst point, else the dearest load or store.
    spot: Option<(f64, Spot)>,
    moves: Moves,
}

/// A place in the code behind the allocator, with the point of it in front of the allocator.
#[derive(Clone, Copy)]
struct Spot {
    /// The index of the instruction.
    place: usize,
    at: i64,
}

impl Draft {
    /// The first of the sets that are most over capacity.
    fn worst_set(&self) -> Option<u32> {
        let worst =
            self.worst.iter().max_by_key(|(set, worst)| (worst.0, std::cmp::Reverse(**set)));
        worst.map(|(&set, _)| set)
    }
}

impl Builder<'_> {
    /// All regions, in no order of importance.
    pub fn regions(&self) -> Vec<Region> {
        let drafts = self.drafts().into_iter();
        drafts.filter_map(|(key, draft)| self.region(key, draft)).collect()
    }

    fn key(&self, code: &Code, place: usize, line: &Line) -> Key {
        let block = code.instructions[place].block;
        let header = code.block(block).and_then(|block| block.header);
        let block = line.1.is_none().then_some(block);
        Key { header, file: line.0.clone(), line: line.1, block }
    }

    fn drafts(&self) -> BTreeMap<Key, Draft> {
        let lines = &self.lines;
        let mut drafts: BTreeMap<Key, Draft> = BTreeMap::new();
        for event in self.log.iter().flat_map(|log| &log.events).filter(|event| event.round == 0) {
            let What::Over { set, at, held, capacity } = event.what else { continue };
            let Some(place) = self.code.at_before(at.point) else { continue };
            let draft = drafts.entry(self.key(self.code, place, &lines[place])).or_default();
            draft.points.insert(at.point);
            let worst = draft.worst.entry(set).or_insert((0, at.point, held, capacity));
            if held - capacity > worst.0 {
                *worst = (held - capacity, at.point, held, capacity);
            }
        }
        for draft in drafts.values_mut() {
            let worst = draft.worst_set().map(|set| draft.worst[&set].1);
            let spot = worst.and_then(|at| Some(Spot { place: self.code.at_before(at)?, at }));
            draft.spot = spot.map(|spot| (f64::INFINITY, spot));
        }
        for (place, instruction) in self.code.instructions.iter().enumerate() {
            if instruction.move_cost() == 0.0 {
                continue;
            }
            let draft = drafts.entry(self.key(self.code, place, &lines[place])).or_default();
            let frequency = frequency(self.code, instruction);
            draft.moves.add(instruction, frequency);
            let is_spill = !instruction.loads.is_empty() || !instruction.stores.is_empty();
            let cost = instruction.move_cost() * frequency;
            if is_spill && draft.spot.is_none_or(|(known, _)| known < cost) {
                let place = match instruction.before {
                    Some(_) => place,
                    None => self.code.first_new(place),
                };
                draft.spot = self.code.old_point(place).map(|at| (cost, Spot { place, at }));
            }
        }
        drafts
    }

    /// None if all that is there are copies.
    fn region(&self, key: Key, draft: Draft) -> Option<Region> {
        let (_, spot) = draft.spot?;
        let place = spot.place;
        let block: &Block = self.code.block(self.code.instructions[place].block)?;
        let counted = self.counted(&draft);
        let (registers, gone) = self.state(self.code, spot, counted.as_ref());
        let memory: Vec<Gone> = gone.iter().map(|&value| self.gone(value, place, block)).collect();
        Some(Region {
            source: None,
            block: block.block,
            frequency: block.frequency,
            depth: block.depth,
            loop_line: block.loop_line,
            points: draft.points.len(),
            strips: draft.worst.iter().map(|(set, worst)| self.strip(*set, worst)).collect(),
            moves: draft.moves,
            share: self.share(draft.moves.cost),
            one_more: self.one_more(&draft, &memory),
            beside: self
                .beside
                .map(|other| self.beside(other, &key, spot, &gone, counted.as_ref())),
            registers,
            memory,
            file: key.file,
            line: key.line,
        })
    }

    fn strip(&self, set: u32, &(_, _, held, capacity): &(i64, i64, i64, i64)) -> Strip {
        Strip { class: self.class(set), held, capacity }
    }

    fn class(&self, set: u32) -> String {
        let sets = self.log.map_or(&[][..], |log| &log.sets);
        let known = sets.iter().find(|known| known.set == set);
        known.map_or_else(|| format!("set {set}"), |known| known.class.clone())
    }

    /// The classes whose values count in the set that is most over capacity; none if no set is.
    fn counted(&self, draft: &Draft) -> Option<BTreeSet<&str>> {
        let worst = draft.worst_set()?;
        let set = self.log?.sets.iter().find(|set| set.set == worst)?;
        Some(set.takes.iter().map(|takes| takes.class.as_str()).collect())
    }

    /// Who is in a register at a spot, and who is live there and in none, of the classes that count.
    fn state(
        &self,
        code: &Code,
        Spot { place, at }: Spot,
        counted: Option<&BTreeSet<&str>>,
    ) -> (Vec<Held>, Vec<u32>) {
        let (mut held, mut gone) = (Vec::new(), Vec::new());
        for value in self.values.values().filter(|value| value.is_live(at)) {
            if counted.is_some_and(|classes| !classes.contains(value.class.as_str())) {
                continue;
            }
            match code.register(value.range, place, at) {
                Some(register) => held.push(Held {
                    register: register.to_owned(),
                    value: value.range,
                    name: value.name(),
                }),
                None => gone.push(value.range),
            }
        }
        (held, gone)
    }

    /// At the worst cells LIMIT lists who could leave, by price: with one more register one of those that had to
    /// could stay. It saves no more than its loads and stores cost in the end. Where nothing is listed it is the
    /// dearest that is in memory there.
    fn one_more(&self, draft: &Draft, memory: &[Gone]) -> Option<OneMore> {
        let set = draft.worst_set()?;
        let mut could_stay: Vec<(&Gone, f64)> = Vec::new();
        for event in self.log?.events.iter().filter(|event| event.round == 0) {
            let What::Candidates { set: of, at, excess, offers } = &event.what else { continue };
            if *of != set || !draft.points.contains(&at.point) {
                continue;
            }
            for offer in offers.iter().take(*excess) {
                let value = self.original(offer.range);
                let gone = memory.iter().find(|gone| gone.value == value);
                could_stay.extend(
                    gone.zip(offer.price).map(|(gone, price)| (gone, price.min(gone.cost))),
                );
            }
        }
        if could_stay.is_empty() {
            could_stay.extend(memory.iter().map(|gone| (gone, gone.cost)));
        }
        let (gone, saves) = could_stay.into_iter().max_by(|a, b| a.1.total_cmp(&b.1))?;
        let (class, name) = (self.class(set), gone.name.clone());
        Some(OneMore { class, name, saves, share: self.share(saves) }).filter(|one| one.saves > 0.0)
    }

    fn beside(
        &self,
        other: &Code,
        key: &Key,
        Spot { place, at }: Spot,
        gone: &[u32],
        counted: Option<&BTreeSet<&str>>,
    ) -> Beside {
        let is_new = self.code.instructions[place].before.is_none();
        let there = other.at_before(at);
        let there = there.map(|place| if is_new { other.first_new(place) } else { place });
        let state = there.map(|place| self.state(other, Spot { place, at }, counted));
        let (registers, gone_there) = state.unwrap_or_default();
        let names = |these: &[u32], those: &[u32]| {
            let only = these.iter().filter(|value| !those.contains(value));
            only.map(|&value| self.name(value)).collect()
        };
        let mut moves = Moves::default();
        let lines = &self.lines_beside;
        for (place, instruction) in other.instructions.iter().enumerate() {
            if instruction.move_cost() > 0.0 && self.key(other, place, &lines[place]) == *key {
                moves.add(instruction, frequency(other, instruction));
            }
        }
        Beside {
            registers,
            only_limit: names(gone, &gone_there),
            only_other: names(&gone_there, gone),
            memory: gone_there.len(),
            moves,
        }
    }
}
