; The exceptional edge leaves at the inline assembly, not at the call in front of it: what was
; stored between the two is there at the landing pad.
; REQUIRES: x86-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=greedy -limit-check-strict < %s -o /dev/null
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -limit-check-strict < %s -o /dev/null
;
; What is stored behind the assembly is not.
; RUN: not llc -mtriple=x86_64-linux-gnu -regalloc=limit -limit-check -limit-mutate=late-store:0 < %s -o /dev/null 2>&1 | FileCheck %s
; CHECK: limit-check: in function 'guarded',{{.*}} reads

declare i64 @g(i64)
declare i32 @__gxx_personality_v0(...)

define i64 @f(ptr %p) personality ptr @__gxx_personality_v0 {
entry:
  %v1 = load volatile i64, ptr null
  %q2 = getelementptr i64, ptr %p, i64 7
  %v2 = load volatile i64, ptr %q2
  %q3 = getelementptr i64, ptr %p, i64 10
  %v3 = load volatile i64, ptr %q3
  %v4 = load volatile i64, ptr null
  %q6 = getelementptr i64, ptr %p, i64 19
  %v6 = load volatile i64, ptr %q6
  %c = call i64 @g(i64 0)
  %w1 = mul i64 %v1, %c
  %w2 = mul i64 %v2, %c
  %w3 = mul i64 %v3, %c
  %w6 = mul i64 %v6, %c
  %x = invoke i64 asm sideeffect unwind "", "=r,r,~{rbx},~{rcx},~{rsi},~{rdi},~{r8},~{r9},~{memory}"(i64 %w1)
          to label %ok unwind label %pad

ok:
  %s6 = add i64 %v4, %w6
  ret i64 %s6

pad:
  %lp = landingpad { ptr, i32 }
          cleanup
  %t3 = xor i64 %w2, %w3
  %t4 = xor i64 %t3, %v4
  %t6 = xor i64 %t4, %v6
  store i64 %t6, ptr %p
  resume { ptr, i32 } %lp

; uselistorder directives
  uselistorder i64 %v4, { 1, 0 }
}

define void @guarded(i64 %a) personality ptr @__gxx_personality_v0 {
  %s = mul i64 %a, 3
  call void asm sideeffect "", "~{rax},~{rbx},~{rcx},~{rdx},~{rsi},~{rdi},~{rbp},~{r8},~{r9},~{r10},~{r11},~{r12},~{r13},~{r14},~{r15}"()
  invoke void asm sideeffect unwind "", "~{memory}"() to label %ok unwind label %pad

ok:
  ret void

pad:
  %l = landingpad { ptr, i32 } cleanup
  %r = call i64 @g(i64 %s)
  resume { ptr, i32 } %l
}
