; Two of the three ways to the return call. ShrinkWrap puts a block with the restores in front of it for
; these two, so x19 is saved only where the calls are near, and the pointer is copied there. With a frame
; for all that leads to the return the function would save x19 at once.
; REQUIRES: aarch64-registered-target
; RUN: llc -mtriple=aarch64-linux-gnu -regalloc=limit -verify-machineinstrs < %s | FileCheck %s

; CHECK-LABEL: call:
; CHECK-NOT:   x19
; CHECK:       cbz w1, [[CALLS:.LBB[0-9_]+]]
; CHECK-NOT:   x19
; CHECK:       ret
; CHECK:       [[CALLS]]:
; CHECK:       x19, [sp
; CHECK:       mov x19, x{{[0-9]+}}
; CHECK:       bl one
; CHECK:       ret

declare void @one(i32)
declare void @two(i32)

define i32 @call(ptr %to, i32 %which, i32 %value) nounwind {
entry:
  %calls = icmp eq i32 %which, 0
  br i1 %calls, label %some, label %done, !prof !0

some:
  %first = icmp slt i32 %value, 0
  br i1 %first, label %negative, label %positive

negative:
  call void @one(i32 %value)
  store i32 1, ptr %to
  br label %done

positive:
  call void @two(i32 %value)
  store i64 2, ptr %to
  br label %done

done:
  %result = phi i32 [ %value, %entry ], [ 1, %negative ], [ 2, %positive ]
  ret i32 %result
}

!0 = !{!"branch_weights", i32 1, i32 9}
