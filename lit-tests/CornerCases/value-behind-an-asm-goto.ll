; Behind an asm goto nothing may stand that its other way out, back to the loop's beginning, relies on. Copies
; behind what throws (`Site::BeforeTerminators`) once stood behind it too. The fuzzer found it.
; REQUIRES: x86-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -mattr=+avx2 -O2 -regalloc=limit -limit-check-strict -verify-machineinstrs < %s \
; RUN:   | FileCheck %s

; CHECK-LABEL: loop:
; CHECK: #APP
; CHECK: retq

define i64 @loop(i64 %first, i128 %a, i128 %b) {
entry:
  br label %again

again:
  %value = phi i64 [ 0, %entry ], [ %first, %aside ]
  %unused = call fastcc i128 null()
  %slot = alloca i8, align 16
  store i64 %value, ptr null, align 1
  %product = mul i128 %b, %a
  %asm = callbr i64 asm sideeffect "", "=r,r,r,!i"(i64 0, i64 0)
          to label %done [label %aside]

aside:
  %loaded = load i128, ptr null, align 16
  br label %again

done:
  %other = call i64 asm sideeffect "", "=r,r,r,~{rbx},~{rsi},~{r12},~{r13}"(i64 %first, i64 0)
  store i128 %product, ptr null, align 4
  ret i64 0
}
