//! From the shim's rows to the model.

use super::ffi::{
    AccessRow, BlockRow, CostlyUseRow, FoldRow, FunctionView, OperandRow, SegmentRow,
    SlotAccessRow, SpanRow, TwoAddressRow, VRegRow, WideningRow, NONE,
};
use crate::model::function::{
    Access, Block, BlockData, CostlyUse, Fate, Fold, Function, Inst, InstData, InstKind, LaneRange,
    Loop, LoopData, Name, Operand, Slot, SlotAccess, TwoAddress, VReg, VRegData, Widening,
};
use crate::model::index::{IndexVec, Span};
use crate::model::machine::{
    Class, ClassData, Lanes, Machine, Mask, Reg, RegData, RegUnit, SubIndex, Unit,
};
use crate::model::point::{Point, Segment};

/// Copies the rows into the model.
pub fn import(view: &FunctionView) -> Function {
    Function {
        name: view.name.to_owned(),
        round: 0,
        first_slot_insts: view.first_slot_insts,
        pads_even_saves: view.pads_even_saves,
        fills_odd_saves: view.fills_odd_saves,
        machine: import_machine(view),
        blocks: table(view.blocks, block),
        successors: view.successors.iter().map(|&block| Block(block)).collect(),
        loops: table(view.loops, |row| LoopData { parent: optional(row.parent).map(Loop) }),
        insts: table(view.insts, |row| InstData {
            point: Point(row.point),
            block: Block(row.block),
            kind: if row.is_copy { InstKind::Copy } else { InstKind::Plain },
            operands: span(&row.operands),
        }),
        operands: view.operands.iter().map(operand).collect(),
        vregs: table(view.vregs, vreg),
        lane_ranges: view
            .lane_ranges
            .iter()
            .map(|row| LaneRange { lanes: Lanes(row.lanes), segments: span(&row.segments) })
            .collect(),
        segments: view.segments.iter().map(segment).collect(),
        hints: view.hints.iter().map(|&reg| Reg(reg)).collect(),
        two_address: view.two_address.iter().map(two_address).collect(),
        folds: view.folds.iter().map(fold).collect(),
        costly_uses: view.costly_uses.iter().map(costly_use).collect(),
        widenings: view.widenings.iter().map(|row| widening(view, row)).collect(),
        slot_accesses: view.slot_accesses.iter().map(slot_access).collect(),
    }
}

fn import_machine(view: &FunctionView) -> Machine {
    let regs = view.regs.len();
    let part = |&reg: &u32| optional(reg).map(Reg);
    let parts = view.parts.chunks(regs.max(1));
    let words = regs.div_ceil(64);
    let kinds = view.clobbers.iter().map(|row| row.mask as usize + 1).max().unwrap_or(0);
    let masks =
        (0..kinds).map(|mask| view.masks[mask * words..][..words].to_vec()).collect::<Vec<_>>();
    let mut machine = Machine {
        regs: table(view.regs, |row| RegData {
            name: row.name,
            units: span(&row.units),
            saved_group: row.saved_group,
            paired_file: row.paired_file,
            encoding_cost: row.encoding_cost,
            is_costly: row.is_costly,
        }),
        reg_units: view
            .reg_units
            .iter()
            .map(|row| RegUnit { unit: Unit(row.unit), lanes: Lanes(row.lanes) })
            .collect(),
        units: table(view.units, span),
        fixed: view.fixed.iter().map(segment).collect(),
        classes: table(view.classes, |row| ClassData { order: span(row) }),
        orders: view.orders.iter().map(|&reg| Reg(reg)).collect(),
        masks: IndexVec::from(masks),
        clobbers: view.clobbers.iter().map(|row| (Point(row.point), Mask(row.mask))).collect(),
        parts: parts.map(|row| row.iter().map(part).collect()).collect(),
        saved_anyway: view.saved_anyway.to_vec(),
    };
    machine.clobber_written();
    machine.join_masks();
    machine
}

fn table<I: crate::model::index::Idx, Row, T>(
    rows: &[Row],
    convert: impl Fn(&Row) -> T,
) -> IndexVec<I, T> {
    rows.iter().map(convert).collect()
}

fn block(row: &BlockRow) -> BlockData {
    BlockData {
        points: segment(&row.points),
        first_split: Point(row.first_split),
        last_split: Point(row.last_split),
        end_split: Point(row.end_split),
        is_landing_pad: row.is_landing_pad,
        frequency: row.frequency,
        needs_frame: row.needs_frame,
        may_touch_stack: row.may_touch_stack,
        splittable_return: row.splittable_return,
        innermost: optional(row.innermost).map(Loop),
        successors: span(&row.successors),
        insts: span(&row.insts),
    }
    .with_splits_inside()
}

fn operand(row: &OperandRow) -> Operand {
    let name = if row.fixed { Name::Fixed(Reg(row.name)) } else { Name::Virtual(VReg(row.name)) };
    let part = optional(row.part).map(SubIndex);
    Operand { name, part, reads: row.reads, writes: row.writes }
}

fn vreg(row: &VRegRow) -> VRegData {
    VRegData {
        name: Some(row.name),
        class: Class(row.class_),
        fate: if row.must_have_register { Fate::Register } else { Fate::Free },
        rematerialisable: row.rematerialisable,
        recomputable: span(&row.recomputable),
        recompute_insts: row.recompute_insts,
        reads_ranges: row.reads_ranges,
        live: span(&row.live),
        lane_ranges: span(&row.lane_ranges),
        hints: span(&row.hints),
        hints_only: row.hints_only,
        assigned: None,
    }
}

fn two_address(row: &TwoAddressRow) -> TwoAddress {
    TwoAddress {
        inst: Inst(row.inst),
        result: VReg(row.result),
        operand: VReg(row.operand),
        saves_inst: row.saves_inst,
    }
}

fn fold(row: &FoldRow) -> Fold {
    Fold { inst: Inst(row.inst), vreg: VReg(row.vreg) }
}

fn costly_use(row: &CostlyUseRow) -> CostlyUse {
    CostlyUse { inst: Inst(row.inst), vreg: VReg(row.vreg), beside: optional(row.beside).map(VReg) }
}

fn widening(view: &FunctionView, row: &WideningRow) -> Widening {
    let narrow = view.narrow_insts[span(&row.insts).range()].iter().map(|&inst| Inst(inst));
    Widening { vreg: VReg(row.vreg), class: Class(row.class_), narrow: narrow.collect() }
}

fn slot_access(row: &SlotAccessRow) -> SlotAccess {
    let access = match row.access {
        AccessRow::Reload => Access::Reload(Inst(row.inst)),
        AccessRow::Store => Access::Store(Inst(row.inst)),
        AccessRow::Read => Access::Read,
        _ => Access::Overwrite,
    };
    SlotAccess { point: Point(row.point), slot: Slot(row.slot), access }
}

fn span(row: &SpanRow) -> Span {
    Span { start: row.start, end: row.end }
}

fn segment(row: &SegmentRow) -> Segment {
    Segment { start: Point(row.start), end: Point(row.end) }
}

fn optional(position: u32) -> Option<u32> {
    (position != NONE).then_some(position)
}
