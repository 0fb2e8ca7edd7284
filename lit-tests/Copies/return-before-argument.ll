; The sum is computed in the register of the result, as that return is shorter, and each way has one of its own. In the
; argument's register it would cost a copy too, at the end, to which one way would have to jump (E223).
; REQUIRES: x86-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -verify-machineinstrs < %s | FileCheck %s

; CHECK-LABEL: encode:
; CHECK:       movq %rdi, %rax
; CHECK-NOT:   jmp
; CHECK:       addq %rcx, %rax
; CHECK-NEXT:  retq
; CHECK:       addq %rcx, %rax
; CHECK-NEXT:  retq

define ptr @encode(ptr %to, ptr %value) nounwind {
entry:
  %set = load i64, ptr %value
  %false = icmp eq i64 %set, 0
  br i1 %false, label %no, label %yes

yes:
  store i32 1702195828, ptr %to, align 1
  br label %done

no:
  store i32 1936482662, ptr %to, align 1
  %last = getelementptr i8, ptr %to, i64 4
  store i8 101, ptr %last
  br label %done

done:
  %length = phi i64 [ 4, %yes ], [ 5, %no ]
  %end = getelementptr i8, ptr %to, i64 %length
  ret ptr %end
}
