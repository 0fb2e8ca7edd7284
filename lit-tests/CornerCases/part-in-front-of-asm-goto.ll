; The first half of a pair is written in front of an asm goto and read where that jumps to, the second half is written
; behind it. Greedy takes the pair for written behind the asm goto and stores it there, so that the target loads what is
; not stored. Limit stores each half where it is written.
; REQUIRES: hexagon-registered-target
; RUN: llc -mtriple=hexagon-unknown-elf -stress-regalloc=6 -tailcallopt -regalloc=limit -verify-machineinstrs -limit-check-strict < %s -o /dev/null
; RUN: llc -mtriple=hexagon-unknown-elf -stress-regalloc=10 -tailcallopt -regalloc=limit -verify-machineinstrs -limit-check-strict < %s -o /dev/null
; RUN: not llc -mtriple=hexagon-unknown-elf -stress-regalloc=10 -tailcallopt -regalloc=greedy -limit-check-strict < %s -o /dev/null 2>&1 | FileCheck %s

; CHECK: limit-check: in function 'f0', J2_call @g0, {{.*}} reads the value of R2 from R2, which holds no known value

declare i32 @g0(<4 x i32>)

define i32 @f0(i128 %argument0, <4 x i32> %argument2, i64 %v99, i1 %v111) {
entry:
  %v976 = atomicrmw max ptr null, i32 0 monotonic, align 4
  br i1 %v111, label %block77, label %block71

block71:                                          ; preds = %block74, %entry
  %v21.1 = phi i128 [ %v21.3, %block74 ], [ 0, %entry ]
  %v22.1 = phi i128 [ %v25.2, %block74 ], [ 0, %entry ]
  callbr void asm sideeffect "", "r,r,!i"(i32 0, i32 0)
          to label %block72 [label %block74]

block72:                                          ; preds = %block77, %block71
  %v21.2 = phi i128 [ 0, %block77 ], [ %v21.1, %block71 ]
  %v22.2 = phi i128 [ 0, %block77 ], [ %v22.1, %block71 ]
  %v25.1 = phi i128 [ %argument0, %block77 ], [ 0, %block71 ]
  %v8.210 = phi <4 x i32> [ %argument2, %block77 ], [ <i32 1, i32 0, i32 1, i32 0>, %block71 ]
  %v154 = xor i128 %v22.2, %v21.2
  %v165 = call i32 @g0(<4 x i32> zeroinitializer)
  %v172 = call i32 @g0(<4 x i32> zeroinitializer)
  br label %block74

block74:                                          ; preds = %block72, %block71
  %v21.3 = phi i128 [ %v154, %block72 ], [ %v21.1, %block71 ]
  %v25.2 = phi i128 [ %v25.1, %block72 ], [ 0, %block71 ]
  %v8.3 = phi <4 x i32> [ %v8.210, %block72 ], [ <i32 1, i32 0, i32 1, i32 0>, %block71 ]
  %v196 = call i32 @g0(<4 x i32> %v8.3)
  br label %block71

block77:                                          ; preds = %entry
  %v104 = urem i64 1, %v99
  %v223.not = icmp eq i64 %v104, 0
  br i1 %v223.not, label %block78, label %block72

block78:                                          ; preds = %block77
  ret i32 0
}
