; AArch64 saves two callee-saved registers with one instruction, doubles too. In @second %y is read in cold
; code only, behind a call: not worth a register of its own, but D9 is saved together with D8.
; In @slot %c is worth less than a pair, but a spill slot would be the only reason to move the stack
; pointer by itself: two instructions more.
; REQUIRES: aarch64-registered-target
; RUN: llc -mtriple=aarch64-linux-gnu -regalloc=limit -verify-machineinstrs < %s | FileCheck %s
; RUN: llc -mtriple=aarch64-linux-gnu -regalloc=limit -verify-machineinstrs \
; RUN:   -limit-set=cost.frame_inst=0 < %s | FileCheck %s --check-prefix=FREE

; CHECK-LABEL: second:
; CHECK: stp d9, d8, [sp, #-{{[0-9]+}}]!
; CHECK-NOT: str d
; CHECK: ret

; CHECK-LABEL: slot:
; CHECK-NOT: sub sp, sp
; CHECK: stp x29, x30, [sp, #-{{[0-9]+}}]!
; CHECK: mov x21, x2
; CHECK: stp x20, x19, [sp, #{{[0-9]+}}]
; CHECK: bl use

; FREE-LABEL: slot:
; FREE: sub sp, sp
; FREE: str x2, [sp
; FREE: bl use

declare void @use()
declare double @add(double, double)
declare i64 @sum(i64, i64, i64)

define double @second(double %x, double %y, i1 %rare) nounwind "frame-pointer"="all" {
  call void @use()
  br i1 %rare, label %cold, label %end, !prof !0

cold:
  %sum = call double @add(double %x, double %y)
  ret double %sum

end:
  %twice = fadd double %x, %x
  ret double %twice
}

define i64 @slot(i64 %a, i64 %b, i64 %c) nounwind "frame-pointer"="all" {
  call void @use()
  %rare = icmp eq i64 %a, %b
  br i1 %rare, label %cold, label %end, !prof !0

cold:
  %s = call i64 @sum(i64 %a, i64 %b, i64 %c)
  ret i64 %s

end:
  %u = sub i64 %b, %a
  ret i64 %u
}

!0 = !{!"branch_weights", i32 1, i32 4}
