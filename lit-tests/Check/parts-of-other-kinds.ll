; A general register is copied to a floating-point register. Their parts have nothing in common, so
; each part of the copy may come from any of the original, and is compared all the same: a register
; that is exchanged for another is found.
; REQUIRES: aarch64-registered-target
; RUN: llc -mtriple=aarch64-linux-gnu -regalloc=greedy -limit-check-strict < %s -o /dev/null
; RUN: llc -mtriple=aarch64-linux-gnu -regalloc=limit -limit-check-strict < %s -o /dev/null
; RUN: not llc -mtriple=aarch64-linux-gnu -regalloc=greedy -limit-check -limit-mutate=swap-registers:0 < %s -o /dev/null 2>&1 | FileCheck %s

; CHECK: limit-check: in function 'halves', {{.*}}FSUBv2f32 {{.*}} reads %{{[0-9]+}}:{{[0-9A-F]+}} from

define void @halves(i64 %a, ptr %p, ptr %q, <2 x float> %other) {
  %low = trunc i64 %a to i32
  store volatile i32 %low, ptr %p
  %both = bitcast i64 %a to <2 x float>
  %first = extractelement <2 x float> %both, i32 0
  store volatile float %first, ptr %p
  %difference = fsub <2 x float> %both, %other
  store volatile <2 x float> %difference, ptr %q
  ret void
}
