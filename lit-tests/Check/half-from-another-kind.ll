; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A float in a slot is loaded as the lower half of a general register, of which the upper half is undefined. The
; number of that half's lane also stands for one of the lanes of a float, which has nothing to do with it. Found by
; fuzzing.
; REQUIRES: aarch64-registered-target
; RUN: llc -mtriple=aarch64-linux-gnu -O1 -stress-regalloc=6 -regalloc=basic -limit-check-strict %s -o - | FileCheck %s
; RUN: llc -mtriple=aarch64-linux-gnu -O1 -stress-regalloc=6 -regalloc=limit -limit-check-strict %s -o /dev/null

; CHECK-LABEL: pick:
; CHECK: str s0, [sp, #[[SLOT:[0-9]+]]]
; CHECK: ldr w[[HALF:[0-9]+]], [sp, #[[SLOT]]]
; CHECK: bfi x{{[0-9]+}}, x[[HALF]], #1, #2

define i1 @pick(float %L94, i1 %Cmp181, <4 x i1> %L73) {
BB:
  br label %CF348

CF348:                                            ; preds = %CF348, %BB
  %B171 = frem float 0.000000e+00, %L94
  br i1 %Cmp181, label %CF348, label %CF357

CF357:                                            ; preds = %CF348
  %B186 = fmul float 0.000000e+00, %B171
  %BC219 = bitcast float %L94 to i32
  %E254 = extractelement <4 x i1> %L73, i32 %BC219
  ret i1 %E254
}
