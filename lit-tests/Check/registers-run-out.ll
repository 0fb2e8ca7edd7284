; Where the allocator says that registers ran out, nothing is said of what it left behind.
; REQUIRES: arm-registered-target
; RUN: not llc -mtriple=thumbv6m-none-eabi -regalloc=limit -stress-regalloc=3 -limit-check-strict -filetype=null < %s 2>&1 | FileCheck %s
; RUN: not llc -mtriple=thumbv6m-none-eabi -regalloc=greedy -stress-regalloc=3 -limit-check-strict -filetype=null < %s 2>&1 | FileCheck %s

; CHECK: inline assembly requires more registers than available
; CHECK-NOT: limit-check

define i32 @too_many(i32 %a, i32 %b, i32 %c, i32 %d) {
  %r = call i32 asm sideeffect "", "=&r,r,r,r,r,~{r7}"(i32 %a, i32 %b, i32 %c, i32 %d)
  call void @opaque(i32 %c)
  %t = mul i32 %a, %b
  ret i32 %t
}

declare void @opaque(i32)
