; Of a register that took in one of which a part is undefined, greedy copies the other part alone. No
; operand names a part of it any more.
; REQUIRES: ve-registered-target
; RUN: llc -mtriple=ve-linux-gnu -stress-regalloc=9 -enable-subreg-liveness -regalloc=greedy -limit-check-strict < %s -o /dev/null

define fastcc i16 @low_half() {
entry:
  %v77 = call fastcc i16 null(ptr null, i128 0)
  %v130 = atomicrmw max ptr null, i32 0 monotonic, align 4
  %v141 = call fastcc i32 null(ptr null, i128 0)
  %v150 = xor i16 1, %v77
  %v158 = and i16 %v150, %v77
  ret i16 %v158
}
