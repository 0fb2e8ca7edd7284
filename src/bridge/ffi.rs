//! Signatures and plain structs shared with the C++ shim.
//!
//! The shim flattens a machine function into rows, lends them to `allocate`, and carries out the
//! plan it gets back. A row refers to others by position; `NONE` stands for "no such row".

use super::allocate::{check_setting, start, version, Allocator, Session};
use super::check::check_allocation;

#[cxx::bridge(namespace = "limit::core")]
mod bridge {
    /// A run of rows in another table.
    struct SpanRow {
        start: u32,
        end: u32,
    }

    /// Points `start` to before `end`.
    struct SegmentRow {
        start: u32,
        end: u32,
    }

    struct BlockRow {
        points: SegmentRow,
        first_split: u32,
        last_split: u32,
        end_split: u32,
        is_landing_pad: bool,
        frequency: f64,
        needs_frame: bool,
        may_touch_stack: bool,
        splittable_return: bool,
        innermost: u32,
        successors: SpanRow,
        insts: SpanRow,
    }

    struct LoopRow {
        parent: u32,
    }

    struct InstRow {
        point: u32,
        block: u32,
        is_copy: bool,
        operands: SpanRow,
    }

    struct OperandRow {
        /// A virtual register, or a physical one if `fixed`.
        name: u32,
        fixed: bool,
        part: u32,
        reads: bool,
        writes: bool,
    }

    struct VRegRow {
        /// The same in every round.
        name: u32,
        class_: u32,
        /// Whether it can neither be split nor go to memory.
        must_have_register: bool,
        rematerialisable: bool,
        recomputable: SpanRow,
        /// How many machine instructions compute a value of it again, at most.
        recompute_insts: u32,
        /// Whether a value of it is computed from other virtual registers.
        reads_ranges: bool,
        live: SpanRow,
        lane_ranges: SpanRow,
        hints: SpanRow,
        hints_only: bool,
    }

    /// An instruction `inst` that the target encodes better if `result` and `operand` have one register.
    struct TwoAddressRow {
        inst: u32,
        result: u32,
        operand: u32,
        /// Whether it takes an instruction more otherwise.
        saves_inst: bool,
    }

    /// The instruction `inst` can take in the load that computes `vreg`, if that is recomputed for it.
    struct FoldRow {
        inst: u32,
        vreg: u32,
    }

    /// The instruction `inst` takes one more if `vreg`, which it reads, is in a costly register, and `beside` too if that
    /// is not NONE.
    struct CostlyUseRow {
        inst: u32,
        vreg: u32,
        beside: u32,
    }

    /// A virtual register whose class could be `class_` but for the instructions `insts`.
    struct WideningRow {
        vreg: u32,
        class_: u32,
        insts: SpanRow,
    }

    enum AccessRow {
        Reload,
        Store,
        Read,
        Overwrite,
    }

    /// What is done to spill slot `slot`; `inst` only if `access` names one.
    struct SlotAccessRow {
        point: u32,
        slot: u32,
        access: AccessRow,
        inst: u32,
    }

    struct LaneRow {
        lanes: u64,
        segments: SpanRow,
    }

    struct RegRow {
        /// The same in every round.
        name: u32,
        units: SpanRow,
        saved_group: u32,
        paired_file: u32,
        encoding_cost: u8,
        is_costly: bool,
    }

    struct RegUnitRow {
        unit: u32,
        lanes: u64,
    }

    struct ClobberRow {
        point: u32,
        mask: u32,
    }

