; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A copy of the low half of zero to the low half of a vector register, whose rest is undefined, becomes a store of
; all of zero: the half that is loaded from there is what was copied. Found by fuzzing.
; REQUIRES: aarch64-registered-target
; RUN: llc -O1 -mtriple=arm64_32-apple-watchos -stress-regalloc=8 -regalloc=greedy -limit-check-strict \
; RUN:   -print-after=virtregrewriter %s -o /dev/null 2>&1 | FileCheck %s
; RUN: llc -O1 -mtriple=arm64_32-apple-watchos -stress-regalloc=8 -regalloc=limit -limit-check-strict %s -o /dev/null

; CHECK: STRXui $xzr, %[[SLOT:stack.[0-9]+]], 0
; CHECK: $d2 = LDRDui %[[SLOT]], 0
; CHECK-NEXT: CMEQv2i32 killed renamable $d1, killed renamable $d2
; CHECK-NOT: limit-check


define <2 x i1> @autogen_SD777012(ptr %0, ptr %1, i32 %2, i8 %3) {
BB:
  %I21 = insertelement <2 x i1> zeroinitializer, i1 false, i32 %2
  %L41 = load <16 x i32>, ptr null, align 64
  %E50 = extractelement <4 x i32> zeroinitializer, i32 %2
  store <8 x double> splat (double 1.000000e+00), ptr %1, align 64
  %PC46 = bitcast ptr null to ptr
  store <8 x float> zeroinitializer, ptr %PC46, align 32
  %Cmp109 = icmp ne i8 %3, 0
  %Shuff57 = shufflevector <2 x i1> zeroinitializer, <2 x i1> %I21, <2 x i32> <i32 2, i32 0>
  %Sl116 = select i1 %Cmp109, <2 x i1> %Shuff57, <2 x i1> zeroinitializer
  store <16 x i32> %L41, ptr %0, align 64
  %I237 = insertelement <2 x i1> %Sl116, i1 false, i32 %E50
  ret <2 x i1> %I237
}
