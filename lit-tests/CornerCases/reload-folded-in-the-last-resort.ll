; With one vector register, the spiller makes one instruction of the load and the store to the slot, which moves from
; memory to memory. So that cannot be taken back in the last resort. The reload stays, but may be spilled again, which
; makes it a part of the comparison: what else that reads has a register by then. Found by fuzzing.
; REQUIRES: systemz-registered-target
; RUN: llc -mtriple=s390x-linux-gnu -mcpu=z14 -stress-regalloc=1 -regalloc=limit -verify-machineinstrs -limit-check-strict \
; RUN:   -pass-remarks-missed=regalloc %s -o - 2>&1 | FileCheck %s

; CHECK: allocated by LLVM's greedy allocator instead of limit
; CHECK: vgmf %v0, 2, 8
; CHECK: mvc [[SLOT:[0-9]+]](4,%r15), 0
; CHECK-NEXT: ceb %f0, [[SLOT]](%r15)

define i1 @greater() {
  %value = load float, ptr null, align 4
  %is = fcmp ugt float %value, 1.000000e+00
  ret i1 %is
}
