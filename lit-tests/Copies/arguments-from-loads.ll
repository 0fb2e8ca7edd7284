; Six arguments made from three loads. The loads leave the argument registers to the sums, which prefer
; them. One copy is left at most: the first argument, in whose register the pointer is that came.
; REQUIRES: x86-registered-target, aarch64-registered-target, riscv-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -verify-machineinstrs < %s \
; RUN:   | FileCheck %s --check-prefix=X86
; RUN: llc -mtriple=aarch64-linux-gnu -regalloc=limit -verify-machineinstrs < %s \
; RUN:   | FileCheck %s --check-prefix=AARCH64
; RUN: llc -mtriple=riscv64-linux-gnu -mattr=+m,+a,+f,+d,+c -target-abi=lp64d -regalloc=limit \
; RUN:   -verify-machineinstrs < %s | FileCheck %s --check-prefix=RISCV

; X86-LABEL: copy_rectangle:
; X86-NOT: movq %
; X86: movq 16(%rdi), %
; X86: leaq 72(%rdi), %r9
; X86-NEXT: movq %{{r[a-z0-9]+}}, %rdi
; X86-NOT: movq %
; X86: jmp blit

; AARCH64-LABEL: copy_rectangle:
; AARCH64-NOT: mov x
; AARCH64: mov x{{[0-9]+}}, x0
; AARCH64-NOT: mov x
; AARCH64: b blit

; RISCV-LABEL: copy_rectangle:
; RISCV-NOT: mv
; RISCV: addi a5, a0, 72
; RISCV-NEXT: mv a0, {{[at][0-9]}}
; RISCV-NOT: mv
; RISCV: tail blit

declare i64 @blit(i64, i64, i64, i64, i64, i64)

define i64 @copy_rectangle(ptr %from) nounwind {
  %second = getelementptr i8, ptr %from, i64 16
  %a = load i64, ptr %second
  %fifth = getelementptr i8, ptr %from, i64 40
  %b = load i64, ptr %fifth
  %v0 = add i64 %a, 16
  %v1 = add i64 %b, 16
  %first = load i64, ptr %from
  %v2 = add i64 %first, 1
  %v3 = add i64 %a, 64
  %v4 = add i64 %b, 64
  %rest = getelementptr i8, ptr %from, i64 72
  %v5 = ptrtoint ptr %rest to i64
  %r = tail call i64 @blit(i64 %v0, i64 %v1, i64 %v2, i64 %v3, i64 %v4, i64 %v5)
  ret i64 %r
}
