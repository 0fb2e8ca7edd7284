; Two early returns and a slow path that calls. The argument is copied to a callee-saved register in the
; block that calls, not at the entry. On AArch64 the early returns need no frame then.
; REQUIRES: x86-registered-target, aarch64-registered-target, riscv-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -verify-machineinstrs < %s \
; RUN:   | FileCheck %s --check-prefix=X86
; RUN: llc -mtriple=aarch64-linux-gnu -regalloc=limit -verify-machineinstrs < %s \
; RUN:   | FileCheck %s --check-prefix=AARCH64
; RUN: llc -mtriple=riscv64-linux-gnu -mattr=+m,+a,+f,+d,+c -target-abi=lp64d -regalloc=limit \
; RUN:   -verify-machineinstrs < %s | FileCheck %s --check-prefix=RISCV

; X86-LABEL: take:
; X86-NOT: movq %rdi
; X86: cmpq $2, (%rdi)
; X86-NOT: movq %rdi
; X86: movq 8(%rdi), %rax
; X86-NOT: movq %rdi
; X86: leaq 8(%rdi), %rcx
; X86-NEXT: movq %rdi, %rbx
; X86-NEXT: callq refill
; X86-NOT: movq %r
; X86: callq drop

; AARCH64-LABEL: take:
; AARCH64-NOT: {{x19|sp}}
; AARCH64: ldr x0, [x0, #8]
; AARCH64-NEXT: ret
; AARCH64-NOT: {{x19|sp}}
; AARCH64: cbz x2, {{.LBB[0-9_]+}}
; AARCH64: x19, [sp
; AARCH64: mov x19, x0
; AARCH64-NOT: mov x
; AARCH64: bl refill
; AARCH64-NOT: mov x0, x
; AARCH64: ldp {{.*}}[sp]
; AARCH64-NEXT: ret

; RISCV-LABEL: take:
; RISCV-NOT: mv
; RISCV: ld a0, 8(a0)
; RISCV-NOT: mv
; RISCV: addi a3, a0, 8
; RISCV-NEXT: sd a0, {{[0-9]+}}(sp)
; RISCV-NEXT: call refill
; RISCV-NOT: mv
; RISCV: call drop
; RISCV-NOT: mv
; RISCV: ret

declare i64 @refill(ptr, ptr, i64, ptr)
declare void @drop(ptr)

define i64 @take(ptr %buffer) nounwind {
entry:
  %mode = load i64, ptr %buffer
  %two = icmp eq i64 %mode, 2
  br i1 %two, label %left, label %other

left:
  %atleft = getelementptr i8, ptr %buffer, i64 8
  %n = load i64, ptr %atleft
  ret i64 %n

other:
  %atfull = getelementptr i8, ptr %buffer, i64 16
  %full = load i64, ptr %atfull
  %empty = icmp eq i64 %full, 0
  br i1 %empty, label %nothing, label %more

nothing:
  ret i64 -1

more:
  %atdata = getelementptr i8, ptr %buffer, i64 24
  %data = load ptr, ptr %atdata
  %out = getelementptr i8, ptr %buffer, i64 8
  %error = call i64 @refill(ptr %buffer, ptr %data, i64 %full, ptr %out)
  %failed = icmp ne i64 %error, 0
  br i1 %failed, label %fail, label %filled

fail:
  ret i64 %error

filled:
  %again = load ptr, ptr %atdata
  call void @drop(ptr %again)
  store ptr null, ptr %atdata
  ret i64 0
}
