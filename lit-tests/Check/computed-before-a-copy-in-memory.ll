; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; The sign of a value is computed again for two copies of it, in front of a copy that gives the value's register
; another one. All copies are stores: they tell where the copies were. Found by fuzzing.
; REQUIRES: lanai-registered-target
; RUN: llc -mtriple=lanai -tailcallopt -regalloc=basic -limit-check-strict -print-after=virtregrewriter %s -o /dev/null 2>&1 \
; RUN:   | FileCheck %s
; RUN: llc -mtriple=lanai -tailcallopt -regalloc=limit -limit-check-strict %s -o /dev/null

; CHECK: $[[R:r[0-9]+]] = SA_I killed $[[R]], -31, debug-instr-number
; CHECK: $[[R]] = SA_I killed $[[R]], -31{{$}}
; CHECK-NEXT: SW_RI killed $[[R]], %stack.{{[0-9]+}}, 0, 0, debug-instr-number
; CHECK: SW_RI $r0, %stack.{{[0-9]+}}, 0, 0, debug-instr-number
; CHECK-NOT: limit-check

define i128 @f2(i128 %v33, i64 %v81, i1 %v88) {
entry:
  br label %block48

block48:                                          ; preds = %block53, %entry
  %v11.0 = phi i128 [ 0, %entry ], [ %v11.1, %block53 ]
  %v10.0 = phi i128 [ %v33, %entry ], [ %v10.1, %block53 ]
  %v6.0 = phi i32 [ 1, %entry ], [ 0, %block53 ]
  %v4.0 = phi i32 [ 0, %entry ], [ %v4.1, %block53 ]
  %v61 = alloca i8, i32 %v4.0, align 1
  store i128 0, ptr %v61, align 1
  store i128 %v10.0, ptr null, align 1
  %v812 = zext i32 %v6.0 to i64
  %v82 = udiv i64 1, %v812
  %v83 = trunc i64 %v82 to i32
  %v84 = urem i64 1, %v81
  br i1 %v88, label %block53, label %block49

block49:                                          ; preds = %block48
  %v98 = sext i32 %v83 to i128
  %v113 = sub i128 0, %v11.0
  %v85 = trunc i64 %v84 to i32
  br label %block53

block53:                                          ; preds = %block49, %block48
  %v11.1 = phi i128 [ %v11.0, %block48 ], [ %v113, %block49 ]
  %v10.1 = phi i128 [ %v10.0, %block48 ], [ %v98, %block49 ]
  %v4.1 = phi i32 [ %v83, %block48 ], [ 0, %block49 ]
  br label %block48
}
