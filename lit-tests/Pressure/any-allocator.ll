; With -limit-pressure every allocator gets the code of limit: one store before the loop, one load
; behind it.
; REQUIRES: x86-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -limit-pressure -regalloc=greedy -verify-machineinstrs -limit-check-strict < %s | FileCheck %s
; RUN: llc -mtriple=x86_64-linux-gnu -limit-pressure -regalloc=basic -verify-machineinstrs -limit-check-strict < %s | FileCheck %s
; RUN: llc -mtriple=x86_64-linux-gnu -limit-pressure -regalloc=pbqp -verify-machineinstrs -limit-check-strict < %s | FileCheck %s
; RUN: llc -mtriple=x86_64-linux-gnu -limit-pressure -regalloc=limit -verify-machineinstrs -limit-check-strict < %s | FileCheck %s
; RUN: llc -mtriple=x86_64-linux-gnu -limit-pressure -limit-pressure-place=before-scheduler -regalloc=greedy -verify-machineinstrs -limit-check-strict < %s | FileCheck %s
; RUN: llc -mtriple=x86_64-linux-gnu -limit-pressure -limit-pressure-place=before-scheduler -regalloc=basic -verify-machineinstrs -limit-check-strict < %s | FileCheck %s
; RUN: llc -mtriple=x86_64-linux-gnu -limit-pressure -limit-pressure-place=before-scheduler -regalloc=pbqp -verify-machineinstrs -limit-check-strict < %s | FileCheck %s
; RUN: llc -mtriple=x86_64-linux-gnu -limit-pressure -limit-pressure-place=before-scheduler -regalloc=limit -verify-machineinstrs -limit-check-strict < %s | FileCheck %s

; CHECK-LABEL: around:
; CHECK: movq %rdi, {{.*}}(%rsp) # 8-byte Spill
; CHECK: #APP
; CHECK-NOT: {{Spill|Reload|Folded}}
; CHECK: jne
; CHECK: {{Reload}}
; CHECK: retq

define i64 @around(i64 %through, i64 %count) {
entry:
  br label %loop

loop:
  %left = phi i64 [ %count, %entry ], [ %next, %loop ]
  call void asm sideeffect "nop", "~{rax},~{rcx},~{rdx},~{rbx},~{rbp},~{r8},~{r9},~{r10},~{r11},~{r12},~{r13},~{r14},~{r15},~{rdi}"()
  %next = add i64 %left, -1
  %more = icmp ne i64 %next, 0
  br i1 %more, label %loop, label %done

done:
  ret i64 %through
}
