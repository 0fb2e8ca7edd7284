; The checker looks a second time, behind the passes that share spill slots, forward copies and hoist
; reloads. Slots of values that are not needed at the same time may be shared, those of others not,
; which nothing in front of those passes can tell.
; REQUIRES: x86-registered-target
; RUN: rm -f %t
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=greedy -limit-check-report=%t < %s -o /dev/null 2>&1 | FileCheck --allow-empty --implicit-check-not=limit-check %s
; RUN: FileCheck --check-prefix=REPORT %s < %t
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=greedy < %s -stop-after=stack-slot-coloring | FileCheck --check-prefix=SLOTS %s
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=greedy -limit-check -limit-mutate=share-slot:0 < %s -stop-after=limit-check -o /dev/null
; RUN: not llc -mtriple=x86_64-linux-gnu -regalloc=greedy -limit-check -limit-mutate=share-slot:0 < %s -o /dev/null 2>&1 | FileCheck --check-prefix=SHARED %s

; REPORT: "function":"spilled","faults":0,"not_followed":null,"after":"VirtRegRewriter"
; REPORT: "function":"spilled","faults":0,"not_followed":null,"after":"post-RA MachineLICM"

; A slot that held 8 bytes holds 4 of another value later.
; SLOTS: MOV64mr %stack.[[SLOT:[0-9]+]], {{.*}} :: (store (s64)
; SLOTS: MOV32mr %stack.[[SLOT]], {{.*}} :: (store (s32)

; SHARED: limit-check: in function 'spilled',{{.*}} reads {{.*}} which holds

define void @spilled(i64 %a, i64 %b, ptr %p) {
  %s = mul i64 %a, 3
  %t = mul i64 %b, 5
  call void asm sideeffect "", "~{rax},~{rbx},~{rcx},~{rdx},~{rsi},~{rdi},~{rbp},~{r8},~{r9},~{r10},~{r11},~{r12},~{r13},~{r14},~{r15}"()
  %q = getelementptr i64, ptr %p, i64 %s
  store volatile i64 %t, ptr %q
  %u = load volatile i64, ptr %p
  %c = icmp eq i64 %u, 0
  br i1 %c, label %then, label %end

then:
  %v = load volatile i32, ptr %p
  br label %end

end:
  %m = phi i32 [ 7, %0 ], [ %v, %then ]
  call void asm sideeffect "", "~{rax},~{rbx},~{rcx},~{rdx},~{rsi},~{rdi},~{rbp},~{r8},~{r9},~{r10},~{r11},~{r12},~{r13},~{r14},~{r15}"()
  store volatile i32 %m, ptr null
  ret void
}
