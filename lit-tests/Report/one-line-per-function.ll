; -limit-report appends one JSON line for each function and says whether the core allocated it.
; REQUIRES: x86-registered-target
; RUN: rm -f %t.json
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -limit-report=%t.json -o /dev/null %s
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -limit-report=%t.json -o /dev/null %s
; RUN: FileCheck %s < %t.json

; CHECK: {"module":"{{.*}}","function":"sum",{{.*}}"limited":0,"spilled":0,"last_resort":null}
; CHECK-NEXT: {"module":"{{.*}}","function":"sum",{{.*}}"limited":0,"spilled":0,"last_resort":null}
; CHECK-NOT: {{.}}

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
