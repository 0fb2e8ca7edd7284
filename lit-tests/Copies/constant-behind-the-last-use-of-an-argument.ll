; The result is a constant, and the scheduler puts it in front of the stores through the argument whose register it is
; returned in. It gets another register there; what is left of it, the constant and a copy of it, is one instruction
; behind the stores.
; REQUIRES: aarch64-registered-target
; RUN: llc -mtriple=aarch64-linux-gnu -regalloc=limit -verify-machineinstrs < %s | FileCheck %s

; CHECK-LABEL: set_hooks:
; CHECK: stp x1, x2, [x0
; CHECK-NEXT: str x3, [x0
; CHECK-NEXT: mov w0, #1
; CHECK: ret

define i32 @set_hooks(ptr %of, ptr %a, ptr %b, ptr %c) nounwind {
entry:
  %null = icmp eq ptr %of, null
  br i1 %null, label %end, label %check

check:
  %state = load i32, ptr %of
  %idle = icmp eq i32 %state, 0
  br i1 %idle, label %set, label %end

set:
  %pa = getelementptr i8, ptr %of, i64 40
  store ptr %a, ptr %pa
  %pb = getelementptr i8, ptr %of, i64 48
  store ptr %b, ptr %pb
  %pc = getelementptr i8, ptr %of, i64 56
  store ptr %c, ptr %pc
  br label %end

end:
  %r = phi i32 [ 0, %entry ], [ 0, %check ], [ 1, %set ]
  ret i32 %r
}
