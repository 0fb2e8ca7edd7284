; A store of neighbouring vector registers that are each other's is found by the checker.
; REQUIRES: aarch64-registered-target
; RUN: llc -mtriple=aarch64-linux-gnu -regalloc=limit -limit-check-strict < %s -o /dev/null
; RUN: not llc -mtriple=aarch64-linux-gnu -regalloc=limit -limit-check -limit-mutate=exchange-lanes:0 < %s -o /dev/null 2>&1 | FileCheck %s

; CHECK: limit-check: in function 'two',{{.*}} reads

define <4 x i32> @two(ptr %p) {
  %l = call { <4 x i32>, <4 x i32> } @llvm.aarch64.neon.ld2.v4i32.p0(ptr %p)
  %a = extractvalue { <4 x i32>, <4 x i32> } %l, 0
  %b = extractvalue { <4 x i32>, <4 x i32> } %l, 1
  %s = sub <4 x i32> %a, %b
  ret <4 x i32> %s
}

declare { <4 x i32>, <4 x i32> } @llvm.aarch64.neon.ld2.v4i32.p0(ptr)
