; The zero that greedy stores to a slot is that of a move. Where nobody reads the flags another
; instruction computes the same zero, and folds to the same store.
; REQUIRES: x86-registered-target
; RUN: llc -mtriple=i686-pc-windows-msvc -stress-regalloc=8 -regalloc=greedy -limit-check-strict < %s -o /dev/null

define i1 @keeps_a_constant(ptr %0, i64 %1, i1 %Cmp47, i64 %E42, double %L41) {
BB:
  br label %CF191

CF191:
  %B31 = shl i64 1, %1
  %Cmp33 = fcmp oge float 0.000000e+00, 1.000000e+00
  br i1 %Cmp33, label %CF191, label %CF187

CF187:
  br i1 %Cmp47, label %CF187, label %CF189

CF189:
  store i64 %E42, ptr %0, align 4
  %Cmp473 = icmp ule i1 false, false
  %B58 = frem double %L41, 0.000000e+00
  %Sl59 = select i1 %Cmp473, double %B58, double 0.000000e+00
  %Tr98 = trunc i64 %B31 to i1
  ret i1 %Tr98
}
