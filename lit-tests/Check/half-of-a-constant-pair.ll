; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Hexagon's clean-up of transfers loads the half of a constant pair again where the allocator's code copies it: the
; checker knows that the half of the pair is that constant. Found by fuzzing.
; REQUIRES: hexagon-registered-target
; RUN: llc -O3 -mtriple=hexagon-unknown-elf -regalloc=greedy -limit-check-strict -print-after=virtregrewriter \
; RUN:   %s -o - 2>&1 | FileCheck %s
; RUN: llc -O3 -mtriple=hexagon-unknown-elf -regalloc=basic -limit-check-strict %s -o /dev/null
; RUN: llc -O3 -mtriple=hexagon-unknown-elf -regalloc=limit -limit-check-strict %s -o /dev/null

; CHECK: $d1 = A2_tfrpi 0
; CHECK: $r0 = COPY renamable $r3
; CHECK-NOT: limit-check
; CHECK: r3:2 = combine(#0,#0)
; CHECK-NEXT: r1:0 = combine(#0,#0)

target triple = "hexagon-unknown-elf"

declare coldcc i32 @g4(ptr)

; Function Attrs: returns_twice
declare i32 @setjmp() #0

define fastcc i16 @f1(ptr %memory, i32 %v115, i1 %v120) personality ptr null {
entry:
  %v1152 = call i32 @setjmp()
  br i1 %v120, label %block40, label %block42

block40:                                          ; preds = %entry
  %v234 = insertelement <4 x i32> zeroinitializer, i32 %v115, i32 2
  %v237 = invoke coldcc i32 @g4(ptr null)
          to label %normal235 unwind label %pad236

normal235:                                        ; preds = %block40
  %v287 = shufflevector <4 x i32> zeroinitializer, <4 x i32> %v234, <4 x i32> <i32 4, i32 0, i32 7, i32 5>
  %v300 = insertelement <4 x i32> %v287, i32 0, i32 3
  br label %block42

common.ret:                                       ; preds = %block42, %pad236
  %common.ret.op = phi i16 [ 0, %pad236 ], [ 0, %block42 ]
  ret i16 %common.ret.op

pad236:                                           ; preds = %block40
  %v238 = landingpad { ptr, i32 }
          cleanup
  br label %common.ret

block42:                                          ; preds = %normal235, %entry
  %v6.0 = phi <4 x i32> [ %v300, %normal235 ], [ splat (i32 1), %entry ]
  store <4 x i32> %v6.0, ptr %memory, align 4
  br label %common.ret
}

attributes #0 = { returns_twice }
