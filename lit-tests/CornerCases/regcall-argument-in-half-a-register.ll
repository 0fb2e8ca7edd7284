; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A callee of the regcall convention preserves r10 unless an argument comes in it. For one that comes in r10d LLVM's
; mask has r10d and its parts lost and r10 preserved, but the callee preserves neither: no value of 64 bits
; stays in r10 across the call. Found by fuzzing.
; REQUIRES: x86-registered-target
; RUN: llc -mtriple=x86_64-pc-windows-msvc -mattr=+avx512f -O3 -regalloc=limit -verify-machineinstrs \
; RUN:   -limit-check-strict %s -o - | FileCheck %s

; The tenth argument is in r10d. What is needed behind the call is in a register that is not an argument's.
; CHECK-LABEL: f1:
; CHECK: movl %r{{[a-z0-9]+}}, %r10d
; CHECK: callq g4
; CHECK-NOT: movl %r10d
; CHECK: callq g5

declare i32 @__CxxFrameHandler3(...)

declare i64 @g3(ptr, i32, i64, i128, i8, i64, i8, i32)

declare x86_regcallcc i8 @g4(ptr, i32, double, double, i8, i64, i32, i64, i32, i32)

declare fastcc i128 @g5(i32)

define x86_regcallcc i32 @f1(ptr %memory, i32 %argument1) personality ptr @__CxxFrameHandler3 {
entry:
  %v101 = add i32 %argument1, 1
  %v150 = invoke i64 @g3(ptr null, i32 %v101, i64 0, i128 0, i8 0, i64 0, i8 0, i32 0)
          to label %block64 unwind label %pad142

pad142:                                           ; preds = %entry
  %v152 = catchswitch within none [label %handler151] unwind to caller

handler151:                                       ; preds = %pad142
  %v153 = catchpad within %v152 [ptr null, i32 0, ptr null]
  catchret from %v153 to label %block64

block64:                                          ; preds = %handler151, %entry
  %v163 = call x86_regcallcc i8 @g4(ptr null, i32 0, double 0.000000e+00, double 0.000000e+00, i8 0, i64 0, i32 0, i64 0, i32 0, i32 %argument1)
  %v175 = call fastcc i128 @g5(i32 %argument1)
  br label %block65

block65:                                          ; preds = %block66, %block64
  %v200 = invoke x86_regcallcc i8 @g4(ptr null, i32 %argument1, double 0.000000e+00, double 0.000000e+00, i8 0, i64 0, i32 0, i64 0, i32 0, i32 0)
          to label %block66 unwind label %pad190

pad190:                                           ; preds = %block65
  %v202 = catchswitch within none [label %handler201] unwind to caller

handler201:                                       ; preds = %pad190
  %v203 = catchpad within %v202 [ptr null, i32 0, ptr null]
  catchret from %v203 to label %block66

block66:                                          ; preds = %handler201, %block65
  %v210 = getelementptr i8, ptr %memory, i32 464
  br label %block65
}
