; Both branches go to the way out, which does not need %name: where it is in front of the first one says nothing of where
; it is behind the second one. So it stays in its argument's register until the call, and the way round the calls needs
; no frame.
; REQUIRES: aarch64-registered-target
; RUN: llc -mtriple=aarch64-linux-gnu -regalloc=limit -limit-check-strict < %s | FileCheck %s

; CHECK-LABEL: after_callback:
; CHECK-NOT: sp
; CHECK: cbz w0, [[OUT:.*]]
; CHECK: stp x29, x30, [sp,
; CHECK: mov [[NAME:x[0-9]+]], x1
; CHECK: bl exists
; CHECK: mov x2, [[NAME]]
; CHECK: bl set_error
; CHECK: [[OUT]]:
; CHECK-NEXT: ret

declare i1 @exists()
declare void @set_error(i32, ptr, ptr, i32)
@format = external constant i8

define i32 @after_callback(i32 %error, ptr %name) nounwind "frame-pointer"="non-leaf" {
entry:
  %is_error = icmp ne i32 %error, 0
  br i1 %is_error, label %ask, label %out
ask:
  %has_one = call i1 @exists()
  br i1 %has_one, label %out, label %set
set:
  call void @set_error(i32 26, ptr @format, ptr %name, i32 %error)
  br label %out
out:
  ret i32 %error
}
