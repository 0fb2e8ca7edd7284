; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A choice between a value and itself, of which the later pass on SystemZ leaves nothing: the result is the value.
; Found by fuzzing.
; REQUIRES: systemz-registered-target
; RUN: llc -mtriple=s390x-linux-gnu -mcpu=z15 -regalloc=greedy -limit-check-strict %s -o - | FileCheck %s
; RUN: llc -mtriple=s390x-linux-gnu -mcpu=z15 -regalloc=limit -limit-check-strict %s -o /dev/null

; CHECK-LABEL: choose:
; CHECK: lhi %[[ONE:r[0-9]+]], 1
; CHECK-NOT: sel
; CHECK: lr %r2, %[[ONE]]

define i16 @choose(i1 %first) {
entry:
  %one = select i1 false, i16 0, i16 1
  %same = or i16 0, 1
  br label %next

next:
  %either = select i1 %first, i16 %one, i16 %same
  ret i16 %either
}
