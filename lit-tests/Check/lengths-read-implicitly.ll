; A vector of zeros is computed again behind a call. RISC-V's pass between the two rounds of allocation
; takes the register of the vector length out of it: it reads the length implicitly from then on.
; REQUIRES: riscv-registered-target
; RUN: llc -mtriple=riscv64-linux-gnu -mattr=+v -regalloc=greedy -limit-check-strict < %s | FileCheck %s
; RUN: llc -mtriple=riscv64-linux-gnu -mattr=+v -regalloc=limit -limit-check-strict < %s | FileCheck %s

; CHECK: vmv.v.i [[FIRST:v[0-9]+]], 0
; CHECK-NEXT: vse8.v [[FIRST]],
; CHECK: call f
; CHECK: vmv.v.i [[AGAIN:v[0-9]+]], 0
; CHECK-NEXT: vse8.v [[AGAIN]],

define void @clear(ptr %p, ptr %q, i64 %n) {
entry:
  %is.one = icmp eq i64 %n, 1
  br i1 %is.one, label %call, label %store

call:
  call void @f()
  br label %store

store:
  store <64 x i8> zeroinitializer, ptr %p, align 16
  call void @f()
  store <64 x i8> zeroinitializer, ptr %q, align 16
  ret void
}

declare void @f()
