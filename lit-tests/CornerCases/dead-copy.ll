; A phi around the endless loop at the end is read by nobody there once its copies are joined. When
; its range is cut, the copies into the loop have no reader left: they go, and are not turned into
; reloads of 0.0 in front of the jump into the loop.
; REQUIRES: mips-registered-target
; RUN: llc -mtriple=mips-linux-gnu -mcpu=mips32r2 -regalloc=limit -verify-machineinstrs \
; RUN:   -stress-regalloc=5 < %s | FileCheck %s

; CHECK-LABEL: phis:
; CHECK: add.d
; CHECK-NOT: ldc1
; CHECK: .end phis

define double @phis(i1 %0) {
entry:
  br label %block1

block1:
  %.135 = phi double [ 0.000000e+00, %entry ], [ %2, %block4 ]
  %1 = call <4 x i32> null(<4 x i32> zeroinitializer, <16 x i8> zeroinitializer)
  %2 = fadd double 0.000000e+00, %.135
  br i1 %0, label %block8, label %block3

block3:
  br i1 %0, label %block9, label %block4

block4:
  br i1 %0, label %block1, label %block8

block8:
  %.132 = phi double [ %2, %block1 ], [ %.233, %block9 ], [ 0.000000e+00, %block4 ]
  %3 = fsub double 0.000000e+00, %.132
  br label %block9

block9:
  %.236 = phi double [ %3, %block8 ], [ 0.000000e+00, %block3 ]
  %.233 = phi double [ %.132, %block8 ], [ 0.000000e+00, %block3 ]
  br i1 true, label %block8, label %block10

block10:
  ret double %.236
}
