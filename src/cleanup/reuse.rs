//! Reloads of values that a register still holds.
//!
//! Where a range leaves its register for the sake of others that in the end did not take it, or takes
//! part in several spills, its register may hold what memory holds up to the next reload. That is known
//! once every range has its register: what each register holds is followed forward over all paths, as
//! available expressions are (Cocke 1970). Reload reuse within the choice of what leaves (Braun and
//! Hack 2009) is in the minimum cuts; this finds what is left by later decisions.

#[cfg(test)]
mod tests;

use crate::model::function::{
    Access, Block, BlockData, Function, Inst, InstKind, Name, Slot, SlotAccess, VReg,
};
use crate::model::grouped::Grouped;
use crate::model::index::IndexVec;
use crate::model::index_set::IndexSet;
use crate::model::machine::{Mask, Reg, Unit};
use crate::model::point::Point;
use crate::plan::Reuse;

/// The reloads of what a register still holds, in layout order.
pub fn find(function: &Function, registers: &IndexVec<VReg, Reg>) -> Vec<Reuse> {
    let is_reload = |known: &SlotAccess| matches!(known.access, Access::Reload(_));
    if !function.slot_accesses.iter().any(is_reload) {
        return Vec::new();
    }
    let holders = Holders::collect(function, registers);
    let events = Events::collect(function, registers, &holders);
    let mut held = Registers::new(function, registers);
    let entries = solve(function, &events, &mut held);
    let mut reuses = Vec::new();
    for (block, entry) in entries.enumerate() {
        let Some(entry) = entry else { continue };
        held.enter(entry, function.blocks[block].points.start);
        for event in events.of(block) {
            reuses.extend(held.reuse(event));
            held.apply(event);
        }
    }
    reuses
}

/// What a block does to registers and slots, in order.
#[derive(Clone, Copy, Debug)]
enum Event {
    /// A virtual register's register is written.
    Write(Reg),
    /// A fixed register is written.
    Fixed(Unit),
    /// A call leaves only the registers of the mask.
    Clobber(Mask),
    /// One virtual register is copied whole to another.
    Copy { from: VReg, to: VReg },
    /// A slot is loaded whole.
    Reload { inst: Inst, slot: Slot, to: VReg },
    /// A slot is stored whole.
    Store { slot: Slot, from: VReg },
    /// A slot is changed in another way.
    Overwrite(Slot),
}

/// The ranges whose value may be that of a slot: those that are loaded and stored whole, and their copies. What
/// happens to registers that none of them has is of no account.
struct Holders {
    ranges: IndexSet<VReg>,
    /// The units of their registers.
    units: IndexSet<Unit>,
}

impl Holders {
    fn collect(function: &Function, registers: &IndexVec<VReg, Reg>) -> Self {
        let mut ranges = IndexSet::new(function.vregs.len());
        for known in &function.slot_accesses {
            if let Some(Event::Reload { to: range, .. } | Event::Store { from: range, .. }) =
                transfer(function, known.access, known.slot)
            {
                ranges.insert(range);
            }
        }
        let copies = function.insts.indices().filter_map(|inst| copied(function, inst));
        let copies: Vec<(VReg, VReg)> = copies.collect();
        let copies = Grouped::new(&copies, function.vregs.len());
        let mut waiting: Vec<VReg> = ranges.iter().collect();
        while let Some(from) = waiting.pop() {
            waiting.extend(copies.of(from).iter().filter(|&&to| ranges.insert(to)));
        }
        let mut units = IndexSet::new(function.machine.units.len());
        for range in ranges.iter() {
            for part in function.machine.units_of(registers[range]) {
                units.insert(part.unit);
            }
        }
        Self { ranges, units }
    }

    /// Whether a part of the register may be one of theirs.
    fn has_part_of(&self, function: &Function, reg: Reg) -> bool {
        function.machine.units_of(reg).iter().any(|part| self.units.contains(part.unit))
    }
}

/// The events of all blocks, each with its point.
struct Events {
    all: Vec<(Point, Event)>,
    ends: IndexVec<Block, usize>,
}

