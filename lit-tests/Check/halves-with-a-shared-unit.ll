; A whole register of VE is spilled and copied, and one of its halves is read there. What both halves share
; holds what either of them does.
; REQUIRES: ve-registered-target
; RUN: llc -mtriple=ve-linux-gnu -frame-pointer=all -regalloc=greedy -limit-check-strict < %s -o /dev/null
; RUN: llc -mtriple=ve-linux-gnu -frame-pointer=all -regalloc=basic -limit-check-strict < %s -o /dev/null
; RUN: llc -mtriple=ve-linux-gnu -frame-pointer=all -regalloc=limit -limit-check-strict < %s -o /dev/null

define { i32, i1 } @f1(i32 %v63, ...) {
entry:
  br label %block31

block30:
  %v75 = cmpxchg ptr null, i32 0, i32 0 monotonic monotonic, align 4
  ret { i32, i1 } %v75

block31:
  switch i32 %v63, label %block30 [
    i32 0, label %block31
    i32 1, label %block31
    i32 2, label %block31
  ]
}

define coldcc i8 @f0(i1 %v110) {
entry:
  br label %block23

block23:
  %v2.0 = phi i64 [ 1, %entry ], [ 0, %block24 ]
  %v53 = call i8 null(ptr null, i64 0, i64 0, i64 0, i8 0, i8 0, i64 %v2.0, i64 0, i64 0)
  br label %block24

block24:
  %v84 = call i64 asm sideeffect "", "=r,r,rm,~{memory}"(i64 0, i64 0)
  %v101 = call i8 null(ptr null, i64 0, i8 0, i64 0, i64 0, i8 0, i64 0)
  %v104 = icmp slt i8 0, 0
  br i1 %v104, label %block23, label %block26

block26:
  br i1 %v110, label %block24, label %block27

block27:
  ret i8 0
}
