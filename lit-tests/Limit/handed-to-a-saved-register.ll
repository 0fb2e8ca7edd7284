; %n is in RBX from its arrival to where it becomes memset's argument, and the result of the first call lives from
; before that to the return. It stays in RAX until %n is gone and has RBX then: one copy, instead of a second register
; that is saved, restored, and with it a move of the stack pointer.

; REQUIRES: x86-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -O2 -regalloc=limit %s -o - | FileCheck %s
; RUN: llc -mtriple=x86_64-linux-gnu -O2 -regalloc=limit -limit-set=csr_handover_share=0 %s -o - \
; RUN:   | FileCheck %s --check-prefix=WITHOUT

; CHECK-LABEL: zeroed:
; CHECK:         pushq %rbx
; CHECK-NOT:     pushq
; CHECK:         movq %rdi, %rbx
; CHECK:         callq raw
; CHECK:         movq %rbx, %rdx
; CHECK-NEXT:    movq %rax, %rbx
; CHECK-NEXT:    callq memset
; CHECK:         movq %rbx, %rax
; CHECK:         popq %rbx

; WITHOUT-LABEL: zeroed:
; WITHOUT:         pushq %r14
; WITHOUT:         pushq %rbx

define ptr @zeroed(i64 %n) {
  %p = call ptr @raw(i64 %n)
  %none = icmp eq ptr %p, null
  br i1 %none, label %done, label %clear

clear:
  call ptr @memset(ptr %p, i32 0, i64 %n)
  br label %done

done:
  ret ptr %p
}

declare ptr @raw(i64)
declare ptr @memset(ptr, i32, i64)