    /// A machine function, flattened. Nothing is copied: the tables belong to the shim.
    struct FunctionView<'a> {
        name: &'a str,
        first_slot_insts: u32,
        pads_even_saves: bool,
        fills_odd_saves: bool,
        blocks: &'a [BlockRow],
        successors: &'a [u32],
        loops: &'a [LoopRow],
        insts: &'a [InstRow],
        operands: &'a [OperandRow],
        vregs: &'a [VRegRow],
        lane_ranges: &'a [LaneRow],
        segments: &'a [SegmentRow],
        hints: &'a [u32],
        two_address: &'a [TwoAddressRow],
        folds: &'a [FoldRow],
        costly_uses: &'a [CostlyUseRow],
        widenings: &'a [WideningRow],
        narrow_insts: &'a [u32],
        slot_accesses: &'a [SlotAccessRow],
        regs: &'a [RegRow],
        reg_units: &'a [RegUnitRow],
        units: &'a [SpanRow],
        fixed: &'a [SegmentRow],
        classes: &'a [SpanRow],
        orders: &'a [u32],
        /// Bits of preserved registers, as many words for each mask as the registers need.
        masks: &'a [u64],
        clobbers: &'a [ClobberRow],
        /// Per sub-register index and register the register of that part, or `NONE`.
        parts: &'a [u32],
        saved_anyway: &'a [u32],
    }

    enum PlaceRow {
        Register,
        Memory,
        Later,
        Pieces,
    }

    struct PlanPlace {
        place: PlaceRow,
        reg: u32,
    }

    struct PlanSplit {
        vreg: u32,
        remainder: u32,
        pieces: SpanRow,
        renames: SpanRow,
        moves: SpanRow,
    }

    struct PlanRename {
        inst: u32,
        piece: u32,
    }

    enum SiteRow {
        BlockStart,
        BlockEnd,
        BeforeTerminators,
        Before,
        After,
    }

    struct PlanMove {
        site: SiteRow,
        /// A block or an instruction, as the site says.
        at: u32,
        from: u32,
        to: u32,
    }

    /// A reload of what the register of `holder` still holds.
    struct PlanReuse {
        inst: u32,
        holder: u32,
    }

    enum Status {
        /// Every range has its register.
        Assign,
        /// Code has to be edited and the function flattened again.
        Edit,
        /// The core could not place every range; the outcome says which.
        Failed,
        /// The core has a bug; the outcome has the panic's message.
        Panicked,
    }

    /// A part of a piece that fell apart, both by their names.
    struct PartRow {
        name: u32,
        of: u32,
    }

    /// How the allocation of one function went.
    struct OutcomeRow {
        /// How often the function was flattened.
        rounds: u32,
        /// Ranges that left registers, wholly or in part, to bring pressure under capacity.
        limited: u32,
        /// Ranges that left registers for want of one when registers were assigned.
        spilled: u32,
        /// What LIMIT's plan costs per execution of the function, if the settings ask for the bound; 0 if
        /// they do not, or if there is no plan.
        limit_cost: f64,
        /// The least that such a plan can cost; 0 likewise.
        bound: f64,
        /// Why the core does not allocate it; empty if it does.
        refusal: String,
    }

    /// What a register is called.
    struct NameRow {
        /// The register's name as a number.
        number: u32,
        name: String,
    }

    /// What a range is to who wrote the program.
    struct RangeNameRow {
        /// The range's name as a number.
        number: u32,
        /// Its variable; empty if none is known.
        name: String,
        /// The source line of its definition; 0 if none is known.
        line: u32,
        /// That of the use that comes last in the code; likewise.
        last_use: u32,
    }

    /// What the log calls things.
    struct DescriptionRows {
        regs: Vec<NameRow>,
        /// By class of the function.
        classes: Vec<String>,
        /// The variables that ranges hold.
        ranges: Vec<RangeNameRow>,
        /// Per instruction of the function its source line; 0 if none is known.
        lines: Vec<u32>,
    }

    /// A cell over capacity before anything leaves registers.
    struct OverloadRow {
        block: u32,
        /// The instruction, or `NONE` at the beginning of the block.
        inst: u32,
        /// Whether that is where the instruction writes, not where it reads.
        writes: bool,
        /// 0 if none is known.
        line: u32,
        class_name: String,
        /// Registers that what is live takes, and that there are.
        held: i32,
        capacity: i32,
    }

    /// A range that could have left registers in the stead of another.
    struct AlternativeRow {
        range: u32,
        /// Those that would have had to leave with it.
        with: Vec<u32>,
        /// What all of them would have cost, per execution of the function.
        price: f64,
    }

    /// A range that left registers.
    struct DepartureRow {
        range: u32,
        /// Names of the log.
        why: String,
        phase: String,
        /// Per execution of the function.
        price: f64,
        recomputed: bool,
        /// Those that could have left in its stead.
        others: Vec<AlternativeRow>,
        /// The cell for the sake of which it left, if one is known; else nothing.
        overload: Vec<OverloadRow>,
    }

    /// What to do with the function.
    struct PlanRows {
        status: Status,
        /// Of an edit: per virtual register, and then per piece, where it goes.
        places: Vec<PlanPlace>,
        /// Whether what goes to memory does so with all parts that it falls into: there is no register for any of them.
        /// Else these get names of their own, and may find registers in the next round.
        spills_parts: bool,
        splits: Vec<PlanSplit>,
        pieces: Vec<u32>,
        renames: Vec<PlanRename>,
        moves: Vec<PlanMove>,
        /// Of an allocation: per virtual register its register.
        registers: Vec<u32>,
        reuses: Vec<PlanReuse>,
        /// Instructions.
        dead_stores: Vec<u32>,
        /// The block that is marked as one that needs a frame, or `NONE`.
        frame_mark: u32,
    }

    enum CheckKind {
        Read,
        ReadEither,
        Write,
        Hold,
        Clobber,
        Move,
        Recompute,
        Alias,
        Undefine,
        Throw,
    }

    struct CheckStep {
        /// The instruction, for messages.
        place: u32,
        kind: CheckKind,
        pairs: SpanRow,
        /// The inputs of a `Recompute`, the other reads of a `ReadEither`.
        inputs: SpanRow,
    }

    /// What the kind of the step says.
    struct CheckPair {
        first: u32,
        second: u32,
    }

    struct CheckEdge {
        to: u32,
        /// Leaves at the block's last `Throw`, not at its end.
        throws: bool,
    }

    struct CheckBlock {
        steps: SpanRow,
        edges: SpanRow,
    }

    /// A function before and after allocation, reduced to what moves values.
    struct CheckProgram<'a> {
        values: u32,
        locations: u32,
        blocks: &'a [CheckBlock],
        steps: &'a [CheckStep],
        pairs: &'a [CheckPair],
        edges: &'a [CheckEdge],
    }

    /// A read of a location that does not hold the value.
    struct CheckFault {
        place: u32,
        location: u32,
        expected: u32,
        held: Vec<u32>,
        /// The blocks back to where the value got lost.
        blocks: Vec<u32>,
        /// Where it got lost, or `NONE`.
        lost_at: u32,
    }

    /// What the checker found.
    struct CheckResult {
        /// The message of a panic in the checker; empty if it came to an end.
        panic: String,
        faults: Vec<CheckFault>,
    }

    struct SlotRow {
        /// Bytes, as the alignment.
        size: u64,
        align: u64,
    }

    /// An access to a whole spill slot.
    struct PairableRow {
        slot: u32,
        loads: bool,
        /// Executions per execution of the function.
        frequency: f64,
        partners: SpanRow,
    }

    /// The spill slots of a function, see the core's `Slots`.
    struct SlotsView<'a> {
        slots: &'a [SlotRow],
        accesses: &'a [PairableRow],
        /// Later accesses that could be one with an access.
        partners: &'a [u32],
        above: u64,
        near: u64,
    }

    extern "Rust" {
        fn version() -> &'static str;
        /// What is wrong with a setting of the form `NAME=VALUE`; empty if nothing is.
        fn check_setting(setting: &str) -> String;

        /// Allocates one function after the other.
        type Allocator;
        /// An allocator with some settings, which have been checked.
        fn start(settings: &CxxVector<CxxString>) -> Box<Allocator>;
        fn session(self: &mut Allocator) -> Box<Session>;
        fn order_slots(self: &Allocator, view: &SlotsView) -> Vec<u32>;

        /// The rounds of one function.
        type Session;
        /// Whether another round is to be gone through.
        fn begin_round(self: &mut Session) -> bool;
        /// What to do with the function as it is.
        fn decide(self: &mut Session, view: &FunctionView) -> PlanRows;
        /// What brings its pressure under capacity, for whichever allocator comes next.
        fn limit_pressure(self: &mut Session, view: &FunctionView) -> PlanRows;
        /// An edit was carried out: the names of the pieces, as they are numbered, and of their parts.
        fn applied(self: &mut Session, pieces: &[u32], parts: &[PartRow]);
        fn outcome(self: &Session) -> OutcomeRow;
        /// Keeps a log; to be called before the first round.
        fn keep_log(self: &mut Session);
        /// What things are called from the next round on.
        fn describe(self: &mut Session, description: &DescriptionRows);
        /// The log of a pass: lines of JSON, or text.
        fn log_lines(self: &Session, pass: &str, module: &str, function: &str) -> String;
        fn log_text(self: &Session) -> String;
        /// What the log says of the ranges that left registers, and of the last round's cells over capacity.
        fn departures(self: &Session) -> Vec<DepartureRow>;
        fn overloads(self: &Session) -> Vec<OverloadRow>;

        fn check_allocation(program: &CheckProgram) -> CheckResult;
    }
}

pub use bridge::*;

/// No such row.
pub const NONE: u32 = u32::MAX;
