; The address of @g is loaded in front of the loop that calls it. No callee-saved register is left for it
; in the loop, and loading it again at the loop's end costs a little less than in front of the call. The
; call takes the load in, so that it is no instruction of its own.
; REQUIRES: x86-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -relocation-model=pic -regalloc=limit -limit-check-strict < %s | FileCheck %s

; CHECK-LABEL: loop:
; CHECK-NOT: g@GOTPCREL
; CHECK: callq *g@GOTPCREL(%rip)
; CHECK-NOT: g@GOTPCREL
; CHECK: jne
; CHECK-NOT: g@GOTPCREL
; CHECK: jmpq *h@GOTPCREL(%rip)

define void @loop(ptr %p, i64 %n, i32 %c, i64 %d, i64 %e) {
entry:
  %empty = icmp eq i64 %n, 0
  br i1 %empty, label %exit, label %body

body:
  %i = phi i64 [ %next, %latch ], [ 0, %entry ]
  %at = getelementptr i64, ptr %p, i64 %i
  %v = load i64, ptr %at
  %next = add i64 %i, 1
  %kept = tail call i1 @g(ptr %p, i32 %c, i64 %v, i64 %d, i64 %e)
  br i1 %kept, label %latch, label %found

latch:
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %body

found:
  %rest = sub i64 %n, %i
  tail call void @h(ptr %at, i64 %rest, i32 %c)
  br label %exit

exit:
  ret void
}

declare i1 @g(ptr, i32, i64, i64, i64) nonlazybind
declare void @h(ptr, i64, i32) nonlazybind
