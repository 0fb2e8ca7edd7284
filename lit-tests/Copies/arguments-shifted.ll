; Two arguments move down by a place and three loaded ones follow. Only the three values that meet
; another value in the register they go to are copied; the other loads define the register of the call.
; REQUIRES: x86-registered-target, aarch64-registered-target, riscv-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -verify-machineinstrs < %s \
; RUN:   | FileCheck %s --check-prefix=X86
; RUN: llc -mtriple=aarch64-linux-gnu -regalloc=limit -verify-machineinstrs < %s \
; RUN:   | FileCheck %s --check-prefix=AARCH64
; RUN: llc -mtriple=riscv64-linux-gnu -mattr=+m,+a,+f,+d,+c -target-abi=lp64d -regalloc=limit \
; RUN:   -verify-machineinstrs < %s | FileCheck %s --check-prefix=RISCV

; X86-LABEL: forward:
; X86-NOT: movq %
; X86: movq 8(%rdi), %rcx
; X86: movq 16(%rdi), %r8
; X86: movq %rsi, %rdi
; X86-NEXT: movq %rdx, %rsi
; X86-NEXT: movq %{{[a-z0-9]+}}, %rdx
; X86-NEXT: jmp blit

; AARCH64-LABEL: forward:
; AARCH64-NOT: mov x
; AARCH64: ldp [[X:x[0-9]+]], x3, [x0]
; AARCH64: ldr x4, [x0, #16]
; AARCH64: mov x0, x1
; AARCH64-NEXT: mov x1, x2
; AARCH64-NEXT: mov x2, [[X]]
; AARCH64-NEXT: b blit

; RISCV-LABEL: forward:
; RISCV-NOT: mv
; RISCV: ld [[X:[at][0-9]]], 0(a0)
; RISCV-NEXT: ld a3, 8(a0)
; RISCV-NEXT: ld a4, 16(a0)
; RISCV: mv a0, a1
; RISCV-NEXT: mv a1, a2
; RISCV-NEXT: mv a2, [[X]]
; RISCV-NEXT: tail blit

declare i64 @blit(i64, i64, i64, i64, i64, i64)

define i64 @forward(ptr %context, i64 %a, i64 %b) nounwind {
  %x = load i64, ptr %context
  %aty = getelementptr i8, ptr %context, i64 8
  %y = load i64, ptr %aty
  %atz = getelementptr i8, ptr %context, i64 16
  %z = load i64, ptr %atz
  %r = tail call i64 @blit(i64 %a, i64 %b, i64 %x, i64 %y, i64 %z, i64 7)
  ret i64 %r
}
