; Arguments are passed on in other registers. Each stays in the register that it came in until the one copy that takes
; it to its next one: the copies stand in an order in which each register is left before it is taken, and before what
; is computed for it.
; REQUIRES: x86-registered-target, aarch64-registered-target, riscv-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -limit-check-strict -verify-machineinstrs < %s \
; RUN:   | FileCheck %s --check-prefix=X86
; RUN: llc -mtriple=aarch64-linux-gnu -regalloc=limit -limit-check-strict -verify-machineinstrs < %s \
; RUN:   | FileCheck %s --check-prefix=AARCH64
; RUN: llc -mtriple=riscv64-linux-gnu -regalloc=limit -limit-check-strict -verify-machineinstrs < %s \
; RUN:   | FileCheck %s --check-prefix=RISCV

declare void @text(ptr, ptr, ptr)
declare void @place(i64, ptr, ptr, ptr, ptr, i64)
@format = external global i8
@yes = external global i8
@no = external global i8

; X86-LABEL: word:
; X86-NOT:     mov{{[lq]}} %r
; X86:         movq %rdi, %rsi
; X86-NEXT:    movq format@GOTPCREL(%rip), %rdi
; X86-NEXT:    jmp text
; AARCH64-LABEL: word:
; AARCH64-NOT:     mov x
; AARCH64:         mov x1, x0
; AARCH64-NEXT:    adrp x0, :got:format
; AARCH64-NOT:     mov x
; AARCH64:         b text
; RISCV-LABEL: word:
; RISCV:         mv a1, a0
; RISCV-NOT:     mv
; RISCV:         tail text
define void @word(ptr %prefix, i1 %b) nounwind {
  %word = select i1 %b, ptr @yes, ptr @no
  tail call void @text(ptr @format, ptr %prefix, ptr %word)
  ret void
}

; Three arguments move, and each of the three registers that they leave is taken.
; X86-LABEL: list:
; X86-NOT:     mov{{[lq]}} %r{{[a-z0-9]+}}, %r
; X86:         movq %rdx, %r8
; X86-NEXT:    movq %rcx, %r9
; X86-NEXT:    movq %rsp, %rcx
; X86-NEXT:    movq %rdi, %rsi
; X86-NEXT:    movl $1, %edi
; X86-NEXT:    movq format@GOTPCREL(%rip), %rdx
; X86-NEXT:    callq place
; AARCH64-LABEL: list:
; AARCH64-NOT:     mov x
; AARCH64:         mov x4, x2
; AARCH64-NEXT:    adrp x2, :got:format
; AARCH64-NEXT:    mov x5, x3
; AARCH64:         add x3, sp, #8
; AARCH64-NEXT:    mov x1, x0
; AARCH64-NEXT:    mov w0, #1
; AARCH64-NEXT:    bl place
; RISCV-LABEL: list:
; RISCV-NOT:     mv
; RISCV:         mv a4, a2
; RISCV-NEXT:    lui a2, %hi(format)
; RISCV:         mv a1, a0
; RISCV-NEXT:    li a0, 1
; RISCV-NEXT:    mv a5, a3
; RISCV-NEXT:    mv a3, sp
; RISCV-NEXT:    call place
define void @list(ptr %p, i64 %n, ptr %q, i64 %m) nounwind {
  %slot = alloca i64
  store i64 %n, ptr %slot
  call void @place(i64 1, ptr %p, ptr @format, ptr %slot, ptr %q, i64 %m)
  ret void
}
