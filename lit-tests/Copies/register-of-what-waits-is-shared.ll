; What is left of the first argument, beside its register, is placed when its copies are in the code, and has x19
; then, which costs a save and a restore. What is loaded from null is worth less than that, but can have x19 behind
; it. It waits too, and does not go to memory, where the function's only slot would be.
; REQUIRES: aarch64-registered-target
; RUN: llc -mtriple=aarch64-linux-gnu -regalloc=limit -verify-machineinstrs -limit-check-strict %s -o - | FileCheck %s

; CHECK-LABEL: names:
; CHECK: str x19, [sp, #16]
; CHECK: mov x19, x0
; CHECK: bl is_branch
; CHECK: ldr x19, [x8]
; CHECK-NEXT: bl name
; CHECK-NEXT: ldr w0, [x19]
; CHECK: ldr x19, [sp, #16]

define i32 @names(ptr %reference, i1 %bad) nounwind "frame-pointer"="non-leaf" {
entry:
  %room = alloca ptr, align 8
  br i1 %bad, label %done, label %check

check:
  %is = call i32 @is_branch()
  %owner = load volatile ptr, ptr %reference, align 8
  switch i32 %is, label %named [
    i32 -3, label %done
    i32 -9, label %done
  ]

named:
  %a = load ptr, ptr null, align 8
  %b = call ptr @name()
  %r = load i32, ptr %a, align 4
  ret i32 %r

done:
  ret i32 0
}

declare i32 @is_branch()
declare ptr @name()
