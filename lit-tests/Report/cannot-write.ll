; A file that cannot be written is one error that names the option and the file, however many
; functions there are: a folder that is missing, a disk that is full.
; REQUIRES: x86-registered-target
; RUN: not llc -mtriple=x86_64-linux-gnu -regalloc=limit -limit-report=%t.no/such/file -o /dev/null \
; RUN:   %s 2>&1 | FileCheck %s --check-prefix=PATH --implicit-check-not=error
; RUN: not llc -mtriple=x86_64-linux-gnu -regalloc=limit -limit-report=/dev/full -o /dev/null \
; RUN:   %s 2>&1 | FileCheck %s --check-prefix=REPORT --implicit-check-not=error --implicit-check-not=ERROR
; RUN: not llc -mtriple=x86_64-linux-gnu -limit-score=/dev/full -o /dev/null \
; RUN:   %s 2>&1 | FileCheck %s --check-prefix=SCORE --implicit-check-not=error --implicit-check-not=ERROR

; PATH: error: -limit-report: cannot write {{.*}}no/such/file: No such file or directory
; REPORT: error: -limit-report: cannot write /dev/full: No space left on device
; SCORE: error: -limit-score: cannot write /dev/full: No space left on device

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

define i32 @again(i32 %x) {
  %y = call i32 @opaque(i32 %x)
  ret i32 %y
}
