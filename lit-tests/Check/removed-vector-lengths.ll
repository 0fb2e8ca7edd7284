; A vector length is set twice the same way. RISC-V's pass between the two rounds of allocation
; removes the second and lets the first, which it put there, say what the length is.
; REQUIRES: riscv-registered-target
; RUN: llc -mtriple=riscv64-linux-gnu -mattr=+v -regalloc=greedy -limit-check-strict < %s | FileCheck %s
; RUN: llc -mtriple=riscv64-linux-gnu -mattr=+v -regalloc=limit -limit-check-strict < %s | FileCheck %s

; CHECK: vsetivli a0, 16,
; CHECK-NOT: vset
; CHECK: ret

define i64 @length(<2 x i64> %v) {
  %first = extractelement <2 x i64> %v, i64 0
  %length = tail call i64 @llvm.riscv.vsetvli.i64(i64 16, i64 3, i64 0)
  %sum = add i64 %first, %length
  ret i64 %sum
}

declare i64 @llvm.riscv.vsetvli.i64(i64, i64, i64)
