; A tail call needs no frame: x19 is saved only on the way that calls, and the argument is copied
; there. With the tail call in the frame the function would save x19 at once.
; REQUIRES: aarch64-registered-target
; RUN: llc -mtriple=aarch64-linux-gnu -regalloc=limit -verify-machineinstrs < %s | FileCheck %s

; CHECK-LABEL: set:
; CHECK-NOT:   x19
; CHECK:       tbnz x1, #63, [[NEGATIVE:.LBB[0-9_]+]]
; CHECK-NOT:   x19
; CHECK:       b plain
; CHECK:       [[NEGATIVE]]:
; CHECK:       str x19, [sp
; CHECK:       mov x19, x0
; CHECK:       bl plain

declare i32 @plain(ptr, i64)

define i32 @set(ptr %to, i64 %value) nounwind "frame-pointer"="non-leaf" {
entry:
  %negative = icmp slt i64 %value, 0
  br i1 %negative, label %negated, label %as_it_is, !prof !0

negated:
  %opposite = sub i64 0, %value
  %sign = getelementptr i8, ptr %to, i64 8
  %done = call i32 @plain(ptr %to, i64 %opposite)
  store i32 1, ptr %sign
  ret i32 %done

as_it_is:
  %same = tail call i32 @plain(ptr %to, i64 %value)
  ret i32 %same
}

!0 = !{!"branch_weights", i32 3, i32 5}
