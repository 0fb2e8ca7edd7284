; To fold the first operand of a comparison SystemZ exchanges both, and less with greater in the
; conditions that read the result. A load on condition that is folded too still makes that choice.
; REQUIRES: systemz-registered-target
; RUN: llc -mtriple=s390x-linux-gnu -mcpu=z14 -stress-regalloc=8 -regalloc=greedy -limit-check-strict < %s -o - | FileCheck %s
; RUN: llc -mtriple=s390x-linux-gnu -mcpu=z14 -stress-regalloc=8 -regalloc=limit -limit-check-strict < %s -o /dev/null
; The comparison is wrong if the condition is not the one for its operands.
; RUN: not llc -mtriple=s390x-linux-gnu -mcpu=z14 -stress-regalloc=8 -regalloc=limit -limit-check-strict \
; RUN:   -limit-mutate=exchange-condition:0 < %s -o /dev/null 2>&1 | FileCheck --check-prefix=WRONG %s

; CHECK-LABEL: f:
; CHECK: loch
; WRONG: limit-check: in function 'f', C {{.*}} reads

declare i64 @llvm.experimental.patchpoint.i64(i64 immarg, i32 immarg, ptr, i32 immarg, ...)

define swiftcc i8 @f(i8 %a, i32 %b, i8 %c, i32 %d) {
entry:
  br label %loop

loop:
  %again = icmp eq i32 %d, 0
  br i1 %again, label %done, label %loop

done:
  %call = call i64 (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.i64(i64 0, i32 0, ptr null, i32 0, i32 0, i64 0)
  %less = icmp slt i32 %b, %d
  %r = select i1 %less, i8 %a, i8 %c
  ret i8 %r
}
