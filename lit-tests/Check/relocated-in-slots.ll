; What a collector may move while it is in a slot is in the slot afterwards: that result is no
; operand of the statepoint any more, and the others keep their registers.
; REQUIRES: x86-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -max-registers-for-gc-values=8 -regalloc=greedy -limit-check-strict < %s -o /dev/null
; RUN: llc -mtriple=x86_64-linux-gnu -max-registers-for-gc-values=8 -regalloc=limit -limit-check-strict < %s -o /dev/null
; RUN: llc -mtriple=x86_64-linux-gnu -max-registers-for-gc-values=8 -regalloc=limit -stop-after=virtregrewriter < %s | FileCheck %s

; CHECK: = STATEPOINT 0, 0, 0, {{.*}}@func,{{.*}} 1, 8, %stack.

define i32 @moved(ptr addrspace(1) %p0, ptr addrspace(1) %p1, ptr addrspace(1) %p2, ptr addrspace(1) %p3, ptr addrspace(1) %p4, ptr addrspace(1) %p5, ptr addrspace(1) %p6, ptr addrspace(1) %p7) gc "statepoint-example" {
  %token = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @func, i32 0, i32 0, i32 0, i32 0) [ "gc-live" (ptr addrspace(1) %p0, ptr addrspace(1) %p1, ptr addrspace(1) %p2, ptr addrspace(1) %p3, ptr addrspace(1) %p4, ptr addrspace(1) %p5, ptr addrspace(1) %p6, ptr addrspace(1) %p7) ]
  %q0 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %token, i32 0, i32 0)
  %q1 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %token, i32 1, i32 1)
  %q2 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %token, i32 2, i32 2)
  %q3 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %token, i32 3, i32 3)
  %q4 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %token, i32 4, i32 4)
  %q5 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %token, i32 5, i32 5)
  %q6 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %token, i32 6, i32 6)
  %q7 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %token, i32 7, i32 7)
  %v0 = load i32, ptr addrspace(1) %q0
  %v1 = load i32, ptr addrspace(1) %q1
  %v2 = load i32, ptr addrspace(1) %q2
  %v3 = load i32, ptr addrspace(1) %q3
  %v4 = load i32, ptr addrspace(1) %q4
  %v5 = load i32, ptr addrspace(1) %q5
  %v6 = load i32, ptr addrspace(1) %q6
  %v7 = load i32, ptr addrspace(1) %q7
  %s1 = add i32 %v0, %v1
  %s2 = add i32 %s1, %v2
  %s3 = add i32 %s2, %v3
  %s4 = add i32 %s3, %v4
  %s5 = add i32 %s4, %v5
  %s6 = add i32 %s5, %v6
  %s7 = add i32 %s6, %v7
  ret i32 %s7
}

declare void @func()
declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32, i32)
