; When SystemZ knows the registers it exchanges the operands of a select, and the condition with
; them, and makes other instructions of those that it folded: each result is still the right one.
; REQUIRES: systemz-registered-target
; RUN: llc -mtriple=s390x-linux-gnu -mcpu=z15 -regalloc=greedy -limit-check-strict < %s -o /dev/null
; RUN: llc -mtriple=s390x-linux-gnu -mcpu=z15 -regalloc=limit -limit-check-strict < %s -o /dev/null

define i32 @smaller(i32 %a, i32 %b, i32 %limit) {
  %below = icmp ult i32 %limit, 42
  %r = select i1 %below, i32 %a, i32 %b
  ret i32 %r
}

define i32 @sum(i32 %a, i32 %b) {
  call void asm sideeffect "", "~{r0},~{r1},~{r2},~{r3},~{r4},~{r5},~{r6},~{r7},~{r8},~{r9},~{r10},~{r11},~{r12},~{r13},~{r14}"()
  %sum = add i32 %a, %b
  ret i32 %sum
}
