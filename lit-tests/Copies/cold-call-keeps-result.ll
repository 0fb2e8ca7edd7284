; The result of the call must outlive a second call in the cold block only. It stays in the result's
; register, and the cold block copies it to the callee-saved register that is saved anyway and free there.
; REQUIRES: x86-registered-target, aarch64-registered-target, riscv-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -verify-machineinstrs < %s \
; RUN:   | FileCheck %s --check-prefix=X86
; RUN: llc -mtriple=aarch64-linux-gnu -regalloc=limit -verify-machineinstrs < %s \
; RUN:   | FileCheck %s --check-prefix=AARCH64
; RUN: llc -mtriple=riscv64-linux-gnu -mattr=+m,+a,+f,+d,+c -target-abi=lp64d -regalloc=limit \
; RUN:   -verify-machineinstrs < %s | FileCheck %s --check-prefix=RISCV

; X86-LABEL: guarded:
; X86: pushq %rbx
; X86-NOT: {{pushq|%rax, %}}
; X86: callq pull
; X86-NOT: %rax, %
; X86: cmpq $1, (%
; X86: callq warn
; X86-NOT: {{, %r1[2-5]}}
; X86: {{retq|jmp}}

; AARCH64-LABEL: guarded:
; AARCH64: bl pull
; AARCH64-NOT: {{mov x[0-9]+, x0}}
; AARCH64: ret
; AARCH64: mov x[[SAVED:19|20]], x0
; AARCH64: bl warn
; AARCH64-NEXT: mov x0, x[[SAVED]]

; RISCV-LABEL: guarded:
; RISCV-NOT: s1
; RISCV: call pull
; RISCV-NOT: mv
; RISCV: ret
; RISCV: mv s0, a0
; RISCV: call warn
; RISCV-NEXT: mv a0, s0

declare i64 @pull(ptr)
declare void @warn(ptr, i64)
@depth = external local_unnamed_addr global i64
@lost = external local_unnamed_addr global i64

define i64 @guarded(ptr %from) nounwind {
entry:
  %was = load i64, ptr @depth
  store i64 1, ptr @depth
  %r = call i64 @pull(ptr %from)
  store i64 %was, ptr @depth
  %outer = icmp eq i64 %was, 0
  %l = load i64, ptr @lost
  %one = icmp eq i64 %l, 1
  %both = and i1 %outer, %one
  br i1 %both, label %rare, label %done, !prof !0

rare:
  store i64 0, ptr @lost
  call void @warn(ptr null, i64 0)
  br label %done

done:
  ret i64 %r
}

!0 = !{!"branch_weights", i32 1, i32 2000}
