; With liveness by lanes LLVM takes the unit that both halves of VE's registers have only while the first of them is
; live: greedy loads a float to a register of which the vector length is read behind. limit's is right. Found by fuzzing.
; REQUIRES: ve-registered-target
; RUN: not llc -mtriple=ve-linux-gnu -O1 -enable-subreg-liveness -regalloc=greedy -limit-check-strict < %s -o /dev/null 2>&1 \
; RUN:   | FileCheck --check-prefix=WRONG %s
; RUN: llc -mtriple=ve-linux-gnu -O1 -enable-subreg-liveness -regalloc=greedy < %s | FileCheck --check-prefix=GREEDY %s
; RUN: llc -mtriple=ve-linux-gnu -O1 -enable-subreg-liveness -regalloc=limit -limit-check-strict < %s | FileCheck %s

; WRONG: reads %0:{{0*}}2 from SW0~SF0, which holds %6; not there since renamable $sf0 = LDUrii

; GREEDY:      lea %s0, 256
; GREEDY:      ldu %s0,
; GREEDY-NEXT: lvl %s0

; CHECK:      lea %s0, 256
; CHECK-NOT:  %s0, (
; CHECK:      ldu %s1,
; CHECK-NEXT: lvl %s0
define void @f0() {
BB:
  store <8 x float> zeroinitializer, ptr null, align 32
  %L10 = load float, ptr null, align 4
  store <4 x i64> zeroinitializer, ptr null, align 32
  store float %L10, ptr null, align 4
  ret void
}
