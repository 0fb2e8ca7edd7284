//! The function of the next round: what the shim makes of an edit.
//!
//! Splits are carried out; what goes to memory is loaded into a short range before each instruction
//! that reads it and stored after each that writes it; what has a register keeps it.

use super::carry_out::{carry_out, renumber, Order, NEW, STEP};
use super::webs::split_webs;
use crate::allocate::{Applied, Part};
use crate::model::function::{
    Access, Fate, Function, Inst, InstData, InstKind, Name, Operand, Slot, SlotAccess, VReg,
};
use crate::model::index::{Idx, IndexVec, Span};
use crate::model::point::covers;
use crate::plan::{Edit, Purpose};

/// The function after an edit, to be allocated again, and what became of the pieces. A range is called by
/// its number.
pub fn next_round(function: &Function, edit: &Edit) -> (Function, Applied) {
    let mut next = carry_out(function, &edit.splits, Order::OneByOne);
    if edit.purpose == Purpose::Widen {
        for split in &edit.splits {
            let widening = function.widenings.iter().find(|widening| widening.vreg == split.vreg);
            let class = widening.map_or(function.vregs[split.vreg].class, |known| known.class);
            next.vregs[split.remainder].class = class;
        }
    }
    let pieces = function.vregs.len()..edit.places.len();
    for piece in pieces.clone().map(VReg::new) {
        next.vregs[piece].fate = Fate::Free;
    }
    spill(&mut next, edit);
    let webs = split_webs(&mut next);
    let is_piece = |of: VReg| pieces.contains(&of.index());
    let parts = webs.into_iter().filter(|&(_, of)| is_piece(of));
    let parts = parts.map(|(part, of)| Part { name: part.0, of: of.0 }).collect();
    fix_short_ranges(&mut next);
    for vreg in next.vregs.indices() {
        next.vregs[vreg].name = Some(vreg.0);
    }
    (next, Applied { pieces: pieces.map(|piece| piece as u32).collect(), parts })
}

fn spill(function: &mut Function, edit: &Edit) {
    let old = function.clone();
    let in_memory = |name: Name| match name {
        Name::Virtual(vreg) => {
            Some(vreg).filter(|&vreg| vreg.index() < edit.places.len() && edit.is_in_memory(vreg))
        }
        Name::Fixed(_) => None,
    };
    let mut insts: IndexVec<Inst, InstData> = IndexVec::new();
    let free = old.slot_accesses.iter().map(|access| access.slot.0 + 1).max().unwrap_or(0);
    let slot_of = |vreg: VReg| Slot(free + vreg.0);
    // Loads and stores that are new, with what goes to memory.
    let mut accesses: Vec<(Slot, Inst, Access)> = Vec::new();
    for block in old.blocks.indices() {
        let start = insts.len();
        for inst in old.blocks[block].insts.range().map(Inst::new) {
            let mut data = old.insts[inst];
            let operands = function.operands[data.operands.range()].to_vec();
            let elsewhere = operands.iter().find(|operand| in_memory(operand.name).is_none());
            let is_access = data.kind == InstKind::Copy
                && operands.iter().any(|operand| in_memory(operand.name).is_some());
            if let Some(&register) = elsewhere.filter(|_| is_access) {
                let memory = operands.iter().find_map(|operand| in_memory(operand.name));
                let recomputes = memory.is_some_and(|vreg| {
                    register.writes && covers(old.recomputable(vreg), data.point.base())
                });
                let here = Inst::new(insts.len());
                let is_whole = operands.iter().all(|operand| operand.part.is_none())
                    && matches!(register.name, Name::Virtual(_));
                if let Some(vreg) = memory.filter(|_| !recomputes) {
                    let access = match (is_whole, register.writes) {
                        (true, true) => Access::Reload(here),
                        (true, false) => Access::Store(here),
                        (false, true) => Access::Read,
                        (false, false) => Access::Overwrite,
                    };
                    accesses.push((slot_of(vreg), here, access));
                }
                // A copy from or to memory is a load or a store.
                let first = function.operands.len();
                function.operands.push(register);
                data.operands = Span::since(first, first + 1);
                data.kind = InstKind::Plain;
                insts.push(data);
                continue;
            }
            // Each with what is in memory.
            let mut loads: Vec<(VReg, VReg)> = Vec::new();
            let mut stores: Vec<(VReg, VReg)> = Vec::new();
            let mut short: Vec<(VReg, VReg)> = Vec::new();
            for (number, operand) in data.operands.range().zip(operands) {
                let Some(vreg) = in_memory(operand.name) else { continue };
                // One range for all of the instruction's operands that name it.
                let known = short.iter().find(|pair| pair.0 == vreg).map(|pair| pair.1);
                let to = known.unwrap_or_else(|| {
                    let data = old.vregs[vreg];
                    function.vregs.push(data)
                });
                function.vregs[to].fate = Fate::Register;
                function.vregs[to].assigned = None;
                short.push((vreg, to));
                function.operands[number].name = Name::Virtual(to);
                let pair = (vreg, to);
                loads.extend(Some(pair).filter(|to| operand.reads && !loads.contains(to)));
                stores.extend(Some(pair).filter(|to| operand.writes && !stores.contains(to)));
            }
            let access = |function: &mut Function, vreg, writes: bool| {
                let first = function.operands.len();
                let name = Name::Virtual(vreg);
                function.operands.push(Operand { name, part: None, reads: !writes, writes });
                let operands = Span::since(first, first + 1);
                InstData { point: NEW, block, kind: InstKind::Plain, operands }
            };
            if !short.is_empty() {
                // What copies memory to memory is a store of what was loaded.
                data.kind = InstKind::Plain;
            }
            for (vreg, load) in loads {
                let here = Inst::new(insts.len());
                accesses.push((slot_of(vreg), here, Access::Reload(here)));
                insts.push(access(function, load, true));
            }
            insts.push(data);
            for (vreg, store) in stores {
                let here = Inst::new(insts.len());
                accesses.push((slot_of(vreg), here, Access::Store(here)));
                insts.push(access(function, store, false));
            }
        }
        function.blocks[block].insts = Span::since(start, insts.len());
    }
    function.insts = insts;
    renumber(function, &old);
    for (slot, inst, access) in accesses {
        let point = function.insts[inst].point;
        function.slot_accesses.push(SlotAccess { point, slot, access });
    }
    function.slot_accesses.sort_by_key(|access| access.point);
}

/// What is as short as it can be, and lives across no call, must have a register.
fn fix_short_ranges(function: &mut Function) {
    for vreg in function.vregs.indices() {
        let live = function.live(vreg);
        let is_short = live.iter().all(|s| s.end.base().0 <= s.start.base().0 + STEP);
        let crosses = function
            .machine
            .clobbers
            .iter()
            .any(|&(point, _)| live.iter().any(|s| s.start <= point && point < s.end));
        if is_short && !crosses && !live.is_empty() {
            function.vregs[vreg].fate = Fate::Register;
        }
    }
}
