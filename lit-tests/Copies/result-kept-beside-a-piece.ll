; A result is returned in x0, where the call left it, unless it is null: then it is kept in a callee-saved register across
; one call or two. In front of the return between them it is copied to x0, and the register still has it: in front of the
; second call it is not copied there again.
; REQUIRES: aarch64-registered-target
; RUN: llc -mtriple=aarch64-linux-gnu -regalloc=limit -verify-machineinstrs -limit-check-strict %s -o - | FileCheck %s

; CHECK-LABEL: next:
; CHECK: bl advance
; CHECK: mov [[KEPT:x(19|20)]], x0
; CHECK: bl matches
; CHECK: mov x0, [[KEPT]]
; CHECK-NOT: mov [[KEPT]]
; CHECK: bl clear
; CHECK-NEXT: mov x0, [[KEPT]]

@state = external dso_local global ptr

define ptr @next(ptr %iterator) nounwind {
entry:
  %result = call ptr @advance(ptr %iterator)
  %there = icmp ne ptr %result, null
  br i1 %there, label %done, label %ended

ended:
  %now = load ptr, ptr @state, align 8
  %error = getelementptr i8, ptr %now, i64 96
  %kind = load ptr, ptr %error, align 8
  %none = icmp eq ptr %kind, null
  br i1 %none, label %done, label %failed

failed:
  %is = call i32 @matches(ptr %now, ptr %kind)
  %other = icmp eq i32 %is, 0
  br i1 %other, label %done, label %expected

expected:
  call void @clear(ptr %now)
  br label %done

done:
  ret ptr %result
}

declare ptr @advance(ptr)
declare i32 @matches(ptr, ptr)
declare void @clear(ptr)
