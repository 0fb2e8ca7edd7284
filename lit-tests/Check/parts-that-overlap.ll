; VE's registers have two halves that overlap, one for integers and one for floating point: what they
; share is a unit of its own, with the lanes of both.
; REQUIRES: ve-registered-target
; RUN: llc -mtriple=ve -regalloc=greedy -limit-check-strict < %s -o /dev/null
; RUN: llc -mtriple=ve -regalloc=limit -limit-check-strict < %s -o /dev/null
; RUN: not llc -mtriple=ve -regalloc=greedy -limit-check -limit-mutate=swap-registers:0 < %s -o /dev/null 2>&1 | FileCheck %s

; CHECK: limit-check: in function 'quotient', {{.*}}FDIVSrr {{.*}} reads

define float @quotient(float %a, float %b) {
  %r = fdiv float %a, %b
  ret float %r
}
