; RISC-V allocates vectors first, and what sets their length writes to a register that stays zero.
; REQUIRES: riscv-registered-target
; RUN: llc -mtriple=riscv64-linux-gnu -mattr=+v -regalloc=greedy -limit-check-strict < %s -o /dev/null
; RUN: llc -mtriple=riscv64-linux-gnu -mattr=+v -regalloc=limit -limit-check-strict < %s -o /dev/null

define <4 x i32> @call_of_null() {
  %v = call <4 x i32> null(<4 x i32> zeroinitializer, <16 x i8> zeroinitializer)
  ret <4 x i32> %v
}
