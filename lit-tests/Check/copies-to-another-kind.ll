; Copies of one general register to a mask register: machine copy propagation removes the second, as the mask
; register still has all of it. A byte of the general register is also named alone.
; REQUIRES: x86-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -mattr=+avx512f,+avx512vl,+avx512bw -regalloc=greedy -limit-check-strict < %s -o /dev/null
; RUN: llc -mtriple=x86_64-linux-gnu -mattr=+avx512f,+avx512vl,+avx512bw -regalloc=basic -limit-check-strict < %s -o /dev/null

define i64 @copies_to_a_mask(i1 %Tr) {
BB:
  br label %CF

CF:
  %Sl38 = select i1 %Tr, double 1.000000e+00, double 0.000000e+00
  br i1 %Tr, label %CF, label %CF134

CF134:
  %Sl60 = select i1 %Tr, double 1.000000e+00, double 0.000000e+00
  br i1 %Tr, label %CF, label %CF135

CF135:
  %B98 = frem double 0.000000e+00, %Sl60
  br i1 %Tr, label %CF135, label %CF142

CF142:
  %Sl121 = select i1 false, double 0.000000e+00, double %B98
  %FC75 = fptosi double %Sl38 to i64
  ret i64 %FC75
}
