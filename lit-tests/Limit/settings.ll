; -limit-set changes a tuning constant; of two settings of one constant the last counts. What cannot be
; set ends the compiler with one line, and an unknown name is answered with all names. As in placement.ll,
; the minimum cut loads the argument behind the loop, EARLIEST behind the asm.
; REQUIRES: x86-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -limit-set=placement=earliest -limit-set=cost.copy=0.3 < %s | FileCheck -check-prefix=EARLIEST %s
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -limit-set=placement=earliest -limit-set=placement=min-cut < %s | FileCheck -check-prefix=MIN-CUT %s
; RUN: llc -mtriple=x86_64-linux-gnu -limit-pressure -regalloc=greedy -limit-set=placement=earliest < %s | FileCheck -check-prefix=EARLIEST %s
; RUN: not llc -mtriple=x86_64-linux-gnu -regalloc=limit -limit-set=max_candidates=3 < %s 2>&1 | FileCheck -check-prefix=NAME %s
; RUN: not llc -mtriple=x86_64-linux-gnu -regalloc=limit -limit-set=cost.reload=much < %s 2>&1 | FileCheck -check-prefix=VALUE %s
; RUN: not llc -mtriple=x86_64-linux-gnu -regalloc=limit -limit-set=max_rounds < %s 2>&1 | FileCheck -check-prefix=FORM %s

; MIN-CUT-LABEL: half:
; MIN-CUT: # %loop
; MIN-CUT-NOT: {{Spill|Reload|Folded}}
; MIN-CUT: # %done
; MIN-CUT-NEXT: {{.* # 8-byte Reload}}

; EARLIEST-LABEL: half:
; EARLIEST: # %full
; EARLIEST: #NO_APP
; EARLIEST-NEXT: {{movq .* # 8-byte Reload}}

; NAME: llc{{.*}}: for the --limit-set option: nothing is called 'max_candidates'; there are placement, {{.*}}max_candidates_per_loop, {{.*}}cost.base_frequency{{$}}
; VALUE: llc{{.*}}: for the --limit-set option: cost.reload is a number that is not negative, not 'much'{{$}}
; FORM: llc{{.*}}: for the --limit-set option: a setting is NAME=VALUE{{$}}

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
