; With nine registers the product of a loop goes to memory, from where nothing loads it. So its stores go, and then
; the multiplication and the copies of arguments that it read. Neither LO, which the multiplication wrote, nor the
; arguments' registers are live for them any more. Found by fuzzing.
; REQUIRES: mips-registered-target
; RUN: llc -mtriple=mipsel-linux-gnu -mcpu=mips32r5 -mattr=+fp64,+msa -relocation-model=pic -stress-regalloc=9 \
; RUN:   -regalloc=limit -verify-machineinstrs -limit-check-strict %s -o - | FileCheck %s

; CHECK-LABEL: product:
; CHECK-NOT: mul
; CHECK: .end product

define double @product(i32 %v29, i64 %v13.7, i64 %v12.7, i1 %v167) {
entry:
  switch i32 %v29, label %block79 [
    i32 4, label %block80
    i32 1, label %block80
    i32 2, label %block81
  ]

block79:                                          ; preds = %block80, %entry
  %v13.13 = phi i64 [ 0, %entry ], [ %v13.7, %block80 ]
  %v12.1 = phi i64 [ 0, %entry ], [ %v12.7, %block80 ]
  %v161 = mul i64 %v13.13, %v12.1
  br label %block80

block80:                                          ; preds = %block81, %block79, %entry, %entry
  %v15.4 = phi i64 [ %v161, %block79 ], [ %v192, %block81 ], [ 0, %entry ], [ 0, %entry ]
  br i1 %v167, label %block79, label %block81

block81:                                          ; preds = %block80, %entry
  %v15.1 = phi i64 [ %v15.4, %block80 ], [ 0, %entry ]
  %v192 = xor i64 0, %v15.1
  %v198 = select i1 false, i64 %v15.1, i64 0
  br label %block80
}
