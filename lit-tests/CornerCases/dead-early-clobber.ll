; The loads of %a1 and %a5 write their results early. The values are computed again where they are
; stored, and the dead definitions that LLVM keeps for that begin at the early slot too.
; REQUIRES: avr-registered-target
; RUN: llc -mtriple=avr -mcpu=atmega328p -O1 -regalloc=limit -verify-regalloc %s -o - | FileCheck %s

; CHECK-LABEL: f:
; CHECK: ret

@G = external global [1024 x i8], align 64

define i8 @f(i64 %a0, i16 %a1, i64 %a2, i32 %a3, i16 %a4, i64 %a5) addrspace(1) #0 {
entry:
  %im1 = load volatile i8, ptr @G, align 1
  %im2 = load volatile i8, ptr @G, align 1
  %im7 = load volatile i16, ptr @G, align 1
  %im8 = load volatile i16, ptr @G, align 1
  %im9 = load volatile i8, ptr @G, align 1
  br label %b0

b0:                                               ; preds = %entry
  %t3 = sub i16 %im7, %im7
  br label %ret

ret:                                              ; preds = %b0
  store volatile i64 %a5, ptr @G, align 1
  store volatile i8 %im1, ptr @G, align 1
  store volatile i8 %im2, ptr @G, align 1
  store volatile i16 %a1, ptr @G, align 1
  store volatile i32 %a3, ptr @G, align 1
  store volatile i64 %a5, ptr @G, align 1
  store volatile i16 %im7, ptr @G, align 1
  store volatile i16 %im8, ptr @G, align 1
  store volatile i8 %im9, ptr @G, align 1
  ret i8 %im1
}

attributes #0 = { "stackrealign" }
