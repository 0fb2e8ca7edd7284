; Two registers: a constant goes to arguments in registers that the instruction can write, and to others that it cannot. In
; front of the latter both registers hold arguments, and the constant is read from one that holds it already.
; REQUIRES: avr-registered-target
; RUN: llc -mtriple=avr -mcpu=atmega2560 -stress-regalloc=2 -frame-pointer=all -enable-misched=false -regalloc=limit -limit-check-strict < %s | FileCheck %s
; RUN: llc -mtriple=avr -mcpu=atmega2560 -stress-regalloc=2 -frame-pointer=all -enable-misched=false -regalloc=limit -limit-rounds=1 -limit-check-strict < %s | FileCheck %s

; CHECK-LABEL: f0:
; CHECK: ldi r24, 0
; CHECK-NEXT: ldi r25, 0
; CHECK: movw r12, r24
; CHECK-NEXT: movw r14, r24
; CHECK: call __udivdi3

define i64 @f0(i8 %v29) addrspace(1) {
entry:
  %v93 = zext i8 %v29 to i64
  %v94 = udiv i64 1, %v93
  ret i64 %v94
}
