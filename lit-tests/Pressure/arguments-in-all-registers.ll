; Arguments of the call are in both registers that there are when %im3 is copied to a third one. A piece
; of it that began there could not be spilled: there was no register to store it from.
; REQUIRES: powerpc-registered-target
; RUN: llc -mtriple=powerpc64-ibm-aix -mcpu=pwr9 -stress-regalloc=2 -regalloc=greedy -limit-pressure \
; RUN:   -verify-machineinstrs -limit-check-strict %s -o - | FileCheck %s
; RUN: llc -mtriple=powerpc64-ibm-aix -mcpu=pwr9 -stress-regalloc=2 -regalloc=limit -limit-pressure \
; RUN:   -verify-machineinstrs -limit-check-strict %s -o - | FileCheck %s

; CHECK: .f:
; CHECK: blr

define i64 @f(i64 %m5.3) {
entry:
  %im3 = load i64, ptr null, align 8
  br label %b0

b0:                                               ; preds = %b3, %entry
  %m9.0 = phi <4 x i32> [ splat (i32 1), %entry ], [ zeroinitializer, %b3 ]
  %m3.0 = phi i64 [ 1, %entry ], [ 0, %b3 ]
  br label %b1

b1:                                               ; preds = %b3, %b3, %b0
  br label %b2

b2:                                               ; preds = %b3, %b3, %b1
  %t16 = mul i64 %im3, 1
  %t36 = call <4 x i32> null(i16 0, i16 0, i64 %t16)
  %t73 = load <4 x i32>, ptr null, align 16
  %t98 = sub <4 x i32> %t73, %m9.0
  br i1 true, label %b4, label %b3

b3:                                               ; preds = %b3, %b2
  switch i64 %m5.3, label %b4 [
    i64 0, label %b1
    i64 1, label %b0
    i64 2, label %b3
    i64 6, label %b2
    i64 4, label %b2
    i64 5, label %b1
  ]

b4:                                               ; preds = %b3, %b2
  %m0.3 = phi <4 x i32> [ splat (i32 1), %b2 ], [ zeroinitializer, %b3 ]
  %t213 = or <4 x i32> splat (i32 1), %t98
  store volatile <4 x i32> %t213, ptr null, align 16
  store <4 x i32> %t73, ptr null, align 16
  %t45 = or i64 %t16, 0
  ret i64 %t45
}
