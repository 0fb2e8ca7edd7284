; Hexagon drops a conditional transfer when it knows that both registers are the same one.
; REQUIRES: hexagon-registered-target
; RUN: llc -mtriple=hexagon-unknown-elf -regalloc=greedy -limit-check-strict < %s -o /dev/null
; RUN: llc -mtriple=hexagon-unknown-elf -regalloc=limit -limit-check-strict < %s -o /dev/null

define i64 @f0(i1 %0, double %1, ptr %2) {
entry:
  %3 = select i1 %0, double %1, double 0.000000e+00
  store double %3, ptr %2, align 8
  ret i64 0
}
