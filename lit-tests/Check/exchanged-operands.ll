; SystemZ exchanges the operands of a select when it knows their registers, and the condition with
; them: each result is still the right one.
; REQUIRES: systemz-registered-target
; RUN: llc -mtriple=s390x-linux-gnu -mcpu=z15 -regalloc=greedy -limit-check < %s -o /dev/null
; RUN: llc -mtriple=s390x-linux-gnu -mcpu=z15 -regalloc=limit -limit-check < %s -o /dev/null

define i32 @smaller(i32 %a, i32 %b, i32 %limit) {
  %below = icmp ult i32 %limit, 42
  %r = select i1 %below, i32 %a, i32 %b
  ret i32 %r
}
