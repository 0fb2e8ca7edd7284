; Greedy copies the lower half of a register of VE behind INIT_UNDEF of its upper half. That is no code: what the two
; share holds the lower half as before.
; REQUIRES: ve-registered-target
; RUN: llc -mtriple=ve-linux-gnu -O2 -enable-subreg-liveness -stress-regalloc=10 -regalloc=greedy -limit-check-strict \
; RUN:   -stop-after=virtregrewriter < %s | FileCheck %s
; RUN: llc -mtriple=ve-linux-gnu -O2 -enable-subreg-liveness -stress-regalloc=10 -regalloc=limit -limit-check-strict < %s \
; RUN:   -o /dev/null

; CHECK:      $sf2 = INIT_UNDEF
; CHECK-NOT:  $sx0 =
; CHECK:      $sw0 = COPY renamable $sw2
; CHECK-NEXT: STrii %stack.0, 0, 0, renamable $sx0
define { ptr, i32 } @f0() {
entry:
  br label %block27

block27:
  %v8.0 = phi i32 [ 0, %entry ], [ 1, %block31 ]
  %v3.0 = phi i64 [ 0, %entry ], [ %v125, %block31 ]
  %v146 = call i32 null(ptr null, i32 0)
  %v151 = call i32 null(ptr null, i32 0, i64 %v3.0)
  br label %block31

block31:
  %v199 = call i32 null(ptr null, i32 0, i64 %v3.0)
  %v125 = sext i32 %v8.0 to i64
  %v129 = call i64 asm sideeffect "", "=&r,r,r,r"(i64 0, i64 %v125, i64 0)
  br label %block27
}
