; A counter lives in a spill slot: the constant that it begins with is stored, one is added there, and
; half of it is compared there. The slot is one place for both halves.
; REQUIRES: x86-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=greedy -limit-check-strict < %s -o - | FileCheck %s
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -limit-check-strict < %s -o /dev/null

; CHECK-LABEL: count:
; CHECK: movl $0, {{.*}}(%rsp) # 4-byte Folded Spill
; CHECK: cmpw $0, {{.*}}(%rsp) # 2-byte Folded Reload

define void @count(i1 %more) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  call void asm sideeffect "", "~{rax},~{rbx},~{rcx},~{rdx},~{rsi},~{rdi},~{rbp},~{r8},~{r9},~{r10},~{r11},~{r12},~{r13},~{r14},~{r15}"()
  br i1 %more, label %latch, label %done

latch:
  %next = add i32 %i, 1
  br label %loop

done:
  call void asm sideeffect "", "~{rax},~{rbx},~{rcx},~{rdx},~{rsi},~{rdi},~{rbp},~{r8},~{r9},~{r10},~{r11},~{r12},~{r13},~{r14},~{r15}"()
  %half = trunc i32 %i to i16
  %zero = icmp eq i16 %half, 0
  br i1 %zero, label %call, label %exit

call:
  call void @f()
  ret void

exit:
  ret void
}

declare void @f()
