; A patch point names its live values, in registers or in memory, and its arguments in registers.
; REQUIRES: x86-registered-target, aarch64-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -verify-machineinstrs < %s | FileCheck %s
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -verify-machineinstrs -stress-regalloc=5 < %s | FileCheck %s
; RUN: llc -mtriple=aarch64-linux-gnu -regalloc=limit -verify-machineinstrs < %s | FileCheck %s

; CHECK-LABEL: patched:
; CHECK: .section .llvm_stackmaps

define i64 @patched(i64 %a, i64 %b, i64 %c, i64 %d, i64 %e) {
  %f = add i64 %a, %b
  %g = mul i64 %c, %d
  %r = call i64 (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.i64(i64 3, i32 20, ptr null, i32 2, i64 %f, i64 %g, i64 %a, i64 %b, i64 %c, i64 %d, i64 %e)
  %s = add i64 %r, %g
  %t = add i64 %s, %e
  ret i64 %t
}

declare i64 @llvm.experimental.patchpoint.i64(i64, i32, ptr, i32, ...)
