; A pair is spilled while its even half has no value, and another value is in that half's register. What is
; stored there does not matter; the half must not be defined for the store, which would end the other value.
; REQUIRES: riscv-registered-target
; RUN: llc -mtriple=riscv32-linux-gnu -mattr=+m,+zilsd -stress-regalloc=10 -regalloc=limit -verify-machineinstrs -limit-check-strict < %s -o /dev/null

define i64 @f(ptr %0, i32 %1, i1 %Cmp17, i1 %Tr38, <4 x i64> %L26) {
entry:
  br label %outer

outer:
  %L5 = load <8 x i1>, ptr null, align 1
  store i1 true, ptr null, align 1
  br label %inner

inner:
  %Cmp = icmp slt i32 0, %1
  %I8 = insertelement <8 x i1> %L5, i1 %Cmp, i32 %1
  %Shuff13 = shufflevector <8 x i1> splat (i1 true), <8 x i1> zeroinitializer, <8 x i32> <i32 poison, i32 poison, i32 poison, i32 12, i32 14, i32 poison, i32 poison, i32 4>
  br i1 %Cmp17, label %inner, label %latch

latch:
  %Shuff20 = shufflevector <8 x i1> %I8, <8 x i1> zeroinitializer, <8 x i32> <i32 poison, i32 poison, i32 poison, i32 9, i32 11, i32 13, i32 15, i32 1>
  br i1 %Tr38, label %outer, label %then

then:
  %Sl39 = select i1 %Cmp, i64 1, i64 0
  br label %again

again:
  %E80 = extractelement <8 x i1> %Shuff13, i32 %1
  br i1 %E80, label %again, label %end

end:
  %B104 = urem i64 1, %Sl39
  store <4 x i64> %L26, ptr null, align 32
  ret i64 %B104
}
