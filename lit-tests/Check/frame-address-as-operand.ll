; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A pseudo instruction may have the address of a frame object where its description names a register: the checker
; does not take it for a copy of one. A debug build stopped at an assertion. Found by fuzzing.
; REQUIRES: hexagon-registered-target
; RUN: llc -O2 -mtriple=hexagon-unknown-elf -regalloc=greedy -limit-check-strict -print-after=virtregrewriter %s \
; RUN:   -o - 2>&1 | FileCheck %s
; RUN: llc -O2 -mtriple=hexagon-unknown-elf -regalloc=limit -limit-check-strict %s -o /dev/null

; CHECK: renamable $r{{[0-9]+}} = PS_fi %fixed-stack.{{[0-9]+}}, 0
; CHECK-NOT: limit-check
; CHECK: {{^}}first:
; CHECK: jumpr r31

target triple = "hexagon-unknown-elf"

define i32 @first(i32 %x, ...) {
  %list = alloca ptr
  call void @llvm.va_start.p0(ptr %list)
  %value = va_arg ptr %list, i32
  ret i32 %value
}