impl Events {
    fn collect(function: &Function, registers: &IndexVec<VReg, Reg>, holders: &Holders) -> Self {
        let mut all: Vec<(Point, Event)> = Vec::new();
        let machine = &function.machine;
        for unit in holders.units.iter() {
            let starts = machine.fixed_of(unit).iter().map(|segment| segment.start);
            all.extend(starts.map(|start| (start.base(), Event::Fixed(unit))));
        }
        all.extend(machine.clobbers.iter().map(|c| (c.0.base(), Event::Clobber(c.1))));
        let changes = |known: &&SlotAccess| known.access != Access::Read;
        let mut accesses = function.slot_accesses.iter().filter(changes).peekable();
        for inst in function.insts.indices() {
            let point = function.insts[inst].point.base();
            while let Some(access) = accesses.next_if(|access| access.point.base() < point) {
                all.push((access.point.base(), Event::Overwrite(access.slot)));
            }
            let access = accesses.next_if(|access| access.point.base() == point);
            let transfer = access.and_then(|known| transfer(function, known.access, known.slot));
            let copy = || {
                let (from, to) = copied(function, inst)?;
                holders.ranges.contains(from).then_some(Event::Copy { from, to })
            };
            if let Some(event) = transfer.or_else(copy) {
                all.push((point, event));
                continue;
            }
            all.extend(access.map(|access| (point, Event::Overwrite(access.slot))));
            for operand in function.operands_of(inst).iter().filter(|operand| operand.writes) {
                let Name::Virtual(vreg) = operand.name else { continue };
                if holders.has_part_of(function, registers[vreg]) {
                    all.push((point, Event::Write(registers[vreg])));
                }
            }
        }
        all.extend(accesses.map(|access| (access.point.base(), Event::Overwrite(access.slot))));
        // What an instruction takes from registers goes before what it puts there.
        let order = |event: &Event| match event {
            Event::Write(_) | Event::Fixed(_) | Event::Clobber(_) | Event::Overwrite(_) => 0,
            _ => 1u64,
        };
        all.sort_by_key(|(point, event)| u64::from(point.0) << 1 | order(event));
        let end = |block: &BlockData| all.partition_point(|event| event.0 < block.points.end);
        let ends = function.blocks.iter().map(end).collect();
        Self { all, ends }
    }

    fn of(&self, block: Block) -> impl Iterator<Item = (Point, Event)> + '_ {
        let start = if block.0 == 0 { 0 } else { self.ends[Block(block.0 - 1)] };
        self.all[start..self.ends[block]].iter().copied()
    }
}

/// A load or store between a slot and a range whose lanes live and die together.
fn transfer(function: &Function, access: Access, slot: Slot) -> Option<Event> {
    let only = |inst: Inst| match function.operands_of(inst) {
        &[operand] => match operand.name {
            Name::Virtual(vreg) => Some(vreg).filter(|_| is_whole(function, vreg)),
            Name::Fixed(_) => None,
        },
        _ => None,
    };
    match access {
        Access::Reload(inst) => Some(Event::Reload { inst, slot, to: only(inst)? }),
        Access::Store(inst) => Some(Event::Store { slot, from: only(inst)? }),
        Access::Read | Access::Overwrite => None,
    }
}

/// The ranges from and to which an instruction copies a whole value.
fn copied(function: &Function, inst: Inst) -> Option<(VReg, VReg)> {
    let is_copy = function.insts[inst].kind == InstKind::Copy;
    match function.operands_of(inst) {
        [to, from] if is_copy && from.reads && to.part.is_none() && from.part.is_none() => {
            match (to.name, from.name) {
                (Name::Virtual(to), Name::Virtual(from)) => {
                    let whole = is_whole(function, to) && is_whole(function, from);
                    whole.then_some((from, to))
                }
                _ => None,
            }
        }
        _ => None,
    }
}

fn is_whole(function: &Function, vreg: VReg) -> bool {
    function.lane_ranges_of(vreg).is_empty()
}

/// A register holds what a slot holds.
#[derive(Clone, Copy, Debug)]
struct Held {
    slot: Slot,
    /// The virtual register whose value it is.
    holder: VReg,
    since: Point,
}

/// The same at the beginning of a block, in order of the registers.
type Entry = Vec<(Reg, Slot, VReg)>;

/// What all registers hold at one place.
struct Registers<'f> {
    function: &'f Function,
    of: &'f IndexVec<VReg, Reg>,
    /// In order of the registers; mostly few.
    held: Vec<(Reg, Held)>,
}

impl<'f> Registers<'f> {
    fn new(function: &'f Function, of: &'f IndexVec<VReg, Reg>) -> Self {
        Self { function, of, held: Vec::new() }
    }

