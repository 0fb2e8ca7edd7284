; SystemZ folds an operand of three if the result has the register of another one. The form that it
; makes leaves that open, and greedy gives the result another register afterwards.
; REQUIRES: systemz-registered-target
; RUN: llc -mtriple=s390x-ibm-zos -mcpu=z15 -stress-regalloc=4 -regalloc=greedy -limit-check-strict < %s -o /dev/null

define void @result_moves(ptr %0, double %B, i1 %Cmp205, i32 %E111, i1 %E222) {
BB:
  br label %CF327

CF327:
  %B150 = frem double %B, 0.000000e+00
  br label %CF354

CF354:
  %L177 = load i1, ptr null, align 1
  br i1 %L177, label %CF354, label %CF355

CF355:
  store <8 x i8> zeroinitializer, ptr %0, align 8
  br i1 %Cmp205, label %CF355, label %CF358

CF358:
  %I209 = insertelement <16 x double> zeroinitializer, double 0.000000e+00, i32 %E111
  br i1 %Cmp205, label %CF327, label %CF326

CF326:
  %Shuff276 = shufflevector <16 x double> zeroinitializer, <16 x double> %I209, <16 x i32> <i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30, i32 poison, i32 2, i32 4, i32 6, i32 8, i32 10, i32 poison, i32 14, i32 16>
  br label %CF341

CF341:
  %I292 = insertelement <2 x double> zeroinitializer, double %B150, i32 0
  %Sl294 = select i1 %L177, i1 false, i1 %E222
  br i1 %Sl294, label %CF341, label %CF361

CF361:
  ret void
}
