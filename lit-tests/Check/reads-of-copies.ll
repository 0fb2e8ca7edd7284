; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; What reads a value behind a copy of it reads the copy, and may then stand behind the next definition of what was
; copied: the checker is told. Found by fuzzing.
; REQUIRES: arm-registered-target
; RUN: llc -mtriple=thumbv7-pc-windows-msvc -regalloc=limit -limit-check-strict -verify-machineinstrs %s -o - | FileCheck %s

; CHECK-LABEL: f1:
; CHECK: vstr

define i32 @f1(ptr %memory, i1 %v51, i1 %v95, ptr %v118) {
entry:
  br label %block27

block27:                                          ; preds = %block28, %entry
  %v11.0 = phi <16 x float> [ splat (float 1.000000e+00), %entry ], [ %v76, %block28 ]
  br i1 %v51, label %block30, label %block28

block28:                                          ; preds = %block27
  %v64 = shufflevector <16 x float> zeroinitializer, <16 x float> %v11.0, <16 x i32> <i32 2, i32 14, i32 19, i32 23, i32 21, i32 29, i32 26, i32 15, i32 26, i32 1, i32 6, i32 22, i32 17, i32 1, i32 19, i32 15>
  %v76 = shufflevector <16 x float> %v11.0, <16 x float> zeroinitializer, <16 x i32> <i32 15, i32 24, i32 11, i32 28, i32 14, i32 15, i32 5, i32 7, i32 6, i32 15, i32 20, i32 30, i32 15, i32 16, i32 0, i32 23>
  br i1 %v95, label %block27, label %block30

block30:                                          ; preds = %block28, %block27
  %v10.1 = phi i128 [ 0, %block27 ], [ 1, %block28 ]
  %v11.1 = phi <16 x float> [ %v11.0, %block27 ], [ %v76, %block28 ]
  %v12.0 = phi <16 x float> [ %v11.0, %block27 ], [ %v64, %block28 ]
  store i128 %v10.1, ptr %memory, align 4
  store <16 x float> %v11.1, ptr %v118, align 4
  store <16 x float> %v12.0, ptr %memory, align 4
  ret i32 0
}
