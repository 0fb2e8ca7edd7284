; A stack map names half of what is in a slot.
; REQUIRES: systemz-registered-target
; RUN: llc -mtriple=s390x-linux-gnu -regalloc=greedy -limit-check-strict < %s -o /dev/null
; RUN: llc -mtriple=s390x-linux-gnu -regalloc=limit -limit-check-strict < %s -o /dev/null

define void @half(ptr %p, i1 %c) {
  %whole = load i64, ptr %p
  br i1 %c, label %mapped, label %end

mapped:
  %half = trunc i64 %whole to i32
  call void asm sideeffect "", "~{r0},~{r1},~{r2},~{r3},~{r4},~{r5},~{r6},~{r7},~{r8},~{r9},~{r10},~{r11},~{r12},~{r13},~{r14}"()
  call void (i64, i32, ...) @llvm.experimental.stackmap(i64 13, i32 6, i32 %half)
  br label %end

end:
  ret void
}

declare void @llvm.experimental.stackmap(i64, i32, ...)
