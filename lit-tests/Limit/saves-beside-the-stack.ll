; AArch64 saves two registers by one instruction. What the function has on the stack decides what one more
; register costs beside the frame pointer and the return address. Each function saves x19 for a value that only a
; rare path reads; else the value would be in memory, which costs less than a save and a restore.
; REQUIRES: aarch64-registered-target
; RUN: llc -mtriple=aarch64-linux-gnu -regalloc=limit -limit-check-strict -verify-machineinstrs < %s | FileCheck %s

declare i64 @get(ptr)
declare void @use(i64, ptr)

; Beside a third register is room for the flag, and no other instruction moves the stack pointer.
; CHECK-LABEL: beside_a_flag:
; CHECK-NOT:     sub sp
; CHECK:         stp x29, x30, [sp, #-32]!
; CHECK:         str x19, [sp, #16]
; CHECK:         add x0, x29, #24
; CHECK-NEXT:    bl get
define void @beside_a_flag(ptr %p) nounwind "frame-pointer"="all" {
  %flag = alloca i64
  %x = call i64 @get(ptr %flag)
  %c = icmp eq i64 %x, 0
  br i1 %c, label %rare, label %often, !prof !0

rare:
  call void @use(i64 1, ptr %p)
  br label %often

often:
  ret void
}

; In a large frame LLVM saves one register more, to compute addresses in: x28, and x19 with it.
; CHECK-LABEL: beside_a_buffer:
; CHECK:         stp x28, x19, [sp, #272]
; CHECK:         mov x19, x0
; CHECK:         bl get
; CHECK:         mov x1, x19
; CHECK-NEXT:    bl use
define void @beside_a_buffer(ptr %p) nounwind "frame-pointer"="all" {
  %buffer = alloca [256 x i8]
  %x = call i64 @get(ptr %buffer)
  %c = icmp eq i64 %x, 0
  br i1 %c, label %rare, label %often, !prof !0

rare:
  call void @use(i64 1, ptr %p)
  br label %often

often:
  ret void
}

!0 = !{!"branch_weights", i32 1, i32 9}
