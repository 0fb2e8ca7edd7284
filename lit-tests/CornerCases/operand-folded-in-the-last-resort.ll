; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; With one vector register, a comparison of two values has one of them in memory. It can be read
; there once the other one has its register, which is not known where limit spills: so the last
; resort takes limit's spill back, and greedy spills for itself. Found by fuzzing.
; REQUIRES: systemz-registered-target
; RUN: llc -mtriple=s390x-linux-gnu -mcpu=z14 -stress-regalloc=1 -regalloc=limit -limit-check-strict \
; RUN:   -verify-machineinstrs -pass-remarks-missed=regalloc < %s -o - 2>&1 | FileCheck %s

; CHECK: allocated by LLVM's greedy allocator instead of limit: no register for
; CHECK-LABEL: compare:
; CHECK:      std %f0, [[SLOT:160\(%r15\)]] # 8-byte Spill
; CHECK-NEXT: vgmg %v0, 2, 11
; CHECK-NEXT: cdb %f0, [[SLOT]] # 8-byte Folded Reload
define i1 @compare(double %value) {
  %differs = fcmp une double %value, 1.000000e+00
  ret i1 %differs
}
