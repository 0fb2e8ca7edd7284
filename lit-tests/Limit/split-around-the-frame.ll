; The frame is that of the one block that calls. What is used behind it too is in x19 only there, so that
; x19 is saved and restored around the call, not in the whole function.
; REQUIRES: aarch64-registered-target
; RUN: llc -mtriple=aarch64-linux-gnu -regalloc=limit -verify-machineinstrs < %s | FileCheck %s

; CHECK-LABEL: set:
; CHECK-NOT:   x19
; CHECK:       {{cbn?z}} w1, {{.LBB[0-9_]+}}
; CHECK:       x19, [sp
; CHECK:       mov x19, x0
; CHECK:       bl one
; CHECK:       mov x0, x19
; CHECK:       x19, [sp]
; CHECK-NOT:   x19
; CHECK:       str wzr, [x0
; CHECK-NOT:   x19
; CHECK:       ret

declare void @one(i32)

define void @set(ptr %to, i32 %which) nounwind {
entry:
  %calls = icmp eq i32 %which, 0
  br i1 %calls, label %some, label %done

some:
  call void @one(i32 1)
  br label %done

done:
  store i32 0, ptr %to
  ret void
}
