//! Where registers are live, from the instructions and the control flow alone.
//!
//! LLVM hands live ranges over ready made; a function that comes from text has none, and neither
//! has one that a test has rewritten after a plan. The points are chosen as LLVM chooses them: a
//! use ends a range at its instruction's register slot, a result begins there, and a result that
//! nobody reads ends in the dead slot.

#[cfg(any(test, debug_assertions))]
pub mod recount;

use crate::model::function::{Block, Function, Name, Operand, VReg};
use crate::model::index::{Idx, IndexVec, Span};
use crate::model::machine::Unit;
use crate::model::point::{merge, Point, Segment};

/// The live segments of all registers, sorted and disjoint.
#[derive(Clone, Debug)]
pub struct Liveness {
    /// Per virtual register.
    pub vregs: IndexVec<VReg, Vec<Segment>>,
    /// Per unit where fixed registers hold it.
    pub units: IndexVec<Unit, Vec<Segment>>,
}

impl Liveness {
    /// Solves the data flow backwards over the blocks, then walks each block once.
    pub fn compute(function: &Function) -> Self {
        let rows = Rows { function };
        rows.between(&rows.solve())
    }

    /// Writes the segments into the function, in the place of what it has.
    pub fn enter(&self, function: &mut Function) {
        function.segments.clear();
        for (vreg, segments) in self.vregs.enumerate() {
            let start = function.segments.len();
            function.segments.extend(segments);
            function.vregs[vreg].live = Span::since(start, function.segments.len());
            function.vregs[vreg].recomputable = Span::default();
        }
        let machine = &mut function.machine;
        machine.fixed.clear();
        for (unit, segments) in self.units.enumerate() {
            let start = machine.fixed.len();
            machine.fixed.extend(segments);
            machine.units[unit] = Span::since(start, machine.fixed.len());
        }
    }
}

/// Virtual registers and then units as rows of one table.
struct Rows<'a> {
    function: &'a Function,
}

