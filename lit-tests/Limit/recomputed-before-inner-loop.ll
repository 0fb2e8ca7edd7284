; The outer loop's asm leaves three registers, for the pointer and both counts. The inner loop's constant
; takes four instructions: they stand behind the asm, once per inner loop. Greedy keeps the constant in a
; register and loads the inner loop's count each time instead.
; REQUIRES: aarch64-registered-target
; RUN: llc -mtriple=aarch64-linux-gnu -regalloc=limit -verify-machineinstrs < %s | FileCheck %s
; RUN: llc -mtriple=aarch64-linux-gnu -regalloc=greedy < %s | FileCheck -check-prefix=GREEDY %s

; CHECK-LABEL: recomputed:
; CHECK-NOT: movk
; CHECK: nop
; CHECK-COUNT-3: movk
; CHECK: %inner
; CHECK-NOT: movk
; CHECK: eor
; CHECK-NOT: {{movk|Spill}}
; CHECK: %done

; GREEDY-LABEL: recomputed:
; GREEDY-COUNT-3: movk
; GREEDY: nop
; GREEDY: Reload
; GREEDY-NOT: movk
; GREEDY: %inner
define void @recomputed(ptr %p, i64 %n, i64 %m) {
entry:
  br label %outer
outer:
  %i = phi i64 [ %n, %entry ], [ %i1, %latch ]
  call void asm sideeffect "nop", "~{x0},~{x1},~{x2},~{x3},~{x4},~{x5},~{x6},~{x7},~{x8},~{x9},~{x10},~{x11},~{x12},~{x13},~{x14},~{x15},~{x16},~{x17},~{x19},~{x20},~{x21},~{x22},~{x23},~{x24},~{x25},~{x26},~{x27},~{x18},~{x30}"()
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %j1, %inner ]
  %a = getelementptr i64, ptr %p, i64 %j
  %v = load i64, ptr %a
  %x = xor i64 %v, 1311768467463790320
  store i64 %x, ptr %a
  %j1 = add i64 %j, 1
  %c = icmp ne i64 %j1, %m
  br i1 %c, label %inner, label %latch
latch:
  %i1 = add i64 %i, -1
  %d = icmp ne i64 %i1, 0
  br i1 %d, label %outer, label %done
done:
  ret void
}
