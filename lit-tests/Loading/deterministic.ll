; The same input gives the same output, under pressure too.
; REQUIRES: x86-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -stress-regalloc=3 -o %t.1 %s
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -stress-regalloc=3 -o %t.2 %s
; RUN: cmp %t.1 %t.2

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
