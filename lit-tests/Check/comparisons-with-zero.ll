; Behind the allocator RISC-V makes another branch, with exchanged operands, of one whose first operand is
; zero: the branch if 0 is not below the argument (BGEU) becomes one if the argument is 0 (BEQ). What else
; such a branch reads is still wrong, as where two values share a slot.
; REQUIRES: riscv-registered-target
; RUN: llc -mtriple=riscv64-linux-gnu -mattr=+e -target-abi=lp64e -stress-regalloc=2 \
; RUN:   -global-isel -regalloc=limit -limit-check-strict < %s -o - | FileCheck %s
; RUN: llc -mtriple=riscv64-linux-gnu -mattr=+e -target-abi=lp64e -stress-regalloc=2 \
; RUN:   -global-isel -regalloc=greedy -limit-check-strict < %s -o /dev/null
; RUN: not llc -mtriple=riscv64-linux-gnu -mattr=+e -target-abi=lp64e -stress-regalloc=2 \
; RUN:   -global-isel -regalloc=greedy -limit-check -limit-mutate=share-slot:0 < %s -o /dev/null 2>&1 | FileCheck --check-prefix=WRONG %s

; CHECK: beqz
; WRONG: limit-check: in function 'f', BEQ {{.*}} reads

declare void @g()

define void @f(i64 %a, ptr %p, i64 %b) {
entry:
  call void @g()
  br label %loop

loop:
  %isZero = icmp ule i64 %a, 0
  br i1 %isZero, label %loop, label %store

store:
  store volatile i64 %b, ptr %p
  br label %loop
}
