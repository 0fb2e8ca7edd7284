; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A byte is loaded to a floating-point register, of which the rest stays undefined; a copy of all of it to a general
; register becomes a reload, of which only the lowest bit is read. Found by fuzzing.
; REQUIRES: aarch64-registered-target
; RUN: llc -mtriple=aarch64-linux-gnu -stress-regalloc=8 -global-isel -global-isel-abort=2 -regalloc=basic -limit-check-strict %s -o - | FileCheck %s

; CHECK-LABEL: test:
; CHECK: ldr b[[BYTE:[0-9]+]], [x{{[0-9]+}}]
; CHECK: str s[[BYTE]], [sp, #[[SLOT:[0-9]+]]]
; CHECK: ldr w[[FLAG:[0-9]+]], [sp, #[[SLOT]]]
; CHECK: tbnz w[[FLAG]], #0

define void @test(ptr %0, i32 %1) {
BB:
  br label %CF183

CF183:                                            ; preds = %CF195, %BB
  %Sl1 = select i1 false, ptr %0, ptr null
  %L48 = load <1 x i1>, ptr %Sl1, align 1
  br label %CF189

CF189:                                            ; preds = %CF189, %CF183
  %L632 = load <8 x float>, ptr null, align 32
  %Shuff42 = shufflevector <2 x i8> zeroinitializer, <2 x i8> zeroinitializer, <2 x i32> <i32 3, i32 1>
  store <2 x i8> %Shuff42, ptr %0, align 2
  %E87 = extractelement <4 x double> <double 0.000000e+00, double 0.000000e+00, double undef, double 0.000000e+00>, i32 %1
  %L94 = load i1, ptr %Sl1, align 1
  br i1 %L94, label %CF189, label %CF195

CF195:                                            ; preds = %CF189
  %E95 = extractelement <1 x i1> %L48, i32 0
  br i1 %E95, label %CF183, label %CF184

CF184:                                            ; preds = %CF195
  %L108 = load <16 x i64>, ptr null, align 128
  br label %CF196

CF196:                                            ; preds = %CF196, %CF184
  %FC157 = fptoui double %E87 to i1
  br i1 %FC157, label %CF196, label %CF198

CF198:                                            ; preds = %CF196
  store <8 x float> %L632, ptr %Sl1, align 32
  %Shuff110 = shufflevector <8 x float> zeroinitializer, <8 x float> splat (float 1.000000e+00), <8 x i32> <i32 poison, i32 poison, i32 15, i32 1, i32 3, i32 5, i32 7, i32 poison>
  store <8 x float> %Shuff110, ptr %0, align 32
  store <16 x i64> %L108, ptr %0, align 128
  ret void
}
