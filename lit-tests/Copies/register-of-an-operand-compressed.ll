; An addition has a short form if its result has the register of an operand. Where that operand ends and
; nothing else decides, the result takes it, though a2 is free too and comes first.
; REQUIRES: riscv-registered-target
; RUN: llc -mtriple=riscv64-linux-gnu -mattr=+c -regalloc=limit -verify-machineinstrs < %s | FileCheck %s
; RUN: llc -mtriple=riscv64-linux-gnu -mattr=+c -regalloc=limit -filetype=obj < %s \
; RUN:   | llvm-objdump -d -M no-aliases - | FileCheck %s --check-prefix=OBJECT

; CHECK-LABEL: add:
; CHECK: ld a2, 0(a0)
; CHECK-NEXT: ld a3, 0(a1)
; CHECK-NEXT: sd a2, 0(a1)
; CHECK-NEXT: addi a3, a3, 7
; CHECK-NEXT: sd a3, 0(a0)

; OBJECT-LABEL: <add>:
; OBJECT: c.addi a3, 7

define void @add(ptr %p, ptr %q) {
  %a = load i64, ptr %p
  %b = load i64, ptr %q
  store i64 %a, ptr %q
  %s = add i64 %b, 7
  store i64 %s, ptr %p
  ret void
}
