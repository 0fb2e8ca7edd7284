; Every second time the loop comes to the asm, which takes all registers but those of the counter and
; the pointer. Of an argument that is only used behind the loop the minimum cut makes one store and one
; load, outside of the loop. EARLIEST, which puts nothing on a path that needs nothing, loads it behind
; the asm; LLVM's spiller takes the store out of the loop. The store of a value that changes in the loop
; stays on the path that needs it both ways.
; REQUIRES: x86-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -verify-machineinstrs -limit-check-strict < %s | FileCheck -check-prefixes=MIN-CUT,CHECK %s
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -verify-machineinstrs -limit-check-strict -limit-placement=min-cut < %s | FileCheck -check-prefixes=MIN-CUT,CHECK %s
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -verify-machineinstrs -limit-check-strict -limit-placement=earliest < %s | FileCheck -check-prefixes=EARLIEST,CHECK %s
; RUN: llc -mtriple=x86_64-linux-gnu -limit-pressure -regalloc=greedy -verify-machineinstrs -limit-check-strict -limit-placement=earliest < %s | FileCheck -check-prefixes=EARLIEST,CHECK %s

; MIN-CUT-LABEL: half:
; MIN-CUT: {{movq %rdi, .* # 8-byte Spill}}
; MIN-CUT: # %loop
; MIN-CUT-NOT: {{Spill|Reload|Folded}}
; MIN-CUT: # %done
; MIN-CUT-NEXT: {{.* # 8-byte Reload}}

; EARLIEST-LABEL: half:
; EARLIEST: {{movq %rdi, .* # 8-byte Spill}}
; EARLIEST: # %full
; EARLIEST: #NO_APP
; EARLIEST-NEXT: {{movq .* # 8-byte Reload}}
; EARLIEST: # %done
; EARLIEST-NOT: {{Spill|Reload|Folded}}

; CHECK-LABEL: changed:
; CHECK: # %again
; CHECK-NOT: {{Spill|Reload|Folded}}
; CHECK: # %loop
; CHECK-NOT: {{Spill|Reload|Folded}}
; CHECK: # %full
; CHECK: {{movq %r.*, .*\(%rsp\) .*# 8-byte Spill}}
; CHECK: #NO_APP
; CHECK: {{.* # 8-byte Reload}}

define i64 @half(i64 %through, i64 %count, ptr %flags) {
entry:
  br label %loop

loop:
  %left = phi i64 [ %count, %entry ], [ %next, %again ]
  %flag = load volatile i8, ptr %flags
  %set = icmp ne i8 %flag, 0
  br i1 %set, label %full, label %again

full:
  call void asm sideeffect "nop", "r,~{rax},~{rcx},~{rbx},~{rbp},~{r8},~{r9},~{r10},~{r11},~{r12},~{r13},~{r14},~{r15},~{rdi}"(i64 %left)
  br label %again

again:
  %next = add i64 %left, -1
  %more = icmp ne i64 %next, 0
  br i1 %more, label %loop, label %done

done:
  ret i64 %through
}

define i64 @changed(i64 %through, i64 %count, ptr %flags) {
entry:
  br label %loop

loop:
  %sum = phi i64 [ %through, %entry ], [ %more.sum, %again ]
  %left = phi i64 [ %count, %entry ], [ %next, %again ]
  %flag = load volatile i8, ptr %flags
  %wide = zext i8 %flag to i64
  %more.sum = add i64 %sum, %wide
  %set = icmp ne i8 %flag, 0
  br i1 %set, label %full, label %again

full:
  call void asm sideeffect "nop", "r,~{rax},~{rcx},~{rbx},~{rbp},~{r8},~{r9},~{r10},~{r11},~{r12},~{r13},~{r14},~{r15},~{rdi}"(i64 %left)
  br label %again

again:
  %next = add i64 %left, -1
  %more = icmp ne i64 %next, 0
  br i1 %more, label %loop, label %done

done:
  ret i64 %more.sum
}