impl Rows<'_> {
    fn len(&self) -> usize {
        self.function.vregs.len() + self.function.machine.units.len()
    }

    /// The rows that an operand names.
    fn of(&self, operand: &Operand) -> Vec<usize> {
        match operand.name {
            Name::Virtual(vreg) => vec![vreg.index()],
            Name::Fixed(reg) => {
                let units = self.function.machine.units_of(reg).iter();
                units.map(|part| self.function.vregs.len() + part.unit.index()).collect()
            }
        }
    }

    /// Which rows are live at each block's beginning.
    fn solve(&self) -> IndexVec<Block, Vec<bool>> {
        let function = self.function;
        let mut live_in = IndexVec::filled(vec![false; self.len()], function.blocks.len());
        let mut changed = true;
        while changed {
            changed = false;
            for block in function.blocks.indices().rev() {
                let live = self.above(block, self.live_out(block, &live_in));
                changed |= live != live_in[block];
                live_in[block] = live;
            }
        }
        live_in
    }

    /// All segments if `live_in` is what is live at the blocks' beginnings.
    fn between(&self, live_in: &IndexVec<Block, Vec<bool>>) -> Liveness {
        let mut segments = vec![Vec::new(); self.len()];
        for block in self.function.blocks.indices() {
            self.walk(block, &self.live_out(block, live_in), &mut segments);
        }
        for list in &mut segments {
            list.sort_unstable();
            merge(list);
        }
        let units = segments.split_off(self.function.vregs.len());
        Liveness { vregs: IndexVec::from(segments), units: IndexVec::from(units) }
    }

    fn live_out(&self, block: Block, live_in: &IndexVec<Block, Vec<bool>>) -> Vec<bool> {
        let mut live = vec![false; self.len()];
        for &successor in self.function.successors_of(block) {
            live.iter_mut().zip(&live_in[successor]).for_each(|(to, from)| *to |= from);
        }
        live
    }

    /// What is live at a block's beginning if `live` is at its end.
    fn above(&self, block: Block, mut live: Vec<bool>) -> Vec<bool> {
        let function = self.function;
        for inst in function.blocks[block].insts.range().rev() {
            let operands =
                &function.operands[function.insts.iter().as_slice()[inst].operands.range()];
            for read in [false, true] {
                let effective = |o: &&Operand| if read { o.reads } else { o.writes && !o.reads };
                for operand in operands.iter().filter(effective) {
                    self.of(operand).into_iter().for_each(|row| live[row] = read);
                }
            }
        }
        live
    }

    /// Adds the segments within one block.
    fn walk(&self, block: Block, live_out: &[bool], segments: &mut [Vec<Segment>]) {
        let function = self.function;
        let data = &function.blocks[block];
        let mut ends: Vec<Option<Point>> =
            live_out.iter().map(|&live| live.then_some(data.points.end)).collect();
        for inst in data.insts.range().rev() {
            let inst = &function.insts.iter().as_slice()[inst];
            let operands = &function.operands[inst.operands.range()];
            let point = inst.point;
            for row in operands.iter().filter(|o| o.writes).flat_map(|o| self.of(o)) {
                let end = ends[row].take().unwrap_or(point.dead());
                let segment = Segment { start: point.register(), end };
                segments[row].extend((!segment.is_empty()).then_some(segment));
            }
            for row in operands.iter().filter(|o| o.reads).flat_map(|o| self.of(o)) {
                ends[row].get_or_insert(point.register());
            }
        }
        for (row, end) in ends.into_iter().enumerate() {
            if let Some(end) = end {
                segments[row].push(Segment { start: data.points.start, end });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::model::function::VReg;
    use crate::model::index::Idx;
    use crate::model::machine::Unit;
    use crate::model::point::{Point, Segment};
    use crate::model::text::parse;

    fn segments(list: &[(u32, u32)]) -> Vec<Segment> {
        list.iter().map(|&(a, b)| Segment { start: Point(a), end: Point(b) }).collect()
    }

    /// Numbers: b0 at 0, its instructions at 4, 8, 12; b1 at 16, 20, 24; b2 at 28, 32.
    #[test]
    fn segments_follow_the_slots_and_the_loop() {
        let program = parse(
            "reg r0\nreg r1\nreg d0 of r0 r1\nclass g r0 r1\nfunction f\n\
             block b0 1 -> b1\n  i2i r0 => %0\n  loadI 1 => %1\n  loadI 2 => %2\n\
             block b1 8 -> b1 b2\n  add %0, %1 => %0\n  cbr %0\n\
             block b2 1\n  ret %1, d0\n",
        )
        .unwrap();
        let function = &program.function;
        // %0 from its copy through the loop: its new value begins where the old one ends (22), and
        // it is live around the back edge, to the end of b1 (28), but not in b2.
        assert_eq!(function.live(VReg(0)), segments(&[(6, 28)]));
        // %1 is read after the loop: live through b1 to the register slot of `ret` (34).
        assert_eq!(function.live(VReg(1)), segments(&[(10, 34)]));
        // Nobody reads %2: from the register slot to the dead slot.
        assert_eq!(function.live(VReg(2)), segments(&[(14, 15)]));
        // r0 is read by the copy and, as half of d0, by `ret`; r1 only by `ret`. Neither is ever
        // written, so both are live from the beginning.
        for unit in [0, 1] {
            assert_eq!(function.machine.fixed_of(Unit::new(unit)), segments(&[(0, 34)]));
        }
    }

    #[test]
    fn a_value_that_is_written_again_has_a_hole() {
        let program = parse(
            "reg r0\nclass g r0\nfunction f\nblock b0 1\n  loadI 1 => %0\n  store %0\n  \
             nop\n  loadI 2 => %0\n  store %0\n",
        )
        .unwrap();
        assert_eq!(program.function.live(VReg(0)), segments(&[(6, 10), (18, 22)]));
    }
}
