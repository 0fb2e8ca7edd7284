; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; The address of a memory operand of inline assembly may be in a register that reads as zero, which PowerPC's store
; does not take: what is spilled of such a range belongs to the part of the class that can be stored. Found by fuzzing.
; REQUIRES: powerpc-registered-target
; RUN: llc -mtriple=powerpc64-ibm-aix -mcpu=pwr10 -limit-placement=earliest -regalloc=limit -verify-machineinstrs \
; RUN:   -limit-check-strict -stop-after=virtregrewriter %s -o - | FileCheck %s

; CHECK-LABEL: name: {{ *}}f0
; CHECK: renamable $[[ADDRESS:x[0-9]+]] = LDtocCPT %const.0, $x2
; CHECK: STD renamable $[[ADDRESS]], 0, %stack.0
; CHECK: renamable $[[ADDRESS]] = LD 0, %stack.0

declare fastcc i64 @g0(i64, i8)

declare i32 @setjmp() #0

declare void @llvm.va_start.p0(ptr) #1

define i128 @f0(ptr %memory, i8 %argument0, i64 %argument3, i1 %v85, i128 %other, ...) {
entry:
  %v201 = load i128, ptr %memory, align 4
  %kept = load volatile i64, ptr %memory, align 8
  br label %block22

block22:                                          ; preds = %block23, %entry
  %v10.1 = phi i128 [ 0, %entry ], [ %v10.2, %block23 ]
  %v48 = call i64 asm sideeffect "", "=r,r,rm,~{memory}"(i64 0, i64 0)
  %v60 = call fastcc i64 @g0(i64 0, i8 %argument0)
  %v65 = call i64 asm sideeffect "", "=r,0"(i64 0)
  br label %block23

block23:                                          ; preds = %block23, %block22
  %v10.2 = phi i128 [ %v10.1, %block22 ], [ %v88, %block23 ]
  call void @llvm.va_start.p0(ptr poison)
  %v88 = select i1 %v85, i128 %other, i128 %v10.2
  %v90 = va_arg ptr poison, i64
  %v91 = va_arg ptr poison, i64
  %v923 = va_arg ptr poison, i64
  %v97 = call fastcc i64 @g0(i64 %argument3, i8 1)
  %v99 = trunc i64 %v91 to i32
  switch i32 %v99, label %block24 [
    i32 0, label %block23
    i32 1, label %block22
  ]

block24:                                          ; preds = %block23
  %v101 = call i32 @setjmp()
  store i8 0, ptr %memory, align 4
  store i128 %v201, ptr null, align 4
  store volatile i64 %kept, ptr %memory, align 8
  ret i128 0
}

attributes #0 = { returns_twice }
attributes #1 = { nocallback nofree nosync nounwind willreturn }
