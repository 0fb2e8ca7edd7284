; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; BPF's loads and stores of spill slots do not say what they access, so LLVM's spiller leaves a reload of what is
; stored right back, where both registers that there are hold arguments. Found by fuzzing.
; REQUIRES: bpf-registered-target
; RUN: llc -mtriple=bpfel -mcpu=v3 -stress-regalloc=2 -regalloc=limit -verify-machineinstrs -limit-check-strict %s -o - \
; RUN:   | FileCheck %s

; CHECK-LABEL: f1:
; CHECK:      r2 = 0
; CHECK-NEXT: r3 = *(u64 *)(r10 - 8)
; CHECK-NEXT: r4 = *(u64 *)(r10 - 8)
; CHECK-NEXT: call 0

define i64 @f1() {
entry:
  br label %block26

block26:                                          ; preds = %block26, %entry
  %v1.2 = phi i64 [ 0, %entry ], [ 1, %block26 ]
  %v104 = call i64 null(ptr null, i64 0, i64 %v1.2, i64 %v1.2)
  br label %block26
}
