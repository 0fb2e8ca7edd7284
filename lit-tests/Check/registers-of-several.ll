; A register that is spilled as the list of its parts comes back as a whole, and as every part.
; REQUIRES: arm-registered-target
; RUN: llc -mtriple=thumbv7-linux-gnueabihf -mattr=+neon -regalloc=greedy -limit-check-strict < %s -o /dev/null
; RUN: llc -mtriple=thumbv7-linux-gnueabihf -mattr=+neon -regalloc=limit -limit-check-strict < %s -o /dev/null
; RUN: llc -mtriple=thumbv7-linux-gnueabihf -mattr=+neon -regalloc=limit < %s | FileCheck %s

; CHECK: vstmia sp
; CHECK: bl opaque
; CHECK: vldmia sp

define void @two_vectors(ptr %p, ptr %q) {
  %a = call { <16 x i8>, <16 x i8> } @llvm.arm.neon.vld2.v16i8.p0(ptr %p, i32 1)
  %x = extractvalue { <16 x i8>, <16 x i8> } %a, 0
  %y = extractvalue { <16 x i8>, <16 x i8> } %a, 1
  call void @opaque()
  call void asm sideeffect "", "~{q4},~{q5},~{q6},~{q7}"()
  call void @llvm.arm.neon.vst2.p0.v16i8(ptr %q, <16 x i8> %x, <16 x i8> %y, i32 1)
  ret void
}

declare { <16 x i8>, <16 x i8> } @llvm.arm.neon.vld2.v16i8.p0(ptr, i32)
declare void @llvm.arm.neon.vst2.p0.v16i8(ptr, <16 x i8>, <16 x i8>, i32)
declare void @opaque()
