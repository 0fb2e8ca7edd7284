; x86-64 overwrites the first operand of a subtraction. If that is copied to another register and read from there, each
; instruction still reads the value that it did, but the code subtracts from what is in the result's register.
; REQUIRES: x86-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -limit-check-strict < %s -o /dev/null
; RUN: not llc -mtriple=x86_64-linux-gnu -regalloc=limit -limit-check -limit-mutate=untie:0 < %s -o /dev/null 2>&1 \
; RUN:   | FileCheck %s

; CHECK: limit-check: in function 'difference', {{.*}} = SUB32rr {{.*}} has a result in another register than the operand
; CHECK-SAME: that is tied to it
; CHECK-NOT: limit-check:

define i32 @difference(i32 %a, i32 %b) {
  %difference = sub i32 %a, %b
  ret i32 %difference
}
