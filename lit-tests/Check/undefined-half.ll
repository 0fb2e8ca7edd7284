; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; An undefined value of the half d2 of q2 leaves all of q2 undefined. What is copied from the other half then may be
; anything. Found by fuzzing.
; REQUIRES: aarch64-registered-target
; RUN: llc -mtriple=aarch64-linux-gnu -mattr=+sve2 -stress-regalloc=8 -O3 -enable-misched=false -global-isel \
; RUN:   -global-isel-abort=2 -regalloc=limit -verify-machineinstrs -limit-check-strict %s -o - 2>&1 | FileCheck %s

; CHECK-NOT: limit-check
; CHECK-LABEL: autogen_SD125:

define <4 x i64> @autogen_SD125(ptr %0, i32 %E6, double %Sl, i1 %Tr48) {
BB:
  br label %CF327

CF327:                                            ; preds = %CF327, %BB
  %I20 = insertelement <16 x i32> zeroinitializer, i32 0, i32 %E6
  %L23 = load <4 x double>, ptr null, align 32
  store double %Sl, ptr %0, align 8
  %I26 = insertelement <8 x i1> zeroinitializer, i1 false, i32 368247
  %Sl27 = select i1 false, <8 x i1> %I26, <8 x i1> zeroinitializer
  %Shuff46 = shufflevector <8 x i1> %Sl27, <8 x i1> zeroinitializer, <8 x i32> <i32 poison, i32 15, i32 1, i32 poison, i32 5, i32 7, i32 9, i32 11>
  br i1 %Tr48, label %CF327, label %CF

CF:                                               ; preds = %CF, %CF327
  store <8 x i64> zeroinitializer, ptr %0, align 64
  %Sl71 = select i1 false, <8 x i1> %Sl27, <8 x i1> zeroinitializer
  store <2 x i32> splat (i32 1), ptr %0, align 8
  %Shuff75 = shufflevector <4 x double> zeroinitializer, <4 x double> %L23, <4 x i32> <i32 4, i32 6, i32 0, i32 2>
  %Cmp93 = fcmp ole double %Sl, 1.000000e+00
  br i1 %Cmp93, label %CF, label %CF322

CF322:                                            ; preds = %CF
  %Cmp101 = fcmp ule <4 x double> zeroinitializer, %Shuff75
  %I120 = insertelement <4 x i1> %Cmp101, i1 false, i32 %E6
  br label %CF323

CF323:                                            ; preds = %CF345, %CF323, %CF322
  %E153 = extractelement <8 x i1> %Sl71, i32 0
  br i1 %E153, label %CF323, label %CF345

CF345:                                            ; preds = %CF323
  %Shuff244 = shufflevector <4 x i1> %I120, <4 x i1> zeroinitializer, <4 x i32> <i32 6, i32 0, i32 2, i32 4>
  %E299 = extractelement <8 x i1> %Shuff46, i32 0
  br i1 %E299, label %CF323, label %CF324

CF324:                                            ; preds = %CF345
  %E146 = extractelement <16 x i32> %I20, i32 %E6
  %I317 = insertelement <4 x i64> zeroinitializer, i64 0, i32 %E146
  ret <4 x i64> %I317
}
