; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Two members are freed, each if it is there. The object could stay in its argument's register outside a frame
; around the first call, but what is loaded from it there is an argument itself: two copies for a save and a
; restore on one of two paths. So the object is kept in a callee-saved register from the beginning, and both
; members are loaded where they are passed.
;
; REQUIRES: x86-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -O2 -regalloc=limit %s -o - | FileCheck %s

; CHECK-LABEL: destroy:
; CHECK: pushq %rbx
; CHECK: movq %rdi, %rbx
; CHECK-NEXT: movq 48(%rdi), %rdi
; CHECK-NOT: movq %r{{.*}}, %rdi
; CHECK: callq free_sized
; CHECK-NOT: movq %r{{.*}}, %rdi
; CHECK: movq 24(%rbx), %rdi
; CHECK-NOT: movq %r{{.*}}, %rdi
; CHECK: jmp free_sized

declare void @free_sized(ptr, i64) nounwind

define void @destroy(ptr %this) nounwind {
  %first = getelementptr i8, ptr %this, i64 48
  %a = load ptr, ptr %first
  %no_a = icmp eq ptr %a, null
  br i1 %no_a, label %second, label %free_a

free_a:
  %end_at = getelementptr i8, ptr %this, i64 64
  %end = load ptr, ptr %end_at
  %end_int = ptrtoint ptr %end to i64
  %a_int = ptrtoint ptr %a to i64
  %a_size = sub i64 %end_int, %a_int
  tail call void @free_sized(ptr nonnull %a, i64 %a_size)
  br label %second

second:
  %second_at = getelementptr i8, ptr %this, i64 24
  %b = load ptr, ptr %second_at
  %no_b = icmp eq ptr %b, null
  br i1 %no_b, label %done, label %free_b

free_b:
  %b_end_at = getelementptr i8, ptr %this, i64 40
  %b_end = load ptr, ptr %b_end_at
  %b_end_int = ptrtoint ptr %b_end to i64
  %b_int = ptrtoint ptr %b to i64
  %b_size = sub i64 %b_end_int, %b_int
  tail call void @free_sized(ptr nonnull %b, i64 %b_size)
  br label %done

done:
  ret void
}
