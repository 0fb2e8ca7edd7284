; The pointer is used behind the definition of the result, so it must not take the register of the
; result, which the result alone prefers. Nothing is copied.
; REQUIRES: x86-registered-target, aarch64-registered-target, riscv-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -verify-machineinstrs < %s \
; RUN:   | FileCheck %s --check-prefix=X86
; RUN: llc -mtriple=aarch64-linux-gnu -regalloc=limit -verify-machineinstrs < %s \
; RUN:   | FileCheck %s --check-prefix=AARCH64
; RUN: llc -mtriple=riscv64-linux-gnu -mattr=+m,+a,+f,+d,+c -target-abi=lp64d -regalloc=limit \
; RUN:   -verify-machineinstrs < %s | FileCheck %s --check-prefix=RISCV

; X86-LABEL: exchange:
; X86-NOT: movq %
; X86: movq 8(%rdi), %[[SLOT:r[a-z0-9]+]]
; X86: movq 8(%[[SLOT]]), %rax
; X86: movq %rsi, 8(%[[SLOT]])
; X86-NOT: movq %
; X86: retq

; AARCH64-LABEL: exchange:
; AARCH64-NOT: mov x
; AARCH64: ldr [[SLOT:x[0-9]+]], [x0, #8]
; AARCH64: ldr x0, [[[SLOT]], #8]
; AARCH64: str x1, [[[SLOT]], #8]
; AARCH64-NOT: mov x
; AARCH64: ret

; RISCV-LABEL: exchange:
; RISCV-NOT: mv
; RISCV: ld [[SLOT:[a-z][0-9]+]], 8(a0)
; RISCV: ld a0, 8([[SLOT]])
; RISCV: sd a1, 8([[SLOT]])
; RISCV-NOT: mv
; RISCV: ret

define ptr @exchange(ptr %owner, ptr %item) nounwind {
  %field = getelementptr i8, ptr %owner, i64 8
  %slot = load ptr, ptr %field
  %at = getelementptr i8, ptr %slot, i64 8
  %old = load ptr, ptr %at
  store ptr %item, ptr %at
  ret ptr %old
}
