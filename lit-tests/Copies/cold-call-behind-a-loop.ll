; The result of a call in a loop is compared in the loop and must outlive a call in the cold block behind
; it. The loop leaves it where the call returns it; the cold block alone copies it.
; REQUIRES: x86-registered-target, aarch64-registered-target, riscv-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -verify-machineinstrs < %s \
; RUN:   | FileCheck %s --check-prefix=X86
; RUN: llc -mtriple=aarch64-linux-gnu -regalloc=limit -verify-machineinstrs < %s \
; RUN:   | FileCheck %s --check-prefix=AARCH64
; RUN: llc -mtriple=riscv64-linux-gnu -mattr=+m,+a,+f,+d,+c -target-abi=lp64d -regalloc=limit \
; RUN:   -verify-machineinstrs < %s | FileCheck %s --check-prefix=RISCV

; X86-LABEL: sign:
; X86: movq %rdi, %rbx
; X86: movq %rbx, %rdi
; X86-NEXT: callq pull
; X86-NOT: movq %r
; X86: retq
; X86: movq %rax, %rbx
; X86-NEXT: callq warn
; X86-NEXT: movq %rbx, %rax

; AARCH64-LABEL: sign:
; AARCH64: mov x19, x0
; AARCH64: mov x0, x19
; AARCH64-NEXT: bl pull
; AARCH64-NOT: mov x
; AARCH64: ret
; AARCH64: mov x19, x0
; AARCH64-NEXT: bl warn
; AARCH64-NEXT: mov x0, x19

; RISCV-LABEL: sign:
; RISCV: mv s0, a0
; RISCV: mv a0, s0
; RISCV-NEXT: call pull
; RISCV-NOT: mv
; RISCV: ret
; RISCV: mv [[SAVED:s[0-9]]], a0
; RISCV-NEXT: call warn
; RISCV-NEXT: mv a0, [[SAVED]]

declare i64 @pull(ptr)
declare void @warn(i64)

define i64 @sign(ptr %from) nounwind {
entry:
  br label %loop

loop:
  %c = call i64 @pull(ptr %from)
  %blank = icmp eq i64 %c, 32
  br i1 %blank, label %loop, label %found

found:
  %strange = icmp slt i64 %c, 43
  br i1 %strange, label %rare, label %done, !prof !0

rare:
  call void @warn(i64 %c)
  br label %done

done:
  %r = add i64 %c, -43
  ret i64 %r
}

!0 = !{!"branch_weights", i32 1, i32 2000}
