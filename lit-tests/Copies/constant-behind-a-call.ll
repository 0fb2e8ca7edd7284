; A constant is needed behind a call, in the register of the result. A callee-saved register is free for it that is
; saved anyway, but to compute it behind the call takes one instruction less.
; REQUIRES: x86-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -verify-machineinstrs < %s | FileCheck %s
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -limit-log=- -limit-log-format=text -o /dev/null %s \
; RUN:   | FileCheck %s --check-prefix=LOG

; CHECK-LABEL: try_lock:
; CHECK: movl %eax, %ebx
; CHECK-NOT: %ebx, %ebx
; CHECK: xorl %esi, %esi
; CHECK-NEXT: callq enter
; CHECK-NEXT: xorl %eax, %eax
; CHECK-NEXT: popq %rbx

; LOG: is recomputed (fewer instructions, 0)

declare i32 @lock(ptr)
declare void @enter(i32, i32)
declare void @note(i32)

define i32 @try_lock(ptr %m) nounwind {
entry:
  %busy = call i32 @lock(ptr %m)
  %failed = icmp ne i32 %busy, 0
  br i1 %failed, label %out, label %in

in:
  call void @enter(i32 1, i32 0)
  br label %end

out:
  call void @note(i32 3)
  call void @note(i32 %busy)
  br label %end

end:
  %r = phi i32 [ 0, %in ], [ 9, %out ]
  ret i32 %r
}
