; Arguments that arrive on the stack, and then code that leaves no register to anything. Behind it
; they are read from where the caller put them: nothing is stored, and no slot is made. LLVM
; recomputes such loads itself on x86 and RISC-V; on AArch64 limit does.
; RUN: %if x86-registered-target %{ llc -mtriple=x86_64-linux-gnu -regalloc=limit \
; RUN:   -verify-machineinstrs -limit-check-strict -stop-after=virtregrewriter < %s | FileCheck %s %}
; RUN: %if aarch64-registered-target %{ llc -mtriple=aarch64-linux-gnu -regalloc=limit \
; RUN:   -verify-machineinstrs -limit-check-strict -stop-after=virtregrewriter < %s | FileCheck %s %}
; RUN: %if aarch64-registered-target %{ llc -mtriple=aarch64-linux-gnu -regalloc=greedy \
; RUN:   -limit-pressure -verify-machineinstrs -stop-after=virtregrewriter < %s | FileCheck %s %}
; RUN: %if riscv-registered-target %{ llc -mtriple=riscv64-linux-gnu -regalloc=limit \
; RUN:   -verify-machineinstrs -limit-check-strict -stop-after=virtregrewriter,1 < %s | FileCheck %s %}
; RUN: %if aarch64-registered-target %{ llc -mtriple=aarch64-linux-gnu -regalloc=limit \
; RUN:   -stop-after=virtregrewriter < %s | FileCheck %s --check-prefix=CHANGED %}

; CHECK-LABEL: name: used_before_and_behind
; CHECK: stack: []
; CHECK: INLINEASM &nop
; CHECK: :: (load (s64) from %fixed-stack.{{[0-9]}}
; CHECK-NEXT: INLINEASM
define i64 @used_before_and_behind(i64, i64, i64, i64, i64, i64, i64, i64, i64 %on, ptr %stack) {
  %early = load i64, ptr %stack
  %sum = add i64 %early, %on
  store i64 %sum, ptr %stack
  call void asm sideeffect "nop", "~{rax},~{rbx},~{rcx},~{rdx},~{rsi},~{rdi},~{rbp},~{r8},~{r9},~{r10},~{r11},~{r12},~{r13},~{r14},~{r15},~{x1},~{x3},~{x4},~{x5},~{x6},~{x7},~{x8},~{x9},~{x10},~{x11},~{x12},~{x13},~{x14},~{x15},~{x16},~{x17},~{x18},~{x19},~{x20},~{x21},~{x22},~{x23},~{x24},~{x25},~{x26},~{x27},~{x28},~{x29},~{x30},~{x31},~{fp},~{lr},~{x0},~{x2}"()
  call void asm sideeffect "# $0", "r"(i64 %on)
  ret i64 0
}

; The tail call writes its arguments over those of the function, and LLVM says that its slots
; change, so that they are stored.
; CHANGED-LABEL: name: overwritten
; CHANGED: stack:
; CHANGED-COUNT-2: type: spill-slot
; CHANGED: STRXui {{.*}} :: (store (s64) into %fixed-stack
declare void @callee(i64, i64, i64, i64, i64, i64, i64, i64, i64, i64)
define void @overwritten(i64 %a, i64 %b, i64, i64, i64, i64, i64, i64, i64 %on, i64 %stack) {
  call void asm sideeffect "nop", "~{x0},~{x1},~{x2},~{x3},~{x4},~{x5},~{x6},~{x7},~{x8},~{x9},~{x10},~{x11},~{x12},~{x13},~{x14},~{x15},~{x16},~{x17},~{x18},~{x19},~{x20},~{x21},~{x22},~{x23},~{x24},~{x25},~{x26},~{x27},~{x28},~{fp},~{lr}"()
  tail call void @callee(i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 %stack, i64 %on)
  ret void
}
