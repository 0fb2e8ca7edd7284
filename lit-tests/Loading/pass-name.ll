; The pass has a name for -stop-before, and what it is given can be run alone as MIR.
; REQUIRES: x86-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -stop-before=regalloc-limit -simplify-mir \
; RUN:   -o %t.mir %s
; RUN: FileCheck %s --check-prefix=BEFORE < %t.mir
; RUN: llc -mtriple=x86_64-linux-gnu -run-pass=regalloc-limit,virtregrewriter \
; RUN:   -verify-machineinstrs -o - %t.mir | FileCheck %s --check-prefix=AFTER

; BEFORE: %{{[0-9]+}}:gr{{.*}} = COPY $rdi
; AFTER-LABEL: name: sum
; AFTER: body:
; AFTER-NOT: %{{[0-9]+}}
; AFTER: CALL64pcrel32
; AFTER-NOT: %{{[0-9]+}}

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
