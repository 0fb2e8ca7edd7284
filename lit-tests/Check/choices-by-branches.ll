; SystemZ has no instruction that chooses between a high and a low half. Behind the allocator it makes
; branches of the choice, and so three blocks of one; both ways are compared.
; REQUIRES: systemz-registered-target
; RUN: rm -f %t
; RUN: llc -mtriple=s390x-linux-gnu -mcpu=z13 -regalloc=limit -limit-check-report=%t < %s | FileCheck --check-prefix=ASM %s
; RUN: FileCheck %s < %t

; ASM: clijl
; ASM-NEXT: # %bb.1:
; ASM-NEXT: risbhg

; CHECK: "function":"high_or_low","faults":0,"not_followed":null,"after":"post-RA MachineLICM"

define void @high_or_low(i32 %limit) {
  %a = call i32 asm "", "=h"()
  %b = call i32 asm "", "=r"()
  %below = icmp ult i32 %limit, 42
  %chosen = select i1 %below, i32 %a, i32 %b
  call void asm sideeffect "", "h"(i32 %chosen)
  call void asm sideeffect "", "r"(i32 %b)
  ret void
}
