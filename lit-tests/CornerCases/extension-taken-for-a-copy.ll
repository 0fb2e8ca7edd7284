; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; LLVM takes MIPS's extension of a register's low half for a copy and would make a plain store or reload of it: the
; upper half would not be the sign. The extension gets registers of its own with copies beside it. Found by fuzzing.
; REQUIRES: mips-registered-target
; RUN: llc -mtriple=mips64-linux-gnu -regalloc=limit -verify-machineinstrs -limit-check-strict %s -o - | FileCheck %s
; RUN: not llc -mtriple=mips64-linux-gnu -regalloc=greedy -limit-check-strict %s -o /dev/null 2>&1 \
; RUN:   | FileCheck --check-prefix=GREEDY %s

; GREEDY: limit-check: in function 'result_in_memory', RetRA {{.*}} reads the value of V0 from V0, which holds %0
; GREEDY: limit-check: in function 'operand_in_memory'

; CHECK-LABEL: result_in_memory:
; CHECK: sll $[[R:[0-9]+]], $4, 0
; CHECK: sd $[[R]], [[SLOT:[0-9]+\(\$sp\)]]
; CHECK: #APP
; CHECK: ld $2, [[SLOT]]
define i64 @result_in_memory(i64 %x) {
  call void asm sideeffect "", "~{$1},~{$2},~{$3},~{$4},~{$5},~{$6},~{$7},~{$8},~{$9},~{$10},~{$11},~{$12},~{$13},~{$14},~{$15},~{$16},~{$17},~{$18},~{$19},~{$20},~{$21},~{$22},~{$23},~{$24},~{$25},~{$30},~{$31}"()
  %shifted = shl i64 %x, 32
  %extended = ashr i64 %shifted, 32
  ret i64 %extended
}

; CHECK-LABEL: operand_in_memory:
; CHECK: sd $4, [[SLOT:[0-9]+\(\$sp\)]]
; CHECK: #APP
; CHECK: ld $[[R:[0-9]+]], [[SLOT]]
; CHECK: sll $2, $[[R]], 0
define i64 @operand_in_memory(i64 %x, i64 %y) {
  call void asm sideeffect "", "~{$1},~{$2},~{$3},~{$4},~{$5},~{$6},~{$7},~{$8},~{$9},~{$10},~{$11},~{$12},~{$13},~{$14},~{$15},~{$16},~{$17},~{$18},~{$19},~{$20},~{$21},~{$22},~{$23},~{$24},~{$25},~{$30},~{$31}"()
  %is_positive = icmp sgt i64 %y, 0
  br i1 %is_positive, label %extends, label %returns

extends:
  %shifted = shl i64 %x, 32
  %extended = ashr i64 %shifted, 32
  br label %returns

returns:
  %result = phi i64 [ %extended, %extends ], [ 0, %0 ]
  ret i64 %result
}
