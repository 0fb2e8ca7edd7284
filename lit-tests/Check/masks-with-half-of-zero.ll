; The mask that IPRA makes for a call to @f names the upper half of AArch64's zero register, which LLVM
; does not call constant by itself: the register is still zero behind the call.
; REQUIRES: aarch64-registered-target
; RUN: llc -mtriple=aarch64-linux-gnu -O1 -enable-ipra -stress-regalloc=5 -global-isel -global-isel-abort=2 \
; RUN:   -regalloc=greedy -limit-check-strict < %s -o - | FileCheck %s
; RUN: llc -mtriple=aarch64-linux-gnu -O1 -enable-ipra -stress-regalloc=5 -global-isel -global-isel-abort=2 \
; RUN:   -regalloc=limit -limit-check-strict < %s -o /dev/null

; CHECK-LABEL: g:
; CHECK: mov {{x[0-9]+}}, xzr

define float @f() {
entry:
  %v = load volatile i64, ptr null, align 4
  ret float 0.000000e+00
}

define { i32, i1 } @g(i1 %again) {
entry:
  %v = load volatile i64, ptr null, align 4
  br label %loop

loop:
  %x = call float @f()
  br i1 %again, label %loop, label %done

done:
  %old = cmpxchg ptr null, i32 0, i32 0 monotonic monotonic, align 4
  ret { i32, i1 } %old
}
