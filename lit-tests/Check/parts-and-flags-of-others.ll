; What is computed again has parts, as other values have: another byte of an address is not the byte
; that a test is about. And an instruction that takes the place of another must leave the same in
; the flags: one that reads beside the spill slot does not, even if nobody reads its own result.
; REQUIRES: x86-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=greedy -limit-check-strict < %s -o /dev/null 2>&1 | FileCheck --allow-empty --implicit-check-not=limit-check %s
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -limit-check-strict < %s -o /dev/null 2>&1 | FileCheck --allow-empty --implicit-check-not=limit-check %s
; RUN: not llc -mtriple=x86_64-linux-gnu -regalloc=greedy -limit-check -limit-mutate=exchange-lanes:0 < %s -o /dev/null 2>&1 | FileCheck --check-prefix=PART %s
; RUN: not llc -mtriple=x86_64-linux-gnu -regalloc=greedy -limit-check -limit-mutate=stale-value:0 < %s -o /dev/null 2>&1 | FileCheck --check-prefix=FLAGS %s

; PART: limit-check: in function 'part',{{.*}} reads
; FLAGS: limit-check: in function 'flags',{{.*}} reads

define void @part(ptr %p, ptr %q) {
  %next = getelementptr i8, ptr %p, i64 1
  %address = ptrtoint ptr %next to i64
  %low = and i64 %address, 7
  %aligned = icmp eq i64 %low, 0
  store volatile ptr %p, ptr %q
  store volatile ptr %next, ptr %q
  store volatile i1 %aligned, ptr %q
  ret void
}

define void @flags(i32 %a, i32 %b, ptr %p) {
  %s = mul i32 %a, 3
  %t = mul i32 %b, 5
  call void asm sideeffect "", "~{rax},~{rbx},~{rcx},~{rdx},~{rsi},~{rdi},~{rbp},~{r8},~{r9},~{r10},~{r11},~{r12},~{r13},~{r14},~{r15}"()
  %or = or i32 %s, %t
  %zero = icmp eq i32 %or, 0
  store volatile i1 %zero, ptr %p
  ret void
}
