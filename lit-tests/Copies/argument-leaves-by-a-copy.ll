; The argument stays in x0 where nothing is to be done. Else it is the fifth argument of another function, whose first one
; takes x0: the copy to x4 is where the value leaves x0, so that what reads it behind that copy has x4 and no third
; register, and the first argument is loaded into x0 at once.
; REQUIRES: aarch64-registered-target
; RUN: llc -mtriple=aarch64-linux-gnu -regalloc=limit -verify-machineinstrs -limit-check-strict %s -o - | FileCheck %s

; CHECK-LABEL: add_read:
; CHECK: cbz
; CHECK: mov x4, x0
; CHECK-NOT: mov x{{[0-9]+}}, x
; CHECK: ldr x0, [x0, #8]
; CHECK-NOT: mov x{{[0-9]+}}, x
; CHECK: str w{{[0-9]+}}, [x4, #20]
; CHECK-NOT: mov x{{[0-9]+}}, x
; CHECK: b create

define void @add_read(ptr %client) nounwind {
entry:
  %place = getelementptr i8, ptr %client, i64 20
  %reads = load i32, ptr %place, align 4
  %not = icmp eq i32 %reads, 0
  br i1 %not, label %add, label %done

add:
  %from = getelementptr i8, ptr %client, i64 8
  %loop = load ptr, ptr %from, align 8
  store i32 1, ptr %place, align 4
  %number = getelementptr i8, ptr %client, i64 16
  %file = load i32, ptr %number, align 8
  tail call void @create(ptr %loop, i32 %file, i32 1, ptr @event, ptr %client)
  ret void

done:
  ret void
}

declare void @create(ptr, i32, i32, ptr, ptr)
declare void @event(ptr)
