; A value that is passed in several registers and still needed afterwards stays in one of them: the
; copy of a value is not in the way of the value itself. Here all six registers that are left to
; allocation become arguments, so that nothing else would do for the two that go on the stack.

; REQUIRES: x86-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -verify-machineinstrs -stress-regalloc=6 < %s \
; RUN:   | FileCheck %s --implicit-check-not=movabsq

declare x86_regcallcc i64 @taker(i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64)

; CHECK-LABEL: pass_one_value:
; CHECK:       movabsq $4294967298, [[VALUE:%r[a-z0-9]+]]
; CHECK-COUNT-2: pushq [[VALUE]]
; CHECK:       callq
define i64 @pass_one_value() {
  %r = call x86_regcallcc i64 @taker(
      i64 4294967298, i64 4294967298, i64 4294967298, i64 4294967298, i64 4294967298,
      i64 4294967298, i64 4294967298, i64 4294967298, i64 4294967298, i64 4294967298,
      i64 4294967298, i64 4294967298, i64 4294967298)
  ret i64 %r
}
