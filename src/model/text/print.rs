//! Functions and plans as text.

use super::{recompute, Program};
use crate::model::function::{Block, Fate, Inst, Name, Operand, TwoAddress, VReg};
use crate::model::index::Idx;
use crate::model::machine::Reg;
use crate::plan::{Decision, Edit, Place, Site};
use std::fmt::Write;

/// The text that `parse` reads as this program.
pub fn print(program: &Program) -> String {
    let mut text = machine_text(program);
    let function = &program.function;
    let _ = writeln!(text, "\nfunction {}", function.name);
    for (number, data) in function.loops.enumerate() {
        let around = data.parent.map(|parent| format!(" in {parent:?}")).unwrap_or_default();
        let _ = writeln!(text, "loop {number:?}{around}");
    }
    for vreg in function.vregs.indices() {
        let _ = writeln!(text, "{}", range_line(program, vreg));
    }
    for block in function.blocks.indices() {
        text += &block_text(program, block);
    }
    text
}

/// The places of an edit, one line a range, with the moves of a split below it.
pub fn print_edit(program: &Program, edit: &Edit) -> String {
    let mut text = String::new();
    let place = |vreg: VReg| match edit.places[vreg] {
        Place::Register(reg) => program.names.regs[reg].as_str(),
        Place::Memory => "memory",
        Place::Later => "later",
        Place::Pieces => "pieces",
    };
    for vreg in program.function.vregs.indices() {
        let _ = writeln!(text, "%{}: {}", vreg.0, place(vreg));
        for split in edit.splits.iter().filter(|split| split.vreg == vreg) {
            for &piece in &split.pieces {
                let held = split.renames.iter().filter(|rename| rename.1 == piece);
                let held: Vec<String> = held.map(|rename| format!("{:?}", rename.0)).collect();
                let _ = writeln!(text, "  %{}: {} at {}", piece.0, place(piece), held.join(" "));
            }
            let rest = split.remainder;
            let _ = writeln!(text, "  %{}: {} for the rest", rest.0, place(rest));
            for step in &split.moves {
                let (from, to) = (step.from.0, step.to.0);
                let _ = writeln!(text, "  {}: %{from} => %{to}", site_text(step.site));
            }
        }
    }
    text
}

/// A decision: an edit, or one line a range with its register and one for each instruction that is not
/// needed, or the ranges that found no place.
pub fn print_decision(program: &Program, decision: &Decision) -> String {
    let mut text = String::new();
    match decision {
        Decision::Edit(edit) => return print_edit(program, edit),
        Decision::Assign(allocation) => {
            for (vreg, &reg) in allocation.registers.enumerate() {
                let _ = writeln!(text, "%{}: {}", vreg.0, program.names.regs[reg]);
            }
            for reuse in &allocation.reuses {
                let _ = writeln!(text, "{:?}: %{} is still there", reuse.inst, reuse.holder.0);
            }
            for store in &allocation.dead_stores {
                let _ = writeln!(text, "{store:?}: stores for nobody");
            }
            if let Some(block) = allocation.frame_mark {
                let _ = writeln!(text, "{block:?}: needs a frame");
            }
        }
        Decision::Failed(failure) => {
            for vreg in &failure.unplaced {
                let _ = writeln!(text, "%{}: nowhere", vreg.0);
            }
        }
    }
    text
}

fn site_text(site: Site) -> String {
    match site {
        Site::BlockStart(block) => format!("start of {block:?}"),
        Site::BlockEnd(block) => format!("end of {block:?}"),
        Site::BeforeTerminators(block) => format!("terminators of {block:?}"),
        Site::Before(inst) => format!("before {inst:?}"),
        Site::After(inst) => format!("after {inst:?}"),
    }
}

/// `word` and the names, if there are any.
fn listed(word: &str, program: &Program, regs: &[Reg]) -> String {
    let names: Vec<&str> = regs.iter().map(|&reg| program.names.regs[reg].as_str()).collect();
    if names.is_empty() {
        String::new()
    } else {
        format!("{word}{}", names.join(" "))
    }
}

fn machine_text(program: &Program) -> String {
    let (machine, names) = (&program.function.machine, &program.names);
    let mut text = String::new();
    for (reg, data) in machine.regs.enumerate() {
        let has = |unit| machine.units_of(reg).iter().any(|part| part.unit == unit);
        let is_part = |other| machine.units_of(other).iter().all(|part| has(part.unit));
        let earlier = machine.regs.indices().filter(|&other| other < reg);
        let parts: Vec<Reg> = earlier.filter(|&other| is_part(other)).collect();
        text += &format!("reg {}{}", names.regs[reg], listed(" of ", program, &parts));
        if data.is_callee_saved() {
            text += &format!(" saved {}", data.saved_group);
        }
        if data.paired_file != 0 {
            text += &format!(" paired {}", data.paired_file);
        }
        if data.encoding_cost != 0 {
            text += &format!(" cost {}", data.encoding_cost);
        }
        if data.is_costly {
            text += " costly";
        }
        text.push('\n');
    }
    if !machine.saved_anyway.is_empty() {
        let anyway: String = machine.saved_anyway.iter().map(|n| format!(" {n}")).collect();
        let _ = writeln!(text, "saved-anyway{anyway}");
    }
    if program.function.first_slot_insts != 0 {
        let _ = writeln!(text, "first-slot {}", program.function.first_slot_insts);
    }
    if program.function.pads_even_saves {
        text += "pads-even-saves\n";
    }
    if program.function.fills_odd_saves {
        text += "fills-odd-saves\n";
    }
    for class in machine.classes.indices() {
        let order = listed(" ", program, machine.order(class));
        let _ = writeln!(text, "class {}{order}", names.classes[class]);
    }
    for (part, row) in machine.parts.enumerate() {
        text += &format!("part {}", names.parts[part]);
        for (reg, inner) in row.enumerate() {
            if let Some(inner) = inner {
                text += &format!(" {}={}", names.regs[reg], names.regs[*inner]);
            }
        }
        text.push('\n');
    }
    for mask in machine.masks.indices() {
        let kept: Vec<Reg> =
            machine.regs.indices().filter(|&reg| machine.preserves(mask, reg)).collect();
        let _ = writeln!(text, "mask {}{}", names.masks[mask], listed(" ", program, &kept));
    }
    text
}

