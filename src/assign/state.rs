//! Who holds which register, and what stands in the way of whom.

use super::extent::Extent;
use super::frame::Frame;
use super::occupancy::Occupancy;
use super::ranges::Ranges;
use crate::analysis::affinity::{Affinities, Affinity};
use crate::analysis::fixed_copies::FixedCopies;
use crate::analysis::live_blocks::LiveBlocks;
use crate::analysis::references::References;
use crate::cost::CostModel;
use crate::model::function::{Function, Inst, InstKind, Name, VReg};
use crate::model::index::{Idx, IndexVec};
use crate::model::machine::{Reg, RegData};
use crate::model::point::{first_common, merge, overlap, visit_common, Point, Segment};
use crate::options::{Context, Options};
use std::cell::OnceCell;

/// What keeps a range from a register.
#[derive(Clone, Copy, Debug)]
pub enum Obstacle {
    /// A fixed register or a call, which stays.
    Fixed,
    /// A range with the register that it holds.
    Holder(VReg, Reg),
}

/// The registers of all ranges, with what is needed to ask whether one more fits.
#[derive(Debug)]
pub struct State<'a> {
    /// The function.
    pub function: &'a Function,
    /// The tuning constants.
    pub options: &'a Options,
    /// The prices.
    pub costs: &'a CostModel,
    /// The references of its virtual registers.
    pub references: &'a References,
    /// The copies that one register for both operands would save.
    pub affinities: &'a Affinities,
    /// The live ranges.
    pub ranges: Ranges,
    fixed_copies: FixedCopies,
    registers: IndexVec<VReg, Option<Reg>>,
    occupancy: Occupancy,
    /// How many ranges hold a register of each group of callee-saved registers.
    saved_groups: Vec<u32>,
    /// Where the callee-saved registers are saved.
    pub frame: Frame,
    openings: u64,
}

impl<'a> State<'a> {
    /// Every register free.
    pub fn new(
        context: Context<'a>,
        references: &'a References,
        affinities: &'a Affinities,
    ) -> Self {
        let Context { function, options, costs } = context;
        let machine = &function.machine;
        let groups = machine.regs.iter().map(|reg| reg.saved_group).max().unwrap_or(0);
        let ranges = Ranges::of_function(context, references);
        Self {
            function,
            options,
            costs,
            references,
            affinities,
            fixed_copies: FixedCopies::collect(function),
            registers: IndexVec::filled(None, ranges.len()),
            ranges,
            occupancy: Occupancy::new(machine.units.len()),
            saved_groups: vec![0; groups as usize + 1],
            frame: Frame::of(function),
            openings: 0,
        }
    }

