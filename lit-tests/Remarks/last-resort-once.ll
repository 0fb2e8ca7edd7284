; Where greedy takes a function over after limit edited its code, greedy's own pass reports the spill
; code of both, once.

; REQUIRES: x86-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -stress-regalloc=4 -limit-rounds=1 \
; RUN:   -pass-remarks-missed=regalloc %s -o /dev/null 2>&1 \
; RUN:   | FileCheck %s --implicit-check-not=generated

; CHECK: reloads {{.*}}generated in loop
; CHECK: spills {{.*}}reloads {{.*}}generated in function
; CHECK: allocated by LLVM's greedy allocator instead of limit

define i64 @pressure(ptr %p, i64 %n) {
entry:
  %a = load i64, ptr %p
  %p1 = getelementptr i64, ptr %p, i64 1
  %b = load i64, ptr %p1
  %p2 = getelementptr i64, ptr %p, i64 2
  %c = load i64, ptr %p2
  %p3 = getelementptr i64, ptr %p, i64 3
  %d = load i64, ptr %p3
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi i64 [ 0, %entry ], [ %s4, %loop ]
  %s1 = add i64 %s, %a
  %s2 = xor i64 %s1, %b
  %s3 = mul i64 %s2, %c
  %s4 = sub i64 %s3, %d
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %exit

exit:
  %r = add i64 %s4, %a
  ret i64 %r
}