fn range_line(program: &Program, vreg: VReg) -> String {
    let function = &program.function;
    let data = &function.vregs[vreg];
    let mut line = format!("range %{} {}", vreg.0, program.names.classes[data.class]);
    line += match data.fate {
        Fate::Free => "",
        Fate::Split => " split",
        Fate::Register => " register",
    };
    if data.rematerialisable {
        line += " remat";
        if data.recompute_insts > 1 {
            line += &format!(" {}", data.recompute_insts);
        }
    }
    let widening = function.widenings.iter().find(|widening| widening.vreg == vreg);
    if let Some(widening) = widening {
        line += &format!(" wide {}", program.names.classes[widening.class]);
    }
    line += &listed(" hints ", program, &function.hints[data.hints.range()]);
    if data.hints_only {
        line += " only";
    }
    if let Some(reg) = data.assigned {
        line += &format!(" at {}", program.names.regs[reg]);
    }
    line
}

fn block_text(program: &Program, block: Block) -> String {
    let function = &program.function;
    let data = &function.blocks[block];
    let mut text = format!("block {block:?} {}", data.frequency);
    if data.is_landing_pad {
        text += " pad";
    }
    if let Some(innermost) = data.innermost {
        text += &format!(" in {innermost:?}");
    }
    let successors = function.successors_of(block);
    for (number, successor) in successors.iter().enumerate() {
        text += &format!("{}{successor:?}", if number == 0 { " -> " } else { " " });
    }
    text.push('\n');
    if data.may_touch_stack {
        text += "  touches\n";
    }
    if data.splittable_return {
        text += "  returns\n";
    }
    let (mut first, mut last) = (
        data.first_split.0 > data.points.start.0 + 1,
        data.last_split.0 < program.default_last_split(block).0.min(data.points.end.0 - 1),
    );
    text.extend(recompute::lines_at(function, data.points.start));
    for inst in data.insts.range().map(Inst::new) {
        let point = function.insts[inst].point;
        if first && point >= data.first_split {
            text += "  first\n";
            first = false;
        }
        if last && point >= data.last_split {
            text += "  last\n";
            last = false;
        }
        for two_address in function.two_address.iter().filter(|two| two.inst == inst) {
            let TwoAddress { result, operand, saves_inst, .. } = two_address;
            let saves = if *saves_inst { " saves" } else { "" };
            let _ = writeln!(text, "  two-address %{} %{}{saves}", result.0, operand.0);
        }
        for fold in function.folds.iter().filter(|fold| fold.inst == inst) {
            let _ = writeln!(text, "  folds %{}", fold.vreg.0);
        }
        for costly in function.costly_uses.iter().filter(|costly| costly.inst == inst) {
            let beside = costly.beside.map_or(String::new(), |beside| format!(" %{}", beside.0));
            let _ = writeln!(text, "  costly %{}{beside}", costly.vreg.0);
        }
        for widening in function.widenings.iter().filter(|w| w.narrow.contains(&inst)) {
            let _ = writeln!(text, "  narrow %{}", widening.vreg.0);
        }
        let _ = writeln!(text, "  {}", inst_text(program, inst));
        text.extend(recompute::lines_at(function, point.dead()));
    }
    if first {
        text += "  first\n";
    }
    if last {
        text += "  last\n";
    }
    text
}

fn inst_text(program: &Program, inst: Inst) -> String {
    let (function, names) = (&program.function, &program.names);
    let operands = function.operands_of(inst);
    let opcode = &names.opcodes[inst];
    let sources = operands.iter().filter(|o| !o.writes).map(|o| operand_text(program, o));
    let values = opcode.immediates.iter().map(|value| value.to_string());
    let sources: Vec<String> = sources.chain(values).collect();
    let results: Vec<String> =
        operands.iter().filter(|o| o.writes).map(|o| operand_text(program, o)).collect();
    let mut text = opcode.name.clone();
    if !sources.is_empty() {
        text += &format!(" {}", sources.join(", "));
    }
    if !results.is_empty() {
        text += &format!(" => {}", results.join(", "));
    }
    let point = function.insts[inst].point.register();
    for (_, mask) in function.machine.clobbers.iter().filter(|clobber| clobber.0 == point) {
        text += &format!(" keeps {}", names.masks[*mask]);
    }
    text
}

fn operand_text(program: &Program, operand: &Operand) -> String {
    let name = match operand.name {
        Name::Virtual(vreg) => format!("%{}", vreg.0),
        Name::Fixed(reg) => program.names.regs[reg].clone(),
    };
    let part = operand.part.map(|part| format!(".{}", program.names.parts[part]));
    name + &part.unwrap_or_default()
}
