; On x32 pointers have 32 bits and the stack pointer is a 32-bit register: values of both sizes are spilled, and
; pointers are read from their slots as 32 bits.
; REQUIRES: x86-registered-target
; RUN: llc -mtriple=x86_64-linux-gnux32 -regalloc=limit -verify-machineinstrs -limit-check-strict < %s | FileCheck %s
; RUN: llc -mtriple=x86_64-linux-gnux32 -stress-regalloc=4 -regalloc=limit -verify-machineinstrs -limit-check-strict < %s -o /dev/null

declare ptr @next(ptr, i64)

; CHECK-LABEL: sum:
; CHECK: movq %rsi, {{[0-9]+}}(%esp) {{.*}}8-byte Spill
; CHECK: movq %rdx, {{[0-9]+}}(%esp) {{.*}}8-byte Spill
; CHECK: cmpl {{[0-9]+}}(%esp), %eax {{.*}}4-byte Folded Reload
; CHECK: movq {{[0-9]+}}(%esp), %rdx {{.*}}8-byte Reload
define i64 @sum(ptr %list, ptr %end, i64 %start) {
entry:
  call void asm sideeffect "", "~{rbx},~{rbp},~{r12},~{r13},~{r14},~{r15}"()
  br label %loop

loop:
  %at = phi ptr [ %list, %entry ], [ %following, %loop ]
  %sum = phi i64 [ %start, %entry ], [ %more, %loop ]
  %value = load i64, ptr %at
  %more = add i64 %sum, %value
  %following = call ptr @next(ptr %at, i64 %value)
  call void asm sideeffect "", "~{rbx},~{rbp},~{r12},~{r13},~{r14},~{r15}"()
  %done = icmp eq ptr %following, %end
  br i1 %done, label %out, label %loop

out:
  ret i64 %more
}
