; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Where an asm goto jumps and where it falls through meet in one block, which reads the output behind a call. The
; output is stored on each way: behind the asm, and in the block to which it jumps. Found by fuzzing.
; REQUIRES: powerpc-registered-target
; RUN: llc -O1 -mtriple=powerpc64le-linux-gnu -stress-regalloc=7 -regalloc=limit -verify-machineinstrs -limit-check-strict \
; RUN:   -pass-remarks-missed=regalloc -print-after=virtregrewriter %s -o /dev/null 2>&1 \
; RUN:   | FileCheck --implicit-check-not="greedy allocator" --implicit-check-not=limit-check %s

; CHECK: INLINEASM_BR {{.*}} def renamable $[[OUTPUT:x[0-9]+]], {{.*}} %bb.1
; CHECK-NEXT: STD renamable $[[OUTPUT]], 0, %[[SLOT:stack.[0-9]+]]
; CHECK: bb.1{{.*}} (inlineasm-br-indirect-target):
; CHECK: liveins: {{.*}}$[[OUTPUT]]
; CHECK: STD killed renamable $[[OUTPUT]], 0, %[[SLOT]]
; CHECK: bb.2.joined:
; CHECK: BCTRL8_LDinto_toc
; CHECK: LD 0, %[[SLOT]]


define double @f0() {
entry:
  %output = callbr i64 asm sideeffect "", "=r,r,r,!i"(i64 0, i64 0)
          to label %joined [label %joined]

joined:                                          ; preds = %entry, %entry
  %called = call fastcc <16 x float> null(ptr null, i64 0, <16 x float> zeroinitializer, double 0.000000e+00, i64 0, i32 0, <16 x float> zeroinitializer, double 0.000000e+00, i32 0, double 0.000000e+00)
  %second = callbr i64 asm sideeffect "", "=r,r,r,!i"(i64 %output, i64 0)
          to label %falls_through [label %jumps]

falls_through:                                       ; preds = %joined
  ret double 0.000000e+00

jumps:                                         ; preds = %joined
  ret double 0.000000e+00
}
