; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; SystemZ folds the operand of a choice whose result has the register of the other operand, in a lower half; both got
; other registers afterwards, the result one in an upper half. Found by fuzzing.
; REQUIRES: systemz-registered-target
; RUN: llc -mtriple=s390x-ibm-zos -mcpu=z15 -regalloc=greedy -verify-machineinstrs -limit-check-strict -print-after=systemz-post-rewrite %s \
; RUN:   -o /dev/null 2>&1 | FileCheck %s

; CHECK: renamable $r[[R:[0-9]+]]h = LOCMux killed $r[[R]]h(tied-def 0), %stack
; CHECK-NOT: limit-check

define void @test(ptr %0, ptr %1, i64 %2, i8 %3, i1 %Sl17, ptr %A.sroa.0, float %FC31, i1 %FC110, <4 x float> %L112) {
BB:
  %A.sroa.01 = alloca [2 x double], align 64
  br label %CF281

CF281:                                            ; preds = %CF281, %BB
  %L5 = load i1, ptr null, align 1
  store <4 x float> zeroinitializer, ptr null, align 16
  %Sl172 = select i1 false, i1 false, i1 true
  br i1 %Sl17, label %CF281, label %CF292

CF292:                                            ; preds = %CF281
  %B23 = udiv i8 %3, 11
  %Sl32 = select i1 true, ptr %A.sroa.0, ptr null
  %FC313 = sitofp i16 0 to float
  br label %CF

CF:                                               ; preds = %CF304, %CF292
  br label %CF291

CF291:                                            ; preds = %CF291, %CF
  %Cmp33 = fcmp une float 0x3E24F6C8C0000000, %FC313
  %Se80 = sext i1 %Cmp33 to i8
  br i1 %FC110, label %CF291, label %CF296

CF296:                                            ; preds = %CF291
  %B87 = frem float 0.000000e+00, %FC31
  %L83 = load i1, ptr null, align 1
  %Sl89 = select i1 %L83, i1 false, i1 %L5
  br label %CF280

CF280:                                            ; preds = %CF280, %CF296
  %L91 = load i64, ptr %0, align 4
  %L98 = load <4 x float>, ptr %Sl32, align 16
  store i64 %2, ptr null, align 4
  br i1 %FC110, label %CF280, label %CF304

CF304:                                            ; preds = %CF280
  %Sl111 = select i1 %Sl172, i8 %B23, i8 %Se80
  br i1 %FC110, label %CF, label %CF277

CF277:                                            ; preds = %CF304
  %E170 = extractelement <2 x i64> splat (i64 1), i32 0
  %Sl175 = select i1 true, i1 true, i1 false
  %L200 = load i1, ptr null, align 1
  store <4 x float> %L98, ptr null, align 16
  %B211 = frem <4 x float> %L112, zeroinitializer
  %Sl213 = select i1 false, float 0.000000e+00, float %B87
  br label %CF288

CF288:                                            ; preds = %CF288, %CF277
  %Shuff239 = shufflevector <4 x float> %B211, <4 x float> zeroinitializer, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %Cmp252 = icmp sge i64 %E170, %L91
  br i1 %Cmp252, label %CF288, label %CF295

CF295:                                            ; preds = %CF295, %CF288
  store <1 x float> zeroinitializer, ptr null, align 4
  %Cmp260 = icmp sge i1 %Sl89, %L200
  br i1 %Cmp260, label %CF295, label %CF306

CF306:                                            ; preds = %CF295
  store i1 %Sl175, ptr %A.sroa.0, align 64
  store i8 %Sl111, ptr %0, align 1
  ret void
}
