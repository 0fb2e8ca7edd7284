; The scheduler moves the reloads that the pass put in front of it away from their uses. The allocator
; behind it is free to spill them again: with four or three registers it ran out of them.
; REQUIRES: sparc-registered-target, aarch64-registered-target
; RUN: llc -mtriple=sparcv9-linux-gnu -mattr=+vis3 -O1 -stress-regalloc=4 -regalloc=greedy -limit-pressure \
; RUN:   -limit-pressure-place=before-scheduler -verify-machineinstrs -limit-check %s -o - | FileCheck %s
; RUN: llc -mtriple=arm64-apple-macosx -mattr=+sme,+sve -O3 -stress-regalloc=3 -regalloc=greedy -limit-pressure \
; RUN:   -limit-pressure-place=before-scheduler -verify-machineinstrs -limit-check %s -o - | FileCheck %s

; CHECK: four_pairs:
; CHECK: ret
; CHECK: two_pairs:
; CHECK: ret

define i256 @four_pairs(i256 %im11, i256 %im2) {
entry:
  %t3 = xor i256 %im11, %im2
  ret i256 %t3
}

define cxx_fast_tlscc i128 @two_pairs(i128 %im0, i128 %im4) {
entry:
  %im01 = load volatile i128, ptr null, align 16
  %t21 = or i128 %im0, %im4
  ret i128 %t21
}
