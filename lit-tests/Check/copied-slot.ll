; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A constant is stored to the slot of a value that is copied there from another slot on the other path: MVGHI and MVC.
; The slot has the parts of the register that is spilled to the other one, so that both say the same of them. Found by
; fuzzing.
; REQUIRES: systemz-registered-target
; RUN: llc -mtriple=s390x-linux-gnu -O2 -regalloc=greedy -limit-check-strict -verify-machineinstrs %s -o - | FileCheck %s
; RUN: llc -mtriple=s390x-linux-gnu -O2 -regalloc=basic -limit-check-strict %s -o /dev/null
; A slot that two values share at the same time is still found.
; RUN: not llc -mtriple=s390x-linux-gnu -O2 -regalloc=greedy -limit-check -limit-mutate=share-slot:0 %s -o /dev/null 2>&1 \
; RUN:   | FileCheck --check-prefix=WRONG %s

; CHECK: mvghi [[SLOT:[0-9]+]](%r15), 0
; CHECK: mvc [[SLOT]](8,%r15), {{[0-9]+}}(%r15)
; WRONG: limit-check: in function 'autogen_SD124'

define void @autogen_SD124(i32 %0, i64 %1, i1 %Sl17, <8 x i16> %L79) {
BB:
  br label %CF281

CF281:                                            ; preds = %CF281, %BB
  %L12 = load <8 x i64>, ptr null, align 64
  store i64 0, ptr null, align 4
  br i1 %Sl17, label %CF281, label %CF284

CF284:                                            ; preds = %CF284, %CF281
  %B30 = ashr i64 1, %1
  %Tr115 = trunc i64 %B30 to i1
  br i1 %Tr115, label %CF284, label %CF307

CF307:                                            ; preds = %CF284
  %Sl138 = select i1 %Sl17, i64 0, i64 %B30
  store i64 %Sl138, ptr null, align 4
  %I215 = insertelement <8 x i64> %L12, i64 0, i32 %0
  br label %CF295

CF295:                                            ; preds = %CF295, %CF307
  store <8 x i16> %L79, ptr null, align 16
  %Sl233 = select i1 false, <8 x i64> %I215, <8 x i64> zeroinitializer
  br label %CF295
}
