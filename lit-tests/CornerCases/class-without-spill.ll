; MIPS has no instruction that stores a condition register of release 6. Where such a value lives
; across a loop it keeps a register, however few there are.
; REQUIRES: mips-registered-target
; RUN: llc -mtriple=mips64-linux-gnu -mcpu=mips64r6 -mattr=+msa -regalloc=limit -verify-machineinstrs \
; RUN:   -stress-regalloc=4 < %s | FileCheck %s

; CHECK-LABEL: condition:
; CHECK: cmp.eq.d [[C:\$f[0-9]+]]
; CHECK-NOT: sdc1 [[C]]
; CHECK: .end condition

define float @condition(double %Sl30, <8 x i64> %I63) {
BB:
  br label %CF

CF:
  %Tr = trunc <4 x i64> splat (i64 1) to <4 x i32>
  %Cmp81 = fcmp une double %Sl30, 0.000000e+00
  br i1 %Cmp81, label %CF, label %CF207

CF207:
  store <8 x i64> %I63, ptr null, align 64
  store <4 x i32> %Tr, ptr null, align 16
  ret float 0.000000e+00
}
