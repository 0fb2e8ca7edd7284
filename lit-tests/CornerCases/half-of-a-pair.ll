; A pair is spilled when only one of its halves has a value. RISC-V makes two stores of that, and the
; second must not read a register that nothing was written to.
; REQUIRES: riscv-registered-target
; RUN: llc -mtriple=riscv32-linux-gnu -mattr=+zilsd -regalloc=limit -verify-machineinstrs -limit-check-strict < %s -o /dev/null

define i8 @f() personality ptr @__gxx_personality_v0 {
entry:
  %loaded = load i128, ptr null
  br label %again

again:
  %pairs = phi i128 [ %loaded, %entry ], [ 0, %pad ]
  %r = invoke <2 x double> @g(i32 0) to label %end unwind label %pad

end:
  ret i8 0

pad:
  %l = landingpad { ptr, i32 } cleanup
  store i128 %pairs, ptr null
  br label %again
}

declare <2 x double> @g(i32)
declare i32 @__gxx_personality_v0(...)
