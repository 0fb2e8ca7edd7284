; A pair of general registers of which only one half has a value is spilled. ARM's store names both
; halves; the one without a value must be marked so. LIMIT would take out other ranges, and is left out.
; REQUIRES: arm-registered-target
; RUN: llc -mtriple=armv7-linux-gnueabihf -mattr=+neon -enable-subreg-liveness -regalloc=limit -limit-set=max_live_entries=0 -verify-machineinstrs -limit-check-strict < %s -o /dev/null
; RUN: llc -mtriple=armv7-linux-gnueabihf -mattr=+neon -enable-subreg-liveness -regalloc=limit -limit-set=max_live_entries=0 -stop-after=regalloc-limit < %s | FileCheck %s

; CHECK: STRD %{{[0-9]+}}.gsub_0, undef %{{[0-9]+}}.gsub_1

declare i64 @g1(i128, ...)

define <16 x float> @f0(ptr %memory, i32 %v74) {
entry:
  %v25 = load volatile i128, ptr null, align 4
  %v33 = load i128, ptr null, align 4
  br label %block42

block42:                                          ; preds = %block45, %entry
  %v6.0 = phi i128 [ %v25, %entry ], [ 0, %block45 ]
  br label %block43

block43:                                          ; preds = %block45, %block42
  %v105 = call i64 (i128, ...) @g1(i128 %v6.0)
  br label %block45

block45:                                          ; preds = %block45, %block43
  store i128 %v33, ptr %memory, align 4
  switch i32 %v74, label %block45 [
    i32 4004, label %block43
    i32 2002, label %block42
  ]
}
