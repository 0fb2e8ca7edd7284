; The spiller loads an argument again in front of a copy to R3, where no other register is free. It is
; loaded to R3 at once.
; REQUIRES: arm-registered-target
; RUN: llc -mtriple=thumbv6m-none-eabi -stress-regalloc=3 -regalloc=limit -limit-check-strict -verify-machineinstrs < %s \
; RUN:   | FileCheck %s

; CHECK: ldr r3, [sp, #{{[0-9]+}}]
; CHECK-NEXT: bl __aeabi_ldivmod

define i64 @remainder(ptr %0, ptr %1, i32 %2, i64 %3) {
BB:
  %B51 = srem i64 1, %3
  ret i64 %B51
}
