; With two pairs of registers, the halves of a spilled pair are copied to the third and fourth argument. The
; spiller reloads the pair for each copy, and no pair is free for the second reload, since the third argument
; is in one already. Both copies read one reload in the last resort. LLVM's basic allocator runs out of
; registers here. Found by fuzzing.
; REQUIRES: riscv-registered-target
; RUN: llc -mtriple=riscv32-linux-gnu -mattr=+m,+zilsd -O1 -relocation-model=pic -stress-regalloc=2 \
; RUN:   -enable-misched=false -regalloc=limit -verify-machineinstrs -limit-check-strict -pass-remarks-missed=regalloc \
; RUN:   %s -o - 2>&1 | FileCheck %s

; CHECK: allocated by LLVM's greedy allocator instead of limit
; CHECK: call fmod
; CHECK: li a1, 0
; CHECK-NEXT: lw a2, [[#SLOT:]](sp)
; CHECK-NEXT: lw a3, [[#SLOT+4]](sp)
; CHECK-NEXT: call fmod

define <8 x double> @remainders() {
entry:
  %divisors = load <8 x double>, ptr null, align 64
  br label %divide

divide:
  %remainders = frem <8 x double> zeroinitializer, %divisors
  ret <8 x double> %remainders
}
