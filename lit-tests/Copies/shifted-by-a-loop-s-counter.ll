; The counter is copied to CL for the shift, and from the one that is counted up to the one that is shifted by. The
; first of them to have a register knows the second copy only: its other end passes on that a part of it should be CL.
; So there is no copy in the loop.
; REQUIRES: x86-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -verify-machineinstrs -limit-check-strict %s -o - | FileCheck %s

; CHECK: movl $1, %ecx
; CHECK: .LBB0_1:
; CHECK: movl $1, %e{{[a-z0-9]+}}
; CHECK-NEXT: shlq %cl,
; CHECK-NEXT: cmpq $31, %rcx
; CHECK-NEXT: leaq 1(%rcx), %rcx
; CHECK-NEXT: ja

define i64 @bits(i64 %count, i64 %bound) nounwind {
entry:
  br label %loop

loop:
  %bits = phi i64 [ %next, %loop ], [ 1, %entry ]
  %few = icmp samesign ult i64 %bits, 32
  %power = shl nuw nsw i64 1, %bits
  %more = icmp ugt i64 %bound, %power
  %again = select i1 %few, i1 %more, i1 false
  %next = add nuw nsw i64 %bits, 1
  br i1 %again, label %loop, label %done

done:
  %byte = trunc i64 %bits to i8
  %wide = add i8 %byte, 8
  %groups = udiv i8 %wide, 7
  %bytes = zext nneg i8 %groups to i64
  %size = mul i64 %count, %bytes
  ret i64 %size
}
