; Each time round the loop three arguments are loaded, two of them through pointers. The pointers keep
; off the argument registers that the loads prefer: there is no copy between the loop's head and its end.
; REQUIRES: x86-registered-target, aarch64-registered-target, riscv-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -verify-machineinstrs < %s \
; RUN:   | FileCheck %s --check-prefix=X86
; RUN: llc -mtriple=aarch64-linux-gnu -regalloc=limit -verify-machineinstrs < %s \
; RUN:   | FileCheck %s --check-prefix=AARCH64
; RUN: llc -mtriple=riscv64-linux-gnu -mattr=+m,+a,+f,+d,+c -target-abi=lp64d -regalloc=limit \
; RUN:   -verify-machineinstrs < %s | FileCheck %s --check-prefix=RISCV

; X86-LABEL: emit_all:
; X86: movq %rdi, %rbx
; X86-NOT: movq %r
; X86: movq (%{{[a-z0-9]+}}), %rsi
; X86-NOT: movq %r
; X86: callq emit
; X86-NEXT: movq (%rbx), %rbx
; X86-NOT: movq %r
; X86: retq

; AARCH64-LABEL: emit_all:
; AARCH64: mov x19, x0
; AARCH64-NOT: mov x
; AARCH64: ldr x1, [x{{[0-9]+}}]
; AARCH64-NOT: mov x
; AARCH64: bl emit
; AARCH64-NEXT: ldr x19, [x19]
; AARCH64-NOT: mov x
; AARCH64: ret

; RISCV-LABEL: emit_all:
; RISCV: mv s0, a0
; RISCV-NOT: mv
; RISCV: ld a1, 0({{[at][0-9]}})
; RISCV-NOT: mv
; RISCV: call emit
; RISCV-NEXT: ld s0, 0(s0)
; RISCV-NOT: mv
; RISCV: ret

declare void @emit(i64, i64, i64, i64)

define void @emit_all(ptr %list) nounwind {
entry:
  %none = icmp eq ptr %list, null
  br i1 %none, label %done, label %loop

loop:
  %row = phi ptr [ %list, %entry ], [ %next, %loop ]
  %ata = getelementptr i8, ptr %row, i64 8
  %a = load ptr, ptr %ata
  %x = load i64, ptr %a
  %atkind = getelementptr i8, ptr %row, i64 24
  %kind = load i64, ptr %atkind
  %atb = getelementptr i8, ptr %row, i64 16
  %b = load ptr, ptr %atb
  %y = load i64, ptr %b
  call void @emit(i64 2, i64 %x, i64 %kind, i64 %y)
  %next = load ptr, ptr %row
  %last = icmp eq ptr %next, null
  br i1 %last, label %done, label %loop

done:
  ret void
}
