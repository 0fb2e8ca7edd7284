; -load makes the allocator known to llc before -regalloc is parsed.
; REQUIRES: x86-registered-target
; RUN: %bare-llc -mtriple=x86_64-linux-gnu -load %plugin -regalloc=limit -verify-machineinstrs \
; RUN:   -debug-pass=Structure -o /dev/null %s 2>&1 | FileCheck %s
; RUN: env LD_BIND_NOW=1 %bare-llc -mtriple=x86_64-linux-gnu -load %plugin -regalloc=limit \
; RUN:   -debug-pass=Structure -o /dev/null %s 2>&1 | FileCheck %s

; CHECK: LIMIT Register Allocator
; CHECK: Virtual Register Rewriter

define i32 @sum(ptr %p, i32 %n) {
entry:
  %some = icmp sgt i32 %n, 0
  br i1 %some, label %loop, label %done

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi i32 [ 0, %entry ], [ %t, %loop ]
  %at = getelementptr i32, ptr %p, i32 %i
  %x = load i32, ptr %at
  %y = call i32 @opaque(i32 %x)
  %t = add i32 %s, %y
  %next = add i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %done

done:
  %r = phi i32 [ 0, %entry ], [ %t, %loop ]
  ret i32 %r
}

declare i32 @opaque(i32)
