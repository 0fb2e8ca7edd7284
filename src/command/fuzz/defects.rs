//! What LLVM is known to do wrong whichever allocator ran, so that the fuzzer does not report it.

mod known;

use known::DEFECTS;

/// Something that LLVM does wrong behind allocation or without it, whichever allocator ran.
pub struct Defect {
    /// What it is called in the summary.
    pub name: &'static str,
    /// How the triples begin for which it is known; empty for all.
    triples: &'static [&'static str],
    /// The pass behind which LLVM's verifier finds it, or in which `llc` gives up; empty where that does
    /// not matter.
    pass: &'static str,
    /// What the verifier finds, or how the message of `llc` ends.
    what: &'static str,
    /// What the instructions contain that the verifier names: the first has the first of these, and
    /// each has one. Empty if it does not matter.
    instructions: &'static [&'static str],
    /// Whether it is in front of the allocator: it counts only in a function that was not allocated.
    pub in_front: bool,
}

impl Defect {
    /// Whether this is how `llc` failed with these flags.
    pub fn is_in(&self, flags: &[String], stderr: &str) -> bool {
        let triple = flags.iter().find_map(|flag| flag.strip_prefix("-mtriple=")).unwrap_or("");
        if !self.triples.is_empty() && !self.triples.iter().any(|known| triple.starts_with(known)) {
            return false;
        }
        let all_after = |start: &'static str| {
            stderr.lines().filter_map(move |line| Some(line.split_once(start)?.1))
        };
        if stderr.lines().any(|line| line.ends_with(self.what)) {
            let running = format!("Running pass '{}'", self.pass);
            return self.pass.is_empty() || stderr.contains(&running);
        }
        all_after("# After ").next() == Some(self.pass)
            && all_after("*** Bad machine code: ").all(|found| found.starts_with(self.what))
            && all_after("*** Bad machine code: ").next().is_some()
            && self.instructions.first().is_none_or(|first| {
                all_after("- instruction: ").next().is_some_and(|text| text.contains(first))
            })
            && all_after("- instruction: ").all(|text| {
                self.instructions.is_empty()
                    || self.instructions.iter().any(|part| text.contains(part))
            })
    }
}

/// The machine outliner takes the directives that describe a function's frame to Windows' unwinder out of the function
/// with the instructions around them, and the assembler refuses them. Without the plugin too, where functions end
/// alike.
static OUTLINED_UNWINDING: Defect = Defect {
    name: "windows-outlined-unwinding",
    triples: &[],
    pass: "",
    what: ".seh_",
    instructions: &[],
    in_front: false,
};

/// Whether the assembler refuses nothing but directives of Windows' unwinder, behind the outliner.
fn is_unwinding_outlined(flags: &[String], stderr: &str) -> bool {
    let mut errors = stderr.lines().filter_map(|line| Some(line.split_once(" error: ")?.1));
    let has = |known: &str| flags.iter().any(|flag| flag.contains(known));
    has("-windows-")
        && has("-enable-machine-outliner")
        && stderr.contains(" error: ")
        && errors.all(|error| error.contains(OUTLINED_UNWINDING.what))
}

/// What LLVM does wrong, if it is known.
pub fn defect_of_llvm(flags: &[String], stderr: &str) -> Option<&'static Defect> {
    let known = DEFECTS.iter().find(|defect| defect.is_in(flags, stderr));
    known.or_else(|| is_unwinding_outlined(flags, stderr).then_some(&OUTLINED_UNWINDING))
}

/// What LLVM's allocators do wrong, if it is known, where the checker refuses their code so. Both halves of a
/// register of VE have the same unit. With liveness by lanes LLVM takes a unit while the first of its lanes is live,
/// so another value comes over the second one.
pub fn defect_of_allocators(flags: &[String], refusal: &str) -> Option<&'static str> {
    let has = |known: &str| flags.iter().any(|flag| flag.starts_with(known));
    let is_lost = has("-mtriple=ve-")
        && has("-enable-subreg-liveness")
        && refusal.contains(" from SW")
        && refusal.contains("~SF");
    is_lost.then_some("ve-unit-of-two-lanes")
}

