; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; One range is copied to another one, and right behind that the other way: if they become one range, both copies go.
; REQUIRES: x86-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit %s -o - | FileCheck %s
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -limit-check-strict -verify-machineinstrs %s -o - | FileCheck %s

; CHECK-LABEL: f:
; CHECK: addq $2, [[P:%r[a-z0-9]+]]

define i32 @f(ptr %0, i32 %1) "target-cpu"="x86-64" {
  br label %3

3:                                                ; preds = %10, %9, %8, %3, %2
  %4 = phi ptr [ %0, %2 ], [ %0, %3 ], [ %6, %9 ], [ %6, %10 ], [ %6, %8 ]
  %5 = phi i32 [ 0, %2 ], [ 0, %3 ], [ 1, %9 ], [ %1, %10 ], [ 0, %8 ]
  %6 = getelementptr i8, ptr %4, i64 2
  %7 = getelementptr i8, ptr %4, i64 3
  switch i8 0, label %3 [
    i8 10, label %8
    i8 9, label %8
  ]

8:                                                ; preds = %3, %3
  switch i32 %5, label %10 [
    i32 1, label %3
    i32 2, label %9
  ]

9:                                                ; preds = %8
  br label %3

10:                                               ; preds = %8
  br label %3
}
