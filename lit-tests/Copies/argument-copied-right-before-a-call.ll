; An argument is passed on to a call in the register that it came in, and needed behind that. It stays there up to the
; copy for the call: it is copied once, right in front of the call, and not at the entry and back.
; REQUIRES: x86-registered-target, aarch64-registered-target, riscv-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -verify-machineinstrs < %s \
; RUN:   | FileCheck %s --check-prefix=X86
; RUN: llc -mtriple=aarch64-linux-gnu -regalloc=limit -verify-machineinstrs < %s \
; RUN:   | FileCheck %s --check-prefix=AARCH64
; RUN: llc -mtriple=riscv64-linux-gnu -mattr=+m,+a,+f,+d,+c -target-abi=lp64d -regalloc=limit \
; RUN:   -verify-machineinstrs < %s | FileCheck %s --check-prefix=RISCV

; X86-LABEL: pass_on:
; X86-NOT: movq %r
; X86: addq %rsi, (%rdi)
; X86: cmpl $7, (%rdi)
; X86-NEXT: je
; X86: movq %rdi, %rbx
; X86-NEXT: callq first

; AARCH64-LABEL: pass_on:
; AARCH64-NOT: mov x
; AARCH64: ldr w8, [x0]
; AARCH64-NEXT: cmp w8, #7
; AARCH64-NEXT: b.eq
; AARCH64: mov x19, x0
; AARCH64-NEXT: bl first

; RISCV-LABEL: pass_on:
; RISCV-NOT: mv
; RISCV: lw a1, 0(a0)
; RISCV: beq a1, a2
; RISCV: mv s0, a0
; RISCV-NEXT: call first

declare i64 @first(ptr)
declare void @fail() noreturn
declare i64 @second(ptr, i64)

define i64 @pass_on(ptr %p, i64 %n) nounwind {
entry:
  %negative = icmp slt i64 %n, 0
  br i1 %negative, label %count, label %check

count:
  %old = load i64, ptr %p
  %new = add i64 %old, %n
  store i64 %new, ptr %p
  br label %check

check:
  %kind = load i32, ptr %p
  %wrong = icmp eq i32 %kind, 7
  br i1 %wrong, label %stop, label %go

go:
  %done = call i64 @first(ptr %p)
  %result = call i64 @second(ptr %p, i64 %done)
  %sum = add i64 %result, 1
  ret i64 %sum

stop:
  call void @fail()
  unreachable
}
