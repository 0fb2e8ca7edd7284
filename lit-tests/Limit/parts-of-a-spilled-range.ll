; The argument leaves registers around two loops whose asm takes all of them but the counter's, and is changed in
; between. What is in memory falls into two parts, which both go there at once: two rounds, not three.
; REQUIRES: x86-registered-target
; RUN: rm -f %t
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -verify-machineinstrs -limit-report=%t < %s | FileCheck %s
; RUN: FileCheck --check-prefix=REPORT %s < %t

; CHECK-LABEL: twice:
; CHECK: Spill
; CHECK: #APP
; CHECK: jne
; CHECK: Reload
; CHECK-NEXT: xorq $5
; CHECK-NEXT: {{.*}}Spill
; CHECK: #APP
; CHECK: jne
; CHECK: Reload

; REPORT: "rounds":2
define i64 @twice(i64 %x, i64 %count) {
entry:
  br label %first

first:
  %i = phi i64 [ %count, %entry ], [ %i.next, %first ]
  call void asm sideeffect "nop", "~{rax},~{rcx},~{rdx},~{rbx},~{rbp},~{r8},~{r9},~{r10},~{r11},~{r12},~{r13},~{r14},~{r15},~{rdi}"()
  %i.next = add i64 %i, -1
  %i.more = icmp ne i64 %i.next, 0
  br i1 %i.more, label %first, label %between

between:
  %y = xor i64 %x, 5
  br label %second

second:
  %j = phi i64 [ %y, %between ], [ %j.next, %second ]
  call void asm sideeffect "nop", "~{rax},~{rcx},~{rdx},~{rbx},~{rbp},~{r8},~{r9},~{r10},~{r11},~{r12},~{r13},~{r14},~{r15},~{rdi}"()
  %j.next = add i64 %j, -1
  %j.more = icmp ne i64 %j.next, 0
  br i1 %j.more, label %second, label %done

done:
  ret i64 %y
}