#[cfg(test)]
mod tests {
    use super::known::UNDEFINED;
    use super::{defect_of_allocators, defect_of_llvm};

    fn said(pass: &str, what: &str, instruction: &str) -> String {
        format!("\n# After {pass}\n# Machine code\n*** Bad machine code: {what} ***\n- instruction: {instruction}\n")
    }

    fn defect(triple: &str, stderr: &str) -> Option<&'static str> {
        defect_of_llvm(&[format!("-mtriple={triple}")], stderr).map(|defect| defect.name)
    }

    #[test]
    fn only_what_llvm_breaks_behind_allocation_is_excused() {
        let folder = "Control Flow Optimizer";
        let branch = "BEQ $a2, $a3, %bb.1";
        let built = Some("built-branch-of-undefined");
        assert_eq!(defect("sparc", &said(folder, UNDEFINED, branch)), built);
        let lost = "<unknown>:0: error: Interference usage of base pointer/frame pointer.\n";
        assert_eq!(defect("x86_64-pc-windows-msvc", lost), Some("x86-lost-base-pointer"));
        assert_eq!(defect("aarch64", lost), None);
        let placement = "Branch Probability Basic Block Placement";
        let on_true = said(placement, UNDEFINED, "BRFT_lru6 $r0, %bb.3");
        assert_eq!(defect("xcore", &on_true), built);
        let shifted = said(
            "BreakFalseDeps",
            UNDEFINED,
            "renamable $xmm3 = VPSRLWri killed renamable $xmm3, 8",
        );
        assert_eq!(defect("i686-pc-windows-msvc", &shifted), Some("x86-zero-over-lower-half"));
        assert_eq!(defect("sparc", &on_true), None);
        assert_eq!(defect("sparc", &said(folder, "Illegal physical register", branch)), None);
        assert_eq!(defect("sparc", &said("Virtual Register Rewriter", UNDEFINED, branch)), None);
        let expansion = "Post-RA pseudo instruction expansion pass";
        let phi = "Found PHI instruction with NoPHIs property set";
        assert_eq!(defect("mips", &said(expansion, phi, "PHI")), Some("mips-copy-to-double"));
        assert_eq!(defect("mips", &said(expansion, UNDEFINED, "PHI")), None);
        let both = said(expansion, phi, "PHI")
            + &said(expansion, "Found PHI instruction after non-PHI", "PHI");
        assert_eq!(defect("mips", &both), Some("mips-copy-to-double"));
        let converted = said(expansion, UNDEFINED, "$f1 = MTC1 $at");
        assert_eq!(defect("mipsel-linux-gnu", &converted), Some("mips-conversion-of-undefined"));
        let long = said(expansion, UNDEFINED, "$d0_64 = DMTC1 $at_64");
        assert_eq!(defect("mips64-linux-gnu", &long), Some("mips-conversion-of-undefined"));
        let halves = said(expansion, UNDEFINED, "$d1 = MTHC1_D32 $d1(tied-def 0), $at");
        let both = converted.clone() + &halves;
        assert_eq!(defect("mips", &both), Some("mips-conversion-of-undefined"));
        assert_eq!(defect("mips", &halves), None, "the lower half comes first");
        let illegal = "Illegal physical register for instruction";
        let copied = said(expansion, illegal, "$f2 = FMOV_D32 killed $d1_64, implicit $fcr31");
        assert_eq!(defect("mips", &copied), Some("mips-copy-of-condition"));
        let back = said(expansion, illegal, "$d3_64 = FMOV_D64 killed $f0, implicit $fcr31");
        assert_eq!(defect("mips64", &back), Some("mips-copy-of-condition"));
        assert_eq!(defect("mips", &said(expansion, illegal, "$f2 = FADD_D32 $d1, $d2")), None);
        assert_eq!(defect("mips", "limit-check: in function 'f'"), None);
        let across =
            "*** Bad machine code: Live in register not found to be live out from predecessor. ***";
        let behind = |pass: &str| format!("# After {pass}\n{across}\n- basic block: %bb.3\n");
        let expanded = behind("Mips pseudo instruction expansion pass");
        assert_eq!(defect("mipsel-linux-gnu", &expanded), Some("mips-live-across-atomics"));
        assert_eq!(defect("mipsel-linux-gnu", &behind("Virtual Register Rewriter")), None);
    }

    #[test]
    fn a_defect_of_one_target_excuses_no_other_and_no_other_instruction() {
        let frame = "Prologue/Epilogue Insertion & Frame Finalization";
        let expansion = "Post-RA pseudo instruction expansion pass";
        let address = "$r12 = ADD16ri $r12(tied-def 0), 12, implicit-def $sr";
        let dead = said(frame, UNDEFINED, address);
        assert_eq!(defect("msp430", &dead), Some("msp430-dead-frame-address"));
        let subtracted = said(frame, UNDEFINED, "$r10 = SUB16ri $r10(tied-def 0), 38");
        assert_eq!(defect("msp430", &subtracted), Some("msp430-dead-frame-address"));
        let vector = said(frame, UNDEFINED, "renamable $xmm12 = COPY $xmm4");
        assert_eq!(defect("x86_64-linux-gnux32", &vector), Some("x86-saved-vector-argument"));
        assert_eq!(defect("aarch64", &vector), None);
        let pair = said(frame, UNDEFINED, "DFSTOREf32 $f1, 0, $zero8");
        assert_eq!(defect("powerpc64le", &pair), Some("powerpc-saved-vector-argument"));
        assert_eq!(defect("powerpc64le", &said(frame, UNDEFINED, "STD $x3, 0, $x1")), None);
        assert_eq!(defect("i686-linux-gnu", &dead), None);
        assert_eq!(defect("msp430", &said(frame, UNDEFINED, "RET")), None);
        assert_eq!(defect("msp430", &(dead + &said(frame, UNDEFINED, "RET"))), None);
        let pushed =
            said(frame, UNDEFINED, "frame-setup MOV32mr $ebp, 1, $noreg, -12, $noreg, $esi");
        assert_eq!(defect("i686-linux-gnu", &pushed), Some("i386-saved-argument-pointer"));
        let barrier =
            "*** Bad machine code: MBB exits via unconditional fall-through but ends with \
                       a barrier instruction! ***";
        let outlined = format!("# After Machine Outliner\n{barrier}\n- basic block: %bb.2\n");
        assert_eq!(defect("riscv64", &outlined), Some("riscv-outlined-fall-through"));
        assert_eq!(defect("aarch64", &outlined), None);
        let pair = "BL @OUTLINED_FUNCTION_0, implicit-def $lr, implicit $sp, implicit $q1_q2";
        let pair = said("Machine Outliner", UNDEFINED, pair);
        assert_eq!(defect("arm64_32-apple-watchos", &pair), Some("aarch64-outlined-pair"));
        assert_eq!(defect("riscv64", &pair), None);
        let far = "frame-setup STPXi killed $fp, killed $lr, $sp, 64";
        let far = said(frame, "Unexpected immediate on load/store instruction", far);
        assert_eq!(defect("arm64-apple-macosx", &far), Some("aarch64-far-saves"));
        assert_eq!(defect("riscv64", &far), None);
        let beside = "frame-setup STRQui killed $q8, $sp, 1152921504606846976 :: (store (s128))";
        let beside = said(frame, "Unexpected immediate on load/store instruction", beside);
        assert_eq!(defect("aarch64-linux-gnu", &beside), Some("aarch64-saves-beside-scalable"));
        let near = beside.replace("1152921504606846976", "1152");
        assert_eq!(defect("aarch64-linux-gnu", &near), None);
        let half = said(expansion, UNDEFINED, "$l1 = ORrr $g0, $i1, implicit-def $l0_l1");
        assert_eq!(defect("sparc-linux-gnu", &half), Some("sparc-copy-of-half-a-pair"));
        assert_eq!(defect("sparc", &said(expansion, UNDEFINED, "$l1 = ADDrr $i1, $i2")), None);
        let comparison = "SystemZ Comparison Elimination";
        let branch = said(comparison, UNDEFINED, "BRC 14, 6, %bb.1, implicit killed $cc");
        assert_eq!(defect("s390x-linux-gnu", &branch), Some("systemz-comparison-over-patchpoint"));
        assert_eq!(defect("s390x", &said(comparison, UNDEFINED, "$r2l = LR $r12l")), None);
        let peephole = "BPF PreEmit Peephole Optimization";
        let call = said(peephole, UNDEFINED, "JAL @f0, <regmask $r1>, implicit $r11, implicit $r2");
        assert_eq!(defect("bpfel", &call), Some("bpf-saved-argument"));
        assert_eq!(defect("bpfel", &said(peephole, UNDEFINED, "STD $r2, $r10, -8")), None);
        let slot = "LLVM ERROR: Error while trying to spill A9 from class AR: Cannot scavenge \
                    register without an emergency spill slot!";
        assert_eq!(defect("xtensa", slot), Some("no-emergency-slot"));
        let store = said("RISC-V Load / Store Optimizer", UNDEFINED, "SW $x10, $x2, 0");
        assert_eq!(defect("riscv32", &store), Some("riscv-split-store-of-undefined"));
        assert_eq!(defect("riscv64", &store), None);
        let legalized = |pass: &str| {
            format!("LLVM ERROR: out of memory\n2.\tRunning pass '{pass}' on function '@f'\n")
        };
        let dominators = legalized("MachineDominator Tree Construction");
        assert_eq!(defect("mips", &dominators), Some("mips-legalized-blocks"));
        assert_eq!(defect("mips", &legalized("LIMIT Register Allocator")), None);
        assert_eq!(defect("avr", slot), None);
    }

    #[test]
    fn directives_of_the_unwinder_are_excused_behind_the_outliner_alone() {
        let defect = |flags: &[&str], stderr: &str| {
            let flags: Vec<String> = flags.iter().map(|&flag| flag.to_owned()).collect();
            defect_of_llvm(&flags, stderr).map(|defect| defect.name)
        };
        let stray = "<unknown>:0: error: Stray .seh_endepilogue in f0\n";
        let (windows, outliner) = ("-mtriple=x86_64-pc-windows-msvc", "-enable-machine-outliner");
        assert_eq!(defect(&[windows, outliner], stray), Some("windows-outlined-unwinding"));
        assert_eq!(defect(&[windows], stray), None);
        assert_eq!(defect(&["-mtriple=x86_64-linux-gnu", outliner], stray), None);
        let other = format!("{stray}<unknown>:0: error: ran out of registers\n");
        assert_eq!(defect(&[windows, outliner], &other), None);
        assert_eq!(defect(&[windows, outliner], "limit-check: in function 'f'\n"), None);
    }

    #[test]
    fn what_allocators_do_wrong_is_told_by_machine_option_and_location() {
        let lost = "limit-check: in function 'f', VBRDil 0, killed $sw0 of %bb.0 reads %0:0000000000000002 from \
                    SW0~SF0, which holds %6";
        let told = |flags: &[&str], refusal: &str| {
            let flags: Vec<String> = flags.iter().map(|&flag| flag.to_owned()).collect();
            defect_of_allocators(&flags, refusal)
        };
        let lanes = ["-mtriple=ve-linux-gnu", "-enable-subreg-liveness"];
        assert_eq!(told(&lanes, lost), Some("ve-unit-of-two-lanes"));
        assert_eq!(told(&lanes[..1], lost), None);
        assert_eq!(told(&["-mtriple=x86_64", lanes[1]], lost), None);
        assert_eq!(told(&lanes, &lost.replace("SW0~SF0", "V0")), None);
    }
}
