; What changes a register that it reads computes another value when it is executed once more, though
; all that it reads is there.
; REQUIRES: riscv-registered-target
; RUN: llc -mtriple=riscv64 -regalloc=greedy -limit-check-strict < %s -o /dev/null
; RUN: not llc -mtriple=riscv64 -regalloc=greedy -limit-check -limit-mutate=compute-twice:0 < %s -o /dev/null 2>&1 | FileCheck %s

; CHECK: limit-check: in function 'count',{{.*}} reads %{{[0-9]+}} from {{X[0-9_H]+}}, which holds no known value; not there since{{.*}} = ADDI

define void @count(ptr %p) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %next = add i64 %i, 1
  store volatile i64 %next, ptr %p
  %again = icmp ult i64 %next, 100
  br i1 %again, label %loop, label %done

done:
  ret void
}
