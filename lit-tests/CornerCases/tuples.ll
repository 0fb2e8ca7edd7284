; ld4 and st4 want four neighbouring vector registers, under pressure too.
; REQUIRES: aarch64-registered-target
; RUN: llc -mtriple=aarch64-linux-gnu -regalloc=limit -verify-machineinstrs < %s | FileCheck %s
; RUN: llc -mtriple=aarch64-linux-gnu -regalloc=limit -verify-machineinstrs -stress-regalloc=8 < %s | FileCheck %s

; CHECK-LABEL: four:
; CHECK: ld4 { v{{[0-9]+}}.4s, v{{[0-9]+}}.4s, v{{[0-9]+}}.4s, v{{[0-9]+}}.4s }
; CHECK: st4 { v{{[0-9]+}}.4s, v{{[0-9]+}}.4s, v{{[0-9]+}}.4s, v{{[0-9]+}}.4s }

define void @four(ptr %p, ptr %q) {
  %l = call { <4 x i32>, <4 x i32>, <4 x i32>, <4 x i32> } @llvm.aarch64.neon.ld4.v4i32.p0(ptr %p)
  %a = extractvalue { <4 x i32>, <4 x i32>, <4 x i32>, <4 x i32> } %l, 0
  %b = extractvalue { <4 x i32>, <4 x i32>, <4 x i32>, <4 x i32> } %l, 1
  %c = extractvalue { <4 x i32>, <4 x i32>, <4 x i32>, <4 x i32> } %l, 2
  %d = extractvalue { <4 x i32>, <4 x i32>, <4 x i32>, <4 x i32> } %l, 3
  %s = add <4 x i32> %a, %d
  call void @llvm.aarch64.neon.st4.v4i32.p0(<4 x i32> %d, <4 x i32> %b, <4 x i32> %s, <4 x i32> %c, ptr %q)
  ret void
}

declare { <4 x i32>, <4 x i32>, <4 x i32>, <4 x i32> } @llvm.aarch64.neon.ld4.v4i32.p0(ptr)
declare void @llvm.aarch64.neon.st4.v4i32.p0(<4 x i32>, <4 x i32>, <4 x i32>, <4 x i32>, ptr)
