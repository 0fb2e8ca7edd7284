; A finished allocation is made wrong in each of the ways that -limit-mutate knows, and the checker
; says which instruction reads what it should not. Without a mutation it is silent.
; REQUIRES: x86-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=greedy -limit-check-strict < %s -o /dev/null 2>&1 | FileCheck --allow-empty --implicit-check-not=limit-check %s
; RUN: not llc -mtriple=x86_64-linux-gnu -regalloc=greedy -limit-check -limit-mutate=drop-reload:0 < %s -o /dev/null 2>&1 | FileCheck --check-prefix=RELOAD %s
; RUN: not llc -mtriple=x86_64-linux-gnu -regalloc=greedy -limit-check -limit-mutate=drop-store:0 < %s -o /dev/null 2>&1 | FileCheck --check-prefix=STORE %s
; RUN: not llc -mtriple=x86_64-linux-gnu -regalloc=greedy -limit-check -limit-mutate=swap-registers:0 < %s -o /dev/null 2>&1 | FileCheck --check-prefix=SWAP %s
; RUN: not llc -mtriple=x86_64-linux-gnu -regalloc=greedy -limit-check -limit-mutate=other-slot:0 < %s -o /dev/null 2>&1 | FileCheck --check-prefix=SLOT %s
; RUN: not llc -mtriple=x86_64-linux-gnu -regalloc=greedy -limit-check -limit-mutate=stale-value:0 < %s -o /dev/null 2>&1 | FileCheck --check-prefix=STALE %s
; RUN: not llc -mtriple=x86_64-linux-gnu -regalloc=greedy -limit-check -limit-mutate=late-store:0 < %s -o /dev/null 2>&1 | FileCheck --check-prefix=LATE %s
; RUN: not llc -mtriple=x86_64-linux-gnu -regalloc=greedy -limit-check -limit-mutate=clobber-call:0 < %s -o /dev/null 2>&1 | FileCheck --check-prefix=CALL %s

; RELOAD: limit-check: in function 'spilled',{{.*}} reads
; STORE: limit-check: in function 'spilled',{{.*}} reads
; SWAP: limit-check: in function 'spilled',{{.*}} reads
; SLOT: limit-check: in function 'spilled',{{.*}} reads
; STALE: limit-check: in function 'computed',{{.*}} which holds no known value
; LATE: limit-check: in function 'guarded',{{.*}} reads
; CALL: limit-check: in function 'kept',{{.*}} which holds no known value; not there since CALL64

define void @spilled(i64 %a, i64 %b, ptr %p) {
  %s = mul i64 %a, 3
  %t = mul i64 %b, 5
  call void asm sideeffect "", "~{rax},~{rbx},~{rcx},~{rdx},~{rsi},~{rdi},~{rbp},~{r8},~{r9},~{r10},~{r11},~{r12},~{r13},~{r14},~{r15}"()
  %q = getelementptr i64, ptr %p, i64 %s
  store volatile i64 %t, ptr %q
  ret void
}

define void @computed(ptr %p) {
  store volatile i64 1234567890123, ptr %p
  call void asm sideeffect "", "~{rax},~{rbx},~{rcx},~{rdx},~{rsi},~{rdi},~{rbp},~{r8},~{r9},~{r10},~{r11},~{r12},~{r13},~{r14},~{r15}"()
  store volatile i64 1234567890123, ptr %p
  ret void
}

define void @guarded(i64 %a) personality ptr @__gxx_personality_v0 {
  %s = mul i64 %a, 3
  call void asm sideeffect "", "~{rax},~{rbx},~{rcx},~{rdx},~{rsi},~{rdi},~{rbp},~{r8},~{r9},~{r10},~{r11},~{r12},~{r13},~{r14},~{r15}"()
  invoke void @may_throw() to label %ok unwind label %pad

ok:
  ret void

pad:
  %l = landingpad { ptr, i32 } cleanup
  call void @log(i64 %s)
  resume { ptr, i32 } %l
}

define i64 @kept(i64 %a, i1 %c) {
  %s = mul i64 %a, 3
  call void @log(i64 1)
  br i1 %c, label %then, label %done

then:
  call void @log(i64 %s)
  br label %done

done:
  %r = add i64 %s, %a
  ret i64 %r
}

declare void @may_throw()
declare void @log(i64)
declare i32 @__gxx_personality_v0(...)
