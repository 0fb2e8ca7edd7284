; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; On the slow path the object goes into a callee-saved register, and what is loaded from it is the call's
; argument. The object leaves its register before the load, so that the load can write there.
;
; REQUIRES: x86-registered-target, aarch64-registered-target, riscv-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -O2 -regalloc=limit %s -o - | FileCheck %s --check-prefix=X86
; RUN: llc -mtriple=aarch64-linux-gnu -O2 -regalloc=limit %s -o - | FileCheck %s --check-prefix=A64
; RUN: llc -mtriple=riscv64-linux-gnu -O2 -regalloc=limit %s -o - | FileCheck %s --check-prefix=RV64

; X86: movq %rdi, %rbx
; X86-NEXT: movq 40(%r{{di|bx}}), %rdi
; X86-NEXT: callq release
; A64: mov x19, x0
; A64-NEXT: ldr x0, [x{{0|19}}, #40]
; A64-NEXT: bl release
; RV64: mv s0, a0
; RV64-NEXT: ld a0, 40({{a0|s0}})
; RV64-NEXT: call release

declare i32 @release(ptr) nounwind
declare ptr @last_error() nounwind

define i32 @unlock(ptr %file, i32 %level) nounwind {
  %at = getelementptr i8, ptr %file, i64 28
  %now = load i8, ptr %at
  %now_int = zext i8 %now to i32
  %same = icmp eq i32 %now_int, %level
  br i1 %same, label %done, label %change

change:
  %is_shared = icmp eq i32 %level, 1
  br i1 %is_shared, label %share, label %leave

share:
  store i8 1, ptr %at
  br label %done

leave:
  %lock_at = getelementptr i8, ptr %file, i64 40
  %lock = load ptr, ptr %lock_at
  %result = call i32 @release(ptr %lock)
  %failed = icmp slt i32 %result, 0
  br i1 %failed, label %error, label %clear

clear:
  store i8 0, ptr %at
  br label %done

error:
  %why_at = call ptr @last_error()
  %why = load i32, ptr %why_at
  %is_gone = icmp eq i32 %why, 2
  br i1 %is_gone, label %done, label %note

note:
  %why_in = getelementptr i8, ptr %file, i64 32
  store i32 %why, ptr %why_in
  br label %done

done:
  %code = phi i32 [ 0, %0 ], [ 0, %share ], [ 0, %clear ], [ 0, %error ], [ 10, %note ]
  ret i32 %code
}
