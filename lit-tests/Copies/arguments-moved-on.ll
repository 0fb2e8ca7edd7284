; What is loaded is passed as the first argument, the block that came there as the second. Both have their registers
; only if the count leaves that of the second for the multiplication's, though the copy there is executed half as
; often: one range moves on to a register that another one leaves. One copy less is executed.
; REQUIRES: x86-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -verify-machineinstrs < %s | FileCheck %s

; CHECK-LABEL: resize:
; CHECK: movq %rsi, %rax
; CHECK: movq %rdi, %rsi
; CHECK: movq %fs:heap@TPOFF, %rdi
; CHECK: je resize_in
; CHECK-NOT: movq
; CHECK: mulq %rdx
; CHECK: movq %rax, %rdx
; CHECK-NOT: movq
; CHECK: jmp resize_in

@heap = external thread_local(localexec) global ptr

define ptr @resize(ptr %block, i64 %count, i64 %size, i64 %alignment, i64 %offset) {
entry:
  %from = load ptr, ptr @heap
  %is.one = icmp eq i64 %count, 1
  br i1 %is.one, label %call, label %multiply

multiply:
  %product = call { i64, i1 } @llvm.umul.with.overflow.i64(i64 %count, i64 %size)
  %overflows = extractvalue { i64, i1 } %product, 1
  %all = extractvalue { i64, i1 } %product, 0
  br i1 %overflows, label %fail, label %call

call:
  %bytes = phi i64 [ %size, %entry ], [ %all, %multiply ]
  %moved = tail call ptr @resize_in(ptr %from, ptr %block, i64 %bytes, i64 %alignment, i64 %offset)
  ret ptr %moved

fail:
  ret ptr null
}

declare ptr @resize_in(ptr, ptr, i64, i64, i64)
declare { i64, i1 } @llvm.umul.with.overflow.i64(i64, i64)
