; %v125 is split in front of the call that reads it. Copies of lanes whose value does not matter name its
; register there first (COPY undef): the piece must not begin at such an operand without its value.
; REQUIRES: arm-registered-target
; RUN: llc -mtriple=thumbv8.1m.main-none-eabihf -mattr=+mve.fp,+lob -stress-regalloc=7 -O3 -regalloc=limit \
; RUN:   -verify-machineinstrs -limit-check-strict < %s -o /dev/null

declare i16 @g2(<16 x float>, ...)

define <16 x float> @f0(ptr %memory, i32 %v64, i1 %v143) {
entry:
  br label %block42

block42:                                          ; preds = %block45, %entry
  br label %block43

block43:                                          ; preds = %block45, %block42
  %v13.1 = phi <16 x float> [ splat (float 1.000000e+00), %block45 ], [ zeroinitializer, %block42 ]
  %v11.1 = phi <16 x float> [ %v134, %block45 ], [ zeroinitializer, %block42 ]
  %v125 = fsub <16 x float> zeroinitializer, %v13.1
  %v134 = shufflevector <16 x float> %v11.1, <16 x float> %v125, <16 x i32> <i32 14, i32 22, i32 23, i32 12, i32 7, i32 3, i32 24, i32 5, i32 6, i32 6, i32 5, i32 21, i32 19, i32 29, i32 21, i32 12>
  br i1 %v143, label %common.ret, label %block45

block45:                                          ; preds = %block43
  %v156 = call i16 (<16 x float>, ...) @g2(<16 x float> %v125)
  switch i32 %v64, label %common.ret [
    i32 4004, label %block43
    i32 1001, label %block50
    i32 2002, label %block42
    i32 3003, label %block50
  ]

common.ret:                                       ; preds = %block50, %block45, %block43
  ret <16 x float> zeroinitializer

block50:                                          ; preds = %block45, %block45
  %v285 = getelementptr i8, ptr %memory, i32 320
  store <16 x float> %v11.1, ptr %v285, align 4
  %v289 = getelementptr i8, ptr %memory, i32 336
  store <16 x float> zeroinitializer, ptr %v289, align 4
  br label %common.ret
}
