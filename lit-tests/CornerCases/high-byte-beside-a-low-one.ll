; Inline assembly takes the high byte of rax, and all of each other register. The function has values of eight
; bits, so that the low byte is a unit of its own; a value of 32 bits cannot stay in eax all the same. The
; rest of rax is no unit: who has it has the low byte too.
; REQUIRES: x86-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -limit-check-strict -verify-machineinstrs %s -o - | FileCheck %s

define i32 @across_the_high_byte(i8 %byte, ptr %p) {
; CHECK-LABEL: across_the_high_byte:
; CHECK:       movl %eax, [[SLOT:-?[0-9]+\(%rsp\)]]
; CHECK:       movb %al, (%rsi)
; CHECK:       #APP
; CHECK:       movl [[SLOT]], %eax
  %value = load volatile i32, ptr %p
  %low = load volatile i8, ptr %p
  store volatile i8 %low, ptr %p
  call void asm sideeffect "", "~{ah},~{rbx},~{rcx},~{rdx},~{rsi},~{rdi},~{rbp},~{r8},~{r9},~{r10},~{r11},~{r12},~{r13},~{r14},~{r15}"()
  ret i32 %value
}
