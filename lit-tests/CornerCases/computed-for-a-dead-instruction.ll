; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A value that can be computed again is kept for that without anybody who reads it, and what it is
; computed from is computed again in front of it. Both go when allocation is done. Found by fuzzing.
; REQUIRES: aarch64-registered-target
; RUN: llc -mtriple=arm64_32-apple-watchos -stress-regalloc=5 -enable-subreg-liveness -regalloc=limit \
; RUN:   -verify-machineinstrs -limit-check-strict < %s -o - | FileCheck %s

; CHECK-LABEL: _f0:
; CHECK-COUNT-2: add {{x[0-9]+}}, sp, #
; CHECK-NOT: add {{x[0-9]+}}, sp, #
; CHECK: ret

target datalayout = "e-m:o-p:32:32-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-n32:64-S128-Fn32"

declare i64 @g2()

declare preserve_mostcc i16 @g3(i64)

declare void @llvm.va_start.p0(ptr)

define i16 @f0(ptr %memory, i1 %v114, ...) {
entry:
  br label %block46

block46:                                          ; preds = %block46, %entry
  %v98 = call i64 @g2()
  call void @llvm.va_start.p0(ptr null)
  %v100 = va_arg ptr null, i64
  %v101 = va_arg ptr poison, i64
  %v102 = va_arg ptr %memory, i64
  br i1 %v114, label %block49, label %block46

block49:                                          ; preds = %block46
  %v132 = call preserve_mostcc i16 @g3(i64 %v100)
  ret i16 %v132
}

