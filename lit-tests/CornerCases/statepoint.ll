; Pointers that a collector may move are recorded at the statepoint and read back from there.
; REQUIRES: x86-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -verify-machineinstrs < %s | FileCheck %s
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -verify-machineinstrs -stress-regalloc=4 \
; RUN:   -use-registers-for-gc-values-in-landing-pad=true < %s | FileCheck %s

; CHECK-LABEL: relocates:
; CHECK: callq collect
; CHECK: .section .llvm_stackmaps

define ptr addrspace(1) @relocates(ptr addrspace(1) %p, ptr addrspace(1) %q) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @collect, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %p, ptr addrspace(1) %q) ]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  ret ptr addrspace(1) %r
}

declare void @collect()
declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32, i32)
