; A value is spilled as an integer, and as the double that it becomes. Stack slot coloring gives both
; one slot, and nothing is left of the copy from one kind of register to the other.
; REQUIRES: x86-registered-target
; RUN: rm -f %t
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=basic -limit-check-report=%t < %s -o /dev/null
; RUN: FileCheck %s < %t

; CHECK: "function":"bits","faults":0,"not_followed":null,"after":"VirtRegRewriter"
; CHECK: "function":"bits","faults":0,"not_followed":null,"after":"post-RA MachineLICM"

define double @bits(ptr %p, i32 %kind, ptr %q, i64 %i, i64 %j, ptr %r) {
entry:
  switch i32 %kind, label %other [
    i32 -10, label %join
    i32 7, label %called
  ]

called:
  %ignored = call i32 null(ptr null, double 0.0)
  br label %join

other:
  %first = call ptr null(ptr null, ptr null, i64 0, i64 0, i32 0)
  %pair = call fastcc { i64, i64 } null(ptr null, ptr null, ptr null, i32 0, i32 0, ptr null)
  %second = call fastcc i32 null(ptr null)
  store ptr %r, ptr %p
  %place = getelementptr i8, ptr %q, i64 %i
  %number = ptrtoint ptr %place to i64
  %same = icmp eq i64 %number, %j
  br i1 %same, label %found, label %none

none:
  ret double 0.0

found:
  %low = extractvalue { i64, i64 } %pair, 0
  %double = bitcast i64 %low to double
  br label %join

join:
  %result = phi double [ 0.0, %called ], [ 0.0, %entry ], [ %double, %found ]
  ret double %result
}
