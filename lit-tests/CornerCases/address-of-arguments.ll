; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Inline assembly takes x86's base pointer, so the arguments are addressed from a range that is computed in front of
; all else: the prologue does that in front of the saves, so in no register that the caller keeps. Only the range's
; class says so. The assembly clobbers two of the other registers; the value is in none of them. Found by fuzzing.
; REQUIRES: x86-registered-target
; RUN: llc -mtriple=i686-linux-gnu -mattr=+sse2 -O1 -relocation-model=pic -regalloc=limit -verify-machineinstrs \
; RUN:   -limit-check-strict %s -o - | FileCheck %s

; CHECK-LABEL: f1:
; CHECK:      leal 4(%esp), %[[POINTER:e[acd]x]]
; CHECK:      pushl -4(%[[POINTER]])
; CHECK:      pushl %esi
; CHECK:      #APP

define ptr @f1(i1 %cond, ...) #0 {
entry:
  %v95 = call i32 (ptr, <4 x i32>, <4 x i32>, float, float, <4 x i32>, ...) null(ptr null, <4 x i32> zeroinitializer, <4 x i32> zeroinitializer, float 0.000000e+00, float 0.000000e+00, <4 x i32> zeroinitializer)
  %v119 = call i32 asm sideeffect "", "=r,r,r,~{esi},~{edi}"(i32 0, i32 0)
  br i1 %cond, label %block66, label %block62

block62:                                          ; preds = %entry
  %v155 = alloca i8, i32 0, align 1
  ret ptr %v155

block66:                                          ; preds = %entry
  ret ptr null
}

attributes #0 = { "stackrealign" }
