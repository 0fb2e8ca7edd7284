; PowerPC exchanges the operands of a multiplication and addition in front of the allocator, behind
; the snapshot, if it is asked to: that is not the allocator's doing, and said to be not followed.
; REQUIRES: powerpc-registered-target
; RUN: rm -f %t
; RUN: llc -mtriple=powerpc64-linux-gnu -mcpu=pwr7 -fp-contract=fast -disable-ppc-vsx-fma-mutation=false -regalloc=limit -limit-check -limit-check-report=%t < %s -o /dev/null
; RUN: FileCheck %s < %t

; CHECK: "function":"sum","faults":0,"not_followed":"a pass in front of the allocator changed an instruction"

define double @sum(double %a, double %b, double %c) {
  %product = fmul double %a, %b
  %sum = fadd double %product, %c
  ret double %sum
}
