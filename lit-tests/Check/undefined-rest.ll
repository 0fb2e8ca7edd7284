; An instruction may read a register of which only a part was ever written.
; REQUIRES: x86-registered-target
; RUN: llc -mtriple=i686-unknown-unknown -mattr=+sse2 -regalloc=greedy -limit-check-strict < %s -o /dev/null
; RUN: llc -mtriple=i686-unknown-unknown -mattr=+sse2 -regalloc=limit -limit-check-strict < %s -o /dev/null

define bfloat @fence(bfloat %a) {
  %b = call bfloat @llvm.arithmetic.fence.bf16(bfloat %a)
  ret bfloat %b
}

declare bfloat @llvm.arithmetic.fence.bf16(bfloat)
