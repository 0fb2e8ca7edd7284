; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; An instruction with a spilled register also has one of a class that VE cannot store: nobody asks how that would be
; stored, which LLVM answers by giving up. Found by fuzzing.
; REQUIRES: ve-registered-target
; RUN: llc -mtriple=ve-linux-gnu -stress-regalloc=10 -limit-placement=earliest -regalloc=limit -limit-check-strict %s -o - | FileCheck %s

; CHECK-LABEL: test:
; CHECK: lvl %s{{[0-9]+}}
; CHECK: vldl.zx %v0
; CHECK: lvl %s{{[0-9]+}}
; CHECK: vstl %v0

define void @test(i32 %0, i1 %Tr) {
BB:
  br label %CF

CF:                                               ; preds = %CF88, %CF93, %CF, %BB
  br i1 %Tr, label %CF, label %CF93

CF93:                                             ; preds = %CF
  store double 1.000000e+00, ptr null, align 8
  %Cmp38 = icmp ne i32 117857, %0
  br i1 %Cmp38, label %CF, label %CF88

CF88:                                             ; preds = %CF93
  store <8 x i32> <i32 0, i32 -1, i32 0, i32 -1, i32 0, i32 -1, i32 0, i32 -1>, ptr null, align 32
  store <4 x i16> zeroinitializer, ptr null, align 8
  br label %CF
}
