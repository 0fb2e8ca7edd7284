; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; In the cold part three arguments are passed on, each one place further. Each leaves its register at the start
; of the block, the last one first: three copies.
;
; REQUIRES: x86-registered-target, aarch64-registered-target, riscv-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -O2 -regalloc=limit %s -o - | FileCheck %s --check-prefix=X86
; RUN: llc -mtriple=aarch64-linux-gnu -O2 -regalloc=limit %s -o - | FileCheck %s --check-prefix=A64
; RUN: llc -mtriple=riscv64-linux-gnu -O2 -regalloc=limit %s -o - | FileCheck %s --check-prefix=RV64

; X86-NOT: mov{{[lq]}} %r{{[a-z0-9]+}}, %r
; X86: jne
; X86: movl %ecx, %r8d
; X86-NEXT: movq %rdx, %rcx
; X86-NEXT: movq %rsi, %rdx
; X86-NEXT: movq (%r{{[a-z0-9]+}}), %rsi
; X86-NEXT: jmp f
; A64: b.ne
; A64: mov w4, w3
; A64-NEXT: mov x3, x2
; A64-NEXT: mov x2, x1
; A64-NEXT: ldr x1, [x{{[0-9]+}}]
; A64-NEXT: b f
; RV64: bne
; RV64: mv a4, a3
; RV64-NEXT: mv a3, a2
; RV64-NEXT: mv a2, a1
; RV64-NEXT: ld a1, 0(a{{[0-9]}})
; RV64-NEXT: tail f

define i32 @pass_on(ptr %a, ptr %b, ptr %c, i32 %d) {
entry:
  %x = load ptr, ptr %a
  %tag = load i8, ptr %x
  %is = icmp eq i8 %tag, 70
  br i1 %is, label %call, label %done
call:
  %y = load ptr, ptr %x
  %r = tail call i32 @f(ptr %a, ptr %y, ptr %b, ptr %c, i32 %d)
  ret i32 %r
done:
  ret i32 1
}
declare i32 @f(ptr, ptr, ptr, ptr, i32)
