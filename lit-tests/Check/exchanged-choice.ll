; SystemZ exchanges the operands of a comparison to fold one, and less with greater in the condition that a
; choice (SELR) reads; later the choice's operands change places, and its condition is negated.
; REQUIRES: systemz-registered-target
; RUN: llc -mtriple=s390x-ibm-zos -mcpu=z15 -stress-regalloc=6 -O1 -enable-subreg-liveness -frame-pointer=all \
; RUN:   -regalloc=limit -limit-check-strict < %s -o /dev/null
; The condition is wrong where the comparison was not exchanged.
; RUN: not llc -mtriple=s390x-ibm-zos -mcpu=z15 -regalloc=limit -limit-check -limit-mutate=exchange-condition:0 < %s -o /dev/null 2>&1 | FileCheck --check-prefix=WRONG %s

; WRONG: limit-check: in function 'autogen_SD54037022', {{.*}} = SELRMux {{.*}} reads the value of CC from nowhere

define i1 @autogen_SD54037022(i32 %0, i1 %E41, i8 %E97, <1 x i8> %I28, double %Sl, i8 %L18) {
BB:
  %E34 = extractelement <8 x i8> zeroinitializer, i32 %0
  br label %CF248

CF248:                                            ; preds = %CF248, %BB
  %L5 = load <1 x i1>, ptr null, align 1
  %Sl123 = select <1 x i1> %L5, <1 x i8> splat (i8 1), <1 x i8> zeroinitializer
  br i1 %E41, label %CF248, label %CF236

CF236:                                            ; preds = %CF249, %CF248
  %B137 = frem double %Sl, 0.000000e+00
  br label %CF256

CF256:                                            ; preds = %CF236
  %B144 = fmul double 0.000000e+00, %B137
  br label %CF243

CF243:                                            ; preds = %CF243, %CF256
  %E157 = extractelement <8 x i8> zeroinitializer, i32 %0
  %Cmp102 = icmp sgt i8 %L18, %E97
  %E111 = extractelement <1 x i8> %I28, i32 0
  %Sl162 = select i1 %Cmp102, i8 %E111, i8 %E97
  %E165 = extractelement <1 x i1> %L5, i32 0
  br i1 %E165, label %CF243, label %CF249

CF249:                                            ; preds = %CF243
  %Cmp171 = icmp ule i8 %E34, 0
  br i1 %Cmp171, label %CF236, label %CF239

CF239:                                            ; preds = %CF249
  %Sl178 = select i1 false, <1 x i8> zeroinitializer, <1 x i8> %Sl123
  store i8 %E157, ptr null, align 1
  %Cmp225 = icmp ne i8 0, %Sl162
  ret i1 %Cmp225
}
