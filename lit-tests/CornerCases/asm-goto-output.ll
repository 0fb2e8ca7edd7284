; An output of asm goto is defined by a terminator and live on both ways out.
; REQUIRES: x86-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -verify-machineinstrs < %s | FileCheck %s

; CHECK-LABEL: jumps:
; CHECK: #APP
; CHECK: #NO_APP

define i32 @jumps(i32 %a, i32 %b) {
entry:
  %out = callbr i32 asm "mov $1, $0; jmp ${2:l}", "=r,r,!i"(i32 %a)
          to label %direct [label %indirect]

direct:
  %d = add i32 %out, %b
  ret i32 %d

indirect:
  %i = sub i32 %out, %b
  ret i32 %i
}
