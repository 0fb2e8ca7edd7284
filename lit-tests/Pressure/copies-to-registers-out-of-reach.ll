; In front of the scheduler reloads that LLVM folded into copies to fixed registers become copies again.
; Not those to R3, which no virtual register can have here: none might be left for the reload.
; REQUIRES: arm-registered-target
; RUN: llc -mtriple=thumbv6m-none-eabi -O1 -stress-regalloc=3 -regalloc=greedy -limit-pressure \
; RUN:   -limit-pressure-place=before-scheduler -verify-machineinstrs < %s -o /dev/null

define i64 @remainder(i64 %0) {
BB:
  %B16 = urem i64 1, %0
  ret i64 %B16
}
