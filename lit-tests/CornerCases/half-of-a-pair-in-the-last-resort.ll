; A pair of which only one half has a value is spilled behind the last resort: RISC-V makes two stores of
; that, and the second must not read a register that nothing was written to. After two rounds limit's
; spills are taken back: greedy, which allocates this, would find no register else. With as many rounds
; as it needs limit finds registers itself.
; REQUIRES: riscv-registered-target
; RUN: llc -mtriple=riscv32-linux-gnu -mattr=+m,+zilsd -stress-regalloc=4 -limit-rounds=2 -regalloc=limit \
; RUN:   -verify-machineinstrs -limit-check-strict -pass-remarks-missed=regalloc < %s -o /dev/null 2>&1 \
; RUN:   | FileCheck %s
; RUN: llc -mtriple=riscv32-linux-gnu -mattr=+m,+zilsd -stress-regalloc=4 -regalloc=limit \
; RUN:   -verify-machineinstrs -limit-check-strict -pass-remarks-missed=regalloc < %s -o /dev/null 2>&1 \
; RUN:   | FileCheck --check-prefix=ALL %s

; CHECK: allocated by LLVM's greedy allocator instead of limit: more rounds than allowed
; ALL-NOT: allocated by LLVM's greedy allocator
; ALL: left registers
; ALL-NOT: allocated by LLVM's greedy allocator

@memory = external global [1024 x i8], align 64

define double @f0(double %argument0, i1 %v119, ...) {
entry:
  br label %block21

block19:                                          ; preds = %block21
  br label %block20

block20:                                          ; preds = %block21, %block19
  %v8.2 = phi double [ %v96, %block21 ], [ 0.000000e+00, %block19 ]
  store double %v8.2, ptr @memory, align 4
  br label %block21

block21:                                          ; preds = %block20, %entry
  %v96 = fmul double %argument0, 0.000000e+00
  %v116 = call fastcc double null(ptr null, i32 0, double 0.000000e+00, double 0.000000e+00, i32 0)
  br i1 %v119, label %block20, label %block19
}
