; -limit-default and REGALLOC_LIMIT=1 stand in where no allocator is chosen: for optimised code
; only, and never against the user's own choice.
; REQUIRES: x86-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -limit-default -debug-pass=Structure -o /dev/null %s 2>&1 \
; RUN:   | FileCheck %s --check-prefix=LIMIT
; RUN: env REGALLOC_LIMIT=1 llc -mtriple=x86_64-linux-gnu -debug-pass=Structure -o /dev/null %s 2>&1 \
; RUN:   | FileCheck %s --check-prefix=LIMIT
; RUN: env REGALLOC_LIMIT=1 llc -mtriple=x86_64-linux-gnu -O0 -debug-pass=Structure -o /dev/null %s \
; RUN:   2>&1 | FileCheck %s --check-prefix=FAST
; RUN: env REGALLOC_LIMIT=0 llc -mtriple=x86_64-linux-gnu -debug-pass=Structure -o /dev/null %s 2>&1 \
; RUN:   | FileCheck %s --check-prefix=GREEDY
; RUN: llc -mtriple=x86_64-linux-gnu -limit-default -regalloc=basic -debug-pass=Structure \
; RUN:   -o /dev/null %s 2>&1 | FileCheck %s --check-prefix=BASIC

; LIMIT: LIMIT Register Allocator
; FAST-NOT: LIMIT Register Allocator
; FAST: Fast Register Allocator
; FAST-NOT: LIMIT Register Allocator
; GREEDY-NOT: LIMIT Register Allocator
; GREEDY: Greedy Register Allocator
; BASIC-NOT: LIMIT Register Allocator
; BASIC: Basic Register Allocator

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
