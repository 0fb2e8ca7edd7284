; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; The spiller loads an argument again as a part of an addition, of which SystemZ makes one that overwrites its first
; operand. That one is zero, and needed afterwards: it is copied. Found by fuzzing.
; REQUIRES: systemz-registered-target
; RUN: llc -mtriple=s390x-ibm-zos -mcpu=z15 -stress-regalloc=5 -regalloc=limit -verify-machineinstrs -limit-check-strict < %s -o - \
; RUN:   | FileCheck %s

; CHECK: ldr [[SUM:[0-9]+]],
; CHECK-NEXT: adb [[SUM]],{{[0-9]+}}(4)

define i128 @f2(ptr %memory, double %argument2, double %argument3, double %argument4, double %argument5, double %argument8, ...) {
entry:
  %v56 = fadd double 0.000000e+00, %argument8
  %v68 = call fastcc <4 x i32> null(ptr null, i128 0, <4 x i32> zeroinitializer, double 0.000000e+00, <4 x i32> zeroinitializer, double 0.000000e+00, <4 x i32> zeroinitializer)
  store double %v56, ptr %memory, align 4
  store double %argument8, ptr null, align 4
  ret i128 0
}
