; `left` and `right` go to each other and are both entered from outside, so that neither is the head of
; a loop. Their asm takes all registers but those of their arguments. The argument that lives through
; both is stored in front of them and loaded behind them, once each.
; REQUIRES: x86-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -verify-machineinstrs -limit-check-strict < %s \
; RUN:   | FileCheck %s

; CHECK-LABEL: around:
; CHECK: movq %rdi, {{.*}}(%rsp) # 8-byte Spill
; CHECK: j{{n?}}e
; CHECK: #APP
; CHECK-NOT: {{Spill|Reload|Folded}}
; CHECK: #APP
; CHECK-NOT: {{Spill|Reload|Folded}}
; CHECK: #NO_APP
; CHECK: {{Reload}}
; CHECK-NOT: {{Spill|Folded}}
; CHECK: retq

define i64 @around(i64 %through, ptr %flags, i1 %first) {
entry:
  br i1 %first, label %left, label %right

left:
  call void asm sideeffect "nop", "~{rax},~{rcx},~{rdx},~{rbx},~{rbp},~{r8},~{r9},~{r10},~{r11},~{r12},~{r13},~{r14},~{r15},~{rdi}"()
  %l = load volatile i1, ptr %flags
  br i1 %l, label %right, label %done

right:
  call void asm sideeffect "nop # right", "~{rax},~{rcx},~{rdx},~{rbx},~{rbp},~{r8},~{r9},~{r10},~{r11},~{r12},~{r13},~{r14},~{r15},~{rdi}"()
  %r = load volatile i1, ptr %flags
  br i1 %r, label %left, label %done

done:
  ret i64 %through
}
