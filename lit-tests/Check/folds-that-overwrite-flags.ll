; SystemZ adds to a slot in memory where nobody reads the flags, which that overwrites.
; REQUIRES: systemz-registered-target
; RUN: llc -mtriple=s390x-linux-gnu -regalloc=greedy -limit-check-strict < %s | FileCheck %s
; RUN: llc -mtriple=s390x-linux-gnu -regalloc=limit -limit-check-strict < %s | FileCheck %s

; CHECK: agsi {{[0-9]+}}(%r15), 127

define i64 @f(ptr %p, i32 %sel) {
entry:
  %v = load volatile i64, ptr %p
  call void asm sideeffect "", "~{r0},~{r1},~{r2},~{r3},~{r4},~{r5},~{r6},~{r7},~{r8},~{r9},~{r10},~{r11},~{r12},~{r13},~{r14}"()
  %c = icmp eq i32 %sel, 0
  br i1 %c, label %join, label %add

add:
  %a = add i64 %v, 127
  br label %join

join:
  %m = phi i64 [ %v, %entry ], [ %a, %add ]
  call void asm sideeffect "", "~{r0},~{r1},~{r2},~{r3},~{r4},~{r5},~{r6},~{r7},~{r8},~{r9},~{r10},~{r11},~{r12},~{r13},~{r14}"()
  ret i64 %m
}
