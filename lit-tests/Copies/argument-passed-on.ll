; The argument is needed after the call, and passed on to it in its own register. One copy keeps it; the
; copy back does nothing as long as no temporary value takes the argument's register in between.
; REQUIRES: x86-registered-target, aarch64-registered-target, riscv-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -verify-machineinstrs < %s \
; RUN:   | FileCheck %s --check-prefix=X86
; RUN: llc -mtriple=aarch64-linux-gnu -regalloc=limit -verify-machineinstrs < %s \
; RUN:   | FileCheck %s --check-prefix=AARCH64
; RUN: llc -mtriple=riscv64-linux-gnu -mattr=+m,+a,+f,+d,+c -target-abi=lp64d -regalloc=limit \
; RUN:   -verify-machineinstrs < %s | FileCheck %s --check-prefix=RISCV

; X86-LABEL: open_library:
; X86: movq %rdi, %rbx
; X86-NOT: , %rdi
; X86: callq raw_get

; AARCH64-LABEL: open_library:
; AARCH64: mov x19, x0
; AARCH64-NOT: mov x0,
; AARCH64: bl raw_get

; RISCV-LABEL: open_library:
; RISCV: mv s0, a0
; RISCV-NOT: {{mv a0,|a0, }}
; RISCV: call raw_get

declare void @raw_get(ptr, i64, i64)
declare void @set(ptr, i64)

define void @open_library(ptr %state) nounwind {
  %where = getelementptr i8, ptr %state, i64 16
  %kept = load i64, ptr %where
  %next = add i64 %kept, 3
  call void @raw_get(ptr %state, i64 %next, i64 -1001000)
  call void @set(ptr %state, i64 -1)
  call void @set(ptr %state, i64 -2)
  ret void
}
