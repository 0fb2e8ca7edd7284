; No register that calls preserve is left, so the arguments are in memory across the calls, and two of them
; are read together, twice. By how often they are accessed those two would have the first slots of the
; frame, of which one is addressed from the frame pointer and the other from the stack pointer. With the
; third argument next to the frame pointer both are addressed from the same end, and one instruction loads
; them.
; REQUIRES: aarch64-registered-target
; RUN: llc -mtriple=aarch64-linux-gnu -regalloc=limit -stress-regalloc=8 -limit-check-strict -verify-machineinstrs < %s | FileCheck %s

declare void @between()
declare void @two(i64, i64)

; CHECK-LABEL: twice:
; CHECK:       bl between
; CHECK-NEXT:  ldp x{{[01]}}, x{{[01]}}, [sp
; CHECK-NEXT:  bl two
; CHECK-NEXT:  bl between
; CHECK-NEXT:  ldp x{{[01]}}, x{{[01]}}, [sp
; CHECK-NEXT:  bl two
; CHECK:       ldur x0, [x29, #-8]
define void @twice(i64 %a, i64 %b, i64 %c) nounwind "frame-pointer"="all" {
  call void @between()
  call void @two(i64 %a, i64 %c)
  call void @between()
  call void @two(i64 %a, i64 %c)
  call void @two(i64 %b, i64 0)
  ret void
}
