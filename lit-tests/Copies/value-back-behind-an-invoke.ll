; The object is needed again behind the call, which may throw, but not in the landing pad. So it stays in its
; argument's register, and comes back to it right behind the call, on the cold path that makes it.
; REQUIRES: x86-registered-target, aarch64-registered-target, riscv-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -limit-check-strict -verify-machineinstrs < %s \
; RUN:   | FileCheck %s --check-prefix=X86
; RUN: llc -mtriple=aarch64-linux-gnu -regalloc=limit -limit-check-strict -verify-machineinstrs < %s \
; RUN:   | FileCheck %s --check-prefix=AARCH64
; RUN: llc -mtriple=riscv64-linux-gnu -mattr=+m,+a,+f,+d,+c -target-abi=lp64d -regalloc=limit \
; RUN:   -limit-check-strict -verify-machineinstrs < %s | FileCheck %s --check-prefix=RISCV

; X86-LABEL: delete:
; X86-NOT: movq %rdi, %rbx
; X86: jne
; X86: movq %rdi, %rbx
; X86: callq *
; X86: movq %rbx, %rdi
; X86-NEXT: .LBB0_3:
; X86-NOT: , %rdi
; X86: jmp free_it

; AARCH64-LABEL: delete:
; AARCH64-NOT: mov x19
; AARCH64: b.ne
; AARCH64: mov x19, x0
; AARCH64: blr
; AARCH64: mov x0, x19
; AARCH64-NEXT: .LBB0_3:
; AARCH64-NOT: mov x0
; AARCH64: b free_it

; RISCV-LABEL: delete:
; RISCV-NOT: s0
; RISCV: bne
; RISCV: sd a0, 0(sp)
; RISCV: jalr
; RISCV: ld a0, 0(sp)
; RISCV-NEXT: .LBB0_3:
; RISCV-NOT: mv a0
; RISCV: tail free_it

declare void @free_it(ptr, i64)
declare void @terminate(ptr)
declare i32 @personality(...)

define void @delete(ptr %object) personality ptr @personality {
  %at = getelementptr i8, ptr %object, i64 8
  %count = load ptr, ptr %at
  %none = icmp eq ptr %count, null
  br i1 %none, label %done, label %shared, !prof !0
shared:
  %left = load i64, ptr %count
  %last = icmp eq i64 %left, 1
  br i1 %last, label %release, label %done, !prof !0
release:
  %function = load ptr, ptr %object
  invoke void %function(ptr %count) to label %done unwind label %pad
done:
  tail call void @free_it(ptr %object, i64 24)
  ret void
pad:
  %exception = landingpad { ptr, i32 } catch ptr null
  %thrown = extractvalue { ptr, i32 } %exception, 0
  tail call void @terminate(ptr %thrown)
  unreachable
}

!0 = !{!"branch_weights", i32 1, i32 1}
