; An argument is kept across a call on one way only, and passed on to that call. Constants on that way need a register
; for an instruction each. They were given the argument's before the argument was cut in front of the call, and leave
; it again: the argument stays where it is until the call, with one copy for what comes behind.
; REQUIRES: riscv-registered-target
; RUN: llc -mtriple=riscv64-linux-gnu -regalloc=limit -limit-check-strict %s -o - | FileCheck %s

; CHECK-LABEL: kept_on_one_way:
; CHECK: mv s0, a0
; CHECK-NEXT: li [[FIRST:a[1-7]]], 787
; CHECK-NEXT: sw [[FIRST]], 52(a0)
; CHECK-NOT: mv a0,
; CHECK: call callee

declare void @callee(ptr, i32)

define i32 @kept_on_one_way(ptr %p) {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %out, label %work

work:
  %first = getelementptr i8, ptr %p, i64 52
  store volatile i32 787, ptr %first
  %second = getelementptr i8, ptr %p, i64 196
  store volatile i8 2, ptr %second
  call void @callee(ptr %p, i32 1)
  %result = getelementptr i8, ptr %p, i64 8
  %v = load i32, ptr %result
  br label %out

out:
  %r = phi i32 [ 0, %entry ], [ %v, %work ]
  ret i32 %r
}