    fn enter(&mut self, entry: &Entry, since: Point) {
        let held = |&(reg, slot, holder)| (reg, Held { slot, holder, since });
        self.held.clear();
        self.held.extend(entry.iter().map(held));
    }

    /// What the successors of a block can rely on if its edge to them leaves at a point.
    fn leave(&self, at: Point) -> Entry {
        let early = self.held.iter().filter(|(_, held)| held.since < at);
        early.map(|(reg, held)| (*reg, held.slot, held.holder)).collect()
    }

    fn apply(&mut self, (since, event): (Point, Event)) {
        let machine = &self.function.machine;
        match event {
            Event::Write(reg) => self.write(reg),
            Event::Fixed(unit) => {
                let has = |reg: Reg| machine.units_of(reg).iter().any(|part| part.unit == unit);
                self.held.retain(|(reg, _)| !has(*reg));
            }
            Event::Clobber(mask) => self.held.retain(|(reg, _)| machine.preserves(mask, *reg)),
            Event::Copy { from, to } => {
                let held = self.held_by(self.of[from]).filter(|held| held.holder == from);
                self.write(self.of[to]);
                if let Some(held) = held {
                    self.hold(Held { holder: to, since, ..held });
                }
            }
            Event::Reload { slot, to, .. } => {
                self.write(self.of[to]);
                self.hold(Held { slot, holder: to, since });
            }
            Event::Store { slot, from } => {
                self.overwrite(slot);
                self.hold(Held { slot, holder: from, since });
            }
            Event::Overwrite(slot) => self.overwrite(slot),
        }
    }

    fn held_by(&self, reg: Reg) -> Option<Held> {
        let place = self.held.binary_search_by_key(&reg, |known| known.0);
        place.ok().map(|place| self.held[place].1)
    }

    fn hold(&mut self, held: Held) {
        let reg = self.of[held.holder];
        match self.held.binary_search_by_key(&reg, |known| known.0) {
            Ok(place) => self.held[place].1 = held,
            Err(place) => self.held.insert(place, (reg, held)),
        }
    }

    fn write(&mut self, written: Reg) {
        let machine = &self.function.machine;
        self.held.retain(|(reg, _)| !machine.overlap(*reg, written));
    }

    fn overwrite(&mut self, slot: Slot) {
        self.held.retain(|(_, held)| held.slot != slot);
    }

    /// Whose value a reload can take: best that of the register it loads into.
    fn reuse(&self, (_, event): (Point, Event)) -> Option<Reuse> {
        let Event::Reload { inst, slot, to } = event else { return None };
        let holder = |reg: Reg| self.held_by(reg).filter(|held| held.slot == slot);
        let class = self.function.vregs[to].class;
        let others = || self.function.machine.order(class).iter().find_map(|&reg| holder(reg));
        let found = holder(self.of[to]).or_else(others)?;
        Some(Reuse { inst, holder: found.holder })
    }
}

/// What is held at the beginning of each block on every path that leads there; none for blocks that
/// cannot be reached.
fn solve(
    function: &Function,
    events: &Events,
    held: &mut Registers,
) -> IndexVec<Block, Option<Entry>> {
    let blocks = function.blocks.len();
    let mut entries: IndexVec<Block, Option<Entry>> = IndexVec::filled(None, blocks);
    if blocks == 0 {
        return entries;
    }
    entries[Block(0)] = Some(Entry::new());
    let mut waits: IndexVec<Block, bool> = IndexVec::filled(false, blocks);
    waits[Block(0)] = true;
    // Layout order is close to a topological one, so loops take few sweeps.
    while waits.iter().any(|&waits| waits) {
        for (block, data) in function.blocks.enumerate() {
            let Some(entry) = entries[block].as_ref().filter(|_| waits[block]) else { continue };
            waits[block] = false;
            held.enter(entry, data.points.start);
            events.of(block).for_each(|event| held.apply(event));
            let leaving = held.leave(data.end_split);
            for &to in function.successors_of(block) {
                let is_pad = function.blocks[to].is_landing_pad;
                let thrown = is_pad.then(|| held.leave(data.last_split));
                let leaving = thrown.as_ref().unwrap_or(&leaving);
                let changes = match &mut entries[to] {
                    Some(known) => {
                        let before = known.len();
                        known.retain(|held| leaving.binary_search(held).is_ok());
                        known.len() < before
                    }
                    unknown => {
                        *unknown = Some(leaving.clone());
                        true
                    }
                };
                waits[to] |= changes;
            }
        }
    }
    entries
}
