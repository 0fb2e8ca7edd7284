; Inline assembly that clobbers nearly every register leaves only memory for what lives across it.
; REQUIRES: x86-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -verify-machineinstrs < %s | FileCheck %s

; CHECK-LABEL: crowded:
; CHECK: #APP
; CHECK: #NO_APP

define i64 @crowded(i64 %a, i64 %b, i64 %c) {
  %x = mul i64 %a, %b
  %y = mul i64 %x, %c
  %o = call i64 asm sideeffect "xchg $0, $1", "=&r,r,~{rax},~{rbx},~{rcx},~{rdx},~{rsi},~{rdi},~{r8},~{r9},~{r10},~{r11},~{r12},~{r13}"(i64 %x)
  %r = add i64 %o, %y
  %q = add i64 %r, %c
  ret i64 %q
}
