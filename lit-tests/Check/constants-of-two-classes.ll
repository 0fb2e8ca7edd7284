; One constant is loaded into registers of two classes, of which only those of one let the load become
; a part of the instruction that reads it.
; REQUIRES: x86-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=basic -limit-check-strict < %s -o - | FileCheck %s

; CHECK-LABEL: sum:
; CHECK: addsd {{\.LCPI0_0\(%rip\)}}, %xmm0

define double @sum(double %a, i1 %c) {
entry:
  br label %loop

loop:
  %i = phi double [ -1.0, %entry ], [ 0.0, %loop ]
  br i1 %c, label %done, label %loop

done:
  %positive = fcmp ogt double %a, 0.0
  %s = select i1 %positive, double 0.0, double %i
  %less = fadd double -1.0, %s
  %floor = tail call double @floor(double %less)
  %lesser = fadd double %floor, -1.0
  %r = fsub double -1.0, %lesser
  ret double %r
}

declare double @floor(double)
