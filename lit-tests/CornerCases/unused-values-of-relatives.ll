; The first spills remove dead definitions. Their values stay in the intervals, unused and without a
; position, where the spiller looked for one when it took small relatives along.
; REQUIRES: msp430-registered-target
; RUN: llc -mtriple=msp430 -O1 -regalloc=limit -verify-regalloc %s -o - | FileCheck %s

; CHECK-LABEL: f:
; CHECK: .size f

define void @f(ptr %0, i32 %1, i1 %L153, i1 %E168, i16 %E146) {
BB:
  %L = load i1, ptr null, align 1
  %Sl75 = select i1 %L153, i32 0, i32 1
  %I121 = insertelement <2 x i64> zeroinitializer, i64 0, i32 %Sl75
  br label %CF413

CF413:
  store <4 x i8> zeroinitializer, ptr %0, align 4
  %E1461 = extractelement <8 x i16> zeroinitializer, i32 0
  %I148 = insertelement <2 x i64> %I121, i64 0, i32 %Sl75
  %L1532 = load i1, ptr null, align 1
  br i1 %L153, label %CF413, label %CF426

CF426:
  %L161 = load <4 x i1>, ptr null, align 1
  %E1683 = extractelement <1 x i1> zeroinitializer, i32 0
  br i1 %E168, label %CF413, label %CF417

CF417:
  %I177 = insertelement <8 x i16> zeroinitializer, i16 %E146, i32 0
  br label %CF403

CF403:
  %Shuff189 = shufflevector <4 x i1> zeroinitializer, <4 x i1> %L161, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %Sl192 = select <2 x i1> zeroinitializer, <2 x i64> zeroinitializer, <2 x i64> %I148
  br label %CF403
}
