; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A constant that is computed again leaves the upper half of its register undefined. All of the register is stored, and
; reloaded into one of floating point, which has no half like that. Found by fuzzing.
; REQUIRES: aarch64-registered-target
; RUN: llc -mtriple=aarch64-linux-gnu -mattr=+sve2 -stress-regalloc=7 -enable-ipra -frame-pointer=all -global-isel \
; RUN:   -global-isel-abort=2 -regalloc=basic -verify-machineinstrs -limit-check-strict %s -o - 2>&1 | FileCheck %s

; CHECK-NOT: limit-check
; CHECK-LABEL: autogen_SD999087:

define void @autogen_SD999087(ptr %0) {
BB:
  %A4 = alloca i64, align 8
  %BC = bitcast i64 185813 to double
  %Sl = select i1 true, float 0xC0A83A5C00000000, float 0xC0A83A5C00000000
  br label %CF272

CF272:                                            ; preds = %CF302, %CF272, %BB
  %Cmp22 = fcmp olt double 0xADF95FE03DDC47C, %BC
  br i1 %Cmp22, label %CF272, label %CF302

CF302:                                            ; preds = %CF272
  store <8 x double> <double 0.000000e+00, double 0xFFFFFFFFFFFFFFFF, double 0.000000e+00, double 0xFFFFFFFFFFFFFFFF, double 0.000000e+00, double 0xFFFFFFFFFFFFFFFF, double 0.000000e+00, double 0xFFFFFFFFFFFFFFFF>, ptr %A4, align 64
  store i32 457853, ptr %A4, align 4
  %FC48 = fptosi double 0xC40B762ACB0932A8 to i32
  %L51 = load <16 x float>, ptr %0, align 64
  %E60 = extractelement <4 x i1> zeroinitializer, i32 %FC48
  store float 0xC0A83A5C00000000, ptr %A4, align 4
  %ZE = fpext float %Sl to double
  store <16 x float> %L51, ptr %0, align 64
  %L124 = load i1, ptr %A4, align 1
  br i1 %L124, label %CF272, label %CF273

CF273:                                            ; preds = %CF302
  %Sl151 = select i1 %E60, ptr poison, ptr %A4
  store i1 false, ptr %Sl151, align 1
  br label %CF281

CF281:                                            ; preds = %CF304, %CF281, %CF273
  %Cmp189 = fcmp une double %BC, %ZE
  br i1 %Cmp189, label %CF281, label %CF304

CF304:                                            ; preds = %CF281
  store i64 0, ptr %0, align 4
  br label %CF281

; uselistorder directives
  uselistorder ptr %A4, { 4, 3, 2, 1, 0 }
}
