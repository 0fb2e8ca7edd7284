; However few registers a class is left with, the code is valid and calls what it called.
; REQUIRES: x86-registered-target, aarch64-registered-target, riscv-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -verify-machineinstrs -stress-regalloc=3 < %s | FileCheck %s
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -verify-machineinstrs -stress-regalloc=4 < %s | FileCheck %s
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -verify-machineinstrs -stress-regalloc=5 < %s | FileCheck %s
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -verify-machineinstrs -stress-regalloc=6 < %s | FileCheck %s
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -verify-machineinstrs -stress-regalloc=7 < %s | FileCheck %s
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -verify-machineinstrs -stress-regalloc=8 < %s | FileCheck %s
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -verify-machineinstrs -stress-regalloc=9 < %s | FileCheck %s
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -verify-machineinstrs -stress-regalloc=10 < %s | FileCheck %s
; RUN: llc -mtriple=aarch64-linux-gnu -regalloc=limit -verify-machineinstrs -stress-regalloc=3 < %s | FileCheck %s
; RUN: llc -mtriple=aarch64-linux-gnu -regalloc=limit -verify-machineinstrs -stress-regalloc=5 < %s | FileCheck %s
; RUN: llc -mtriple=aarch64-linux-gnu -regalloc=limit -verify-machineinstrs -stress-regalloc=8 < %s | FileCheck %s
; RUN: llc -mtriple=riscv64-linux-gnu -regalloc=limit -verify-machineinstrs -stress-regalloc=3 < %s | FileCheck %s
; RUN: llc -mtriple=riscv64-linux-gnu -regalloc=limit -verify-machineinstrs -stress-regalloc=5 < %s | FileCheck %s
; RUN: llc -mtriple=riscv64-linux-gnu -regalloc=limit -verify-machineinstrs -stress-regalloc=8 < %s | FileCheck %s

; CHECK-LABEL: sum:
; CHECK: {{call|bl}}{{.*}}opaque

define i32 @sum(ptr %p, i32 %n) {
entry:
  %some = icmp sgt i32 %n, 0
  br i1 %some, label %loop, label %done

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi i32 [ 0, %entry ], [ %t, %loop ]
  %at = getelementptr i32, ptr %p, i32 %i
  %x = load i32, ptr %at
  %y = call i32 @opaque(i32 %x)
  %t = add i32 %s, %y
  %next = add i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %done

done:
  %r = phi i32 [ 0, %entry ], [ %t, %loop ]
  ret i32 %r
}

declare i32 @opaque(i32)
