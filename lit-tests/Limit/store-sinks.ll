; Every second time the loop comes to the asm, which takes all registers but those of the counter and
; the pointer. The sum changes once in a thousand times. By minimum cut it is stored there, on the cold
; path, and where it comes in, and is in memory throughout the hot one. EARLIEST puts nothing on a path
; that needs nothing, so it is stored in front of the asm and loaded behind it.
; REQUIRES: x86-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -verify-machineinstrs -limit-check-strict -limit-placement=min-cut < %s | FileCheck -check-prefix=MIN-CUT %s
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -verify-machineinstrs -limit-check-strict -limit-placement=earliest < %s | FileCheck -check-prefix=EARLIEST %s

; MIN-CUT-LABEL: sunk:
; MIN-CUT: movq %rdi, [[SLOT:.*\(%rsp\)]] # 8-byte Spill
; MIN-CUT: # %loop
; MIN-CUT-NOT: {{Spill|Reload|Folded}}
; MIN-CUT: # %change
; MIN-CUT: [[SLOT]] # 8-byte Folded Spill
; MIN-CUT: # %done
; MIN-CUT: movq [[SLOT]], %rax # 8-byte Reload

; EARLIEST-LABEL: sunk:
; EARLIEST: # %full
; EARLIEST: movq %rax, [[SLOT:.*\(%rsp\)]] # 8-byte Spill
; EARLIEST: #APP
; EARLIEST: #NO_APP
; EARLIEST: movq [[SLOT]], %rax # 8-byte Reload
; EARLIEST: # %change
; EARLIEST-NOT: {{Spill|Reload|Folded}}
; EARLIEST: retq

define i64 @sunk(i64 %start, i64 %count, ptr %flags) {
entry:
  br label %loop

loop:
  %sum = phi i64 [ %start, %entry ], [ %next.sum, %again ]
  %left = phi i64 [ %count, %entry ], [ %next, %again ]
  %flag = load volatile i8, ptr %flags
  %set = icmp ne i8 %flag, 0
  br i1 %set, label %full, label %rest

full:
  call void asm sideeffect "nop", "r,~{rax},~{rcx},~{rbx},~{rbp},~{r8},~{r9},~{r10},~{r11},~{r12},~{r13},~{r14},~{r15},~{rdi}"(i64 %left)
  br label %rest

rest:
  %other = load volatile i8, ptr %flags
  %seldom = icmp eq i8 %other, 7
  br i1 %seldom, label %change, label %again, !prof !0

change:
  %last = load volatile i8, ptr %flags
  %wide = zext i8 %last to i64
  %new.sum = xor i64 %sum, %wide
  br label %again

again:
  %next.sum = phi i64 [ %sum, %rest ], [ %new.sum, %change ]
  %next = add i64 %left, -1
  %more = icmp ne i64 %next, 0
  br i1 %more, label %loop, label %done

done:
  ret i64 %next.sum
}

!0 = !{!"branch_weights", i32 1, i32 1000}