    /// What the phase was given.
    pub fn context(&self) -> Context<'a> {
        Context { function: self.function, options: self.options, costs: self.costs }
    }

    /// How often a register became free for some range, or cheaper: until then what was not to be had
    /// still is not.
    pub fn openings(&self) -> u64 {
        self.openings
    }

    /// The register of a range, if it holds one.
    pub fn register(&self, vreg: VReg) -> Option<Reg> {
        self.registers[vreg]
    }

    /// Makes room for the ranges that were added since.
    pub fn grow(&mut self) {
        while self.registers.len() < self.ranges.len() {
            self.registers.push(None);
        }
    }

    /// What it adds to the price of saving and restoring registers if the range has this one, per
    /// execution of the function.
    pub fn saving_price(&self, vreg: VReg, reg: Reg) -> f64 {
        self.saving_price_over(self.ranges.live(vreg), reg)
    }

    /// The same if nothing is saved together with the register.
    pub fn saving_price_alone(&self, vreg: VReg, reg: Reg) -> f64 {
        self.saving_prices_alone(vreg)(reg)
    }

    /// The same as `saving_price` for a stretch.
    pub fn saving_price_over(&self, segments: &[Segment], reg: Reg) -> f64 {
        let data = &self.function.machine.regs[reg];
        self.price_of_saving_in(data, || self.frame.joined_with(self.function, segments))
    }

    fn price_of_saving_in(&self, data: &RegData, extent: impl FnOnce() -> Extent) -> f64 {
        if data.saved_group == 0 {
            return 0.0;
        }
        let opens = self.saved_groups[data.saved_group as usize] == 0;
        self.frame.price(self.function, (data, opens), extent().part)
    }

    /// The same as `saving_price` for several registers: where the frame would be is found once, if one
    /// of them is callee-saved.
    pub fn saving_prices(&self, vreg: VReg) -> impl Fn(Reg) -> f64 + '_ {
        let prices = self.prices_of_saving(vreg);
        move |reg| prices(&self.function.machine.regs[reg])
    }

    /// The same as `saving_price_alone` for several registers.
    pub fn saving_prices_alone(&self, vreg: VReg) -> impl Fn(Reg) -> f64 + '_ {
        let prices = self.prices_of_saving(vreg);
        move |reg| prices(&alone(&self.function.machine.regs[reg]))
    }

    fn prices_of_saving(&self, vreg: VReg) -> impl Fn(&RegData) -> f64 + '_ {
        let known = OnceCell::new();
        let find = move || self.frame.joined_with(self.function, self.ranges.live(vreg));
        move |data| self.price_of_saving_in(data, || *known.get_or_init(find))
    }

    /// Whether it would make the function save more, or more often, if the range has the register.
    pub fn makes_save(&self, vreg: VReg, reg: Reg) -> bool {
        self.saving_price(vreg, reg) > 0.0
    }

    /// The registers that a range may have, best first, without regard to who holds them.
    pub fn order(&self, vreg: VReg) -> &'a [Reg] {
        let range = self.ranges.get(vreg);
        let data = &self.function.vregs[range.origin];
        if data.hints_only {
            return &self.function.hints[data.hints.range()];
        }
        self.function.machine.order(range.class)
    }

    /// Whether fixed registers or calls keep the range from ever having the register.
    pub fn is_excluded(&self, vreg: VReg, reg: Reg) -> bool {
        !self.ranges.survives_calls(self.function, vreg, reg) || self.meets_fixed(vreg, reg)
    }

    /// Whether fixed registers keep the range from ever having the register.
    pub fn meets_fixed(&self, vreg: VReg, reg: Reg) -> bool {
        let machine = &self.function.machine;
        !machine.units_of(reg).iter().all(|part| {
            let fixed = machine.fixed_of(part.unit);
            fixed.is_empty()
                || self.ranges.visit_lanes(vreg, part.lanes, |live| {
                    !overlap(live, fixed) || self.is_own_value(vreg, reg, live, fixed)
                })
        })
    }

    /// Whether the fixed register, wherever the range meets it, holds the range's own value: one
    /// was copied to the other, and the range has not changed since.
    fn is_own_value(&self, vreg: VReg, reg: Reg, live: &[Segment], fixed: &[Segment]) -> bool {
        live.iter().all(|segment| {
            let first = fixed.partition_point(|taken| taken.end <= segment.start);
            fixed[first..].iter().take_while(|taken| taken.start < segment.end).all(|taken| {
                let shared = Segment { start: segment.start.max(taken.start), ..*taken };
                self.is_copy_between(vreg, reg, shared.start)
                    && !self.is_changed_within(vreg, reg, shared)
            })
        })
    }

    /// Whether what is written at `point` is a copy that `reg` for the range would make idle.
    fn is_copy_between(&self, vreg: VReg, reg: Reg, point: Point) -> bool {
        let origin = self.ranges.get(vreg).origin;
        self.fixed_copies.contains(&self.function.machine, origin, reg, point)
    }

    /// Whether an instruction after the one at the start of `segment` writes another value.
    fn is_changed_within(&self, vreg: VReg, reg: Reg, segment: Segment) -> bool {
        let origin = self.ranges.get(vreg).origin;
        self.references.of(origin).iter().any(|reference| {
            let point = self.function.insts[reference.inst].point;
            reference.writes
                && point.base() > segment.start
                && point.base() < segment.end
                && !self.is_copy_between(vreg, reg, point.register())
        })
    }

    /// Calls `visit` with each range that holds a part of `reg` where `vreg` is live, until it
    /// returns false; a range may come more than once. Returns whether the visit went to the end.
    pub fn visit_holders(&self, vreg: VReg, reg: Reg, mut visit: impl FnMut(VReg) -> bool) -> bool {
        self.function.machine.units_of(reg).iter().all(|part| {
            self.ranges.visit_lanes(vreg, part.lanes, |live| {
                self.occupancy.visit_overlaps(part.unit, live, |holding| visit(holding.vreg))
            })
        })
    }

    /// Whether the range could take the register as things stand.
    pub fn is_free(&self, vreg: VReg, reg: Reg) -> bool {
        self.obstacle(vreg, reg).is_none()
    }

    /// What keeps the range from the register as things stand; of several the first that is found.
    pub fn obstacle(&self, vreg: VReg, reg: Reg) -> Option<Obstacle> {
        if !self.ranges.survives_calls(self.function, vreg, reg) {
            return Some(Obstacle::Fixed);
        }
        let mut first = None;
        self.visit_holders(vreg, reg, |holder| {
            first = self.registers[holder].map(|held| Obstacle::Holder(holder, held));
            false
        });
        first.or_else(|| self.meets_fixed(vreg, reg).then_some(Obstacle::Fixed))
    }

    /// Whether an obstacle found earlier is still there.
    pub fn stands(&self, obstacle: Obstacle) -> bool {
        match obstacle {
            Obstacle::Fixed => true,
            Obstacle::Holder(holder, held) => self.registers[holder] == Some(held),
        }
    }

    /// Whether a stretch that is live nowhere yet could take the register: `segments` in all lanes.
    pub fn is_free_over(&self, segments: &[Segment], reg: Reg) -> bool {
        let machine = &self.function.machine;
        machine.units_of(reg).iter().all(|part| {
            !overlap(segments, machine.fixed_of(part.unit))
                && self.occupancy.visit_overlaps(part.unit, segments, |_| false)
        })
    }

    /// The first point of `segments` where the register is taken in some lane, by another range, a
    /// fixed register or a call.
    pub fn first_taken(&self, segments: &[Segment], reg: Reg) -> Option<Point> {
        let machine = &self.function.machine;
        let mut first = self.ranges.first_clobber(self.function, segments, reg);
        let mut note = |point: Option<Point>| first = first.into_iter().chain(point).min();
        for part in machine.units_of(reg) {
            self.occupancy.visit_overlaps(part.unit, segments, |holding| {
                note(first_common(segments, &[holding.segment]));
                false
            });
            note(first_common(segments, machine.fixed_of(part.unit)));
        }
        first
    }

    /// The blocks that the range is live in, with its references there.
    pub fn live_blocks(&self, vreg: VReg) -> LiveBlocks {
        LiveBlocks::of(self.function, self.ranges.live(vreg), self.references.of(vreg))
    }

    /// Where the range is live but the register is taken: the stretches of other ranges, fixed
    /// registers and calls, sorted and disjoint.
    pub fn blocked(&self, vreg: VReg, reg: Reg) -> Vec<Segment> {
        let live = self.ranges.live(vreg);
        let mut blocked: Vec<Segment> = Vec::new();
        for part in self.function.machine.units_of(reg) {
            self.occupancy.visit_overlaps(part.unit, live, |holding| {
                blocked.push(holding.segment);
                true
            });
            visit_common(live, self.function.machine.fixed_of(part.unit), |s| blocked.push(s));
        }
        self.ranges.visit_clobbers(self.function, live, reg, |point| {
            blocked.push(Segment { start: point, end: point.dead() });
        });
        // They are a few sorted lists, which the stable sort merges.
        blocked.sort_by_key(|segment| (segment.start, segment.end));
        merge(&mut blocked);
        blocked
    }

    /// Gives the register to the range.
    pub fn assign(&mut self, vreg: VReg, reg: Reg) {
        self.note_register(vreg, reg);
        let (ranges, occupancy) = (&self.ranges, &mut self.occupancy);
        for part in self.function.machine.units_of(reg) {
            ranges.visit_lanes(vreg, part.lanes, |live| {
                occupancy.take(part.unit, live, vreg);
                true
            });
        }
    }

    /// Gives the register to the range if it is free. Returns whether it was.
    pub fn try_assign(&mut self, vreg: VReg, reg: Reg) -> bool {
        if self.is_excluded(vreg, reg) {
            return false;
        }
        let units = self.function.machine.units_of(reg);
        if units.len() > 1 || !self.function.lane_ranges_of(vreg).is_empty() {
            let free = self.visit_holders(vreg, reg, |_| false);
            if free {
                self.assign(vreg, reg);
            }
            return free;
        }
        let free = self.occupancy.try_take(units[0].unit, self.ranges.live(vreg), vreg);
        if free {
            self.note_register(vreg, reg);
        }
        free
    }

    fn note_register(&mut self, vreg: VReg, reg: Reg) {
        debug_assert!(self.registers[vreg].is_none());
        self.registers[vreg] = Some(reg);
        let data = &self.function.machine.regs[reg];
        if data.saved_group == 0 {
            return;
        }
        self.openings += 1;
        let users = &mut self.saved_groups[data.saved_group as usize];
        *users += 1;
        if *users == 1 {
            self.frame.open(data);
        }
        self.frame.extent = self.frame.joined_with(self.function, self.ranges.live(vreg));
    }

    /// Takes the register of the range back.
    pub fn unassign(&mut self, vreg: VReg) -> Reg {
        let reg = self.registers[vreg].take().expect("only ranges with a register lose one");
        self.openings += 1;
        let data = &self.function.machine.regs[reg];
        if data.saved_group != 0 {
            let users = &mut self.saved_groups[data.saved_group as usize];
            *users -= 1;
            if *users == 0 {
                self.frame.close(data);
            }
        }
        let (ranges, occupancy) = (&self.ranges, &mut self.occupancy);
        for part in self.function.machine.units_of(reg) {
            ranges.visit_lanes(vreg, part.lanes, |live| {
                occupancy.release(part.unit, live);
                true
            });
        }
        reg
    }

    /// The register that an operand of a copy has.
    pub fn register_of(&self, name: Name) -> Option<Reg> {
        match name {
            Name::Fixed(reg) => Some(reg),
            Name::Virtual(vreg) => self.registers[vreg],
        }
    }

    /// The price of the copies that stay if the range has the register, as far as is known.
    pub fn copy_cost(&self, vreg: VReg, reg: Reg) -> f64 {
        let origin = self.ranges.get(vreg).origin;
        let stays =
            |other: Reg, affinity: &Affinity| !affinity.joins(&self.function.machine, reg, other);
        self.affinities
            .of(origin)
            .iter()
            .filter(|a| self.register_of(a.other).is_some_and(|other| stays(other, a)))
            .map(|a| a.gain)
            .sum()
    }

    /// Whether the instruction is a copy of the range that goes if the range has the register.
    pub fn is_copy_with(&self, vreg: VReg, inst: Inst, reg: Reg) -> bool {
        let function = self.function;
        let [a, b] = function.operands_of(inst) else { return false };
        if function.insts[inst].kind != InstKind::Copy {
            return false;
        }
        let origin = Name::Virtual(self.ranges.get(vreg).origin);
        let (own, other) = if a.name == origin { (a, b) } else { (b, a) };
        let affinity =
            Affinity { other: other.name, part: own.part, other_part: other.part, gain: 0.0 };
        self.register_of(other.name).is_some_and(|o| affinity.joins(&function.machine, reg, o))
    }

    /// All ranges, in order.
    pub fn all(&self) -> impl Iterator<Item = VReg> + use<> {
        (0..self.ranges.len()).map(VReg::new)
    }
}

/// The register as if nothing were saved together with it.
fn alone(data: &RegData) -> RegData {
    RegData { paired_file: 0, ..*data }
}
