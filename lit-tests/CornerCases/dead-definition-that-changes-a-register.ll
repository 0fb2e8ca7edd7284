; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Two instructions on the way to a shift are dead when the shift's result is cut away. LLVM would keep the second of
; them, which changes a register, for computing its value again, and rename the old value too, which is nowhere
; then. It is removed. Found by fuzzing.
; REQUIRES: mips-registered-target
; RUN: llc -mtriple=mips-linux-gnu -mcpu=mips32r2 -mattr=+mips16 -relocation-model=pic -regalloc=limit \
; RUN:   -verify-regalloc -verify-machineinstrs -limit-check-strict %s -o - | FileCheck %s

; CHECK-LABEL: f0:
; CHECK-NOT: sllv
; CHECK: .end f0

declare void @llvm.memcpy.p0.p0.i32(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i32, i1 immarg)

define i16 @f0(ptr %0, i1 %v82, i16 %v39, i8 %v17.1) {
entry:
  br i1 %v82, label %block73, label %block69

block69:                                          ; preds = %block70, %entry
  %v13.0 = phi i16 [ %v13.1, %block70 ], [ 1, %entry ]
  %v11.0 = phi i16 [ %v128, %block70 ], [ 0, %entry ]
  br i1 %v82, label %block75, label %block70

block70:                                          ; preds = %block73, %block69
  %v13.1 = phi i16 [ %v161, %block73 ], [ %v13.0, %block69 ]
  %v128 = or i16 0, %v13.1
  br label %block69

block73:                                          ; preds = %entry
  call void @llvm.memcpy.p0.p0.i32(ptr null, ptr null, i32 24, i1 false)
  %v161 = shl i16 1, %v39
  br label %block70

block75:                                          ; preds = %block69
  store i16 %v39, ptr %0, align 4
  store i16 %v11.0, ptr null, align 4
  store i128 0, ptr null, align 4
  store i8 %v17.1, ptr null, align 4
  ret i16 0
}
