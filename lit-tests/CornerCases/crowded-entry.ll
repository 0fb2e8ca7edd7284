; The scheduler leaves the address of a stack object above the copies of four arguments, and there
; are no registers but those four: the copies go first, then the address has a register.
; REQUIRES: arm-registered-target
; RUN: llc -mtriple=armv7-linux-gnueabihf -mattr=+neon -regalloc=limit -verify-machineinstrs \
; RUN:   -stress-regalloc=4 < %s | FileCheck %s

; CHECK-LABEL: crowded:
; CHECK: str r{{[0-3]}}, [sp
; CHECK: .size crowded

define void @crowded(ptr %0, ptr %1, ptr %2, i32 %3) {
BB:
  %A3 = alloca <16 x i64>, align 128
  %E = extractelement <16 x i64> zeroinitializer, i32 %3
  %L19 = load double, ptr %A3, align 8
  store i16 0, ptr %A3, align 2
  %E36 = extractelement <16 x i64> zeroinitializer, i32 %3
  store i64 %E36, ptr %0, align 4
  %Sl47 = select i1 false, <16 x i8> zeroinitializer, <16 x i8> zeroinitializer
  %I30 = insertelement <2 x double> zeroinitializer, double %L19, i32 0
  %E115 = extractelement <16 x i64> zeroinitializer, i32 %3
  br label %CF335

CF335:
  %Tr155 = trunc i64 %E115 to i8
  %L12 = load <16 x i64>, ptr %2, align 128
  %E101 = extractelement <16 x i64> %L12, i32 0
  store i64 %E101, ptr %0, align 4
  %B170 = mul i64 %E, 0
  %E196 = extractelement <16 x i64> zeroinitializer, i32 %3
  %Sl215 = select i1 false, <8 x i32> zeroinitializer, <8 x i32> zeroinitializer
  %I228 = insertelement <16 x i64> zeroinitializer, i64 %E196, i32 0
  store i1 false, ptr %1, align 1
  br label %CF335
}
