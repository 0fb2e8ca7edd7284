; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; With two pairs of registers, half of a pair in memory is computed from halves of two other pairs: its other
; half is reloaded behind that, since there is no third pair. LLVM's basic and fast allocators run out of
; registers here. Found by fuzzing.
; REQUIRES: hexagon-registered-target
; RUN: llc -mtriple=hexagon-unknown-elf -stress-regalloc=2 -relocation-model=pic -enable-misched=false \
; RUN:   -limit-placement=earliest -regalloc=limit -verify-machineinstrs -limit-check-strict %s -o /dev/null

define i32 @f0(ptr %memory, ptr %0, <16 x i8> %v55) {
entry:
  %v75 = and <16 x i8> %v55, splat (i8 1)
  %v82 = insertelement <16 x i8> %v75, i8 0, i64 0
  store <16 x i8> %v82, ptr %0, align 4
  store <16 x i8> %v75, ptr %memory, align 4
  ret i32 0
}
