; A patchpoint with a result in a fixed register, of which a live operand was folded: it is in a
; slot. It is still the instruction that it was, and its result is where it was.
; REQUIRES: aarch64-registered-target
; REQUIRES: powerpc-registered-target
; REQUIRES: x86-registered-target
; RUN: sed 's/MOST/~{x0},~{x1},~{x2},~{x3},~{x4},~{x5},~{x6},~{x7},~{x8},~{x9},~{x10},~{x11},~{x12},~{x13},~{x14},~{x15},~{x16},~{x17},~{x18},~{x19},~{x20},~{x21},~{x22},~{x23},~{x24},~{x25},~{x26},~{x27},~{x28},~{lr}/' %s > %t.a64.ll
; RUN: sed 's/MOST/~{rax},~{rbx},~{rcx},~{rdx},~{rsi},~{rdi},~{r8},~{r9},~{r10},~{r11},~{r12},~{r13},~{r14},~{r15},~{rbp}/' %s > %t.x64.ll
; RUN: sed 's/MOST/~{memory}/' %s > %t.ppc.ll
; RUN: llc -mtriple=aarch64-linux-gnu -regalloc=greedy -limit-check-strict %t.a64.ll -o /dev/null
; RUN: llc -mtriple=aarch64-linux-gnu -regalloc=limit -limit-check-strict %t.a64.ll -o /dev/null
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=greedy -limit-check-strict %t.x64.ll -o /dev/null
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -limit-check-strict %t.x64.ll -o /dev/null
; RUN: llc -mtriple=powerpc64le-linux-gnu -regalloc=greedy -stress-regalloc=2 -limit-check-strict %t.ppc.ll -o /dev/null
; RUN: llc -mtriple=powerpc64le-linux-gnu -regalloc=limit -stress-regalloc=2 -limit-check-strict %t.ppc.ll -o /dev/null

declare i64 @llvm.experimental.patchpoint.i64(i64, i32, ptr, i32, ...)
declare i64 @g(i64)

define i64 @f(i64 %v, i64 %w) {
  %c = call i64 @g(i64 %w)
  call void asm sideeffect "", "MOST"()
  %r = call i64 (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.i64(i64 2, i32 40, ptr null, i32 0, i64 %v, i64 %w, i64 %c)
  %s = sub i64 %r, %v
  ret i64 %s
}
