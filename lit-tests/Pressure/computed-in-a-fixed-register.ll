; A value on the caller's stack is loaded again in front of its copy to a fixed register that no range can have. It is
; loaded there at once, since no register is free beside those that the other copies have filled.
; REQUIRES: powerpc-registered-target
; RUN: llc -mtriple=powerpc-ibm-aix -mcpu=pwr8 -stress-regalloc=3 -regalloc=greedy -limit-pressure -limit-check-strict -verify-machineinstrs < %s \
; RUN:   | FileCheck %s

; CHECK: .f:
; CHECK: lwz 6, {{[0-9]+}}(1)
; CHECK-NOT: mr 6
; CHECK: blr

define i128 @f(<16 x i8> %vector, i128 %value, ...) {
entry:
  ret i128 %value
}
