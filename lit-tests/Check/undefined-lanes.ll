; An instruction may read a register that took in another one of which a part was never written.
; REQUIRES: arm-registered-target
; RUN: llc -mtriple=thumbv8.1m.main-none-eabi -mattr=+mve.fp -regalloc=greedy -limit-check-strict < %s -o /dev/null
; RUN: llc -mtriple=thumbv8.1m.main-none-eabi -mattr=+mve.fp -regalloc=limit -limit-check-strict < %s -o /dev/null

define void @sums_of_four(ptr %from, ptr %to) {
  %all = load <16 x half>, ptr %from, align 2
  %a = shufflevector <16 x half> %all, <16 x half> undef, <4 x i32> <i32 0, i32 4, i32 8, i32 12>
  %b = shufflevector <16 x half> %all, <16 x half> undef, <4 x i32> <i32 1, i32 5, i32 9, i32 13>
  %c = shufflevector <16 x half> %all, <16 x half> undef, <4 x i32> <i32 2, i32 6, i32 10, i32 14>
  %d = shufflevector <16 x half> %all, <16 x half> undef, <4 x i32> <i32 3, i32 7, i32 11, i32 15>
  %ab = fadd <4 x half> %a, %b
  %cd = fadd <4 x half> %c, %d
  %sum = fadd <4 x half> %ab, %cd
  store <4 x half> %sum, ptr %to
  ret void
}
