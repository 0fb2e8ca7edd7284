//! The table of what is known, one entry for each pass and kind of triple.

use super::Defect;

/// What the verifier says of most of them.
pub(super) const UNDEFINED: &str = "Using an undefined physical register";

/// All that are known. Each pass breaks code that the verifier takes in front of it, also when it is run
/// alone, or fails with an allocator of LLVM's as well.
pub(super) const DEFECTS: [Defect; 24] = [
    // Branches on a register whose value does not matter lose the mark that says so when they are
    // built again. Block placement merges the ends of blocks as the control flow optimizer does.
    Defect {
        name: "built-branch-of-undefined",
        triples: &[],
        pass: "Control Flow Optimizer",
        what: UNDEFINED,
        instructions: &[],
        in_front: false,
    },
    Defect {
        name: "built-branch-of-undefined",
        triples: &["xtensa", "xcore"],
        pass: "Branch Probability Basic Block Placement",
        what: UNDEFINED,
        instructions: &["%bb."],
        in_front: false,
    },
    // An undefined operand of 256 bits gets a register of which the lower half is live, and zero is written to it.
    Defect {
        name: "x86-zero-over-lower-half",
        triples: &["i386", "i686", "x86_64"],
        pass: "BreakFalseDeps",
        what: UNDEFINED,
        instructions: &["$xmm"],
        in_front: false,
    },
    // Jump tables lose the load of their address, but not the sum with it where that was spilled.
    Defect {
        name: "arm-jump-table",
        triples: &[],
        pass: "ARM constant island placement and branch shortening pass",
        what: UNDEFINED,
        instructions: &[],
        in_front: false,
    },
    // A general register is copied to one of 64 bits for floating point only in front of the
    // selection that reads it, so a copy that is kept for later has no instruction and becomes
    // number 0, which is a phi.
    Defect {
        name: "mips-copy-to-double",
        triples: &[],
        pass: "Post-RA pseudo instruction expansion pass",
        what: "Found PHI instruction",
        instructions: &[],
        in_front: false,
    },
    // A conversion to a double, or a double of two halves, becomes two instructions, and these lose the mark that says
    // that the operand does not matter. Seen with basic too.
    Defect {
        name: "mips-conversion-of-undefined",
        triples: &["mips"],
        pass: "Post-RA pseudo instruction expansion pass",
        what: UNDEFINED,
        instructions: &["MTC1 $", "= MTHC1_D"],
        in_front: false,
    },
    // A condition in a register for doubles is copied to one for floats, or back, by an instruction of other
    // registers, unless both have one register. Seen with basic too.
    Defect {
        name: "mips-copy-of-condition",
        triples: &["mips"],
        pass: "Post-RA pseudo instruction expansion pass",
        what: "Illegal physical register for instruction",
        instructions: &["= FMOV_D"],
        in_front: false,
    },
    // An atomic operation becomes a loop of new blocks, into which what is live across them is not said to be
    // live: a condition, if the scheduler behind allocation moved its reader there.
    Defect {
        name: "mips-live-across-atomics",
        triples: &["mips"],
        pass: "Mips pseudo instruction expansion pass",
        what: "Live in register not found to be live out from predecessor",
        instructions: &[],
        in_front: false,
    },
    // A register that a call does not lose is saved around the call all the same, for old kernels, and the save
    // ends its value also where the call reads it.
    Defect {
        name: "bpf-saved-argument",
        triples: &["bpf"],
        pass: "BPF PreEmit Peephole Optimization",
        what: UNDEFINED,
        instructions: &["JAL"],
        in_front: false,
    },
    // The address of a stack slot that nobody reads becomes two instructions, of which the first
    // has the mark that its result is dead and the second reads that result. Passes do not remove
    // the address, which has unknown side effects.
    Defect {
        name: "msp430-dead-frame-address",
        triples: &["msp430"],
        pass: "Prologue/Epilogue Insertion & Frame Finalization",
        what: UNDEFINED,
        instructions: &["= ADD16ri $"],
        in_front: false,
    },
    // With a frame pointer the second one is a subtraction.
    Defect {
        name: "msp430-dead-frame-address",
        triples: &["msp430"],
        pass: "Prologue/Epilogue Insertion & Frame Finalization",
        what: UNDEFINED,
        instructions: &["= SUB16ri $"],
        in_front: false,
    },
    // A copy in front of a patchpoint takes the place of a comparison of its result behind it, and the patchpoint's
    // mask loses the condition.
    Defect {
        name: "systemz-comparison-over-patchpoint",
        triples: &["s390x"],
        pass: "SystemZ Comparison Elimination",
        what: UNDEFINED,
        instructions: &["$cc"],
        in_front: false,
    },
    // Where vector registers are callee-saved, as with `coldcc`, the frame's set-up saves one as the last
    // use of it also if it has an argument. Seen with greedy, basic and fast.
    Defect {
        name: "x86-saved-vector-argument",
        triples: &["x86_64", "i386", "i686"],
        pass: "Prologue/Epilogue Insertion & Frame Finalization",
        what: UNDEFINED,
        instructions: &["mm"],
        in_front: false,
    },
    // So does it with pairs of vector registers for `coldcc` on pwr10. Seen with greedy, basic and fast.
    Defect {
        name: "powerpc-saved-vector-argument",
        triples: &["powerpc"],
        pass: "Prologue/Epilogue Insertion & Frame Finalization",
        what: UNDEFINED,
        instructions: &["$f", "$v"],
        in_front: false,
    },
    // The frame's set-up pushes the register with the address of the arguments as the last use of
    // it if that is a callee-saved one, and stores it for the way back afterwards; arguments are read by
    // it then too.
    Defect {
        name: "i386-saved-argument-pointer",
        triples: &["i386", "i686"],
        pass: "Prologue/Epilogue Insertion & Frame Finalization",
        what: UNDEFINED,
        instructions: &["frame-setup MOV32mr $ebp", "from %fixed-stack."],
        in_front: false,
    },
    // A call of an outlined function is a barrier, also at the end of a block that falls through.
    Defect {
        name: "riscv-outlined-fall-through",
        triples: &["riscv"],
        pass: "Machine Outliner",
        what: "MBB exits via unconditional fall-through but ends with a barrier instruction!",
        instructions: &[],
        in_front: false,
    },
    // An outlined function that defines one half of a pair of vectors and reads the pair is called as if it read the
    // pair, of which the caller has nothing.
    Defect {
        name: "aarch64-outlined-pair",
        triples: &["aarch64", "arm64"],
        pass: "Machine Outliner",
        what: UNDEFINED,
        instructions: &["BL @OUTLINED_FUNCTION"],
        in_front: false,
    },
    // The place of the frame pointer's save is beyond what an instruction reaches where all vector registers are
    // saved, as with `preserve_all`, and six general ones. Seen with greedy.
    Defect {
        name: "aarch64-far-saves",
        triples: &["aarch64", "arm64"],
        pass: "Prologue/Epilogue Insertion & Frame Finalization",
        what: "Unexpected immediate on load/store instruction",
        instructions: &["frame-setup STPXi", "frame-destroy LDPXi"],
        in_front: false,
    },
    // Saves of vector registers beside a scalable part of the frame have offsets that wrap around, near 2^60, as with
    // `preserve_all` and SVE. Seen with greedy and basic.
    Defect {
        name: "aarch64-saves-beside-scalable",
        triples: &["aarch64", "arm64"],
        pass: "Prologue/Epilogue Insertion & Frame Finalization",
        what: "Unexpected immediate on load/store instruction",
        instructions: &["$sp, 1152921504606846"],
        in_front: false,
    },
    // A copy of a pair of which one half has no value becomes two instructions, and these have no marks for that.
    Defect {
        name: "sparc-copy-of-half-a-pair",
        triples: &["sparc"],
        pass: "Post-RA pseudo instruction expansion pass",
        what: UNDEFINED,
        instructions: &["= ORrr $g0, "],
        in_front: false,
    },
    // No slot is kept for an address that does not fit into its instruction. On Lanai greedy and fast
    // fail where 23 values are live across a store of a half-word that is far away on the stack.
    Defect {
        name: "no-emergency-slot",
        triples: &["xtensa", "lanai"],
        pass: "",
        what: "Cannot scavenge register without an emergency spill slot!",
        instructions: &[],
        in_front: false,
    },
    // Where a call loses the base pointer and the frame pointer, as masks of -enable-ipra say, both are saved around it,
    // which cannot be done if its arguments are read by one of them. Seen with greedy and basic.
    Defect {
        name: "x86-lost-base-pointer",
        triples: &["x86_64", "i386", "i686"],
        pass: "",
        what: "error: Interference usage of base pointer/frame pointer.",
        instructions: &[],
        in_front: false,
    },
    // A store of a pair becomes two again where its registers are none, and these lose the marks that
    // say that the values do not matter.
    Defect {
        name: "riscv-split-store-of-undefined",
        triples: &["riscv32"],
        pass: "RISC-V Load / Store Optimizer",
        what: UNDEFINED,
        instructions: &["SW $"],
        in_front: false,
    },
    // Seen with GlobalISel on MIPS behind the legalizer, in some runs only: the next pass seems to meet
    // blocks of which it knows nothing.
    Defect {
        name: "mips-legalized-blocks",
        triples: &["mips"],
        pass: "MachineDominator Tree Construction",
        what: "LLVM ERROR: out of memory",
        instructions: &[],
        in_front: true,
    },
];
