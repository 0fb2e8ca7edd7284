; The exceptional edge leaves at the inline assembly: a copy for the landing pad that stood behind it
; would not be executed. Nothing but reloads for the other way and a jump stands there. In b1 another
; inline assembly, which has no such edge, stands in front of it.
; REQUIRES: x86-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -limit-check-strict -stop-after=virtregrewriter < %s \
; RUN:   | FileCheck %s
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -limit-check-strict -limit-set=max_handover_pairs=2 \
; RUN:   -stop-after=virtregrewriter < %s | FileCheck %s

; CHECK: INLINEASM {{.*}} unwind
; CHECK-NOT: = COPY
; CHECK-NOT: MOV64mr
; CHECK: JMP_1
; CHECK: INLINEASM {{.*}} unwind
; CHECK: INLINEASM {{.*}} unwind
; CHECK-NOT: = COPY
; CHECK-NOT: MOV64mr
; CHECK: JMP_1

declare i32 @__gxx_personality_v0(...)

define i64 @f(ptr %p) personality ptr @__gxx_personality_v0 {
entry:
  %q0 = getelementptr i64, ptr %p, i64 1
  %v0 = load volatile i64, ptr %q0
  %q1 = getelementptr i64, ptr %p, i64 2
  %v1 = load volatile i64, ptr %q1
  %q2 = getelementptr i64, ptr %p, i64 3
  %v2 = load volatile i64, ptr %q2
  %q3 = getelementptr i64, ptr %p, i64 4
  %v3 = load volatile i64, ptr %q3
  %q4 = getelementptr i64, ptr %p, i64 5
  %v4 = load volatile i64, ptr %q4
  %q5 = getelementptr i64, ptr %p, i64 6
  %v5 = load volatile i64, ptr %q5
  %q6 = getelementptr i64, ptr %p, i64 7
  %v6 = load volatile i64, ptr %q6
  %q7 = getelementptr i64, ptr %p, i64 8
  %v7 = load volatile i64, ptr %q7
  %q8 = getelementptr i64, ptr %p, i64 9
  %v8 = load volatile i64, ptr %q8
  call void asm sideeffect "", "~{r14},~{r10},~{rdx},~{r8},~{r12},~{rax}"()
  %x0 = invoke i64 asm sideeffect unwind "", "=r,r,~{r9},~{rbp},~{r8},~{r15},~{memory}"(i64 %v3)
          to label %b1 unwind label %pad

b1:
  %x1 = call i64 asm sideeffect unwind "", "=r,r,~{rdx},~{r14},~{rax},~{r13},~{memory}"(i64 %v4)
  %x2 = invoke i64 asm sideeffect unwind "", "=r,r,~{r13},~{rbx},~{r12},~{rsi},~{memory}"(i64 %v1)
          to label %ok unwind label %pad

ok:
  %s8 = add i64 0, %v8
  %sx0 = add i64 %s8, %x0
  %sx1 = add i64 %sx0, %x1
  %sx2 = add i64 %sx1, %x2
  ret i64 %sx2

pad:
  %lp = landingpad { ptr, i32 }
          cleanup
  call void asm sideeffect "", "~{rdi},~{rdx},~{r13},~{rbx},~{r9},~{r10},~{r15},~{rcx},~{rsi},~{rax}"()
  %t7 = xor i64 0, %v7
  %t5 = xor i64 %t7, %v5
  %t1 = xor i64 %t5, %v1
  %t6 = xor i64 %t1, %v6
  %t3 = xor i64 %t6, %v3
  %t2 = xor i64 %t3, %v2
  %t4 = xor i64 %t2, %v4
  store i64 %t4, ptr %p
  resume { ptr, i32 } %lp
}
