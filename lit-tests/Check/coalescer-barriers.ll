; What keeps AArch64's coalescer from joining registers is gone when they are allocated; the value
; is in the register that it was in.
; REQUIRES: aarch64-registered-target
; RUN: llc -mtriple=aarch64-linux-gnu -mattr=+sve,+sme -regalloc=greedy -limit-check-strict < %s -o /dev/null
; RUN: llc -mtriple=aarch64-linux-gnu -mattr=+sve,+sme -regalloc=limit -limit-check-strict < %s -o /dev/null

define double @leaves_streaming_mode(double %f) nounwind "aarch64_pstate_sm_enabled" {
  %r = call double @plain(double %f)
  %s = fadd double %r, %f
  ret double %s
}

declare double @plain(double)
