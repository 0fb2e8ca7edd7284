; With three registers, each half of the last argument is copied to two arguments of the call in the loop. limit
; loads the halves again in the loop, where the copies are, and gives the function up. In the last resort a load
; to a register of its own in front of the fourth argument would find none free: the three in front are set. The
; argument is loaded to the fixed registers at once. Found by fuzzing.
; REQUIRES: powerpc-registered-target
; RUN: llc -mtriple=powerpc-ibm-aix -mcpu=pwr8 -O3 -enable-ipra -stress-regalloc=3 -regalloc=limit \
; RUN:   -verify-machineinstrs -limit-check-strict -pass-remarks-missed=regalloc %s -o - 2>&1 | FileCheck %s

; CHECK: allocated by LLVM's greedy allocator instead of limit
; CHECK: %loop
; CHECK-DAG: lwz 5, [[HIGH:[0-9]+]](1)
; CHECK-DAG: lwz 6, [[LOW:[0-9]+]](1)
; CHECK-DAG: lwz 7, [[HIGH]](1)
; CHECK-DAG: lwz 8, [[LOW]](1)
; CHECK: bl .callee

declare fastcc float @callee(ptr, i32, i64, i64)

define i32 @caller(ptr %memory, i64, <16 x i8>, i64 %argument, ...) {
entry:
  call fastcc float @callee(ptr null, i32 0, i64 0, i64 %argument)
  br label %loop

loop:
  call fastcc float @callee(ptr %memory, i32 0, i64 %argument, i64 %argument)
  br label %loop
}
