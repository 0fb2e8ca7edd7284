; With liveness by lanes the two halves of VE's registers are live apart, but share a unit. A range takes it
; once, for as long as either is live.
; REQUIRES: ve-registered-target
; RUN: rm -f %t && llc -mtriple=ve-linux-gnu -enable-subreg-liveness -regalloc=limit -limit-report=%t < %s -o /dev/null
; RUN: FileCheck %s < %t

; CHECK: "function":"f0"{{.*}}"last_resort":null

define i128 @f0(i1 %v56) {
entry:
  br label %block27

block27:
  %v50 = call i128 null(ptr null, i8 0, i64 0, i8 0, i8 0, i128 0, i128 0, i64 0, i128 0, i8 0)
  br i1 %v56, label %block27, label %block28

block28:
  %v68 = call i128 null(ptr null, i8 0, i64 0, i8 0, i8 0, i128 0, i128 0, i64 0, i128 0, i8 0)
  %v81 = call i128 null(ptr null, i8 0, i64 0, i8 0, i8 0, i128 0, i128 %v50, i64 0, i128 0, i8 0)
  ret i128 %v81
}
