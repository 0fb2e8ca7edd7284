; A stack map may name more values than there are registers.
; REQUIRES: x86-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -verify-machineinstrs -stress-regalloc=3 < %s | FileCheck %s

; CHECK-LABEL: mapped:
; CHECK: .section .llvm_stackmaps

define i64 @mapped(i64 %a, i64 %b, i64 %c, i64 %d, i64 %e) {
  %f = add i64 %a, %b
  %g = mul i64 %c, %d
  %h = xor i64 %e, %f
  call void (i64, i32, ...) @llvm.experimental.stackmap(i64 7, i32 5, i64 %a, i64 %b, i64 %c, i64 %d, i64 %e, i64 %f, i64 %g, i64 %h)
  %r = add i64 %g, %h
  ret i64 %r
}

declare void @llvm.experimental.stackmap(i64, i32, ...)
